//===- NarrowFloats.h - conversions that processors lack --------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DRIVER_NARROWFLOATS_H
#define MESH_LIB_DRIVER_NARROWFLOATS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace mesh::driver {

/// Compiled code converts f16 and bf16 by functions of the compiler's support
/// library where the processor has no instruction. That library is not part of
/// this process, so they are here. Calls `add(name, function)` for each.
void forEachNarrowFloatFunction(
    llvm::function_ref<void(llvm::StringRef, void *)> add);

} // namespace mesh::driver

#endif // MESH_LIB_DRIVER_NARROWFLOATS_H
