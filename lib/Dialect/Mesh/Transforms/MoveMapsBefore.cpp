//===- MoveMapsBefore.cpp - linear maps before linear aggregates ----------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearMaps.h"
#include "RowLinear.h"
#include "SquareGraphs.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <map>

using namespace mlir;
using namespace mesh;

namespace {

/// Where rows come from: row-linear ops on `root`.
struct Origin {
  Value root;
  RowsKind kind = RowsKind::Unknown;
};

/// Finds origins in one block: what another one has computed is at hand there.
class OriginFinder {
public:
  explicit OriginFinder(unsigned numRowAxes) : numRowAxes(numRowAxes) {}

  Origin find(Value value);

private:
  Origin compute(Value value);

  unsigned numRowAxes;
  DenseMap<Value, Origin> known;
};

/// The maps of what row-linear ops make of one root.
class MapsOfRoot {
public:
  MapsOfRoot(Value root, unsigned numRowAxes, const SimplifyOptions &options)
      : root(root), numRowAxes(numRowAxes), options(options) {}

  void add(const LinearMap &map) { maps.push_back(map); }

  /// Moves the maps before the aggregates if that is cheaper.
  void move(SquareGraphs &squares);

private:
  /// The ops that compute `value` from the root.
  SetVector<Operation *> findOps(Value value);
  bool mayMove(const LinearMap &map, ArrayRef<Operation *> ops,
               SquareGraphs &squares);
  /// Without moving, and with it.
  std::pair<int64_t, int64_t> getCosts(ArrayRef<LinearMap> moved);
  void moveOne(const LinearMap &map);

  Value root;
  unsigned numRowAxes;
  const SimplifyOptions &options;
  SmallVector<LinearMap> maps;
};

} // namespace

Origin OriginFinder::find(Value value) {
  auto it = known.find(value);
  if (it != known.end())
    return it->second;
  Origin origin = compute(value);
  known[value] = origin;
  return origin;
}

Origin OriginFinder::compute(Value value) {
  Origin self = {value, RowsKind::Unknown};
  Operation *op = value.getDefiningOp();
  if (!op)
    return self;
  SmallVector<OpOperand *> linear = getLinearOperands(op, numRowAxes);
  if (linear.empty())
    return self;
  std::optional<Origin> joined;
  for (OpOperand *operand : linear) {
    Origin origin = {operand->get(), RowsKind::Unknown};
    Operation *maker = operand->get().getDefiningOp();
    if (maker && maker->getBlock() == op->getBlock())
      origin = find(operand->get());
    if (!joined)
      joined = origin;
    else if (joined->root != origin.root ||
             !joinKinds(joined->kind, origin.kind))
      return self;
  }
  // Sums of edge rows that do not come from nodes: a map goes no further.
  if (isa<SegmentSumOp, SegmentMeanOp>(op) && joined->kind != RowsKind::Edge)
    return self;
  std::optional<RowsKind> kind = getKindOfResult(op, joined->kind);
  if (!kind)
    return self;
  joined->kind = *kind;
  return *joined;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// What a sweep costs besides its rows, in entries of a row: indices, and that
/// memory is read by the cache line.
static constexpr int64_t kSweepCost = 16;

static int64_t countSweeps(ArrayRef<Operation *> ops) {
  return llvm::count_if(
      ops, [](Operation *op) { return isa<SegmentSumOp, SegmentMeanOp>(op); });
}

SetVector<Operation *> MapsOfRoot::findOps(Value value) {
  SetVector<Operation *> ops;
  SmallVector<Value> open = {value};
  while (!open.empty()) {
    Value next = open.pop_back_val();
    Operation *op = next.getDefiningOp();
    if (next == root || !ops.insert(op))
      continue;
    for (OpOperand *operand : getLinearOperands(op, numRowAxes))
      open.push_back(operand->get());
  }
  return ops;
}

std::pair<int64_t, int64_t> MapsOfRoot::getCosts(ArrayRef<LinearMap> moved) {
  SetVector<Operation *> ops, kept;
  DenseSet<Operation *> readers;
  int64_t after = 0;
  for (const LinearMap &map : moved) {
    SetVector<Operation *> own = findOps(map.rows->get());
    after += countSweeps(own.getArrayRef()) * (map.widthOut + kSweepCost);
    ops.insert_range(own);
    readers.insert(map.op);
  }
  // Others need some of the aggregates as they are, not only their sizes.
  for (Operation *op : ops)
    for (Operation *user : op->getUsers())
      if (!ops.contains(user) && !readers.contains(user) &&
          !isa<tensor::DimOp>(user))
        kept.insert_range(findOps(op->getResult(0)));
  int64_t wide = moved.front().widthIn + kSweepCost;
  return {wide * countSweeps(ops.getArrayRef()),
          after + wide * countSweeps(kept.getArrayRef())};
}

bool MapsOfRoot::mayMove(const LinearMap &map, ArrayRef<Operation *> ops,
                         SquareGraphs &squares) {
  if (ShapedType::isDynamic(map.widthIn) ||
      ShapedType::isDynamic(map.widthOut) || countSweeps(ops) == 0)
    return false;
  SmallVector<Value> others = {root};
  for (Operation *op : ops) {
    if (auto gather = dyn_cast<GatherOp>(op))
      if (!squares.contains(gather.getGraph()))
        return false;
    for (Value operand : op->getOperands())
      if (!llvm::is_contained(ops, operand.getDefiningOp()))
        others.push_back(operand);
  }
  // Such an aggregate will not be computed again.
  return !options.invariants ||
         !changesBesides(map.weights->get(), others, options);
}

//===----------------------------------------------------------------------===//
// Moving
//===----------------------------------------------------------------------===//

static void note(const LinearMap &map, StringRef side) {
  remark::passed(map.op->getLoc(), getSimplifyRemark("LinearMap", map.op))
      << remark::add("linear map from width {0} to {1} moved {2} the aggregate",
                     map.widthIn, map.widthOut, side.str());
}

void MapsOfRoot::moveOne(const LinearMap &map) {
  Value rows = map.rows->get();
  SmallVector<Operation *> ops = findOps(rows).takeVector();
  llvm::sort(ops, [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  OpBuilder builder(map.op);
  DenseMap<Value, Value> replaced;
  Value first = applyMap(builder, map, root);
  first.getDefiningOp()->removeAttr(kMovedBehindAttr);
  replaced[root] = first;
  for (Operation *op : ops) {
    SmallVector<Value> operands;
    for (OpOperand *operand : getLinearOperands(op, numRowAxes))
      operands.push_back(replaced.lookup(operand->get()));
    replaced[op->getResult(0)] =
        cloneRowLinear(builder, op, numRowAxes, operands);
  }
  // A map that comes back to where it was has not moved.
  if (!map.op->hasAttr(kMovedBehindAttr))
    note(map, "before");
  Value result = map.op->getResult(0);
  result.replaceAllUsesWith(
      castTo(builder, replaced.lookup(rows), result.getType()));
  map.op->erase();
  for (Operation *op : llvm::reverse(ops))
    if (op->use_empty())
      op->erase();
}

void MapsOfRoot::move(SquareGraphs &squares) {
  SmallVector<LinearMap> movable;
  for (const LinearMap &map : maps)
    if (mayMove(map, findOps(map.rows->get()).getArrayRef(), squares))
      movable.push_back(map);
  auto isCheaper = [&](ArrayRef<LinearMap> moved) {
    if (moved.empty())
      return false;
    auto [before, after] = getCosts(moved);
    // Where it does not matter, a map stays where it was written.
    bool wasBefore = llvm::all_of(moved, [](const LinearMap &map) {
      return map.op->hasAttr(kMovedBehindAttr);
    });
    return after < before || (after == before && wasBefore);
  };
  if (options.share && !isCheaper(movable))
    return;
  for (const LinearMap &map : movable)
    if (options.share || isCheaper(map))
      moveOne(map);
}

/// Maps in one block by the root of what they read.
static void moveMapsOf(ArrayRef<LinearMap> maps, SquareGraphs &squares,
                       const SimplifyOptions &options) {
  std::map<unsigned, OriginFinder> finders;
  llvm::MapVector<std::pair<Value, unsigned>, MapsOfRoot> groups;
  for (const LinearMap &map : maps) {
    Value rows = map.rows->get();
    Operation *maker = rows.getDefiningOp();
    if (!maker || maker->getBlock() != map.op->getBlock())
      continue;
    unsigned numRowAxes = map.numRowAxes;
    OriginFinder &origins =
        finders.try_emplace(numRowAxes, numRowAxes).first->second;
    Value root = origins.find(rows).root;
    groups.try_emplace({root, numRowAxes}, root, numRowAxes, options)
        .first->second.add(map);
  }
  // The root of a group may come from a map of another: it goes first.
  for (auto &[key, group] : llvm::reverse(groups))
    group.move(squares);
}

void mesh::moveMapsBefore(Operation *root, const SimplifyOptions &options) {
  SquareGraphs squares(root);
  llvm::MapVector<Block *, SmallVector<LinearMap>> maps;
  root->walk([&](Operation *op) {
    if (std::optional<LinearMap> map = getLinearMap(op))
      maps[op->getBlock()].push_back(*map);
  });
  for (auto &[block, found] : maps)
    moveMapsOf(found, squares, options);
  root->walk([&](Operation *op) {
    if (!op->removeAttr(kMovedBehindAttr))
      return;
    if (std::optional<LinearMap> map = getLinearMap(op))
      note(*map, "behind");
  });
}
