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

/// The endpoints of edges from a CSR form, and the position of each edge in it.
static LogicalResult readSweep(MapEdgesOp op, Frame &frame, Graph &graph,
                               std::vector<int64_t> &positions) {
  const Tensor &pointers = frame.tensor(op.getOver()[0]);
  const Tensor &columns = frame.tensor(op.getOver()[1]);
  const Tensor &edges = frame.tensor(op.getOver()[2]);
  int64_t numEdges = edges.size(), owners = pointers.size() - 1;
  auto fail = [&](const Twine &what) { return frame.fail(op, what); };
  if (owners < 0 || columns.size() != numEdges || pointers.getInt(0) != 0 ||
      pointers.getInt(owners) != numEdges)
    return fail("expects 'row_ptr' to lead from 0 to " + Twine(numEdges) +
                ", the number of edges, and as many columns");
  bool atTarget = *op.getSweep() == Endpoint::Target;
  std::vector<int64_t> &owner = atTarget ? graph.target : graph.source;
  std::vector<int64_t> &other = atTarget ? graph.source : graph.target;
  owner.assign(numEdges, 0);
  other.assign(numEdges, 0);
  positions.assign(numEdges, -1);
  for (int64_t v = 0; v < owners; ++v) {
    if (pointers.getInt(v) > pointers.getInt(v + 1))
      return fail("expects no entry of 'row_ptr' to be below the one before");
    for (int64_t p = pointers.getInt(v); p < pointers.getInt(v + 1); ++p) {
      int64_t e = edges.getInt(p);
      if (e < 0 || e >= numEdges || positions[e] >= 0)
        return fail("expects every edge once, but got edge " + Twine(e) +
                    " at position " + Twine(p));
      positions[e] = p;
      owner[e] = v;
      other[e] = columns.getInt(p);
    }
  }
  return success();
}

/// The same from the graph itself.
static std::vector<int64_t> getPositions(const Graph &graph,
                                         Endpoint endpoint) {
  Segments segments(graph, endpoint);
  std::vector<int64_t> positions(graph.numEdges());
  for (auto [p, e] : llvm::enumerate(segments.edges))
    positions[e] = p;
  return positions;
}

/// The graph that the op runs over, and where it sweeps over a CSR form, the
/// position of each edge in it. From endpoint tensors its node counts are those
/// of the rows that are read, so that no id leads outside of them.
template <class Op>
static FailureOr<Graph> readGraph(Op op, Frame &frame,
                                  std::vector<int64_t> *positions = nullptr) {
  MapEdgesOp map = dyn_cast<MapEdgesOp>(op.getOperation());
  bool isSweep = map && map.getSweep();
  if (op.isOverGraph()) {
    const Graph &graph = frame.graph(op.getOver().front());
    if (isSweep)
      *positions = getPositions(graph, *map.getSweep());
    return graph;
  }
  const Tensor &source = frame.tensor(op.getOver()[0]);
  const Tensor &target = frame.tensor(op.getOver()[1]);
  Graph graph;
  graph.indexType = cast<IntegerType>(source.getElementType());
  if (isSweep) {
    if (failed(readSweep(map, frame, graph, *positions)))
      return failure();
  } else {
    for (int64_t e = 0; e < source.size(); ++e)
      graph.source.push_back(source.getInt(e));
    for (int64_t e = 0; e < target.size(); ++e)
      graph.target.push_back(target.getInt(e));
  }
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

namespace {
/// The rows that the edges of an op read.
struct EdgeInputs {
  Graph graph;
  SmallVector<RowInput> sources, targets, edges;
  SmallVector<mesh::reference::Value> shared;
  /// In the sweep of the op; empty in COO order.
  std::vector<int64_t> positions;
  SmallVector<bool> sorted; ///< of edge rows; empty where none is

  /// The arguments of the region at edge `e` of batch `b`.
  SmallVector<mesh::reference::Value> read(MLIRContext *context, int64_t b,
                                           int64_t e) const {
    SmallVector<mesh::reference::Value> args;
    appendRows(sources, b, graph.source[e], args);
    appendRows(targets, b, graph.target[e], args);
    for (auto [i, input] : llvm::enumerate(edges))
      args.push_back(
          input.read(b, !sorted.empty() && sorted[i] ? positions[e] : e));
    llvm::append_range(args, shared);
    args.push_back(Scalar{IndexType::get(context), ofInt(e)});
    return args;
  }
};
} // namespace

template <class Op>
static FailureOr<EdgeInputs> readAll(Op op, Frame &frame, Graph graph,
                                     ArrayRef<int64_t> batch) {
  // Over endpoint tensors the counts of nodes are bounds, not sizes.
  bool isExact = op.isOverGraph();
  unsigned next = 0;
  EdgeInputs inputs;
  auto read = [&](StringRef name, OperandRange operands, int64_t rows,
                  SmallVector<RowInput> &group) -> LogicalResult {
    auto values = readInputs(op, frame, name, operands, next, batch, rows);
    if (failed(values))
      return failure();
    group = std::move(*values);
    return success();
  };
  if (failed(read("source", op.getSources(), isExact ? graph.numSources : -1,
                  inputs.sources)) ||
      failed(read("target", op.getTargets(), isExact ? graph.numTargets : -1,
                  inputs.targets)) ||
      failed(read("edge", op.getEdges(), graph.numEdges(), inputs.edges)))
    return failure();
  inputs.shared = readShared(frame, op.getShared());
  inputs.graph = std::move(graph);
  return inputs;
}

static LogicalResult runMapEdges(MapEdgesOp op, Frame &frame) {
  std::vector<int64_t> positions;
  FailureOr<Graph> graph = readGraph(op, frame, &positions);
  if (failed(graph))
    return failure();
  int64_t dim = op.getDim();
  auto outs = makeOuts(op, frame, op.getOuts(), dim, graph->numEdges());
  if (failed(outs))
    return failure();
  SmallVector<int64_t> batch(outs->front().getShape().take_front(dim));
  auto inputs = readAll(op, frame, std::move(*graph), batch);
  if (failed(inputs))
    return failure();

  unsigned numEdgeRows = op.getEdges().size();
  inputs->positions = std::move(positions);
  for (unsigned i = 0; i < numEdgeRows; ++i)
    inputs->sorted.push_back(op.isSorted(i));

  SmallVector<mesh::reference::Value> rows;
  auto write = [&](int64_t b, int64_t e) -> LogicalResult {
    for (unsigned i = 0, count = outs->size(); i < count; ++i) {
      int64_t row = op.isSorted(numEdgeRows + i) ? inputs->positions[e] : e;
      if (failed(writeRows(op, frame, ArrayRef(rows).slice(i, 1), b, row, dim,
                           MutableArrayRef(*outs).slice(i, 1))))
        return failure();
    }
    return success();
  };
  for (int64_t b = 0; b < *countEntries(batch); ++b)
    for (int64_t e = 0; e < inputs->graph.numEdges(); ++e)
      if (failed(frame.runRegion(op.getBody(),
                                 inputs->read(op.getContext(), b, e), rows)) ||
          failed(write(b, e)))
        return failure();
  for (auto [result, out] : llvm::zip_equal(op.getResults(), *outs))
    frame.set(result, std::move(out));
  return success();
}

static LogicalResult runReduceEdges(ReduceEdgesOp op, Frame &frame) {
  FailureOr<Graph> graph = readGraph(op, frame);
  if (failed(graph))
    return failure();
  SmallVector<int64_t> batch;
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    if (op.isBatched(i) && batch.empty())
      batch.assign(frame.tensor(input).getShape().take_front(op.getDim()));
  auto inputs = readAll(op, frame, std::move(*graph), batch);
  if (failed(inputs))
    return failure();
  SmallVector<Tensor> outs;
  SmallVector<std::vector<double>> sums;
  for (mlir::Value out : op.getOuts()) {
    if (!isa<RankedTensorType>(out.getType()))
      return frame.fail(op, "cannot be interpreted on buffers");
    outs.push_back(frame.tensor(out));
    sums.emplace_back(outs.back().size(), 0.0);
  }
  SmallVector<mesh::reference::Value> rows;
  for (int64_t b = 0; b < *countEntries(batch); ++b)
    for (int64_t e = 0; e < inputs->graph.numEdges(); ++e) {
      if (failed(frame.runRegion(op.getBody(),
                                 inputs->read(op.getContext(), b, e), rows)))
        return failure();
      for (auto [row, out, sum] : llvm::zip_equal(rows, outs, sums)) {
        if (row.isScalar()) {
          sum[0] += row.getScalar().number.f;
          continue;
        }
        if (row.getTensor().getShape() != out.getShape())
          return frame.fail(op, "expects a row of shape " +
                                    shapeString(out.getShape()) + ", but got " +
                                    shapeString(row.getTensor().getShape()));
        for (auto [i, entry] : llvm::enumerate(sum))
          entry += row.getTensor().get(i).f;
      }
    }
  for (auto [result, out, sum] : llvm::zip_equal(op.getResults(), outs, sums)) {
    for (auto [i, entry] : llvm::enumerate(sum))
      out.fit(i, ofDouble(entry));
    frame.set(result, std::move(out));
  }
  return success();
}

void mesh::reference::registerMeshMapEdgesHandlers(Registry &registry) {
  registry.add<MapEdgesOp>(runMapEdges);
  registry.add<ReduceEdgesOp>(runReduceEdges);
}
