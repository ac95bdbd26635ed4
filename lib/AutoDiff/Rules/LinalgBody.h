//===- LinalgBody.h - how the body of a linalg op uses its init -*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_AUTODIFF_RULES_LINALGBODY_H
#define MESH_LIB_AUTODIFF_RULES_LINALGBODY_H

#include "mesh/AutoDiff/AdjointState.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mesh {

/// How a result of a linalg op depends on its init.
enum class ResultKind {
  Overwritten, // the init is not read
  Sum,         // init + term
  Extremum,    // the largest or smallest of init and terms
  Product,     // init * terms
  ReadsInit,   // without a reduction: the init is one more input
  Unknown
};

struct ResultForm {
  ResultKind kind;
  /// What the body yields, less the init where it is a reduction.
  mlir::Value term;
};

/// Result `k` of `op`.
ResultForm getResultForm(mlir::linalg::LinalgOp op, unsigned k);

/// An operand or captured value of a linalg op that gets a contribution.
struct LinalgTarget {
  /// The operand, or the captured value.
  mlir::Value value;
  /// What stands for it in the body.
  mlir::Value inBody;
  /// From loops to its entries; without results for numbers.
  mlir::AffineMap map;
};

/// Inputs that are read at a fixed place of an axis, as broadcasts of sizes of
/// 1 are written: by slices without the axis, so that maps are projected
/// permutations.
void dropFixedAxes(mlir::linalg::GenericOp op);

} // namespace mesh

#endif // MESH_LIB_AUTODIFF_RULES_LINALGBODY_H
