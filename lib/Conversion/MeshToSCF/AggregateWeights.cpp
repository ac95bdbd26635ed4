//===- AggregateWeights.cpp - rows of softmax weights ---------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of weights lies in a stack buffer as the panel cuts it: one vector
// after the other, with the lanes beyond the row. A weight for a whole vector
// is then a scalar load and a broadcast, which code generation folds into the
// product.
//
//===----------------------------------------------------------------------===//

#include "AggregateLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mesh;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

int64_t AggregateLowering::getRowLength(const Panel &panel) {
  int64_t length = 0;
  for (const Lanes &lanes : panel.weights)
    length += lanes.getWidth();
  return length;
}

Value AggregateLowering::createBuffer(int64_t size) {
  return memref::AllocaOp::create(b, MemRefType::get({size}, weightElement),
                                  b.getI64IntegerAttr(64));
}

void AggregateLowering::storeWeights(const Panel &panel, Value buffer,
                                     Value first, ValueRange values) {
  int64_t offset = 0;
  for (auto [lanes, value] : llvm::zip_equal(panel.weights, values)) {
    Value at = b.add(first, b.index(offset));
    if (lanes.isScalar())
      memref::StoreOp::create(b, value, buffer, at);
    else
      vector::StoreOp::create(b, value, buffer, at);
    offset += lanes.getWidth();
  }
}

Value AggregateLowering::loadWeights(const Panel &panel, Value buffer,
                                     Value first, const Lanes &lanes) {
  auto loadScalar = [&](Value offset) -> Value {
    return memref::LoadOp::create(b, buffer, b.add(first, offset));
  };
  auto loadVector = [&](const Lanes &wanted, int64_t offset) -> Value {
    auto type = cast<VectorType>(wanted.getType(weightElement));
    return vector::LoadOp::create(b, type, buffer,
                                  b.add(first, b.index(offset)));
  };
  int64_t offset = 0;
  for (const Lanes &have : panel.weights) {
    if (have == lanes)
      return lanes.isScalar() ? loadScalar(b.index(offset))
                              : loadVector(lanes, offset);
    offset += have.getWidth();
  }
  // Of static rows, offsets are positions.
  for (const Lanes &have : panel.weights)
    if (have.getKind() != Lanes::Kind::Static)
      return Value();
  if (panel.weights.empty() || lanes.getKind() == Lanes::Kind::Contiguous)
    return Value();
  if (lanes.getKind() == Lanes::Kind::Element) {
    Value position = b.index(0);
    auto shape = cast<ShapedType>(logit).getShape();
    for (auto [coordinate, size] : llvm::zip(lanes.getCoordinates(), shape))
      position = b.add(b.mul(position, b.index(size)), coordinate);
    return loadScalar(position);
  }
  int64_t start = panel.weights.front().getPositions().front();
  int64_t length = getRowLength(panel);
  SmallVector<int64_t> offsets;
  for (int64_t position : lanes.getPositions()) {
    if (position < start || position - start >= length)
      return Value();
    offsets.push_back(position - start);
  }
  if (lanes.isScalar())
    return loadScalar(b.index(offsets.front()));
  // One shuffle of one or two vectors of the row, else element by element.
  int64_t step = panel.weights.front().getWidth();
  SmallVector<int64_t> vectors;
  for (int64_t at : offsets)
    if (!llvm::is_contained(vectors, at / step))
      vectors.push_back(at / step);
  if (vectors.size() <= 2 && !panel.weights.front().isScalar()) {
    SmallVector<int64_t> mask;
    for (int64_t at : offsets)
      mask.push_back((llvm::find(vectors, at / step) - vectors.begin()) * step +
                     at % step);
    Value one = loadVector(panel.weights.front(), vectors.front() * step);
    Value two = vectors.size() == 1
                    ? one
                    : loadVector(panel.weights.front(), vectors.back() * step);
    return vector::ShuffleOp::create(b, one, two, mask);
  }
  SmallVector<Value> elements;
  for (int64_t at : offsets)
    elements.push_back(loadScalar(b.index(at)));
  return vector::FromElementsOp::create(
      b, cast<VectorType>(lanes.getType(weightElement)), elements);
}

//===----------------------------------------------------------------------===//
// Which weight an element of an accumulator is linear in
//===----------------------------------------------------------------------===//

/// Whether lanes of results of the body stay lanes of what it reads.
static bool keepsLanes(Block &body) {
  for (Operation &op : body) {
    if (isa<tensor::InsertOp, tensor::ExtractOp, tensor::ExtractSliceOp,
            tensor::InsertSliceOp, tensor::ConcatOp>(op))
      return false;
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      if (linalgOp.getNumParallelLoops() != linalgOp.getNumLoops())
        return false;
  }
  return true;
}

/// The step is evaluated in a loop that is then removed, and what it asks of
/// the weight is written down.
FailureOr<std::optional<Lanes>>
AggregateLowering::findWeights(const Piece &piece) {
  auto loop = scf::ForOp::create(b, b.index(0), b.index(0), b.index(1));
  llvm::scope_exit remove([&] { loop.erase(); });
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value position = loop.getInductionVar();
  llvm::scope_exit restore([&, owner = owner, batch = batch] {
    this->owner = owner, this->batch = batch;
  });
  owner = position;
  batch.assign(op.getDim(), position);

  bool isOne = true;
  auto zero = [&](Type type, const Lanes &lanes) -> Value {
    return arith::ConstantOp::create(
        b, b.getZeroAttr(lanes.getType(getElementTypeOrSelf(type))));
  };
  auto ask = [&](const Lanes &lanes) {
    SmallVector<Lanes> asked;
    RowEvaluator score(b, op.getLoc()), step(b, op.getLoc());
    step.avoidBuffers();
    bindScore(score, position);
    Block &block = op.getStep().front();
    for (unsigned i = 0, e = accumulators.size(); i < e; ++i)
      step.bind(block.getArgument(i), [&, i](const Lanes &wanted) {
        isOne &= i == piece.accumulator && wanted == lanes;
        return zero(accumulators[i], wanted);
      });
    bindStep(step, score, position, [&](const Lanes &wanted) {
      if (!llvm::is_contained(asked, wanted))
        asked.push_back(wanted);
      return zero(logit, wanted);
    });
    evaluateYield(step, op.getStep(), piece.accumulator, lanes);
    return asked;
  };

  SmallVector<Lanes> asked = ask(piece.lanes);
  if (asked.empty() && isOne)
    return std::optional<Lanes>();
  if (piece.lanes.getKind() != Lanes::Kind::Static ||
      keepsLanes(op.getStep().front())) {
    if (!isOne || asked.size() != 1)
      return failure();
    return std::optional<Lanes>(asked.front());
  }
  // Element by element.
  SmallVector<int64_t> positions;
  for (int64_t at : piece.lanes.getPositions()) {
    asked = ask(Lanes::getScalar(at));
    if (!isOne || asked.size() != 1 || !asked.front().isScalar() ||
        asked.front().getKind() != Lanes::Kind::Static)
      return failure();
    positions.push_back(asked.front().getPositions().front());
  }
  return std::optional<Lanes>(
      Lanes::getStatic(positions, piece.lanes.getActive()));
}

FailureOr<AggregateLowering::PieceWeights>
AggregateLowering::findPieceWeights(const Panel &panel) {
  PieceWeights weights;
  for (const Piece &piece : panel.pieces) {
    FailureOr<std::optional<Lanes>> lanes = findWeights(piece);
    if (failed(lanes))
      return failure();
    weights.push_back(*lanes);
  }
  return weights;
}

/// Whether accumulators can be rescaled to another maximum.
bool AggregateLowering::hasOneWeightPerElement() {
  // A factor in the type of a narrow logit would lose digits in every block.
  if (!op.getRescale().empty())
    return weightElement == getElementTypeOrSelf(logit);
  for (const Panel &panel : panels)
    if (failed(findPieceWeights(panel)))
      return false;
  // Any lanes of dynamic rows.
  for (unsigned i = 0, e = accumulators.size(); i < e; ++i) {
    if (!isDynamicRow(accumulators[i]))
      continue;
    Value zero = b.index(0);
    unsigned rank = cast<ShapedType>(accumulators[i]).getRank();
    Lanes lanes = elementwise
                      ? Lanes::getContiguous(zero, width, Value())
                      : Lanes::getElement(SmallVector<Value>(rank, zero));
    if (failed(findWeights({i, lanes})))
      return false;
  }
  return true;
}
