//===- LowerMapEdges.cpp - map_edges to loops
//-----------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerRegionOps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

/// Edges of one iteration of the parallel loop.
static constexpr int64_t kEdgeBlock = 256;

LogicalResult mesh::lowerMapEdges(MapEdgesOp op, VectorShape shape) {
  LoopBuilder b(op.getLoc(), op);
  Block &body = op.getBody().front();
  int64_t dim = op.getDim();

  SmallVector<RowMemory> inputs, shared, outs;
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    inputs.emplace_back(b, input, op.isBatched(i) ? dim : 0);
  for (Value whole : op.getShared())
    shared.push_back(RowMemory::createWhole(b, whole));
  for (Value out : op.getOuts())
    outs.emplace_back(b, out, dim);
  SmallVector<Value> batchSizes;
  for (int64_t axis = 0; axis < dim; ++axis)
    batchSizes.push_back(b.dim(op.getOuts().front(), axis));
  SmallVector<Type> rows;
  int64_t work = 0;
  for (unsigned i = 0, e = outs.size(); i < e; ++i) {
    rows.push_back(op.getOutRowType(i));
    int64_t size = getRowSize(rows.back());
    work += ShapedType::isDynamic(size) ? 64 : size;
  }
  unsigned width = getVectorWidth(rows);
  bool elementwise = isElementwiseBody(body);
  for (const RowMemory &memory : llvm::concat<RowMemory>(inputs, shared, outs))
    elementwise &= memory.allowsContiguousLanes();
  unsigned numSources = op.getSources().size();
  unsigned numTargets = op.getTargets().size();

  LogicalResult result = success();
  Value edges = b.dim(op.getOver()[0], 0);
  forBlocks(b, batchSizes, edges, kEdgeBlock, work, /*uneven=*/false,
            [&](ValueRange batch, Value begin, Value end) {
              b.loop(begin, end, 1, [&](Value edge) {
                Value source =
                    numSources ? loadIndex(b, op.getOver()[0], edge) : Value();
                Value target =
                    numTargets ? loadIndex(b, op.getOver()[1], edge) : Value();
                auto bindAll = [&](RowEvaluator &evaluator) {
                  for (unsigned i = 0, e = inputs.size(); i < e; ++i) {
                    Value row = i < numSources                ? source
                                : i < numSources + numTargets ? target
                                                              : edge;
                    bindRows(evaluator, b, body.getArgument(i), &inputs[i],
                             batch, row);
                  }
                  bindShared(
                      evaluator, b,
                      body.getArguments().slice(inputs.size(), shared.size()),
                      shared);
                  evaluator.bind(body.getArguments().back(),
                                 [edge](const Lanes &) { return edge; });
                };
                auto store = [&](RowEvaluator &evaluator, unsigned i,
                                 const Lanes &lanes) {
                  if (failed(result)) // One error is enough.
                    return;
                  FailureOr<Value> value =
                      evaluator.evaluate(op.getYield()->getOperand(i), lanes);
                  if (failed(value))
                    result = failure();
                  else
                    outs[i].getRow(batch, edge).store(b, lanes, *value);
                };
                RowEvaluator evaluator(b, op.getLoc());
                bindAll(evaluator);
                for (unsigned i = 0, e = outs.size(); i < e; ++i) {
                  int64_t size = getUnrolledSize(rows[i], elementwise);
                  if (!ShapedType::isDynamic(size)) {
                    for (const Lanes &lanes : cutRow(size, width))
                      store(evaluator, i, lanes);
                    continue;
                  }
                  forDynamicLanes(b, outs[i], width, elementwise,
                                  [&](ArrayRef<Lanes> pieces) {
                                    RowEvaluator inLoop(b, op.getLoc());
                                    bindAll(inLoop);
                                    for (const Lanes &lanes : pieces)
                                      store(inLoop, i, lanes);
                                  });
                }
              });
            });
  if (succeeded(result))
    op.erase();
  return result;
}
