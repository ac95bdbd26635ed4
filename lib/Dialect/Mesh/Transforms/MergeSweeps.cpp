//===- MergeSweeps.cpp - several folds in one sweep over the edges --------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folds over the same segments that read the same rows, or weigh them by the
// same scores, are one: a row is gathered once. Accumulators that are the same
// become one.
//
//===----------------------------------------------------------------------===//

#include "Fuse.h"

#include "mesh/Dialect/Mesh/IR/FoldForm.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;
using namespace mesh;

//===----------------------------------------------------------------------===//
// Which folds
//===----------------------------------------------------------------------===//

namespace {

/// Values of two regions that are computed in the same way from arguments that
/// a function takes for the same.
class EqualValues {
public:
  using SameArguments = function_ref<bool(BlockArgument, BlockArgument)>;
  explicit EqualValues(SameArguments sameArguments)
      : sameArguments(sameArguments) {}
  bool operator()(Value a, Value b) {
    auto [it, isNew] = known.try_emplace({a, b}, false);
    return isNew ? known[{a, b}] = compare(a, b) : it->second;
  }

private:
  bool compare(Value a, Value b) {
    if (a == b)
      return true;
    if (auto argument = dyn_cast<BlockArgument>(a)) {
      auto other = dyn_cast<BlockArgument>(b);
      return other && sameArguments(argument, other);
    }
    auto x = dyn_cast<OpResult>(a), y = dyn_cast<OpResult>(b);
    return x && y && x.getResultNumber() == y.getResultNumber() &&
           OperationEquivalence::isEquivalentTo(
               x.getOwner(), y.getOwner(),
               [&](Value l, Value r) { return success((*this)(l, r)); },
               [&](Value l, Value r) { known[{l, r}] = true; },
               OperationEquivalence::IgnoreLocations);
  }

  SameArguments sameArguments;
  DenseMap<std::pair<Value, Value>, bool> known;
};

} // namespace

/// Whether the logits are the same; flags may differ.
static bool haveEqualScores(AggregateOp a, AggregateOp b) {
  if (a.getStabilize() != b.getStabilize() ||
      a.getScore().empty() != b.getScore().empty())
    return false;
  if (a.getScore().empty())
    return true;
  EdgeRegion first(a, true), second(b, true);
  for (RowsOf rows : {RowsOf::Other, RowsOf::Owner, RowsOf::Edge}) {
    if (first.getGroup(rows) != second.getGroup(rows))
      return false;
    for (unsigned i = 0, e = first.getGroup(rows).size(); i < e; ++i)
      if (first.isBatched(rows, i) != second.isBatched(rows, i))
        return false;
  }
  // Scores see all shared tensors.
  if (a.getShared() != b.getShared())
    return false;
  auto same = [&](BlockArgument x, BlockArgument y) {
    return x.getOwner() == &a.getScore().front() &&
           y.getOwner() == &b.getScore().front() &&
           x.getArgNumber() == y.getArgNumber();
  };
  return EqualValues(same)(a.getYield(a.getScore())->getOperand(0),
                           b.getYield(b.getScore())->getOperand(0));
}

static bool shareRows(AggregateOp a, AggregateOp b) {
  if (!a.getScore().empty())
    return true;
  auto overlap = [](OperandRange x, OperandRange y) {
    return llvm::any_of(x, [&](Value v) { return llvm::is_contained(y, v); });
  };
  return overlap(a.getSources(), b.getSources()) ||
         overlap(a.getEdges(), b.getEdges());
}

/// What an argument of a step holds: a weight (of folds with equal scores), the
/// ordinal, or rows of an operand. Nothing for accumulators and flags.
static std::optional<std::tuple<unsigned, Value, bool>>
getMeaning(AggregateOp op, BlockArgument argument) {
  enum { Weight, Ordinal, Rows };
  unsigned count = op.getNumAccumulators();
  if (argument.getOwner() != &op.getStep().front())
    return std::nullopt;
  if (!op.getScore().empty() && argument.getArgNumber() == count)
    return std::make_tuple(Weight, Value(), true);
  EdgeRegion step(op, /*score=*/false);
  if (argument == step.getOrdinal())
    return std::make_tuple(Ordinal, Value(), true);
  for (RowsOf rows :
       {RowsOf::Other, RowsOf::Owner, RowsOf::Edge, RowsOf::Shared})
    for (auto [i, operand] : llvm::enumerate(step.getGroup(rows)))
      if (step.getArgument(rows, i) == argument)
        return std::make_tuple(Rows + unsigned(rows), Value(operand),
                               rows == RowsOf::Shared ||
                                   step.isBatched(rows, i));
  return std::nullopt;
}

/// The accumulators of `b` that are none of `a`.
static SmallVector<Type> getFurtherAccumulators(AggregateOp a, AggregateOp b) {
  auto same = [&](BlockArgument x, BlockArgument y) {
    auto meaning = getMeaning(a, x);
    return meaning && meaning == getMeaning(b, y);
  };
  EqualValues equal(same);
  SmallVector<Type> further;
  for (unsigned k = 0, e = b.getNumAccumulators(); k < e; ++k) {
    FoldForm form = getFoldForm(b, k);
    bool isOfA = false;
    for (unsigned i = 0, n = a.getNumAccumulators(); i < n && !isOfA; ++i) {
      FoldForm other = getFoldForm(a, i);
      isOfA = form.kind != FoldKind::Any && form.kind == other.kind &&
              equal(other.term, form.term);
    }
    if (!isOfA)
      further.push_back(b.getAccumulatorTypes()[k]);
  }
  return further;
}

/// More accumulators than this would not stay in registers; folds of rows of
/// one width are cut into panels anyway. Where both compute the same weights,
/// and gather for them, they may be more.
static constexpr int64_t kMaxAccumulatorBytes = 1024;
static constexpr int64_t kMaxWeighedAccumulatorBytes = 8192;

static bool fitTogether(AggregateOp a, AggregateOp b) {
  int64_t bytes = 0;
  DenseSet<int64_t> sizes;
  SmallVector<Type> all(a.getAccumulatorTypes());
  llvm::append_range(all, getFurtherAccumulators(a, b));
  for (Type type : all) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && !tensor.hasStaticShape())
      return false;
    int64_t size = tensor ? tensor.getNumElements() : 1;
    Type element = getElementTypeOrSelf(type);
    sizes.insert(size);
    bytes += size * (element.isIntOrFloat()
                         ? std::max(1u, element.getIntOrFloatBitWidth() / 8)
                         : 8);
  }
  if (a.getStabilize())
    return bytes <= kMaxWeighedAccumulatorBytes;
  return bytes <= kMaxAccumulatorBytes || sizes.size() <= 1;
}

/// Ops that may move up to an earlier fold: what describes shapes.
static bool isCheap(Operation *op) {
  return isa<tensor::EmptyOp, tensor::DimOp, tensor::CastOp, NumNodesOp,
             NumEdgesOp>(op) ||
         op->hasTrait<OpTrait::ConstantLike>() ||
         (isPure(op) && op->getNumRegions() == 0 &&
          llvm::all_of(op->getResultTypes(),
                       [](Type type) { return type.isIntOrIndex(); }));
}

/// The ops after `a`, in its block, that `b` needs, in order; fails where they
/// include more than descriptions of shapes.
static LogicalResult collectSlice(AggregateOp a, AggregateOp b,
                                  SmallVectorImpl<Operation *> &slice) {
  SmallVector<Value> pending(b->getOperands());
  DenseSet<Operation *> seen;
  auto addCaptures = [&](Operation *op) {
    op->walk([&](Operation *inner) {
      llvm::append_range(pending, inner->getOperands());
    });
  };
  addCaptures(b);
  while (!pending.empty()) {
    Operation *def = pending.pop_back_val().getDefiningOp();
    if (!def || def->getBlock() != a->getBlock())
      continue;
    if (def == a)
      return failure();
    if (def->isBeforeInBlock(a) || !seen.insert(def).second)
      continue;
    if (!isCheap(def))
      return failure();
    slice.push_back(def);
    llvm::append_range(pending, def->getOperands());
  }
  llvm::sort(slice,
             [](Operation *x, Operation *y) { return x->isBeforeInBlock(y); });
  return success();
}

/// With `rescale` in one, the other must have it or be given it.
static bool rescaleTogether(AggregateOp a, AggregateOp b) {
  return (a.getRescale().empty() && b.getRescale().empty()) ||
         (canMakeRescale(a) && canMakeRescale(b));
}

static bool haveOneSweep(AggregateOp a, AggregateOp b) {
  return a.isOverGraph() && b.isOverGraph() &&
         a.getOver().front() == b.getOver().front() &&
         a.getEndpoint() == b.getEndpoint() && a.getDim() == b.getDim() &&
         !hasAssignedOrder(a) && !hasAssignedOrder(b) &&
         // Without accumulators there is no sweep.
         (a.getNumAccumulators() > 0 || a.getStabilize()) &&
         (b.getNumAccumulators() > 0 || b.getStabilize()) &&
         haveEqualScores(a, b) && shareRows(a, b) && rescaleTogether(a, b) &&
         fitTogether(a, b);
}

//===----------------------------------------------------------------------===//
// How
//===----------------------------------------------------------------------===//

namespace {

class Merger {
public:
  Merger(IRRewriter &rewriter, AggregateOp a, AggregateOp b)
      : r(rewriter), a(a), b(b), numA(a.getNumAccumulators()),
        numB(b.getNumAccumulators()) {}
  AggregateOp run();

private:
  void append(Region &from, Region &to, ValueRange arguments);
  SmallVector<Value> appendFlags(AggregateOp merged, unsigned position);

  IRRewriter &r;
  AggregateOp a, b;
  unsigned numA, numB;
};

} // namespace

static SmallVector<Location> locations(Location loc, size_t count) {
  return SmallVector<Location>(count, loc);
}

/// `combine` by addition where it is left out.
static void makeCombine(OpBuilder &r, AggregateOp op) {
  if (!op.getCombine().empty())
    return;
  SmallVector<Type> types(op.getAccumulatorTypes());
  llvm::append_range(types, op.getAccumulatorTypes());
  unsigned count = types.size() / 2;
  Block *block = r.createBlock(&op.getCombine(), {}, types,
                               locations(op.getLoc(), types.size()));
  SmallVector<Value> sums;
  for (unsigned k = 0; k < count; ++k)
    sums.push_back(arith::AddFOp::create(r, op.getLoc(), block->getArgument(k),
                                         block->getArgument(count + k)));
  YieldOp::create(r, op.getLoc(), sums);
}

/// Clones the ops of `from` to the end of `to` and appends what they yield.
void Merger::append(Region &from, Region &to, ValueRange arguments) {
  OpBuilder::InsertionGuard guard(r);
  IRMapping mapping;
  mapping.map(from.front().getArguments(), arguments);
  Operation *yield = to.front().getTerminator();
  r.setInsertionPoint(yield);
  for (Operation &op : from.front().without_terminator())
    r.clone(op, mapping);
  SmallVector<Value> values(yield->getOperands());
  for (Value value : from.front().getTerminator()->getOperands())
    values.push_back(mapping.lookupOrDefault(value));
  r.modifyOpInPlace(yield, [&] { yield->setOperands(values); });
}

/// Puts the flags of `b` after those of `a`. Returns the weight and the flags
/// of `b` in the step of `merged`, whose weight is at `position`.
SmallVector<Value> Merger::appendFlags(AggregateOp merged, unsigned position) {
  if (b.getScore().empty())
    return {};
  Operation *yield = merged.getYield(merged.getScore());
  unsigned ofA = yield->getNumOperands();
  append(b.getScore(), merged.getScore(),
         merged.getScore().front().getArguments());
  SmallVector<Value> all(yield->getOperands());
  // The logit is that of `a`.
  all.erase(all.begin() + ofA);
  r.modifyOpInPlace(yield, [&] { yield->setOperands(all); });
  Block &step = merged.getStep().front();
  SmallVector<Value> arguments = {step.getArgument(position)};
  for (unsigned i = ofA, e = all.size(); i < e; ++i)
    arguments.push_back(
        step.insertArgument(position + i, all[i].getType(), b.getLoc()));
  return arguments;
}

AggregateOp Merger::run() {
  for (AggregateOp op : {a, b}) {
    OpBuilder::InsertionGuard guard(r);
    makeFinish(r, op);
    if (!a.getCombine().empty() || !b.getCombine().empty())
      makeCombine(r, op);
    if (!a.getRescale().empty() || !b.getRescale().empty()) {
      LogicalResult made = makeRescale(r, op);
      assert(succeeded(made) && "see rescaleTogether");
      (void)made;
    }
  }
  Location loc = r.getFusedLoc({a.getLoc(), b.getLoc()});
  SmallVector<Value> outs(a.getOuts());
  llvm::append_range(outs, b.getOuts());
  r.setInsertionPointAfter(a);
  auto merged = AggregateOp::create(
      r, loc, ValueRange(outs).getTypes(), a.getOver(), a.getSources(),
      a.getOwners(), a.getEdges(), a.getScoreSources(), a.getScoreOwners(),
      a.getScoreEdges(), a.getShared(), outs, a.getEndpointAttr(),
      a.getDimAttr(), a.getStabilizeAttr(), a.getBatchedAttr());
  for (auto [from, to] : llvm::zip(a->getRegions(), merged->getRegions()))
    r.inlineRegionBefore(from, to, to.begin());

  // Accumulators of `b` after those of `a`, wherever they are arguments.
  SmallVector<Type> types(b.getAccumulatorTypes());
  auto insert = [&](Block &block, unsigned position) {
    SmallVector<Value> added;
    for (auto [k, type] : llvm::enumerate(types))
      added.push_back(block.insertArgument(position + k, type, loc));
    return added;
  };
  append(b.getInit(), merged.getInit(), {});

  Block &step = merged.getStep().front();
  SmallVector<Value> arguments = insert(step, numA);
  llvm::append_range(arguments, appendFlags(merged, numA + numB));
  Block &finish = merged.getFinish().front();
  SmallVector<Value> finishArguments = insert(finish, numA);
  if (b.getStabilize())
    for (unsigned i = 0; i < 2; ++i)
      finishArguments.push_back(finish.getArgument(numA + numB + i));
  EdgeRegion rows(merged, /*score=*/false), rowsOfB(b, /*score=*/false);
  for (RowsOf group : {RowsOf::Other, RowsOf::Owner, RowsOf::Edge})
    for (unsigned i = 0, e = rowsOfB.getGroup(group).size(); i < e; ++i)
      arguments.push_back(rows.addInput(group, rowsOfB.getGroup(group)[i],
                                        rowsOfB.isBatched(group, i)));
  for (Value shared : b.getShared())
    arguments.push_back(rows.addInput(RowsOf::Shared, shared, false));
  arguments.push_back(rows.getOrdinal());
  append(b.getStep(), merged.getStep(), arguments);

  // In `finish`, an owner row is where the merged op has it.
  unsigned firstOwner = finish.getNumArguments() - 1 -
                        merged.getShared().size() - merged.getOwners().size();
  auto find = [](OperandRange range, Value value, auto accept) {
    for (auto [i, other] : llvm::enumerate(range))
      if (other == value && accept(i))
        return unsigned(i);
    llvm_unreachable("an operand of a merged fold is missing");
  };
  for (unsigned i = 0, e = b.getOwners().size(); i < e; ++i) {
    bool batched = rowsOfB.isBatched(RowsOf::Owner, i) || b.getDim() == 0;
    unsigned at = find(merged.getOwners(), b.getOwners()[i], [&](unsigned j) {
      return (rows.isBatched(RowsOf::Owner, j) || b.getDim() == 0) == batched;
    });
    finishArguments.push_back(finish.getArgument(firstOwner + at));
  }
  unsigned firstShared = firstOwner + merged.getOwners().size();
  for (Value shared : b.getShared())
    finishArguments.push_back(
        finish.getArgument(firstShared + find(merged.getShared(), shared,
                                              [](unsigned) { return true; })));
  finishArguments.push_back(finish.getArguments().back());
  append(b.getFinish(), merged.getFinish(), finishArguments);

  if (!merged.getCombine().empty()) {
    Block &combine = merged.getCombine().front();
    SmallVector<Value> first = insert(combine, numA);
    SmallVector<Value> second = insert(combine, 2 * numA + numB);
    llvm::append_range(first, second);
    append(b.getCombine(), merged.getCombine(), first);
  }
  if (!merged.getRescale().empty()) {
    Block &rescale = merged.getRescale().front();
    SmallVector<Value> accs = insert(rescale, numA);
    accs.push_back(rescale.getArguments().back());
    append(b.getRescale(), merged.getRescale(), accs);
  }
  r.replaceAllUsesWith(a.getResults(),
                       merged.getResults().take_front(a.getNumResults()));
  r.replaceAllUsesWith(b.getResults(),
                       merged.getResults().drop_front(a.getNumResults()));
  noteFusion(merged, "mesh.aggregate", b.getLoc());
  r.eraseOp(b);
  r.eraseOp(a);
  return merged;
}

/// Uses the earlier of two accumulators that are equal throughout; the later
/// one is left without uses.
static void shareAccumulators(IRRewriter &rewriter, AggregateOp op) {
  unsigned count = op.getNumAccumulators();
  Operation *init = op.getYield(op.getInit());
  SmallVector<FoldForm> forms;
  for (unsigned k = 0; k < count; ++k)
    forms.push_back(getFoldForm(op, k));
  for (unsigned later = 1; later < count; ++later)
    for (unsigned k = 0; k < later; ++k) {
      if (forms[k].kind == FoldKind::Any ||
          forms[k].kind != forms[later].kind ||
          forms[k].term != forms[later].term ||
          init->getOperand(k) != init->getOperand(later))
        continue;
      Block &finish = op.getFinish().front();
      rewriter.replaceAllUsesWith(finish.getArgument(later),
                                  finish.getArgument(k));
      break;
    }
}

bool mesh::mergeSweeps(Operation *root) {
  IRRewriter rewriter(root->getContext());
  bool changed = false;
  root->walk([&](Block *block) {
    for (bool again = true; again;) {
      again = false;
      SmallVector<AggregateOp> folds(block->getOps<AggregateOp>());
      for (size_t i = 0; i < folds.size() && !again; ++i)
        for (size_t j = i + 1; j < folds.size() && !again; ++j) {
          SmallVector<Operation *> slice;
          if (!haveOneSweep(folds[i], folds[j]) ||
              failed(collectSlice(folds[i], folds[j], slice)))
            continue;
          for (Operation *op : slice)
            rewriter.moveOpBefore(op, folds[i]);
          AggregateOp merged = Merger(rewriter, folds[i], folds[j]).run();
          DominanceInfo dominance(root);
          eliminateCommonSubExpressions(rewriter, dominance, merged);
          shareAccumulators(rewriter, merged);
          again = changed = true;
        }
    }
  });
  return changed;
}
