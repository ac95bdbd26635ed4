//===- MeshMapEdges.cpp - a function of every edge ------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionRows.h"

#include "mesh/Reference/Registry.h"

using namespace mesh;
using namespace mesh::reference;
using namespace mlir;

/// The graph that the op runs over. From endpoint tensors its node counts are
/// those of the rows that are read, so that no id leads outside of them.
static FailureOr<Graph> readGraph(MapEdgesOp op, Frame &frame) {
  if (op.isOverGraph())
    return frame.graph(op.getOver().front());
  const Tensor &source = frame.tensor(op.getOver()[0]);
  const Tensor &target = frame.tensor(op.getOver()[1]);
  Graph graph;
  graph.indexType = cast<IntegerType>(source.getElementType());
  for (int64_t e = 0; e < source.size(); ++e)
    graph.source.push_back(source.getInt(e));
  for (int64_t e = 0; e < target.size(); ++e)
    graph.target.push_back(target.getInt(e));
  auto leastRows = [&](OperandRange operands, unsigned first) {
    int64_t rows = llvm::maxIntN(graph.indexType.getWidth());
    for (auto [i, operand] : llvm::enumerate(operands))
      rows = std::min(rows, frame.tensor(operand).getDim(
                                op.isBatched(first + i) ? op.getDim() : 0));
    return rows;
  };
  graph.numSources = leastRows(op.getSources(), 0);
  graph.numTargets = leastRows(op.getTargets(), op.getSources().size());
  if (auto fault = findGraphFault(graph))
    return frame.failWith(op.getLoc(), *fault);
  return graph;
}

static LogicalResult runMapEdges(MapEdgesOp op, Frame &frame) {
  FailureOr<Graph> graph = readGraph(op, frame);
  if (failed(graph))
    return failure();
  int64_t dim = op.getDim();
  auto outs = makeOuts(op, frame, op.getOuts(), dim, graph->numEdges());
  if (failed(outs))
    return failure();
  SmallVector<int64_t> batch(outs->front().getShape().take_front(dim));
  // Over endpoint tensors the counts of nodes are bounds, not sizes.
  bool isExact = op.isOverGraph();
  unsigned next = 0;
  auto sources = readInputs(op, frame, "source", op.getSources(), next, batch,
                            isExact ? graph->numSources : -1);
  if (failed(sources))
    return failure();
  auto targets = readInputs(op, frame, "target", op.getTargets(), next, batch,
                            isExact ? graph->numTargets : -1);
  if (failed(targets))
    return failure();
  auto edges = readInputs(op, frame, "edge", op.getEdges(), next, batch,
                          graph->numEdges());
  if (failed(edges))
    return failure();

  auto indexType = IndexType::get(op.getContext());
  SmallVector<mesh::reference::Value> args, rows;
  for (int64_t b = 0; b < *countEntries(batch); ++b)
    for (int64_t e = 0; e < graph->numEdges(); ++e) {
      args.clear();
      appendRows(*sources, b, graph->source[e], args);
      appendRows(*targets, b, graph->target[e], args);
      appendRows(*edges, b, e, args);
      args.push_back(Scalar{indexType, ofInt(e)});
      if (failed(frame.runRegion(op.getBody(), args, rows)) ||
          failed(writeRows(op, frame, rows, b, e, dim, *outs)))
        return failure();
    }
  for (auto [result, out] : llvm::zip_equal(op.getResults(), *outs))
    frame.set(result, std::move(out));
  return success();
}

void mesh::reference::registerMeshMapEdgesHandlers(Registry &registry) {
  registry.add<MapEdgesOp>(runMapEdges);
}
