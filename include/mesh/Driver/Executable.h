//===- Executable.h - compiled code in this process -------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_EXECUTABLE_H
#define MESH_DRIVER_EXECUTABLE_H

#include "mesh/Driver/Compile.h"
#include "mesh/Driver/Data/Function.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"

namespace mesh::driver {

/// One function of a program, compiled and linked into this process.
class Executable {
public:
  /// Optimises `program` and links it with the runtime library. `function` is
  /// described as it was written.
  static llvm::Expected<std::unique_ptr<Executable>>
  create(LLVMProgram program, FunctionSpec function);

  /// Calls the function. `arguments` are not written to. An error is a run-time
  /// check that failed, or want of memory.
  llvm::Expected<std::vector<Array>> call(llvm::ArrayRef<ArgValue> arguments);

private:
  explicit Executable(FunctionSpec function) : function(std::move(function)) {}

  FunctionSpec function;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::unique_ptr<FunctionTable> table;
};

} // namespace mesh::driver

#endif // MESH_DRIVER_EXECUTABLE_H
