//===- EdgeAdjoint.h - contributions of edges to rows ---------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_AUTODIFF_RULES_EDGEADJOINT_H
#define MESH_LIB_AUTODIFF_RULES_EDGEADJOINT_H

#include "EdgeSweep.h"

namespace mesh {

/// A value that an edge computes, and its cotangent there; the cotangent is
/// zero where the mask does not hold.
struct EdgeSeed {
  mlir::Value term, cotangent;
  Mask mask;
};

/// The contributions of the edges to what they read.
class EdgeAdjoint {
public:
  /// Computes the edge's values again from `rows`, and returns those with
  /// cotangents.
  using Forward = std::function<llvm::SmallVector<EdgeSeed>(
      mlir::ValueRange rows, mlir::Value ordinal)>;

  EdgeAdjoint(EdgeSweep &sweep, Forward forward)
      : sweep(sweep), state(sweep.state), forward(std::move(forward)) {}

  void contributeToInputs(llvm::ArrayRef<unsigned> inputs);
  void contributeToCaptures(llvm::ArrayRef<mlir::Value> captures);

private:
  void contributeAt(At at, llvm::ArrayRef<unsigned> inputs);
  /// The cotangents of `sources`, rows or captured values.
  llvm::SmallVector<mlir::Value>
  reverse(mlir::ValueRange rows, mlir::Value ordinal,
          llvm::function_ref<llvm::SmallVector<mlir::Value>()> getSources);

  EdgeSweep &sweep;
  AdjointState &state;
  Forward forward;
};

/// Reverses the ops of the block in which `state.b` stands: the cotangents of
/// `sources`, values of the block, where those of `seeds` are given. With
/// `after`, only ops behind it: what comes before has no cotangents.
llvm::SmallVector<mlir::Value> reverseBlock(AdjointState &state,
                                            mlir::ValueRange sources,
                                            llvm::ArrayRef<EdgeSeed> seeds,
                                            mlir::Operation *after = nullptr);

/// The weight of an edge with softmax, exp(logit - maximum): 0 while the
/// maximum is -inf.
mlir::Value buildSoftmaxWeight(mlir::ImplicitLocOpBuilder &b, mlir::Value logit,
                               mlir::Value maximum);

/// Clones the ops of `block`, whose arguments are `arguments` (null for those
/// that no needed op reads), and returns what it yields.
llvm::SmallVector<mlir::Value> cloneBlock(mlir::ImplicitLocOpBuilder &b,
                                          mlir::Block &block,
                                          mlir::ValueRange arguments);

/// The sum of `value` over its leading axes, as many as `count`; `sizes` are
/// those of the others.
mlir::Value sumLeading(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                       int64_t count, llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// The sizes of a row that a region of `op` makes, where they are known outside
/// of it.
mlir::FailureOr<llvm::SmallVector<mlir::OpFoldResult>>
getSizesOutside(mlir::Value row, mlir::Operation *op);

/// Why the regions of a region op have no adjoint, or empty.
std::string explainRegions(mlir::Operation *op, bool isOverGraph,
                           llvm::function_ref<bool(mlir::Value)> isActive);

} // namespace mesh

#endif // MESH_LIB_AUTODIFF_RULES_EDGEADJOINT_H
