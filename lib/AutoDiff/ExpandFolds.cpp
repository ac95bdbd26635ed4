//===- ExpandFolds.cpp - folds of any form as loops -----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a step needs the accumulators before it (a product, a recurrence), its
// reversal does so too: they are computed again, one run of a segment at a
// time. Written as loops, the rule of scf.for does that: it keeps the
// accumulators at the start of each run, and those of one run, so that the
// buffer is bounded by AggregateOp::kRunLength and not by the number of edges.
//
//===----------------------------------------------------------------------===//

#include "Rules/EdgeAdjoint.h"

#include "mesh/AutoDiff/Differentiate.h"
#include "mesh/Dialect/Mesh/IR/FoldForm.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mesh;

namespace {

/// The row of a tensor at a position on its leading axes.
struct RowPlace {
  RowPlace(ImplicitLocOpBuilder &b, Value tensor, ValueRange position) {
    for (Value at : position) {
      offsets.push_back(at);
      sizes.push_back(b.getIndexAttr(1));
    }
    int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
    for (int64_t axis = position.size(); axis < rank; ++axis) {
      offsets.push_back(b.getIndexAttr(0));
      sizes.push_back(tensor::getMixedSize(b, b.getLoc(), tensor, axis));
    }
    strides.assign(rank, b.getIndexAttr(1));
  }
  SmallVector<OpFoldResult> offsets, sizes, strides;
};

class FoldLoops {
public:
  explicit FoldLoops(AggregateOp op) : op(op), b(op.getLoc(), op) {}

  void build();

private:
  using Values = SmallVector<Value>;
  /// Loops over the batch axes that are left, then over the owners.
  Values forEachOwner(Values outs);
  Values foldSegment(ValueRange outs, Value owner);
  Values foldRun(Value begin, Value end, Value maximum);
  Value findMaximum(Value begin, Value end);
  Values score(Value position);
  /// The rows of `group`, whose first is input `first` of the op, at `node`.
  void appendRows(OperandRange group, unsigned first, Value node, Values &rows);
  void appendShared(Values &values);
  Values loop(Value begin, Value end, Value step, ValueRange inits,
              function_ref<Values(Value, ValueRange)> body);
  Value loadIndex(Value tensor, Value position);
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  bool isSoftmax() { return op.getStabilize().has_value(); }

  AggregateOp op;
  ImplicitLocOpBuilder b;
  Value rowPtr, col, edge;
  Values batch; ///< indices along the batch axes
  Value owner;  ///< at hand
};

} // namespace

FoldLoops::Values
FoldLoops::loop(Value begin, Value end, Value step, ValueRange inits,
                function_ref<Values(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(
      b, begin, end, step, inits,
      [&](OpBuilder &nested, Location loc, Value i, ValueRange carried) {
        OpBuilder::InsertionGuard guard(b);
        b.restoreInsertionPoint(nested.saveInsertionPoint());
        scf::YieldOp::create(b, body(i, carried));
      });
  return Values(loop.getResults());
}

Value FoldLoops::loadIndex(Value tensor, Value position) {
  Value id = tensor::ExtractOp::create(b, tensor, position);
  return arith::IndexCastOp::create(b, b.getIndexType(), id);
}

void FoldLoops::appendRows(OperandRange group, unsigned first, Value node,
                           Values &rows) {
  for (auto [i, value] : llvm::enumerate(group)) {
    bool isBatched = op.isBatched(first + i);
    Values position;
    if (isBatched)
      position = batch;
    position.push_back(node);
    auto type = dyn_cast<RankedTensorType>(op.getRowType(first + i));
    if (!type) {
      rows.push_back(tensor::ExtractOp::create(b, value, position));
      continue;
    }
    RowPlace place(b, value, position);
    rows.push_back(tensor::ExtractSliceOp::create(b, type, value, place.offsets,
                                                  place.sizes, place.strides));
  }
}

void FoldLoops::appendShared(Values &values) {
  for (Value shared : op.getShared()) {
    bool isScalar = cast<RankedTensorType>(shared.getType()).getRank() == 0;
    values.push_back(
        isScalar
            ? tensor::ExtractOp::create(b, shared, ValueRange()).getResult()
            : shared);
  }
}

FoldLoops::Values FoldLoops::score(Value position) {
  Values arguments;
  unsigned first =
      op.getSources().size() + op.getOwners().size() + op.getEdges().size();
  Value ordinal = loadIndex(edge, position);
  appendRows(op.getScoreSources(), first, loadIndex(col, position), arguments);
  first += op.getScoreSources().size();
  appendRows(op.getScoreOwners(), first, owner, arguments);
  first += op.getScoreOwners().size();
  appendRows(op.getScoreEdges(), first, ordinal, arguments);
  appendShared(arguments);
  arguments.push_back(ordinal);
  return cloneBlock(b, op.getScore().front(), arguments);
}

Value FoldLoops::findMaximum(Value begin, Value end) {
  // The shape of a logit may depend on rows, which an empty segment lacks:
  // explained as an error before.
  Value logit = op.getYield(op.getScore())->getOperand(0);
  Value lowest = buildConstant(b, logit.getType(), {},
                               -std::numeric_limits<double>::infinity());
  return loop(begin, end, index(1), lowest,
              [&](Value position, ValueRange carried) -> Values {
                Value next = score(position)[0];
                return {arith::MaximumFOp::create(b, next, carried[0])};
              })[0];
}

/// Accumulators, and with `stabilize` the sum of weights, of one run.
FoldLoops::Values FoldLoops::foldRun(Value begin, Value end, Value maximum) {
  unsigned count = op.getNumAccumulators();
  Values inits = cloneBlock(b, op.getInit().front(), {});
  if (maximum) {
    AutoDiffContext none;
    inits.push_back(AdjointState(b, none).zeroLike(maximum));
  }
  return loop(
      begin, end, index(1), inits,
      [&](Value position, ValueRange carried) -> Values {
        Values arguments(carried.take_front(count));
        Value weight;
        if (!op.getScore().empty()) {
          Values scores = score(position);
          if (maximum)
            scores[0] = buildSoftmaxWeight(b, scores[0], maximum);
          weight = scores[0];
          llvm::append_range(arguments, scores);
        }
        Value ordinal = loadIndex(edge, position);
        unsigned first = 0;
        appendRows(op.getSources(), first, loadIndex(col, position), arguments);
        first += op.getSources().size();
        appendRows(op.getOwners(), first, owner, arguments);
        first += op.getOwners().size();
        appendRows(op.getEdges(), first, ordinal, arguments);
        appendShared(arguments);
        arguments.push_back(ordinal);
        Values next = cloneBlock(b, op.getStep().front(), arguments);
        if (maximum)
          next.push_back(arith::AddFOp::create(b, carried.back(), weight));
        return next;
      });
}

FoldLoops::Values FoldLoops::foldSegment(ValueRange outs, Value node) {
  owner = node;
  unsigned count = op.getNumAccumulators();
  Value begin = loadIndex(rowPtr, owner);
  Value end = loadIndex(rowPtr, arith::AddIOp::create(b, owner, index(1)));
  Value maximum;
  if (isSoftmax())
    maximum = findMaximum(begin, end);

  // The first run is taken as it is, the others are joined to it in order.
  Value length = index(AggregateOp::kRunLength);
  auto getEnd = [&](Value runBegin) -> Value {
    Value runEnd = arith::AddIOp::create(b, runBegin, length);
    return arith::MinSIOp::create(b, runEnd, end);
  };
  Value firstEnd = getEnd(begin);
  Values first = foldRun(begin, firstEnd, maximum);
  Values total = loop(
      firstEnd, end, length, first,
      [&](Value runBegin, ValueRange before) -> Values {
        Values run = foldRun(runBegin, getEnd(runBegin), maximum);
        Values arguments(before.take_front(count));
        llvm::append_range(arguments, ArrayRef(run).take_front(count));
        Values joined;
        if (op.getCombine().empty())
          for (unsigned k = 0; k < count; ++k)
            joined.push_back(arith::AddFOp::create(b, before[k], run[k]));
        else
          joined = cloneBlock(b, op.getCombine().front(), arguments);
        if (maximum)
          joined.push_back(arith::AddFOp::create(b, before.back(), run.back()));
        return joined;
      });

  Values rows(ArrayRef(total).take_front(count));
  if (!op.getFinish().empty()) {
    if (maximum) {
      rows.push_back(maximum);
      rows.push_back(total.back());
    }
    appendRows(op.getOwners(), op.getSources().size(), owner, rows);
    appendShared(rows);
    rows.push_back(arith::SubIOp::create(b, end, begin));
    rows = cloneBlock(b, op.getFinish().front(), rows);
  }
  Values next;
  for (auto [out, row] : llvm::zip(outs, rows)) {
    Values position = batch;
    position.push_back(owner);
    if (!isa<RankedTensorType>(row.getType())) {
      next.push_back(tensor::InsertOp::create(b, row, out, position));
      continue;
    }
    RowPlace place(b, out, position);
    next.push_back(tensor::InsertSliceOp::create(b, row, out, place.offsets,
                                                 place.sizes, place.strides));
  }
  return next;
}

FoldLoops::Values FoldLoops::forEachOwner(Values outs) {
  bool isBatch = batch.size() < op.getDim();
  Value size =
      isBatch ? tensor::DimOp::create(b, op.getOuts().front(),
                                      int64_t(batch.size()))
                    .getResult()
              : NumNodesOp::create(b, op.getOver().front(), op.getEndpoint())
                    .getResult();
  return loop(index(0), size, index(1), outs,
              [&](Value i, ValueRange carried) -> Values {
                if (!isBatch)
                  return foldSegment(carried, i);
                batch.push_back(i);
                Values next = forEachOwner(Values(carried));
                batch.pop_back();
                return next;
              });
}

void FoldLoops::build() {
  auto graph = cast<mesh::GraphType>(op.getOver().front().getType());
  auto ids =
      RankedTensorType::get({ShapedType::kDynamic}, graph.getIndexType());
  auto csr = CSROp::create(b, TypeRange{ids, ids, ids}, op.getOver().front(),
                           op.getEndpoint());
  rowPtr = csr.getRowPtr();
  col = csr.getCol();
  edge = csr.getEdge();
  op.replaceAllUsesWith(forEachOwner(Values(op.getOuts())));
  op.erase();
}

/// Whether a differentiable result needs the accumulators before each step.
static bool needsLoops(AggregateOp op, const DenseSet<Value> &active) {
  if (!op.isOverGraph() || llvm::none_of(op.getResults(), [&](Value result) {
        return active.contains(result);
      }))
    return false;
  if (op.getStabilize()) {
    auto logit = dyn_cast<RankedTensorType>(
        op.getYield(op.getScore())->getOperand(0).getType());
    if (logit && !logit.hasStaticShape())
      return false;
  }
  for (unsigned k : getAccumulatorsOfResults(op).set_bits())
    if (getFoldForm(op, k).kind == FoldKind::Any &&
        isDifferentiable(op.getAccumulatorTypes()[k]))
      return true;
  return false;
}

bool mesh::expandFolds(func::FuncOp function, ValueRange sources,
                       ValueRange targets) {
  Block &block = function.getBody().front();
  DenseSet<Value> active = findActive(block, sources, targets);
  SmallVector<AggregateOp> folds;
  function->walk([&](AggregateOp op) {
    if (needsLoops(op, active))
      folds.push_back(op);
  });
  for (AggregateOp op : folds)
    FoldLoops(op).build();
  return !folds.empty();
}
