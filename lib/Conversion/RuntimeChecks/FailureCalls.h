//===- FailureCalls.h - calls that record a failure -------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_CONVERSION_RUNTIMECHECKS_FAILURECALLS_H
#define MESH_LIB_CONVERSION_RUNTIMECHECKS_FAILURECALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace mesh {

/// "file:line:col" of the place in the program that `location` speaks of; empty
/// if unknown.
std::string describeLocation(mlir::Location location);

/// Makes calls of `mesh_rt_fail`. The values it wants in memory are stored by a
/// helper function that is never inlined, one for each number of values: so no
/// stack is taken and no code is spent in a loop that checks.
class FailureCalls {
public:
  explicit FailureCalls(mlir::ModuleOp module);

  /// Records `message` with `values` (of type index) in the status `context`.
  /// Inserts at the builder's place.
  void record(mlir::OpBuilder &builder, mlir::Location location,
              mlir::Value context, llvm::StringRef message,
              mlir::ValueRange values);

private:
  mlir::LLVM::LLVMFuncOp getRuntimeFunction();
  mlir::LLVM::LLVMFuncOp getHelper(unsigned numValues);
  /// The address of a constant text with a terminating zero.
  mlir::Value getText(mlir::OpBuilder &builder, mlir::Location location,
                      llvm::StringRef text);
  /// `base`, or `base` with a number where that is taken.
  std::string uniqueName(llvm::StringRef base);

  mlir::ModuleOp module;
  mlir::LLVM::LLVMFuncOp runtimeFunction;
  llvm::DenseMap<unsigned, mlir::LLVM::LLVMFuncOp> helpers;
  llvm::StringMap<std::string> texts;
};

} // namespace mesh

#endif // MESH_LIB_CONVERSION_RUNTIMECHECKS_FAILURECALLS_H
