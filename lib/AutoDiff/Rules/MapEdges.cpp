//===- MapEdges.cpp - adjoint of mesh.map_edges ---------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The adjoints of a fused op are fused: nothing of the size of the edges is
// stored but what is asked for, the cotangents of edge rows. Each contribution
// is a sweep that computes the row of an edge again and reverses it: summed at
// the sources for source rows, at the targets for target rows, and one row for
// each edge for edge rows.
//
//===----------------------------------------------------------------------===//

#include "EdgeAdjoint.h"

#include "mesh/AutoDiff/Rules.h"

using namespace mlir;
using namespace mesh;

static SmallVector<Value> getActiveScalars(Operation *op,
                                           const AutoDiffContext &context) {
  return llvm::filter_to_vector(
      getActiveCaptures(op, context),
      [](Value value) { return isDifferentiable(value.getType()); });
}

namespace {

template <typename OpTy>
struct EdgeMapRule
    : public AdjointOpInterface::ExternalModel<EdgeMapRule<OpTy>, OpTy> {
  void buildAdjoint(Operation *operation, AdjointState &state) const;
  std::string whyNot(Operation *op, function_ref<bool(Value)> isActive) const {
    return explainRegions(op, cast<OpTy>(op).isOverGraph(), isActive);
  }
};

} // namespace

template <typename OpTy>
void EdgeMapRule<OpTy>::buildAdjoint(Operation *operation,
                                     AdjointState &state) const {
  auto op = cast<OpTy>(operation);
  // The cotangent of a sum over all edges is the same at each edge.
  constexpr bool isSum = std::is_same_v<OpTy, ReduceEdgesOp>;
  int64_t dim = op.getDim();
  SmallVector<OpFoldResult> batchSizes;
  if (dim != 0) {
    Value like = op.getResult(0);
    for (auto [i, input] : llvm::enumerate(op.getInputs()))
      if (isSum && op.isBatched(i))
        like = input;
    if (cast<RankedTensorType>(like.getType()).getRank() > dim)
      batchSizes = state.getSizes(like);
    batchSizes.truncate(std::min<size_t>(batchSizes.size(), dim));
  }
  EdgeSweep sweep(state, op.getOver().front(), dim, batchSizes);
  unsigned numSources = op.getSources().size();
  unsigned numEnds = numSources + op.getTargets().size();
  SmallVector<unsigned> active;
  auto add = [&](Value input, At at, bool batched) {
    unsigned i = sweep.addInput(input, at, batched);
    if (state.isActive(input))
      active.push_back(i);
  };
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    add(input,
        i < numSources ? At::Source
        : i < numEnds  ? At::Target
                       : At::Edge,
        op.isBatched(i));
  for (Value shared : op.getShared())
    add(shared, At::Shared, false);
  unsigned numRows = op.getInputs().size() + op.getShared().size();
  SmallVector<std::pair<unsigned, unsigned>> seeds;
  for (auto [k, result] : llvm::enumerate(op.getResults()))
    if (Value c = state.isActive(result) ? state.getCotangent(result) : Value())
      seeds.push_back({k, sweep.addInput(c, isSum ? At::Shared : At::Edge)});
  auto forward = [&](ValueRange rows, Value ordinal) {
    SmallVector<Value> arguments(rows.take_front(numRows));
    arguments.push_back(ordinal);
    SmallVector<Value> yielded =
        cloneBlock(state.b, op.getBody().front(), arguments);
    return llvm::map_to_vector(seeds, [&](auto seed) {
      return EdgeSeed{yielded[seed.first], rows[seed.second], {}};
    });
  };
  EdgeAdjoint adjoint(sweep, forward);
  adjoint.contributeToInputs(active);
  adjoint.contributeToCaptures(getActiveScalars(op, state.context));
}

void mesh::attachMapEdgesRule(MLIRContext *context) {
  MapEdgesOp::attachInterface<EdgeMapRule<MapEdgesOp>>(*context);
  ReduceEdgesOp::attachInterface<EdgeMapRule<ReduceEdgesOp>>(*context);
}
