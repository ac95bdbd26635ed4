//===- CodeNames.cpp - names of functions in compiled code ----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Conversion/RuntimeChecks/Passes.h"

#include "llvm/Analysis/TargetLibraryInfo.h"

std::string mesh::getCodeName(llvm::StringRef function) {
  llvm::TargetLibraryInfoImpl library(llvm::Triple("x86_64-unknown-linux-gnu"));
  llvm::LibFunc known;
  bool isTaken = library.getLibFunc(function, known) || function == "main" ||
                 function == "erfc" || function == "erfcf" || // not known to it
                 function.starts_with("_") || function.starts_with("mesh_");
  // No C function has a name with a dot.
  return isTaken ? (function + ".program").str() : function.str();
}
