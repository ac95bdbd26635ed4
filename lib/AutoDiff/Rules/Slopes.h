//===- Slopes.h - derivatives that take few values --------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_AUTODIFF_RULES_SLOPES_H
#define MESH_LIB_AUTODIFF_RULES_SLOPES_H

#include "mlir/IR/Value.h"

#include "llvm/ADT/APFloat.h"

namespace mesh {

/// The values that each element of a value has: `yes` where `condition` holds
/// and `no` elsewhere; without condition the two are one.
struct Slopes {
  llvm::APFloat yes, no;
  mlir::Value condition;

  bool isConstant() const { return yes.bitwiseIsEqual(no); }
};

/// The slopes of a tensor or scalar that is computed entry by entry from
/// constants and one condition, as the derivative of a ReLU is, exactly as the
/// ops round; nothing for other values.
std::optional<Slopes> findSlopes(mlir::Value value);

} // namespace mesh

#endif // MESH_LIB_AUTODIFF_RULES_SLOPES_H
