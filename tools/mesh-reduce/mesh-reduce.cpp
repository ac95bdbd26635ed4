//===- mesh-reduce.cpp - makes a program that shows a bug small -----------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An mlir-reduce for Mesh programs: a script says whether a program is still of
// interest, and parts are removed while it does.
//
//===----------------------------------------------------------------------===//

#include "RemoveOps.h"

#include "mesh/Driver/Registration.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Reducer/Passes.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mesh::driver::registerDialects(registry);
  mesh::driver::registerPasses();
  mlir::registerReducerPasses();
  mesh::registerRemoveOpsPass();
  mlir::MLIRContext context(registry);
  return failed(mlir::mlirReduceMain(argc, argv, context));
}
