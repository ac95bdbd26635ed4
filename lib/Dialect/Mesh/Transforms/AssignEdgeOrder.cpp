//===- AssignEdgeOrder.cpp - the --mesh-assign-edge-order pass ------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First every map_edges gets the sweep that moves the fewest bytes, then every
// tensor of edge rows its order, and last what is left in COO order is sorted
// where enough folds read it.
//
//===----------------------------------------------------------------------===//

#include "EdgeOrders.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace mesh {
#define GEN_PASS_DEF_MESHASSIGNEDGEORDER
#include "mesh/Dialect/Mesh/Transforms/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

namespace {

class Assignment {
public:
  explicit Assignment(bool asDiagnostics) : asDiagnostics(asDiagnostics) {}

  void chooseSweeps(ArrayRef<MapEdgesOp> maps) { orders.chooseSweeps(maps); }
  void rewrite(MapEdgesOp map);
  void sortInputs(Operation *root, DominanceInfo &dominance);

private:
  void sortOnce(Value rows, Sweep sweep, int64_t axis,
                ArrayRef<OpOperand *> uses, DominanceInfo &dominance);
  void report(Operation *op, bool changed, const Twine &text);

  bool asDiagnostics;
  EdgeOrders orders;
};

} // namespace

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

void Assignment::report(Operation *op, bool changed, const Twine &text) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  auto options = remark::RemarkOpts::name("EdgeOrder")
                     .category("mesh-assign-edge-order")
                     .function(function ? function.getName() : StringRef());
  std::string message = text.str();
  if (changed)
    remark::passed(op->getLoc(), options) << remark::add("{0}", message);
  else
    remark::missed(op->getLoc(), options) << remark::reason("{0}", message);
  if (asDiagnostics)
    op->emitRemark() << message;
}

static std::string describe(Endpoint endpoint) {
  return ("edges by their " + stringifyEndpoint(endpoint) + "s").str();
}

/// "2 readers", "1 other"
static std::string count(unsigned number, StringRef what) {
  return (Twine(number) + " " + what + (number == 1 ? "" : "s")).str();
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Marks the edge rows `i` of `region` in `sorted`.
static void setSorted(EdgeRegion region, unsigned i) {
  auto set = [&](auto op, unsigned count, unsigned at) {
    SmallVector<bool> sorted(count, false);
    if (op.getSorted())
      llvm::copy(*op.getSorted(), sorted.begin());
    sorted[at] = true;
    op.setSorted(sorted);
  };
  Operation *op = region.getOperation();
  if (auto map = dyn_cast<MapEdgesOp>(op))
    return set(map, map.getEdges().size() + map.getOuts().size(), i);
  auto fold = cast<AggregateOp>(op);
  bool inScore = !fold.getScore().empty() &&
                 &region.getBlock() == &fold.getScore().front();
  set(fold, fold.getEdges().size() + fold.getScoreEdges().size(),
      inScore ? fold.getEdges().size() + i : i);
}

/// Lets the uses of `rows` that may read `sorted` instead.
static void readSorted(Value rows, Value sorted,
                       function_ref<bool(OpOperand &)> mayRead) {
  for (OpOperand &use : llvm::make_early_inc_range(rows.getUses()))
    if (mayRead(use))
      visitEdgeRows(use, [&](EdgeRegion region, unsigned i) {
        use.set(sorted);
        setSorted(region, i);
      });
}

void Assignment::rewrite(MapEdgesOp map) {
  Order order = orders.getOrder(map);
  if (!order) {
    for (Value result : map.getResults())
      if (llvm::any_of(orders.getReaders(result, map.getDim()),
                       [](const Reader &reader) { return reader.isFold; }))
        report(map, false,
               "edge rows stay in COO order: no sweep moves fewer bytes for "
               "their producer and readers together");
    return;
  }
  Endpoint endpoint = getEndpointFor(getGraph(map), *order);
  unsigned numEdges = map.getEdges().size();
  SmallVector<bool> sorted(numEdges, false);
  SmallVector<Value> outs, yields;
  SmallVector<Layout> layouts;
  Operation *yield = map.getYield();
  for (auto [i, result] : llvm::enumerate(map.getResults())) {
    Layout layout = orders.planRows(map, i, order).layout;
    layouts.push_back(layout);
    unsigned alike = 0, others = 0;
    for (const Reader &reader : orders.getReaders(result, map.getDim()))
      ++(reader.order && *reader.order == *order ? alike : others);
    std::string how = "edge rows are computed for " + describe(endpoint);
    if (layout == Layout::COO)
      how += " and kept in COO order for " + count(alike + others, "reader");
    else
      how += " and kept in that order, in which " + count(alike, "reader") +
             (alike == 1 ? " reads" : " read") + " them";
    if (layout == Layout::Both)
      how += ", and in COO order for " + count(others, "other");
    report(map, true, how);
    for (Layout each : {Layout::Sorted, Layout::COO})
      if (layout == each || layout == Layout::Both) {
        outs.push_back(map.getOuts()[i]);
        yields.push_back(yield->getOperand(i));
        sorted.push_back(each == Layout::Sorted);
      }
  }

  // Edge rows that were given an order before keep it.
  for (unsigned i = 0; i < numEdges; ++i)
    sorted[i] = map.isSorted(i);
  OpBuilder builder(map);
  auto swept = MapEdgesOp::create(
      builder, map.getLoc(), ValueRange(outs).getTypes(), map.getOver(),
      map.getSources(), map.getTargets(), map.getEdges(), map.getShared(), outs,
      map.getDimAttr(), map.getBatchedAttr());
  swept->setDiscardableAttrs(map->getDiscardableAttrDictionary());
  swept.setSweep(endpoint);
  if (llvm::is_contained(sorted, true))
    swept.setSorted(sorted);
  swept.getBody().takeBody(map.getBody());
  swept.getYield()->setOperands(yields);

  unsigned next = 0;
  for (auto [result, layout] : llvm::zip_equal(map.getResults(), layouts)) {
    Value inOrder = layout != Layout::COO ? swept.getResult(next++) : Value();
    Value coo = layout != Layout::Sorted ? swept.getResult(next++) : inOrder;
    if (inOrder)
      readSorted(result, inOrder, [&](OpOperand &use) {
        Order wanted = orders.getOrder(use, swept.getDim());
        return wanted && *wanted == *order;
      });
    // What is left of sorted rows asks for their size only.
    result.replaceAllUsesWith(coo);
  }
  orders.replace(map, swept);
  map.erase();
}

//===----------------------------------------------------------------------===//
// Rows that arrive in COO order
//===----------------------------------------------------------------------===//

/// Where `rows` and the graph are there and no reader has come yet, after the
/// checks of their sizes; null where control flow leaves no such place.
static Operation *findPlace(Value rows, Value graph, ArrayRef<OpOperand *> uses,
                            DominanceInfo &dominance) {
  Block *block = rows.getParentBlock();
  if (!dominance.dominates(graph.getParentBlock(), block))
    block = graph.getParentBlock();
  Operation *first = nullptr;
  for (OpOperand *use : uses) {
    Operation *op = block->findAncestorOpInBlock(*use->getOwner());
    if (!op)
      return nullptr;
    if (!first || op->isBeforeInBlock(first))
      first = op;
  }
  bool isThere =
      dominance.dominates(rows, first) && dominance.dominates(graph, first);
  return isThere ? first : nullptr;
}

void Assignment::sortOnce(Value rows, Sweep sweep, int64_t axis,
                          ArrayRef<OpOperand *> uses,
                          DominanceInfo &dominance) {
  Operation *place = findPlace(rows, sweep.graph, uses, dominance);
  if (!place)
    return;
  OpBuilder builder(place);
  Location loc = rows.getLoc();
  auto type = cast<RankedTensorType>(rows.getType());
  Value out = tensor::EmptyOp::create(builder, loc,
                                      tensor::getMixedSizes(builder, loc, rows),
                                      type.getElementType());
  auto map =
      MapEdgesOp::create(builder, loc, TypeRange(type), sweep.graph,
                         ValueRange(), ValueRange(), rows, ValueRange(), out,
                         builder.getI64IntegerAttr(axis), DenseBoolArrayAttr());
  map.setSweep(sweep.endpoint);
  map.setSortedAttr(builder.getDenseBoolArrayAttr({false, true}));
  SmallVector<Type> arguments = {map.getRowType(0), builder.getIndexType()};
  Block *body = builder.createBlock(&map.getBody(), {}, arguments,
                                    SmallVector<Location>(2, loc));
  YieldOp::create(builder, loc, body->getArgument(0));
  llvm::SmallPtrSet<OpOperand *, 8> readers(uses.begin(), uses.end());
  readSorted(rows, map.getResult(0),
             [&](OpOperand &use) { return readers.contains(&use); });
  report(map, true,
         "edge rows are sorted once, " + describe(sweep.endpoint) + ", for " +
             count(uses.size(), "use") + " by folds");
}

void Assignment::sortInputs(Operation *root, DominanceInfo &dominance) {
  struct Group {
    Value rows;
    Sweep sweep;
    int64_t axis;
    SmallVector<OpOperand *> uses;
    int64_t times = 0;
  };
  SmallVector<Group> groups;
  root->walk([&](AggregateOp fold) {
    Value graph = getGraph(fold);
    if (!graph)
      return;
    Sweep sweep = getSweep(graph, fold.getEndpoint());
    SmallVector<Value> counted;
    for (OpOperand &use : fold->getOpOperands()) {
      bool isSorted = false;
      int64_t axis = 0;
      if (!visitEdgeRows(use,
                         [&](EdgeRegion region, unsigned i) {
                           isSorted = region.isSorted(i);
                           axis = getEdgeAxis(region, i);
                         }) ||
          isSorted)
        continue;
      Value rows = use.get();
      auto group = llvm::find_if(groups, [&](const Group &other) {
        return other.rows == rows && other.sweep == sweep && other.axis == axis;
      });
      if (group == groups.end())
        group = groups.insert(groups.end(), Group{rows, sweep, axis, {}, 0});
      group->uses.push_back(&use);
      if (!llvm::is_contained(counted, rows)) {
        group->times += countTimes(fold, rows.getParentRegion());
        counted.push_back(rows);
      }
    }
  });
  for (const Group &group : groups) {
    auto fold = cast<AggregateOp>(group.uses.front()->getOwner());
    int64_t bytes = 0;
    visitEdgeRows(*group.uses.front(), [&](EdgeRegion region, unsigned i) {
      bytes = getRowBytes(region.getArgument(RowsOf::Edge, i).getType());
    });
    int64_t lookup = getLookupBytes(bytes);
    // Read at looked-up places once, written and read in order.
    if (lookup + bytes + group.times * bytes < group.times * lookup * 9 / 10)
      sortOnce(group.rows, group.sweep, group.axis, group.uses, dominance);
    else
      report(fold, false,
             "edge rows stay in COO order: too few folds read them to sort "
             "them first");
  }
}

namespace {

struct MeshAssignEdgeOrder
    : public mesh::impl::MeshAssignEdgeOrderBase<MeshAssignEdgeOrder> {
  using MeshAssignEdgeOrderBase::MeshAssignEdgeOrderBase;

  void runOnOperation() override {
    SmallVector<MapEdgesOp> maps;
    getOperation()->walk([&](MapEdgesOp map) {
      if (map.isOverGraph() && !map.getSweep() && map.getNumResults() > 0)
        maps.push_back(map);
    });
    Assignment assignment(remarks);
    assignment.chooseSweeps(maps);
    for (MapEdgesOp map : maps)
      assignment.rewrite(map);
    if (sortInputs) {
      DominanceInfo dominance(getOperation());
      assignment.sortInputs(getOperation(), dominance);
    }
  }
};

} // namespace
