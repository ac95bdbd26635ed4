//===- MeshMessage.cpp - gather and the segment reductions ----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Rows.h"

#include "mesh/Reference/Registry.h"

#include <cmath>

using namespace mesh;
using namespace mesh::reference;
using namespace mlir;

/// (gather_c3): axis `dim` of `x` has a row for each node.
static LogicalResult runGather(GatherOp op, Frame &frame) {
  const Graph &graph = frame.graph(op.getGraph());
  Tensor x = frame.tensor(op.getX());
  int64_t dim = op.getDim();
  if (failed(checkRows(op, frame, "x", x, dim,
                       numNodes(graph, op.getEndpoint()))) ||
      failed(checkDeclared(op, frame, 0, dim, graph.numEdges(), "edges")))
    return failure();
  SmallVector<int64_t> shape(x.getShape());
  shape[dim] = graph.numEdges();
  auto result = frame.makeTensor(op, x.getElementType(), shape);
  if (failed(result))
    return failure();
  RowLayout from(x.getShape(), dim), to(shape, dim);
  const std::vector<int64_t> &node = nodesOf(graph, op.getEndpoint());
  for (int64_t b = 0; b < to.batch; ++b)
    for (int64_t e = 0; e < to.rows; ++e)
      for (int64_t i = 0; i < to.inner; ++i)
        result->set(to.at(b, e, i), x.get(from.at(b, node[e], i)));
  frame.set(op, std::move(*result));
  return success();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

namespace {

/// What a reduction reads for one node and trailing entry: the entries of the
/// node's edges in COO order.
struct Segment {
  SmallVector<double> entries;
  ArrayRef<int64_t> edges;
};

} // namespace

/// Evaluates a reduction: `reduce` gives the node's result from its segment.
/// (segment_sum_c3): axis `dim` of `messages` has a row for each edge.
template <class Op>
static LogicalResult
reduceSegments(Op op, Frame &frame,
               llvm::function_ref<Number(const Segment &)> reduce) {
  const Graph &graph = frame.graph(op.getGraph());
  Tensor messages = frame.tensor(op.getMessages());
  int64_t dim = op.getDim();
  int64_t nodes = numNodes(graph, op.getEndpoint());
  if (failed(
          checkRows(op, frame, "messages", messages, dim, graph.numEdges())) ||
      failed(
          checkDeclared(op, frame, 0, dim, nodes, nodesName(op.getEndpoint()))))
    return failure();
  SmallVector<int64_t> shape(messages.getShape());
  shape[dim] = nodes;
  auto result =
      frame.makeTensor(op, op.getResult().getType().getElementType(), shape);
  if (failed(result))
    return failure();
  RowLayout from(messages.getShape(), dim), to(shape, dim);
  Segments segments(graph, op.getEndpoint());
  for (int64_t b = 0; b < to.batch; ++b)
    for (int64_t v = 0; v < to.rows; ++v)
      for (int64_t i = 0; i < to.inner; ++i) {
        Segment segment{{}, segments[v]};
        for (int64_t e : segment.edges)
          segment.entries.push_back(messages.getFloat(from.at(b, e, i)));
        result->fit(to.at(b, v, i), reduce(segment));
      }
  frame.set(op.getResult(), std::move(*result));
  return success();
}

/// Runs of 4,096 edges in order, then the runs in order: the order shows in the
/// bits of an f64 sum.
static double sum(ArrayRef<double> entries) {
  double total = 0;
  while (!entries.empty()) {
    double run = 0;
    for (double entry : entries.take_front(4096))
      run += entry;
    total += run;
    entries = entries.drop_front(std::min<size_t>(4096, entries.size()));
  }
  return total;
}

static LogicalResult runSum(SegmentSumOp op, Frame &frame) {
  return reduceSegments(op, frame, [](const Segment &segment) {
    return ofDouble(sum(segment.entries));
  });
}

static LogicalResult runMean(SegmentMeanOp op, Frame &frame) {
  return reduceSegments(op, frame, [](const Segment &segment) {
    double degree = std::max<size_t>(1, segment.entries.size());
    return ofDouble(sum(segment.entries) / degree);
  });
}

static LogicalResult runMax(SegmentMaxOp op, Frame &frame) {
  return reduceSegments(op, frame, [](const Segment &segment) {
    if (segment.entries.empty())
      return ofDouble(0);
    double largest = segment.entries.front();
    for (double entry : segment.entries)
      largest = maximum(largest, entry);
    return ofDouble(largest);
  });
}

static LogicalResult runMin(SegmentMinOp op, Frame &frame) {
  return reduceSegments(op, frame, [](const Segment &segment) {
    if (segment.entries.empty())
      return ofDouble(0);
    double smallest = segment.entries.front();
    for (double entry : segment.entries)
      smallest = minimum(smallest, entry);
    return ofDouble(smallest);
  });
}

static LogicalResult runArgmax(SegmentArgmaxOp op, Frame &frame) {
  return reduceSegments(op, frame, [](const Segment &segment) {
    int64_t winner = -1;
    double largest = 0;
    for (auto [entry, edge] : llvm::zip_equal(segment.entries, segment.edges)) {
      // Once a NaN has won, nothing compares above it.
      bool wins = winner < 0 || entry > largest ||
                  (std::isnan(entry) && !std::isnan(largest));
      if (!wins)
        continue;
      winner = edge;
      largest = entry;
    }
    return ofInt(winner);
  });
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

static LogicalResult runSoftmax(SegmentSoftmaxOp op, Frame &frame) {
  const Graph &graph = frame.graph(op.getGraph());
  Tensor scores = frame.tensor(op.getMessages());
  int64_t dim = op.getDim();
  if (failed(checkRows(op, frame, "messages", scores, dim, graph.numEdges())) ||
      failed(frame.checkSize(op, numNodes(graph, op.getEndpoint()))))
    return failure();
  auto result =
      frame.makeTensor(op, scores.getElementType(), scores.getShape());
  if (failed(result))
    return failure();
  RowLayout rows(scores.getShape(), dim);
  Segments segments(graph, op.getEndpoint());
  for (int64_t b = 0; b < rows.batch; ++b)
    for (int64_t v = 0; v < segments.size(); ++v)
      for (int64_t i = 0; i < rows.inner; ++i) {
        ArrayRef<int64_t> edges = segments[v];
        double largest = -INFINITY, total = 0;
        for (int64_t e : edges)
          largest = maximum(largest, scores.getFloat(rows.at(b, e, i)));
        // All -inf (or no edge): the weights stay 0.
        if (largest == -INFINITY)
          continue;
        for (int64_t e : edges)
          total += std::exp(scores.getFloat(rows.at(b, e, i)) - largest);
        for (int64_t e : edges) {
          int64_t at = rows.at(b, e, i);
          result->fit(
              at, ofDouble(std::exp(scores.getFloat(at) - largest) / total));
        }
      }
  frame.set(op.getResult(), std::move(*result));
  return success();
}

void mesh::reference::registerMeshMessageHandlers(Registry &registry) {
  registry.add<GatherOp>(runGather);
  registry.add<SegmentArgmaxOp>(runArgmax);
  registry.add<SegmentMaxOp>(runMax);
  registry.add<SegmentMeanOp>(runMean);
  registry.add<SegmentMinOp>(runMin);
  registry.add<SegmentSoftmaxOp>(runSoftmax);
  registry.add<SegmentSumOp>(runSum);
}
