//===- ScoreSplit.cpp - cotangents of scores' owner rows ------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScoreSplit.h"

#include "EdgeAdjoint.h"
#include "Slopes.h"

#include "mesh/AutoDiff/Activity.h"
#include "mesh/Dialect/Mesh/IR/ElementMap.h"
#include "mesh/Dialect/Mesh/IR/FoldForm.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

//===----------------------------------------------------------------------===//
// Whether
//===----------------------------------------------------------------------===//

static std::optional<EdgeSweep::Row> getRow(Value like, AggregateOp op) {
  EdgeSweep::Row row{like.getType(), {}};
  if (isa<RankedTensorType>(row.type)) {
    FailureOr<SmallVector<OpFoldResult>> sizes = getSizesOutside(like, op);
    if (failed(sizes))
      return std::nullopt;
    row.sizes = *sizes;
  }
  return row;
}

std::optional<ScoreSplit> ScoreSplit::find(AggregateOp op, unsigned input) {
  unsigned first = op.getSources().size() + op.getOwners().size() +
                   op.getEdges().size() + op.getScoreSources().size();
  if (!op.getStabilize() || !isFreeOfMaximum(op) || input < first ||
      input - first >= op.getScoreOwners().size())
    return std::nullopt;
  ScoreSplit split;
  split.input = input;
  split.scoreOwner = input - first;

  Value logit = op.getYield(op.getScore())->getOperand(0);
  BlockArgument owner = EdgeRegion(op, /*score=*/true)
                            .getArgument(RowsOf::Owner, split.scoreOwner);
  ElementMaps entries(owner, ElementMaps::Form::Any);
  if (owner.getType() != logit.getType() || !entries.depends(logit))
    return std::nullopt;
  std::optional<AffineMap> entry = entries.getMap(logit);
  std::optional<EdgeSweep::Row> row = getRow(logit, op);
  if (!entry || !entry->isIdentity() || !row)
    return std::nullopt;
  split.logit = *row;

  // Flags that depend on it need the sweep.
  Block &score = op.getScore().front();
  ValueRange flags = score.getTerminator()->getOperands().drop_front();
  if (!findActive(score, owner, flags).empty())
    return std::nullopt;

  unsigned count = op.getNumAccumulators();
  Block &step = op.getStep().front();
  for (unsigned k = 0; k < count; ++k) {
    Value next = step.getTerminator()->getOperand(k);
    if (!dependsOnArguments(next, step, count, 1))
      continue;
    std::optional<AffineMap> weights = getWeightMap(op, k);
    Value init = op.getYield(op.getInit())->getOperand(k);
    std::optional<EdgeSweep::Row> row = getRow(init, op);
    if (!weights || !row ||
        getElementTypeOrSelf(row->type) !=
            getElementTypeOrSelf(split.logit.type))
      return std::nullopt;
    split.parts.push_back({k, *weights, *row});
  }
  return split;
}

SmallVector<EdgeSweep::Row> ScoreSplit::getRows() const {
  SmallVector<EdgeSweep::Row> rows = {logit, logit};
  for (const Part &part : parts)
    rows.push_back(part.row);
  return rows;
}

//===----------------------------------------------------------------------===//
// The forward sweep
//===----------------------------------------------------------------------===//

static Value fillRow(ImplicitLocOpBuilder &b, const EdgeSweep::Row &row,
                     double number) {
  SmallVector<Value> dynamic;
  for (OpFoldResult size : row.sizes)
    if (auto value = dyn_cast<Value>(size))
      dynamic.push_back(value);
  return createRowConstant(b, b.getLoc(), row.type, number, dynamic);
}

void ScoreSplit::addFlag(ImplicitLocOpBuilder &b, AggregateOp fold,
                         AdjointState &state) {
  Block &score = fold.getScore().front();
  Operation *yield = score.getTerminator();
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(yield);
  Value logitValue = yield->getOperand(0);
  Value owner =
      EdgeRegion(fold, /*score=*/true).getArgument(RowsOf::Owner, scoreOwner);
  EdgeSeed seed = {logitValue, fillRow(b, logit, 1), {}};
  Value slope = reverseBlock(state, owner, seed)[0];
  std::optional<Slopes> slopes = findSlopes(slope);
  if (slopes && slopes->isConstant()) {
    factor = 0;
  } else if (slopes) {
    factor = slopes->yes.convertToDouble() - slopes->no.convertToDouble();
    Value yes = fillRow(b, logit, slopes->yes.convertToDouble());
    Value isYes =
        arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, slope, yes);
    slope = arith::SelectOp::create(b, isYes, fillRow(b, logit, 1),
                                    fillRow(b, logit, 0));
  }
  SmallVector<Value> values(yield->getOperands());
  values.push_back(slope);
  yield->setOperands(values);
}

/// Appends values to what a block yields.
static void appendYields(Block &block, ValueRange values) {
  SmallVector<Value> all(block.getTerminator()->getOperands());
  llvm::append_range(all, values);
  block.getTerminator()->setOperands(all);
}

void ScoreSplit::extend(AggregateOp fold, AdjointState &state) {
  ImplicitLocOpBuilder &b = state.b;
  OpBuilder::InsertionGuard guard(b);
  SmallVector<EdgeSweep::Row> rows = getRows();
  unsigned count = fold.getNumAccumulators();
  SmallVector<Value> terms;
  for (const Part &part : parts)
    terms.push_back(getFoldForm(fold, part.accumulator).term);

  unsigned numScores = fold.getYield(fold.getScore())->getNumOperands();
  addFlag(b, fold, state);
  /// New accumulators stand after the others.
  auto insert = [&](Block &block, unsigned position) {
    SmallVector<Value> added;
    for (auto [i, row] : llvm::enumerate(rows))
      added.push_back(
          block.insertArgument(position + i, row.type, fold.getLoc()));
    return added;
  };

  Block &init = fold.getInit().front();
  b.setInsertionPoint(init.getTerminator());
  appendYields(init, llvm::map_to_vector(rows, [&](const EdgeSweep::Row &row) {
                 return fillRow(b, row, 0);
               }));

  Block &step = fold.getStep().front();
  SmallVector<Operation *> ops = getOps(step);
  Value weight = step.getArgument(count);
  Value flag =
      step.insertArgument(count + numScores, logit.type, fold.getLoc());
  SmallVector<Value> next = insert(step, count);
  b.setInsertionPoint(step.getTerminator());
  Value flagged = arith::MulFOp::create(b, weight, flag);
  next[0] = arith::AddFOp::create(b, next[0], flagged);
  next[1] = arith::AddFOp::create(b, next[1], weight);
  IRMapping mapping;
  mapping.map(weight, flagged);
  for (Operation *op : ops)
    b.clone(*op, mapping);
  for (auto [value, term] :
       llvm::zip(MutableArrayRef(next).drop_front(2), terms))
    value = arith::AddFOp::create(b, value, mapping.lookupOrDefault(term));
  appendYields(step, next);

  if (!fold.getCombine().empty()) {
    Block &combine = fold.getCombine().front();
    SmallVector<Value> sums = insert(combine, count);
    SmallVector<Value> later = insert(combine, 2 * count + rows.size());
    b.setInsertionPoint(combine.getTerminator());
    for (auto [sum, other] : llvm::zip(sums, later))
      sum = arith::AddFOp::create(b, sum, other);
    appendYields(combine, sums);
  }
  if (!fold.getRescale().empty()) {
    Block &rescale = fold.getRescale().front();
    SmallVector<Value> scaled = insert(rescale, count);
    Value factors = rescale.getArguments().back();
    b.setInsertionPoint(rescale.getTerminator());
    for (Value &value : MutableArrayRef(scaled).take_front(2))
      value = arith::MulFOp::create(b, value, factors);
    for (auto [value, part] :
         llvm::zip(MutableArrayRef(scaled).drop_front(2), parts))
      value = scaleRow(b, b.getLoc(), value, factors, part.weights);
    appendYields(rescale, scaled);
  }
  Block &finish = fold.getFinish().front();
  appendYields(finish, insert(finish, count));
}

//===----------------------------------------------------------------------===//
// The cotangent
//===----------------------------------------------------------------------===//

/// The sums of `a * b` over the entries of each weight.
static Value dotPerWeight(ImplicitLocOpBuilder &b, Value lhs, Value rhs,
                          AffineMap weights, Value zero) {
  auto type = dyn_cast<RankedTensorType>(lhs.getType());
  if (!type)
    return arith::MulFOp::create(b, lhs, rhs);
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::reduction);
  for (AffineExpr expr : weights.getResults())
    iterators[cast<AffineDimExpr>(expr).getPosition()] =
        utils::IteratorType::parallel;
  bool isScalar = !isa<RankedTensorType>(zero.getType());
  if (isScalar)
    zero = tensor::SplatOp::create(b, zero,
                                   RankedTensorType::get({}, zero.getType()));
  AffineMap whole = b.getMultiDimIdentityMap(type.getRank());
  auto dot = linalg::GenericOp::create(
      b, TypeRange(zero.getType()), ValueRange{lhs, rhs}, ValueRange(zero),
      ArrayRef<AffineMap>{whole, whole, weights}, iterators,
      [](OpBuilder &body, Location loc, ValueRange args) {
        Value product = arith::MulFOp::create(body, loc, args[0], args[1]);
        Value sum = arith::AddFOp::create(body, loc, args[2], product);
        linalg::YieldOp::create(body, loc, sum);
      });
  Value result = dot.getResult(0);
  return isScalar ? tensor::ExtractOp::create(b, result, ValueRange()) : result;
}

Value ScoreSplit::combine(ImplicitLocOpBuilder &b, ValueRange accumulators,
                          ArrayRef<Value> cotangents, ValueRange rows) {
  Value zero = fillRow(b, logit, 0);
  Value isEmpty =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, rows[1], zero);
  Value divisor =
      arith::SelectOp::create(b, isEmpty, fillRow(b, logit, 1), rows[1]);
  Value share = arith::DivFOp::create(b, rows[0], divisor);
  Value total;
  for (auto [part, row] : llvm::zip(parts, rows.drop_front(2))) {
    Value cotangent = cotangents[part.accumulator];
    if (!cotangent)
      continue;
    Value expected = scaleRow(b, b.getLoc(), accumulators[part.accumulator],
                              share, part.weights);
    Value rest = arith::SubFOp::create(b, row, expected);
    Value dot = dotPerWeight(b, cotangent, rest, part.weights, zero);
    total = total ? arith::AddFOp::create(b, total, dot).getResult() : dot;
  }
  if (!total)
    return zero;
  if (factor != 1)
    total = arith::MulFOp::create(b, total, fillRow(b, logit, factor));
  // Without edges, cotangents may be anything.
  return arith::SelectOp::create(b, isEmpty, zero, total);
}
