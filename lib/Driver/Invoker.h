//===- Invoker.h - one way to call any compiled function --------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DRIVER_INVOKER_H
#define MESH_LIB_DRIVER_INVOKER_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace mesh::driver {

/// Adds `void <name>(ptr slots)`: calls the C interface of the compiled
/// function `callee`, whose pointers are the slots themselves, whose numbers
/// are where the slots point; a number that it returns goes to the last slot.
llvm::Expected<llvm::Function *>
addInvoker(llvm::Module &module, llvm::StringRef callee, llvm::StringRef name);

} // namespace mesh::driver

#endif // MESH_LIB_DRIVER_INVOKER_H
