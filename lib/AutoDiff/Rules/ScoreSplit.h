//===- ScoreSplit.h - cotangents of scores' owner rows ----------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A softmax fold `acc_k = sum_e T_ke(w_e)`, with `T` linear, of logits
// `phi_e(l)` with an owner row `l` that is read entry by entry. Its results
// stay as they are when all logits move by one number, so the cotangents `t_e =
// w_e dw_e` of the logits of a segment sum to zero, and with any number `b`
//
//   dl = sum_e phi'_e t_e = sum_e (phi'_e - b) t_e
//      = sum_k <c_k, P_k - q acc_k>,   P_k = sum_e T_ke(f_e w_e),
//                                      q = (sum_e f_e w_e) / (sum_e w_e)
//
// for the cotangents `c_k` of the accumulators and `f_e = phi'_e - b`; the
// product is taken for each weight. `P` and `q` do not depend on `c`: they come
// from the forward sweep, and no sweep over the edges of the owner is left.
//
// Where `phi'` takes two values (a leaky ReLU), `f` is taken as 0 and 1, and
// their difference multiplies the result: it is exactly 0 where all scores have
// one sign.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_AUTODIFF_RULES_SCORESPLIT_H
#define MESH_LIB_AUTODIFF_RULES_SCORESPLIT_H

#include "EdgeSweep.h"

namespace mesh {

class ScoreSplit {
public:
  /// If it works for `input`, a position among the inputs of `op`.
  static std::optional<ScoreSplit> find(AggregateOp op, unsigned input);

  /// The rows of both sums of `q` and of each `P`, results that `extend` adds.
  /// The sum of weights is made as the others are, so that `q` is exactly 1
  /// where all `f` are.
  llvm::SmallVector<EdgeSweep::Row> getRows() const;
  /// Makes `fold`, a copy of `op` whose `finish` yields accumulators, maximum
  /// and sum, compute what `getRows` describes as well.
  void extend(AggregateOp fold, AdjointState &state);

  /// The cotangent of the input at a node. `cotangents` are those of the
  /// accumulators (null for zero); `rows` are of `getRows`.
  mlir::Value combine(mlir::ImplicitLocOpBuilder &b,
                      mlir::ValueRange accumulators,
                      llvm::ArrayRef<mlir::Value> cotangents,
                      mlir::ValueRange rows);

  unsigned getInput() const { return input; }
  /// Whether the cotangent is known to be zero, after `extend`.
  bool isZero() const { return factor == 0; }

private:
  struct Part {
    unsigned accumulator;
    mlir::AffineMap weights; ///< see getWeightMap
    EdgeSweep::Row row;
  };

  /// Appends `f` to what `score` of `fold` yields.
  void addFlag(mlir::ImplicitLocOpBuilder &b, AggregateOp fold,
               AdjointState &state);

  unsigned input, scoreOwner;
  EdgeSweep::Row logit;
  llvm::SmallVector<Part> parts;
  /// What the result is multiplied with; 0 if all slopes are equal.
  double factor = 1;
};

} // namespace mesh

#endif // MESH_LIB_AUTODIFF_RULES_SCORESPLIT_H
