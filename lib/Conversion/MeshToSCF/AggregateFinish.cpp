//===- AggregateFinish.cpp - aggregate's results --------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AggregateLowering.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

void AggregateLowering::finish(const Panel &panel, const FoldState &state) {
  unsigned numAccs = accumulators.size();
  auto store = [&](const Piece &piece, Value value) {
    outs[piece.accumulator].getRow(batch, owner).store(b, piece.lanes, value);
  };
  if (op.getFinish().empty()) {
    for (const Piece &piece : panel.results) {
      Value value =
          findPiece(panel.pieces, state.pieces, piece.accumulator, piece.lanes);
      store(piece, must(value, piece.lanes.getType(getElementTypeOrSelf(
                                   rows[piece.accumulator]))));
    }
    return;
  }
  Block &block = op.getFinish().front();
  RowEvaluator evaluator(b, op.getLoc());
  bindPieces(evaluator, block.getArguments().take_front(numAccs), panel.pieces,
             state.pieces);
  unsigned next = numAccs;
  if (logit)
    for (ValueRange values :
         {ValueRange(state.maxima), ValueRange(state.sums)}) {
      BlockArgument argument = block.getArgument(next++);
      if (argument.use_empty() || panel.weights.empty())
        continue;
      Value buffer = createBuffer(getRowLength(panel));
      storeWeights(panel, buffer, b.index(0), values);
      evaluator.bind(argument, [=, &panel](const Lanes &lanes) {
        Type element = getElementTypeOrSelf(logit);
        if (Value value = loadWeights(panel, buffer, b.index(0), lanes))
          return b.castFloat(value, element);
        return rejectPositions(0, lanes.getType(element));
      });
    }
  for (unsigned i = 0, e = op.getOwners().size(); i < e; ++i)
    bindRows(evaluator, b, block.getArgument(next++),
             &inputs[op.getSources().size() + i], batch, owner);
  bindShared(evaluator, b, block.getArguments().slice(next, shared.size()),
             shared);
  Value degree = b.sub(end, begin);
  evaluator.bind(block.getArguments().back(),
                 [degree](const Lanes &) { return degree; });
  for (const Piece &piece : panel.results)
    store(piece, evaluateYield(evaluator, op.getFinish(), piece.accumulator,
                               piece.lanes));
}
