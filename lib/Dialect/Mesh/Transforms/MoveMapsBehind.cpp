//===- MoveMapsBehind.cpp - linear maps behind linear aggregates ----------===//
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

using namespace mlir;
using namespace mesh;

namespace {

/// What is known of rows that are computed from the result of a map by
/// row-linear ops.
struct Rows {
  RowsKind kind = RowsKind::Unknown;
  bool isSummed = false;
};

/// A map and the row-linear ops behind it.
class MovableMap {
public:
  MovableMap(const LinearMap &map, const SimplifyOptions &options,
             SquareGraphs &squares)
      : map(map), options(options), squares(squares) {}

  /// Moves the map behind the ops; whether it could be.
  bool move();

private:
  void collect();
  void trim();
  Value findEnd();
  bool asksForRows(Operation *user);
  bool mayMove();
  bool isUnchangedBesideMap();

  LinearMap map;
  const SimplifyOptions &options;
  SquareGraphs &squares;
  /// In the order of the program; the first is the result of the map.
  llvm::MapVector<Value, Rows> rows;
};

} // namespace

/// The row-linear ops that read the map's result, in its block.
void MovableMap::collect() {
  rows[map.op->getResult(0)] = {};
  for (Operation *op = map.op->getNextNode(); op; op = op->getNextNode()) {
    if (llvm::none_of(op->getOperands(),
                      [&](Value value) { return rows.contains(value); }))
      continue;
    SmallVector<OpOperand *> linear = getLinearOperands(op, map.numRowAxes);
    if (linear.empty() || !llvm::all_of(linear, [&](OpOperand *operand) {
          return rows.contains(operand->get());
        }))
      continue;
    Rows made = rows[linear.front()->get()];
    bool isKnown = true;
    for (OpOperand *operand : linear) {
      Rows read = rows[operand->get()];
      isKnown &= joinKinds(made.kind, read.kind);
      made.isSummed |= read.isSummed;
    }
    std::optional<RowsKind> kind = getKindOfResult(op, made.kind);
    if (!isKnown || !kind)
      continue;
    made.kind = *kind;
    made.isSummed |= isa<SegmentSumOp, SegmentMeanOp>(op);
    rows[op->getResult(0)] = made;
  }
}

/// Leaves out what does not lead to an aggregate: the map stays before it.
void MovableMap::trim() {
  auto isLoose = [&](Value value, Rows made) {
    bool isRead = llvm::any_of(value.getUsers(), [&](Operation *user) {
      return user->getNumResults() == 1 && rows.contains(user->getResult(0));
    });
    return !isRead && (!made.isSummed || made.kind != RowsKind::Node);
  };
  // Readers come after what they read.
  while (rows.size() > 1) {
    auto loose =
        llvm::find_if(llvm::drop_end(llvm::reverse(rows)), [&](auto entry) {
          return isLoose(entry.first, entry.second);
        });
    if (loose == std::prev(rows.rend()))
      return;
    rows.erase(Value(loose->first));
  }
}

/// Whether `user` only asks for the number of rows, which is the same before
/// the map.
bool MovableMap::asksForRows(Operation *user) {
  auto dim = dyn_cast<tensor::DimOp>(user);
  std::optional<int64_t> axis = dim ? dim.getConstantIndex() : std::nullopt;
  return axis && *axis < map.numRowAxes;
}

/// The one value of all these that others read.
Value MovableMap::findEnd() {
  Value end;
  for (auto [value, made] : rows) {
    for (Operation *user : value.getUsers()) {
      if ((user->getNumResults() == 1 && rows.contains(user->getResult(0))) ||
          asksForRows(user))
        continue;
      if (end && end != value)
        return {};
      end = value;
    }
  }
  return end;
}

/// Whether a loop, or the code around the function, changes the weights but
/// nothing else that the ops read.
bool MovableMap::isUnchangedBesideMap() {
  if (!options.invariants)
    return false;
  SmallVector<Value> others = {map.rows->get()};
  for (auto [value, made] : llvm::drop_begin(rows))
    for (Value operand : value.getDefiningOp()->getOperands())
      if (!rows.contains(operand))
        others.push_back(operand);
  Value weights = map.weights->get();
  return changesInLoop(weights, others) ||
         changesBesides(weights, others, options);
}

bool MovableMap::mayMove() {
  bool isNodeRows = false;
  for (auto [value, made] : llvm::drop_begin(rows))
    if (auto gather = value.getDefiningOp<GatherOp>()) {
      isNodeRows |= gather.getX() == map.op->getResult(0) ||
                    rows[gather.getX()].kind == RowsKind::Unknown;
      if (!squares.contains(gather.getGraph()))
        return false;
    }
  // A map of edge rows becomes one of node rows.
  if (!isNodeRows)
    return true;
  if (isUnchangedBesideMap())
    return true;
  if (ShapedType::isDynamic(map.widthIn) || ShapedType::isDynamic(map.widthOut))
    return false;
  return options.share || map.widthIn < map.widthOut;
}

bool MovableMap::move() {
  collect();
  trim();
  Value end = findEnd();
  if (rows.size() == 1 || !end || end == map.op->getResult(0) || !mayMove())
    return false;
  // The rows before the map, as many as behind it.
  Value result = map.op->getResult(0);
  auto before = cast<RankedTensorType>(map.rows->get().getType());
  SmallVector<int64_t> shape(before.getShape());
  llvm::copy(cast<RankedTensorType>(result.getType())
                 .getShape()
                 .take_front(map.numRowAxes),
             shape.begin());
  OpBuilder builder(map.op);
  DenseMap<Value, Value> replaced;
  replaced[result] =
      castTo(builder, map.rows->get(),
             RankedTensorType::get(shape, before.getElementType()));
  for (auto [value, made] : llvm::drop_begin(rows)) {
    Operation *op = value.getDefiningOp();
    builder.setInsertionPointAfter(op);
    SmallVector<Value> operands;
    for (OpOperand *operand : getLinearOperands(op, map.numRowAxes))
      operands.push_back(replaced.lookup(operand->get()));
    replaced[value] = cloneRowLinear(builder, op, map.numRowAxes, operands);
  }
  builder.setInsertionPointAfter(end.getDefiningOp());
  if (Operation *last = replaced[end].getDefiningOp();
      last->getBlock() == builder.getInsertionBlock())
    builder.setInsertionPointAfter(last);
  Value moved = applyMap(builder, map, replaced[end]);
  moved.getDefiningOp()->setAttr(kMovedBehindAttr, builder.getUnitAttr());
  end.replaceAllUsesWith(castTo(builder, moved, end.getType()));
  for (auto [value, made] : rows)
    value.replaceUsesWithIf(replaced[value], [&](OpOperand &use) {
      return asksForRows(use.getOwner());
    });
  while (!rows.empty()) {
    Operation *op = rows.back().first.getDefiningOp();
    rows.pop_back();
    op->erase();
  }
  return true;
}

void mesh::moveMapsBehind(Operation *root, const SimplifyOptions &options) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) { ops.push_back(op); });
  SquareGraphs squares(root);
  // Ops are erased with the map that is behind them: last maps first, so that a
  // map finds those that follow it in their new places.
  SmallVector<LinearMap> maps;
  for (Operation *op : llvm::reverse(ops))
    if (std::optional<LinearMap> map = getLinearMap(op))
      maps.push_back(*map);
  for (const LinearMap &map : maps)
    MovableMap(map, options, squares).move();
}
