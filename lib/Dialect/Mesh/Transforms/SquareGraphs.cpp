//===- SquareGraphs.cpp - graphs with as many sources as targets ----------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SquareGraphs.h"

#include "mesh/Dialect/Mesh/Transforms/SizeTracing.h"

using namespace mlir;
using namespace mesh;

static Value getOriginal(Value graph) {
  while (auto transpose = graph.getDefiningOp<TransposeOp>())
    graph = transpose.getGraph();
  return graph;
}

bool SquareGraphs::contains(Value graph) {
  graph = getOriginal(graph);
  auto it = known.find(graph);
  if (it == known.end())
    it = known.insert({graph, find(graph)}).first;
  return it->second;
}

bool SquareGraphs::find(Value graph) {
  // Sizes equal to the number of sources, and of targets: by what ops made, and
  // by what ops on the graph require of their operands.
  SmallVector<Size> ends[2] = {
      getEqualSizes(Size::nodes(graph, Endpoint::Source)),
      getEqualSizes(Size::nodes(graph, Endpoint::Target))};
  auto shareOne = [](ArrayRef<Size> lhs, ArrayRef<Size> rhs) {
    return llvm::any_of(
        lhs, [&](const Size &size) { return llvm::is_contained(rhs, size); });
  };
  root->walk([&](Operation *op) {
    if (auto require = dyn_cast<RequireOp>(op)) {
      // A symmetric graph has one set of nodes.
      if (getOriginal(require.getGraph()) == graph &&
          bitEnumContainsAll(require.getRequired(), GraphProperty::Symmetric))
        ends[0].push_back(Size::nodes(graph, Endpoint::Target));
      return;
    }
    auto sized = dyn_cast<SizedOpInterface>(op);
    if (!sized)
      return;
    for (const SizeConstraint &constraint : sized.getSizeConstraints()) {
      if (getOriginal(constraint.graph) != graph ||
          constraint.count == SizeConstraint::Count::Edges)
        continue;
      bool isTransposed = false;
      for (Value view = constraint.graph; view != graph;
           view = view.getDefiningOp<TransposeOp>().getGraph())
        isTransposed = !isTransposed;
      bool isTarget =
          (constraint.count == SizeConstraint::Count::Targets) != isTransposed;
      llvm::append_range(ends[isTarget],
                         getEqualSizes(Size::axis(constraint.operand->get(),
                                                  constraint.axis)));
    }
  });
  if (shareOne(ends[0], ends[1]))
    return true;
  // A size that an op takes for both.
  return root
      ->walk([&](Operation *op) {
        for (Value result : op->getResults()) {
          auto type = dyn_cast<RankedTensorType>(result.getType());
          for (int64_t axis = 0; type && axis < type.getRank(); ++axis) {
            SmallVector<Size> sizes = getEqualSizes(Size::axis(result, axis));
            if (shareOne(sizes, ends[0]) && shareOne(sizes, ends[1]))
              return WalkResult::interrupt();
          }
        }
        return WalkResult::advance();
      })
      .wasInterrupted();
}
