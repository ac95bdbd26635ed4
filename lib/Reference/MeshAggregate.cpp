//===- MeshAggregate.cpp - a fold over the edges at each node -------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With stabilize = softmax the maximum of a segment is found first, over all of
// its edges, and then the weights; since step is linear in the weight, this is
// the fold that the op describes, and no rescaling is needed.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "RegionRows.h"

#include "mesh/Reference/Registry.h"

#include <cmath>
#include <numeric>

using namespace mesh;
using namespace mesh::reference;
using namespace mlir;

using Values = SmallVector<mesh::reference::Value>;

//===----------------------------------------------------------------------===//
// Arithmetic on scalars and small tensors of one shape, not rounded
//===----------------------------------------------------------------------===//

static mesh::reference::Value
zipWith(const mesh::reference::Value &a, const mesh::reference::Value &b,
        llvm::function_ref<Number(Type, Number, Number)> function) {
  if (a.isScalar()) {
    Type type = a.getScalar().type;
    return Scalar{type,
                  function(type, a.getScalar().number, b.getScalar().number)};
  }
  Tensor result = a.getTensor();
  Type type = result.getElementType();
  for (int64_t i = 0; i < result.size(); ++i)
    result.set(i, function(type, result.get(i), b.getTensor().get(i)));
  return result;
}

static mesh::reference::Value add(const mesh::reference::Value &a,
                                  const mesh::reference::Value &b) {
  return zipWith(a, b, [](Type type, Number x, Number y) {
    if (isa<FloatType>(type))
      return ofDouble(x.f + y.f);
    return ofInt(wrapTo(type, static_cast<uint64_t>(x.i) + y.i));
  });
}

static mesh::reference::Value largest(const mesh::reference::Value &a,
                                      const mesh::reference::Value &b) {
  return zipWith(a, b, [](Type, Number x, Number y) {
    return ofDouble(maximum(x.f, y.f));
  });
}

/// exp(logit - m), and 0 while m is -inf.
static mesh::reference::Value weigh(const mesh::reference::Value &logit,
                                    const mesh::reference::Value &m) {
  return zipWith(logit, m, [](Type, Number x, Number y) {
    return ofDouble(y.f == -INFINITY ? 0.0 : std::exp(x.f - y.f));
  });
}

static mesh::reference::Value makeFilled(Type type, double value) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  if (!shaped)
    return Scalar{type, ofDouble(value)};
  Tensor tensor(shaped.getElementType(), shaped.getShape());
  tensor.fill(ofDouble(value));
  return tensor;
}

//===----------------------------------------------------------------------===//
// The fold
//===----------------------------------------------------------------------===//

namespace {

/// The edges that the op runs over, as the positions of a CSR form.
struct Rows {
  std::vector<int64_t> pointers;
  std::vector<int64_t> columns;
  std::vector<int64_t> edges;

  int64_t size() const { return pointers.size() - 1; }
};

class Fold {
public:
  Fold(AggregateOp op, Frame &frame) : op(op), frame(frame) {}

  LogicalResult run();

private:
  LogicalResult readRows();
  LogicalResult readAllInputs();
  LogicalResult checkIds();
  LogicalResult readGroup(StringRef name, OperandRange operands, int64_t rows,
                          SmallVector<RowInput> &group);

  LogicalResult foldSegment(int64_t b, int64_t v);
  LogicalResult score(int64_t b, int64_t v);
  LogicalResult step(int64_t b, int64_t v, int64_t position, Values &accs);
  LogicalResult combine(const Values &run, Values &accs);
  LogicalResult finish(int64_t b, int64_t v, Values &accs);

  /// Rows of `edge` or `score_edge`, whose first entry in `sorted` is `first`,
  /// of the edge at `position`.
  void appendEdgeRows(ArrayRef<RowInput> inputs, unsigned first, int64_t b,
                      int64_t position, Values &args) {
    for (auto [i, input] : llvm::enumerate(inputs))
      args.push_back(input.read(
          b, op.isSorted(first + i) ? position : rows.edges[position]));
  }
  mesh::reference::Value index(int64_t value) {
    return Scalar{IndexType::get(op.getContext()), ofInt(value)};
  }
  bool hasScore() { return !op.getScore().empty(); }
  bool isSoftmax() { return op.getStabilize().has_value(); }

  AggregateOp op;
  Frame &frame;
  Rows rows;
  SmallVector<int64_t> batch;
  SmallVector<Tensor> outs;
  SmallVector<RowInput> sources, owners, edges, scoreSources, scoreOwners,
      scoreEdges;
  Values shared;
  unsigned nextInput = 0;
  Values initial;
  /// Of the segment at hand: what `score` gave for each edge (the weight first,
  /// then the flags), the maximum and the sum.
  SmallVector<Values> scores;
  mesh::reference::Value m, s;
};

} // namespace

LogicalResult Fold::readRows() {
  if (op.isOverGraph()) {
    const Graph &graph = frame.graph(op.getOver().front());
    if (failed(frame.checkSize(op, numNodes(graph, op.getEndpoint()))))
      return failure();
    Segments segments(graph, op.getEndpoint());
    rows.pointers = segments.pointers;
    rows.edges = segments.edges;
    for (int64_t e : rows.edges)
      rows.columns.push_back(nodesOf(graph, opposite(op.getEndpoint()))[e]);
    return success();
  }
  auto read = [&](unsigned i, std::vector<int64_t> &values) {
    const Tensor &tensor = frame.tensor(op.getOver()[i]);
    for (int64_t k = 0; k < tensor.size(); ++k)
      values.push_back(tensor.getInt(k));
  };
  read(0, rows.pointers);
  read(1, rows.columns);
  read(2, rows.edges);
  if (rows.pointers.empty())
    return frame.fail(op, "expects 'row_ptr' to have 1 or more entries, but "
                          "got 0");
  int64_t limit = std::min(rows.columns.size(), rows.edges.size());
  for (int64_t v = 0; v < rows.size(); ++v)
    if (rows.pointers[v] < 0 || rows.pointers[v] > rows.pointers[v + 1] ||
        rows.pointers[v + 1] > limit)
      return frame.fail(op, "row " + Twine(v) + " holds positions " +
                                Twine(rows.pointers[v]) + " to " +
                                Twine(rows.pointers[v + 1]) + " of " +
                                Twine(limit) + " edges");
  return success();
}

LogicalResult Fold::readGroup(StringRef name, OperandRange operands,
                              int64_t count, SmallVector<RowInput> &group) {
  auto inputs = readInputs(op, frame, name, operands, nextInput, batch, count);
  if (failed(inputs))
    return failure();
  group = std::move(*inputs);
  return success();
}

LogicalResult Fold::readAllInputs() {
  int64_t dim = op.getDim();
  auto tensors = makeOuts(op, frame, op.getOuts(), dim, rows.size());
  if (failed(tensors))
    return failure();
  outs = std::move(*tensors);
  batch.assign(outs.front().getShape().take_front(dim));
  shared = readShared(frame, op.getShared());
  // Without a graph, how many nodes and edges there are is not known.
  int64_t numOther = -1, numEdges = -1;
  if (op.isOverGraph()) {
    const Graph &graph = frame.graph(op.getOver().front());
    numOther = numNodes(graph, opposite(op.getEndpoint()));
    numEdges = graph.numEdges();
  }
  return success(
      succeeded(readGroup("source", op.getSources(), numOther, sources)) &&
      succeeded(readGroup("owner", op.getOwners(), rows.size(), owners)) &&
      succeeded(readGroup("edge", op.getEdges(), numEdges, edges)) &&
      succeeded(readGroup("score_source", op.getScoreSources(), numOther,
                          scoreSources)) &&
      succeeded(readGroup("score_owner", op.getScoreOwners(), rows.size(),
                          scoreOwners)) &&
      succeeded(
          readGroup("score_edge", op.getScoreEdges(), numEdges, scoreEdges)));
}

/// Ids that come from tensors may not lead outside of the rows.
LogicalResult Fold::checkIds() {
  auto check = [&](ArrayRef<RowInput> inputs, ArrayRef<int64_t> ids,
                   StringRef name, int firstSorted = -1) -> LogicalResult {
    std::vector<int64_t> positions(rows.pointers.back());
    std::iota(positions.begin(), positions.end(), 0);
    for (auto [i, input] : llvm::enumerate(inputs))
      for (int64_t id : firstSorted >= 0 && op.isSorted(firstSorted + i)
                            ? ArrayRef(positions)
                            : ids)
        if (id < 0 || id >= input.layout.rows)
          return frame.fail(op, name + " " + Twine(id) +
                                    " is out of range, expects 0 <= " + name +
                                    " < " + Twine(input.layout.rows));
    return success();
  };
  return success(
      succeeded(check(sources, rows.columns, "source")) &&
      succeeded(check(scoreSources, rows.columns, "source")) &&
      succeeded(check(edges, rows.edges, "edge", 0)) &&
      succeeded(check(scoreEdges, rows.edges, "edge", op.getEdges().size())));
}

LogicalResult Fold::run() {
  if (failed(readRows()) || failed(readAllInputs()) || failed(checkIds()))
    return failure();
  if (failed(frame.runRegion(op.getInit(), {}, initial)))
    return failure();

  // What depends on an accumulator, on a weight or on m and s is not rounded.
  unsigned numAccs = initial.size();
  auto mark = [&](Region &region, unsigned count) {
    if (!region.empty())
      frame.markAccumulators(region, region.getArguments().take_front(count));
  };
  mark(op.getStep(), numAccs + (isSoftmax() ? 1 : 0));
  mark(op.getCombine(), 2 * numAccs);
  mark(op.getFinish(), numAccs + (isSoftmax() ? 2 : 0));

  for (int64_t b = 0; b < *countEntries(batch); ++b)
    for (int64_t v = 0; v < rows.size(); ++v)
      if (failed(foldSegment(b, v)))
        return failure();
  for (auto [result, out] : llvm::zip_equal(op.getResults(), outs))
    frame.set(result, std::move(out));
  return success();
}

/// Runs of the segment, each from the initial accumulators, joined in order.
LogicalResult Fold::foldSegment(int64_t b, int64_t v) {
  if (hasScore() && failed(score(b, v)))
    return failure();
  Values accs = initial;
  int64_t end = rows.pointers[v + 1];
  for (int64_t first = rows.pointers[v]; first < end;
       first += AggregateOp::kRunLength) {
    Values run = initial;
    int64_t last = std::min(end, first + AggregateOp::kRunLength);
    for (int64_t position = first; position < last; ++position)
      if (failed(step(b, v, position, run)))
        return failure();
    if (first == rows.pointers[v])
      accs = std::move(run);
    else if (failed(combine(run, accs)))
      return failure();
  }
  return finish(b, v, accs);
}

LogicalResult Fold::score(int64_t b, int64_t v) {
  scores.clear();
  Values args;
  for (int64_t p = rows.pointers[v]; p < rows.pointers[v + 1]; ++p) {
    args.clear();
    appendRows(scoreSources, b, rows.columns[p], args);
    appendRows(scoreOwners, b, v, args);
    appendEdgeRows(scoreEdges, op.getEdges().size(), b, p, args);
    llvm::append_range(args, shared);
    args.push_back(index(rows.edges[p]));
    if (failed(frame.runRegion(op.getScore(), args, scores.emplace_back())))
      return failure();
  }
  if (!isSoftmax())
    return success();
  Type type = op.getYield(op.getScore())->getOperand(0).getType();
  // A row type with sizes known at run time only takes them from a logit.
  if (auto shaped = dyn_cast<RankedTensorType>(type);
      shaped && !shaped.hasStaticShape()) {
    if (scores.empty())
      return frame.fail(op, "cannot be interpreted with logits of a dynamic "
                            "shape on an empty segment");
    type = shaped.clone(scores.front().front().getTensor().getShape());
  }
  m = makeFilled(type, -INFINITY);
  s = makeFilled(type, 0);
  for (const Values &row : scores)
    m = largest(m, row.front());
  for (Values &row : scores) {
    row.front() = weigh(row.front(), m);
    s = add(s, row.front());
  }
  return success();
}

LogicalResult Fold::step(int64_t b, int64_t v, int64_t position, Values &accs) {
  Values args = std::move(accs);
  accs.clear();
  if (hasScore())
    llvm::append_range(args, scores[position - rows.pointers[v]]);
  appendRows(sources, b, rows.columns[position], args);
  appendRows(owners, b, v, args);
  appendEdgeRows(edges, 0, b, position, args);
  llvm::append_range(args, shared);
  args.push_back(index(rows.edges[position]));
  return frame.runRegion(op.getStep(), args, accs);
}

LogicalResult Fold::combine(const Values &run, Values &accs) {
  if (op.getCombine().empty()) {
    for (auto [acc, term] : llvm::zip_equal(accs, run))
      acc = add(acc, term);
    return success();
  }
  Values args = std::move(accs);
  accs.clear();
  llvm::append_range(args, run);
  return frame.runRegion(op.getCombine(), args, accs);
}

LogicalResult Fold::finish(int64_t b, int64_t v, Values &accs) {
  if (op.getFinish().empty())
    return writeRows(op, frame, accs, b, v, op.getDim(), outs);
  Values args = std::move(accs), results;
  if (isSoftmax()) {
    args.push_back(m);
    args.push_back(s);
  }
  appendRows(owners, b, v, args);
  llvm::append_range(args, shared);
  args.push_back(index(rows.pointers[v + 1] - rows.pointers[v]));
  if (failed(frame.runRegion(op.getFinish(), args, results)))
    return failure();
  return writeRows(op, frame, results, b, v, op.getDim(), outs);
}

static LogicalResult runAggregate(AggregateOp op, Frame &frame) {
  return Fold(op, frame).run();
}

void mesh::reference::registerMeshAggregateHandlers(Registry &registry) {
  registry.add<AggregateOp>(runAggregate);
}
