//===- Steady.h - what stays the same around derivatives --------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_AUTODIFF_STEADY_H
#define MESH_LIB_AUTODIFF_STEADY_H

#include "mlir/IR/Operation.h"

namespace mesh {

/// Whether a loop around `op`, in its function or where this is called, gives
/// `value` to `op` again and again without changing it. For choices between
/// equal forms: it says nothing of functions that others call.
bool isSteadyAt(mlir::Operation *op, mlir::Value value);

} // namespace mesh

#endif // MESH_LIB_AUTODIFF_STEADY_H
