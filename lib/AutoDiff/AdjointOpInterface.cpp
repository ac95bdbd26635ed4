//===- AdjointOpInterface.cpp - derivative rules of ops -------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Interfaces/AdjointOpInterface.h"

using namespace mlir;

#include "mesh/Interfaces/AdjointOpInterface.cpp.inc"
