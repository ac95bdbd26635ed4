//===- LowerReduceEdges.cpp - reduce_edges to loops -----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each run of edges has a sum of its own, in parallel; the sums of the runs are
// added in order. A sum that fits into registers is carried by the loop over
// the edges, a larger one (the cotangent of a matrix) stays in the cache.
//
//===----------------------------------------------------------------------===//

#include "LowerRegionOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

namespace {

/// A vector of a result.
struct Piece {
  unsigned result;
  Lanes lanes;
};

class ReduceEdgesLowering {
public:
  ReduceEdgesLowering(ReduceEdgesOp op, VectorShape shape);
  LogicalResult run();

private:
  void sumRun(Value run);
  void addRuns();
  /// Adds the rows of one edge to `sums`, or to memory where that is empty.
  SmallVector<Value> addEdge(ValueRange batch, Value edge, Value run,
                             ArrayRef<Piece> pieces, ValueRange sums);
  void forEachEdge(Value begin, Value end,
                   function_ref<void(ValueRange, Value)> body,
                   SmallVector<Value> &batch);
  Value zeros(const Piece &piece);

  ReduceEdgesOp op;
  LoopBuilder b;
  SmallVector<RowMemory> inputs, shared, partial;
  SmallVector<Value> partialBuffers;
  /// Of sums: rows narrower than f32 are summed in f32.
  SmallVector<Type> elements;
  SmallVector<Piece> pieces; ///< of static rows
  SmallVector<unsigned> dynamicResults;
  SmallVector<Value> batchSizes;
  unsigned width;
  bool elementwise, inRegisters;
  Value edges, runs;
  LogicalResult status = success();
};

} // namespace

ReduceEdgesLowering::ReduceEdgesLowering(ReduceEdgesOp op, VectorShape shape)
    : op(op), b(op.getLoc(), op) {
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    inputs.emplace_back(b, input, op.isBatched(i) ? op.getDim() : 0);
  for (Value whole : op.getShared())
    shared.push_back(RowMemory::createWhole(b, whole));
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    if (!op.isBatched(i) || !batchSizes.empty())
      continue;
    for (unsigned axis = 0; axis < op.getDim(); ++axis)
      batchSizes.push_back(b.dim(input, axis));
  }
  edges = b.dim(op.getOver()[0], 0);
  runs = b.ceilDiv(edges, ReduceEdgesOp::kRunLength);

  SmallVector<Type> rows;
  elementwise = isElementwiseBody(op.getBody().front());
  for (unsigned i = 0, e = op.getOuts().size(); i < e; ++i) {
    Type row = op.getOutRowType(i);
    Type element = getElementTypeOrSelf(row);
    if (element.getIntOrFloatBitWidth() < 32)
      element = b.getF32Type();
    elements.push_back(element);
    rows.push_back(row);
    rows.push_back(element);
    auto type = cast<MemRefType>(op.getOuts()[i].getType());
    SmallVector<int64_t> sizes = {ShapedType::kDynamic};
    llvm::append_range(sizes, type.getShape());
    SmallVector<Value> dynamic = {runs};
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      if (type.isDynamicDim(axis))
        dynamic.push_back(b.dim(op.getOuts()[i], axis));
    Value buffer =
        memref::AllocOp::create(b, MemRefType::get(sizes, element), dynamic);
    partialBuffers.push_back(buffer);
    partial.emplace_back(b, buffer, 0);
  }
  width = getVectorWidth(rows);
  for (const RowMemory &memory :
       llvm::concat<RowMemory>(inputs, shared, partial))
    elementwise &= memory.allowsContiguousLanes();
  int64_t bytes = 0;
  for (unsigned i = 0, e = op.getOuts().size(); i < e; ++i) {
    int64_t size = getUnrolledSize(op.getOutRowType(i), elementwise);
    if (ShapedType::isDynamic(size)) {
      dynamicResults.push_back(i);
      continue;
    }
    for (const Lanes &lanes : cutRow(size, width)) {
      bytes += lanes.getWidth() * elements[i].getIntOrFloatBitWidth() / 8;
      pieces.push_back({i, lanes});
    }
  }
  inRegisters = bytes <= shape.getAccumulatorBytes();
}

Value ReduceEdgesLowering::zeros(const Piece &piece) {
  return arith::ConstantOp::create(
      b, b.getZeroAttr(piece.lanes.getType(elements[piece.result])));
}

void ReduceEdgesLowering::forEachEdge(
    Value begin, Value end, function_ref<void(ValueRange, Value)> body,
    SmallVector<Value> &batch) {
  if (batch.size() < batchSizes.size()) {
    b.loop(b.index(0), batchSizes[batch.size()], 1, [&](Value i) {
      batch.push_back(i);
      forEachEdge(begin, end, body, batch);
      batch.pop_back();
    });
    return;
  }
  b.loop(begin, end, 1, [&](Value edge) { body(batch, edge); });
}

SmallVector<Value> ReduceEdgesLowering::addEdge(ValueRange batch, Value edge,
                                                Value run,
                                                ArrayRef<Piece> pieces,
                                                ValueRange sums) {
  Block &body = op.getBody().front();
  unsigned numSources = op.getSources().size();
  unsigned numEnds = numSources + op.getTargets().size();
  Value source = numSources ? loadIndex(b, op.getOver()[0], edge) : Value();
  Value target =
      numEnds > numSources ? loadIndex(b, op.getOver()[1], edge) : Value();
  RowEvaluator evaluator(b, op.getLoc());
  for (unsigned i = 0, e = inputs.size(); i < e; ++i)
    bindRows(evaluator, b, body.getArgument(i), &inputs[i], batch,
             i < numSources ? source
             : i < numEnds  ? target
                            : edge);
  bindShared(evaluator, b,
             body.getArguments().slice(inputs.size(), shared.size()), shared);
  evaluator.bind(body.getArguments().back(),
                 [edge](const Lanes &) { return edge; });
  SmallVector<Value> next;
  for (auto [i, piece] : llvm::enumerate(pieces)) {
    Type type = piece.lanes.getType(elements[piece.result]);
    FailureOr<Value> term = failure();
    if (succeeded(status)) // One error is enough.
      term = evaluator.evaluate(op.getYield()->getOperand(piece.result),
                                piece.lanes);
    if (failed(term)) {
      status = failure();
      term = arith::ConstantOp::create(b, b.getZeroAttr(type)).getResult();
    }
    Value value = b.castFloat(*term, elements[piece.result]);
    RowMemory::Row row = partial[piece.result].getRow({}, run);
    Value sum = sums.empty() ? row.load(b, piece.lanes) : sums[i];
    sum = arith::AddFOp::create(b, sum, value);
    if (sums.empty())
      row.store(b, piece.lanes, sum);
    next.push_back(sum);
  }
  return next;
}

void ReduceEdgesLowering::sumRun(Value run) {
  Value length = b.index(ReduceEdgesOp::kRunLength);
  Value begin = b.mul(run, length);
  Value end = b.min(b.add(begin, length), edges);
  auto store = [&](ArrayRef<Piece> pieces, ValueRange values) {
    for (auto [piece, value] : llvm::zip(pieces, values))
      partial[piece.result].getRow({}, run).store(b, piece.lanes, value);
  };
  SmallVector<Value> batch;
  SmallVector<Value> initial =
      llvm::map_to_vector(pieces, [&](const Piece &p) { return zeros(p); });
  if (!pieces.empty() && inRegisters && batchSizes.empty()) {
    store(pieces,
          b.loop(begin, end, 1, initial, [&](Value edge, ValueRange carried) {
            return addEdge({}, edge, run, pieces, carried);
          }));
  } else if (!pieces.empty()) {
    store(pieces, initial);
    forEachEdge(
        begin, end,
        [&](ValueRange at, Value edge) { addEdge(at, edge, run, pieces, {}); },
        batch);
  }
  // Rows of unknown width: the vectors of a row outside, the edges inside.
  for (unsigned i : dynamicResults)
    forDynamicLanes(
        b, partial[i], width, elementwise, [&](ArrayRef<Lanes> lanes) {
          SmallVector<Piece> some;
          for (const Lanes &one : lanes)
            some.push_back({i, one});
          store(some, llvm::map_to_vector(
                          some, [&](const Piece &p) { return zeros(p); }));
          forEachEdge(
              begin, end,
              [&](ValueRange at, Value edge) {
                addEdge(at, edge, run, some, {});
              },
              batch);
        });
}

/// The sums of the runs, in order.
void ReduceEdgesLowering::addRuns() {
  for (unsigned i = 0, e = op.getOuts().size(); i < e; ++i) {
    RowMemory out = RowMemory::createWhole(b, op.getOuts()[i]);
    Type to = getElementTypeOrSelf(op.getOuts()[i].getType());
    auto add = [&](const Lanes &lanes) {
      Piece piece = {i, lanes};
      SmallVector<Value> total =
          b.loop(b.index(0), runs, 1, zeros(piece),
                 [&](Value run, ValueRange before) -> SmallVector<Value> {
                   Value next = partial[i].getRow({}, run).load(b, lanes);
                   return {arith::AddFOp::create(b, before[0], next)};
                 });
      out.getWhole().store(b, lanes, b.castFloat(total[0], to));
    };
    int64_t size = getUnrolledSize(op.getOutRowType(i), elementwise);
    if (!ShapedType::isDynamic(size)) {
      for (const Lanes &lanes : cutRow(size, width))
        add(lanes);
      continue;
    }
    forDynamicLanes(b, out, width, elementwise, [&](ArrayRef<Lanes> pieces) {
      for (const Lanes &lanes : pieces)
        add(lanes);
    });
  }
}

LogicalResult ReduceEdgesLowering::run() {
  int64_t work = 0;
  for (unsigned i = 0, e = op.getOuts().size(); i < e; ++i) {
    int64_t size = getRowSize(op.getOutRowType(i));
    work += ShapedType::isDynamic(size) ? 64 : size;
  }
  b.parallel(b.index(0), runs, 1, work * ReduceEdgesOp::kRunLength,
             [&](Value run) { sumRun(run); });
  addRuns();
  for (Value buffer : partialBuffers)
    memref::DeallocOp::create(b, buffer);
  if (succeeded(status))
    op.erase();
  return status;
}

LogicalResult mesh::lowerReduceEdges(ReduceEdgesOp op, VectorShape shape) {
  return ReduceEdgesLowering(op, shape).run();
}
