//===- CheckDialect.h - comparisons for tests -------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_CHECK_IR_CHECKDIALECT_H
#define MESH_DIALECT_CHECK_IR_CHECKDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "mesh/Dialect/Check/IR/CheckDialect.h.inc"

#define GET_OP_CLASSES
#include "mesh/Dialect/Check/IR/CheckOps.h.inc"

#endif // MESH_DIALECT_CHECK_IR_CHECKDIALECT_H
