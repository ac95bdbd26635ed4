//===- Inliner.h - inlining that keeps adjoints -----------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_AUTODIFF_INLINER_H
#define MESH_AUTODIFF_INLINER_H

#include "mlir/IR/DialectRegistry.h"

namespace mesh {

/// Lets calls be inlined, as MLIR's func::registerInlinerExtension does and in
/// its place, but for those of functions with an adjoint of their own: inlined,
/// they would be differentiated by the rules of their ops.
void registerInlinerExtension(mlir::DialectRegistry &registry);

} // namespace mesh

#endif // MESH_AUTODIFF_INLINER_H
