//===- LowerMapEdges.cpp - map_edges to loops -----------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of edges is an iteration of the parallel loop. In COO order both ends
// of an edge are looked up. A sweep over a CSR form finds the owner of its
// first position once and then walks along the row pointers: rows of owners are
// read one after the other, and blocks have the same number of edges whatever
// the degrees are.
//
//===----------------------------------------------------------------------===//

#include "LowerRegionOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

/// Edges of one iteration of the parallel loop.
static constexpr int64_t kEdgeBlock = 256;
/// The same in a sweep, where an iteration begins with two searches.
static constexpr int64_t kSweepBlock = 1024;

namespace {

/// One edge: the rows that its operands are in.
struct Edge {
  Value source, target; ///< null where no operand needs them
  Value ordinal;        ///< null where nothing needs it
  Value position;       ///< in the sweep; the ordinal in COO order
};

class MapEdgesLowering {
public:
  MapEdgesLowering(MapEdgesOp op);
  LogicalResult run();

private:
  void lowerBlock(Value begin, Value end);
  void lowerSweep(Value begin, Value end);
  Value findOwner(Value position);
  void lowerEdge(const Edge &edge);
  void bindAll(RowEvaluator &evaluator, const Edge &edge);
  void store(RowEvaluator &evaluator, const Edge &edge, unsigned out,
             const Lanes &lanes);
  void prefetch(unsigned firstInput, unsigned count, Value ids, Value position);

  bool isSweep() { return op.getSweep().has_value(); }
  bool readsOrdinals();

  MapEdgesOp op;
  LoopBuilder b;
  Block &body;
  SmallVector<RowMemory> inputs, shared, outs;
  SmallVector<Value> batchSizes;
  SmallVector<Type> rows;
  int64_t work = 0; ///< of an edge
  unsigned width, numSources, numTargets;
  bool elementwise;
  Value numEdges;
  LogicalResult status = success();

  SmallVector<Value> batch; ///< at hand
};

} // namespace

MapEdgesLowering::MapEdgesLowering(MapEdgesOp op)
    : op(op), b(op.getLoc(), op), body(op.getBody().front()),
      numSources(op.getSources().size()), numTargets(op.getTargets().size()) {
  int64_t dim = op.getDim();
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    inputs.emplace_back(b, input, op.isBatched(i) ? dim : 0);
  for (Value whole : op.getShared())
    shared.push_back(RowMemory::createWhole(b, whole));
  for (Value out : op.getOuts())
    outs.emplace_back(b, out, dim);
  for (int64_t axis = 0; axis < dim; ++axis)
    batchSizes.push_back(b.dim(op.getOuts().front(), axis));
  for (unsigned i = 0, e = outs.size(); i < e; ++i) {
    rows.push_back(op.getOutRowType(i));
    int64_t size = getRowSize(rows.back());
    work += ShapedType::isDynamic(size) ? 64 : size;
  }
  width = getVectorWidth(rows);
  elementwise = isElementwiseBody(body);
  for (const RowMemory &memory : llvm::concat<RowMemory>(inputs, shared, outs))
    elementwise &= memory.allowsContiguousLanes();
  numEdges = b.dim(op.getOver().back(), 0);
}

bool MapEdgesLowering::readsOrdinals() {
  if (!body.getArguments().back().use_empty())
    return true;
  for (unsigned i = 0, e = op.getEdges().size() + outs.size(); i < e; ++i)
    if (!op.isSorted(i))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// One edge
//===----------------------------------------------------------------------===//

void MapEdgesLowering::bindAll(RowEvaluator &evaluator, const Edge &edge) {
  for (unsigned i = 0, e = inputs.size(); i < e; ++i) {
    unsigned firstEdge = numSources + numTargets;
    Value row = i < numSources               ? edge.source
                : i < firstEdge              ? edge.target
                : op.isSorted(i - firstEdge) ? edge.position
                                             : edge.ordinal;
    bindRows(evaluator, b, body.getArgument(i), &inputs[i], batch, row);
  }
  bindShared(evaluator, b,
             body.getArguments().slice(inputs.size(), shared.size()), shared);
  evaluator.bind(body.getArguments().back(),
                 [edge](const Lanes &) { return edge.ordinal; });
}

void MapEdgesLowering::store(RowEvaluator &evaluator, const Edge &edge,
                             unsigned out, const Lanes &lanes) {
  if (failed(status)) // One error is enough.
    return;
  FailureOr<Value> value =
      evaluator.evaluate(op.getYield()->getOperand(out), lanes);
  if (failed(value)) {
    status = failure();
    return;
  }
  Value row =
      op.isSorted(op.getEdges().size() + out) ? edge.position : edge.ordinal;
  outs[out].getRow(batch, row).store(b, lanes, *value);
}

void MapEdgesLowering::lowerEdge(const Edge &edge) {
  RowEvaluator evaluator(b, op.getLoc());
  bindAll(evaluator, edge);
  for (unsigned i = 0, e = outs.size(); i < e; ++i) {
    int64_t size = getUnrolledSize(rows[i], elementwise);
    if (!ShapedType::isDynamic(size)) {
      for (const Lanes &lanes : cutRow(size, width))
        store(evaluator, edge, i, lanes);
      continue;
    }
    forDynamicLanes(b, outs[i], width, elementwise,
                    [&](ArrayRef<Lanes> pieces) {
                      RowEvaluator inLoop(b, op.getLoc());
                      bindAll(inLoop, edge);
                      for (const Lanes &lanes : pieces)
                        store(inLoop, edge, i, lanes);
                    });
  }
}

//===----------------------------------------------------------------------===//
// The edges
//===----------------------------------------------------------------------===//

/// Rows of the inputs [first, first + count) some edges ahead, which `ids`
/// names.
void MapEdgesLowering::prefetch(unsigned firstInput, unsigned count, Value ids,
                                Value position) {
  auto distance = op->getAttrOfType<IntegerAttr>(kPrefetchDistance);
  if (!distance || count == 0)
    return;
  Value last = b.sub(numEdges, b.index(1));
  Value ahead = b.min(b.add(position, b.index(distance.getInt())), last);
  Value row = loadIndex(b, ids, ahead);
  for (unsigned i = firstInput, e = firstInput + count; i < e; ++i) {
    int64_t size = getUnrolledSize(op.getRowType(i), elementwise);
    if (!ShapedType::isDynamic(size))
      inputs[i]
          .getRow(batch, row)
          .prefetch(b, cutRow(size, width),
                    /*isWrite=*/false);
  }
}

void MapEdgesLowering::lowerBlock(Value begin, Value end) {
  b.loop(begin, end, 1, [&](Value edge) {
    Value ids[] = {op.getOver()[0], op.getOver()[1]};
    prefetch(0, numSources, ids[0], edge);
    prefetch(numSources, numTargets, ids[1], edge);
    Value source = numSources ? loadIndex(b, ids[0], edge) : Value();
    Value target = numTargets ? loadIndex(b, ids[1], edge) : Value();
    lowerEdge({source, target, edge, edge});
  });
}

/// The node whose segment holds `position`: the last one that begins there or
/// before.
Value MapEdgesLowering::findOwner(Value position) {
  Value pointers = op.getOver()[0];
  Value owners = b.sub(b.dim(pointers, 0), b.index(1));
  // The segment of `low` begins at `position` or before, that of `high` after.
  Type index = b.getIndexType();
  auto search = scf::WhileOp::create(
      b, TypeRange{index, index}, ValueRange{b.index(0), owners},
      [&](OpBuilder &builder, Location loc, ValueRange range) {
        LoopBuilder inner(loc, builder);
        Value isOpen =
            inner.isLess(inner.add(range[0], inner.index(1)), range[1]);
        scf::ConditionOp::create(inner, isOpen, range);
      },
      [&](OpBuilder &builder, Location loc, ValueRange range) {
        LoopBuilder inner(loc, builder);
        Value middle = arith::ShRUIOp::create(
            inner, inner.add(range[0], range[1]), inner.index(1));
        Value start = loadIndex(inner, pointers, middle);
        Value isAfter = inner.isLess(position, start);
        Value low = arith::SelectOp::create(inner, isAfter, range[0], middle);
        Value high = arith::SelectOp::create(inner, isAfter, middle, range[1]);
        scf::YieldOp::create(inner, ValueRange{low, high});
      });
  return search.getResult(0);
}

void MapEdgesLowering::lowerSweep(Value begin, Value end) {
  bool atTarget = *op.getSweep() == Endpoint::Target;
  Value pointers = op.getOver()[0], columns = op.getOver()[1];
  unsigned firstOther = atTarget ? 0 : numSources;
  unsigned numOthers = atTarget ? numSources : numTargets;
  bool hasOrdinal = readsOrdinals();
  Value first = findOwner(begin);
  Value last = findOwner(b.sub(end, b.index(1)));
  b.loop(first, b.add(last, b.index(1)), 1, [&](Value owner) {
    Value from = b.max(loadIndex(b, pointers, owner), begin);
    Value to = b.min(loadIndex(b, pointers, b.add(owner, b.index(1))), end);
    b.loop(from, to, 1, [&](Value position) {
      prefetch(firstOther, numOthers, columns, position);
      Value other = numOthers ? loadIndex(b, columns, position) : Value();
      Value ordinal =
          hasOrdinal ? loadIndex(b, op.getOver()[2], position) : Value();
      lowerEdge({atTarget ? other : owner, atTarget ? owner : other, ordinal,
                 position});
    });
  });
}

LogicalResult MapEdgesLowering::run() {
  forBlocks(b, batchSizes, numEdges, isSweep() ? kSweepBlock : kEdgeBlock, work,
            /*uneven=*/false, [&](ValueRange indices, Value begin, Value end) {
              batch.assign(indices.begin(), indices.end());
              if (isSweep())
                lowerSweep(begin, end);
              else
                lowerBlock(begin, end);
            });
  if (succeeded(status))
    op.erase();
  return status;
}

LogicalResult mesh::lowerMapEdges(MapEdgesOp op, VectorShape shape) {
  return MapEdgesLowering(op).run();
}
