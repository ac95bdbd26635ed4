//===- Attributes.h - attributes that derivatives heed ----------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_AUTODIFF_ATTRIBUTES_H
#define MESH_AUTODIFF_ATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace mesh {

/// On any op: its results count as constants in derivatives, because what they
/// contribute cancels (the maximum that a softmax subtracts).
inline constexpr llvm::StringLiteral kStopGradientAttr = "mesh.stop_gradient";

} // namespace mesh

#endif // MESH_AUTODIFF_ATTRIBUTES_H
