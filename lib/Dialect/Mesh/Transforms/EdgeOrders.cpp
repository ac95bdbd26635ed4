//===- EdgeOrders.cpp - what an order of edge rows costs ------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EdgeOrders.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mesh;

/// Bytes of a cache line: a row that is looked up costs whole ones.
static constexpr int64_t kLine = 64;
/// Edges of a node, for rows that its edges share.
static constexpr int64_t kAssumedDegree = 16;
/// Entries of an axis of unknown size.
static constexpr int64_t kAssumedAxis = 64;
/// Times that a loop is assumed to run.
static constexpr int64_t kAssumedTrips = 8;

//===----------------------------------------------------------------------===//
// Who reads what
//===----------------------------------------------------------------------===//

Sweep mesh::getSweep(Value graph, Endpoint endpoint) {
  while (auto transpose = graph.getDefiningOp<TransposeOp>()) {
    graph = transpose.getGraph();
    endpoint = opposite(endpoint);
  }
  return {graph, endpoint};
}

Endpoint mesh::getEndpointFor(Value graph, Sweep sweep) {
  return getSweep(graph, Endpoint::Target) == sweep ? Endpoint::Target
                                                    : Endpoint::Source;
}

int64_t mesh::getRowBytes(Type row) {
  int64_t entries = 1;
  if (auto tensor = dyn_cast<RankedTensorType>(row))
    for (int64_t size : tensor.getShape())
      entries *= ShapedType::isDynamic(size) ? kAssumedAxis : size;
  Type element = getElementTypeOrSelf(row);
  int64_t bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
  return entries * std::max<int64_t>(1, bits / 8);
}

int64_t mesh::getLookupBytes(int64_t row) { return llvm::alignTo(row, kLine); }

int64_t mesh::countTimes(Operation *op, Region *home) {
  int64_t times = 1;
  for (Operation *parent = op->getParentOp();
       parent && !parent->isAncestor(home->getParentOp());
       parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent))
      times *= kAssumedTrips;
  return times;
}

bool mesh::visitEdgeRows(OpOperand &use,
                         function_ref<void(EdgeRegion, unsigned)> visit) {
  for (EdgeRegion region : EdgeRegion::of(use.getOwner())) {
    OperandRange group = region.getGroup(RowsOf::Edge);
    unsigned first = group.getBeginOperandIndex();
    unsigned i = use.getOperandNumber() - first;
    if (use.getOperandNumber() < first || i >= group.size())
      continue;
    visit(region, i);
    return true;
  }
  return false;
}

int64_t mesh::getEdgeAxis(EdgeRegion region, unsigned i) {
  return region.isBatched(RowsOf::Edge, i) ? region.getDim() : 0;
}

Value mesh::getGraph(Operation *op) {
  return isa<mesh::GraphType>(op->getOperand(0).getType()) ? op->getOperand(0)
                                                           : Value();
}

Order EdgeOrders::getOrder(Operation *op) {
  Value graph = getGraph(op);
  if (!graph)
    return std::nullopt;
  if (auto fold = dyn_cast<AggregateOp>(op))
    return getSweep(graph, fold.getEndpoint());
  auto known = orders.find(op);
  return known == orders.end() ? std::nullopt : known->second;
}

Order EdgeOrders::getOrder(OpOperand &use, int64_t axis) {
  Order order;
  visitEdgeRows(use, [&](EdgeRegion region, unsigned i) {
    if (getEdgeAxis(region, i) == axis)
      order = getOrder(use.getOwner());
  });
  return order;
}

SmallVector<Reader> EdgeOrders::getReaders(Value rows, int64_t axis) {
  SmallVector<Reader> readers;
  for (OpOperand &use : rows.getUses()) {
    Operation *op = use.getOwner();
    if (isa<tensor::DimOp>(op)) // Reads no row.
      continue;
    Order order = getOrder(use, axis);
    // Rows that one op reads twice are fetched once.
    auto known =
        llvm::find_if(readers, [&](const Reader &r) { return r.op == op; });
    if (known != readers.end()) {
      if (!order)
        known->order = std::nullopt;
      continue;
    }
    readers.push_back({op, isa<AggregateOp>(op), order,
                       countTimes(op, rows.getParentRegion())});
  }
  return readers;
}

//===----------------------------------------------------------------------===//
// What it costs
//===----------------------------------------------------------------------===//

Plan EdgeOrders::planRows(MapEdgesOp map, unsigned result, Order order) {
  int64_t bytes = getRowBytes(map.getOutRowType(result));
  int64_t alike = 0, others = 0, coo = 0;
  for (const Reader &reader : getReaders(map.getResult(result), map.getDim())) {
    if (!reader.order)
      coo += reader.times;
    else if (order && *reader.order == *order)
      alike += reader.times;
    else
      others += reader.times;
  }
  int64_t lookup = getLookupBytes(bytes);
  if (!order)
    return {Layout::COO, bytes + (alike + others) * lookup + coo * bytes};
  // The line comes into the cache and leaves it.
  int64_t scatter = 2 * lookup;
  Plan plan = {Layout::COO, scatter + (alike + others) * lookup + coo * bytes};
  int64_t sorted = bytes + alike * bytes;
  if (others == 0 && coo == 0)
    return sorted <= plan.bytes ? Plan{Layout::Sorted, sorted} : plan;
  int64_t both = sorted + scatter + others * lookup + coo * bytes;
  return alike > 0 && both < plan.bytes ? Plan{Layout::Both, both} : plan;
}

int64_t EdgeOrders::getBytes(MapEdgesOp map, Order order) {
  Order byTarget = getSweep(getGraph(map), Endpoint::Target);
  int64_t total = 0;
  unsigned numSources = map.getSources().size();
  unsigned numEnds = numSources + map.getTargets().size();
  for (auto [i, input] : llvm::enumerate(map.getInputs())) {
    int64_t bytes = getRowBytes(map.getRowType(i));
    if (i < numEnds) {
      bool isOwner = order && (i >= numSources) == (*order == *byTarget);
      total += isOwner ? bytes / kAssumedDegree : getLookupBytes(bytes);
      continue;
    }
    Operation *producer = input.getDefiningOp();
    Order have =
        producer && orders.contains(producer) ? orders[producer] : std::nullopt;
    // Rows are also in COO order where they have to be.
    bool inOrder = order ? have && *have == *order : true;
    total += inOrder ? bytes : getLookupBytes(bytes);
  }
  for (unsigned i = 0, e = map.getNumResults(); i < e; ++i)
    total += planRows(map, i, order).bytes;
  return total;
}

void EdgeOrders::chooseSweeps(ArrayRef<MapEdgesOp> maps) {
  for (MapEdgesOp map : maps)
    orders[map] = std::nullopt;
  // What a map chooses depends on what its neighbours do.
  for (int round = 0; round < 3; ++round)
    for (MapEdgesOp map : maps) {
      Order best;
      // A sweep has to save a tenth: the model is coarse.
      int64_t least = getBytes(map, std::nullopt) * 9 / 10;
      for (Endpoint endpoint : {Endpoint::Target, Endpoint::Source}) {
        Order order = getSweep(getGraph(map), endpoint);
        int64_t bytes = getBytes(map, order);
        if (bytes < least) {
          least = bytes;
          best = order;
        }
      }
      orders[map] = best;
    }
}

void EdgeOrders::replace(MapEdgesOp map, MapEdgesOp swept) {
  Order order = orders[map];
  orders.erase(map);
  orders[swept] = order;
}
