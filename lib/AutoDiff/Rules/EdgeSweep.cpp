//===- EdgeSweep.cpp - sweeps that adjoints of region ops make ------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EdgeSweep.h"

#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

unsigned EdgeSweep::addInput(Value value, At at, bool batched) {
  inputs.push_back({value, state.value(value), at,
                    at != At::Shared && (batched || dim == 0)});
  return inputs.size() - 1;
}

Type EdgeSweep::getRowType(const Input &input) const {
  auto type = cast<RankedTensorType>(input.value.getType());
  int64_t skip = input.at == At::Shared ? 0 : (input.batched ? dim : 0) + 1;
  if (type.getRank() == skip)
    return type.getElementType();
  return RankedTensorType::get(type.getShape().drop_front(skip),
                               type.getElementType());
}

EdgeSweep::Row EdgeSweep::getRow(unsigned i) {
  const Input &input = inputs[i];
  SmallVector<OpFoldResult> sizes = state.getSizes(input.value);
  int64_t skip = input.at == At::Shared ? 0 : (input.batched ? dim : 0) + 1;
  return {getRowType(input),
          SmallVector<OpFoldResult>(ArrayRef(sizes).drop_front(skip))};
}

Value EdgeSweep::createEmpty(At at, const Row &row) {
  SmallVector<OpFoldResult> sizes;
  if (at != At::Shared)
    sizes = batchSizes;
  if (at == At::Edge)
    sizes.push_back(NumEdgesOp::create(b, graph).getResult());
  else if (at != At::Shared)
    sizes.push_back(NumNodesOp::create(b, graph,
                                       at == At::Source ? Endpoint::Source
                                                        : Endpoint::Target)
                        .getResult());
  if (auto type = dyn_cast<RankedTensorType>(row.type))
    for (auto [axis, size] : llvm::enumerate(type.getShape()))
      sizes.push_back(ShapedType::isDynamic(size) ? row.sizes[axis]
                                                  : b.getIndexAttr(size));
  return tensor::EmptyOp::create(b, sizes, getElementTypeOrSelf(row.type));
}

SmallVector<unsigned> EdgeSweep::inputsAt(At at) const {
  SmallVector<unsigned> found;
  for (auto [i, input] : llvm::enumerate(inputs))
    if (input.at == at)
      found.push_back(i);
  return found;
}

SmallVector<Value> EdgeSweep::valuesOf(ArrayRef<unsigned> order) const {
  return llvm::map_to_vector(order,
                             [&](unsigned i) { return inputs[i].value; });
}

DenseBoolArrayAttr EdgeSweep::getBatched(ArrayRef<unsigned> order) const {
  SmallVector<bool> batched;
  for (unsigned i : order)
    if (inputs[i].at != At::Shared)
      batched.push_back(inputs[i].batched);
  if (llvm::all_of(batched, [](bool one) { return one; }))
    return {};
  return b.getDenseBoolArrayAttr(batched);
}

void EdgeSweep::emitRegion(Region &region, TypeRange leading,
                           ArrayRef<unsigned> order,
                           function_ref<SmallVector<Value>(ValueRange)> body) {
  SmallVector<Type> types(leading);
  for (unsigned i : order)
    types.push_back(getRowType(inputs[i]));
  types.push_back(b.getIndexType());
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBlock(&region, region.end(), types,
                               SmallVector<Location>(types.size(), b.getLoc()));
  // Analyses of the block look for its end.
  auto yield = YieldOp::create(b, ValueRange());
  b.setInsertionPoint(yield);
  yield->setOperands(body(block->getArguments()));
  eraseDeadCode(region);
}

ValueRange EdgeSweep::sortRows(ArrayRef<unsigned> order, ValueRange arguments,
                               SmallVectorImpl<Value> &rows) const {
  rows.assign(inputs.size(), Value());
  for (auto [i, argument] : llvm::zip(order, arguments))
    rows[i] = argument;
  return rows;
}

/// Inputs that no region reads.
static void pruneInputs(Operation *op) {
  for (EdgeRegion region : EdgeRegion::of(op)) {
    for (RowsOf rows :
         {RowsOf::Other, RowsOf::Owner, RowsOf::Edge, RowsOf::Shared}) {
      for (int i = int(region.getGroup(rows).size()) - 1; i >= 0; --i)
        if (region.isUnread(rows, i))
          region.eraseInput(rows, i);
    }
  }
}

SmallVector<unsigned> EdgeSweep::inOrder(ArrayRef<At> places) const {
  SmallVector<unsigned> order;
  for (At at : places)
    llvm::append_range(order, inputsAt(at));
  return order;
}

template <typename OpTy>
SmallVector<Value> EdgeSweep::mapTo(ValueRange outs, Body body) {
  SmallVector<unsigned> order =
      inOrder({At::Source, At::Target, At::Edge, At::Shared});
  auto op =
      OpTy::create(b, outs.getTypes(), graph, valuesOf(inputsAt(At::Source)),
                   valuesOf(inputsAt(At::Target)), valuesOf(inputsAt(At::Edge)),
                   valuesOf(inputsAt(At::Shared)), outs,
                   b.getI64IntegerAttr(dim), getBatched(order));
  emitRegion(op.getBody(), {}, order, [&](ValueRange arguments) {
    SmallVector<Value> sorted;
    return body(sortRows(order, arguments.drop_back(), sorted),
                arguments.back());
  });
  pruneInputs(op);
  return SmallVector<Value>(op.getResults());
}

SmallVector<Value> EdgeSweep::map(ArrayRef<Row> rows, Body body) {
  SmallVector<Value> outs;
  for (const Row &row : rows)
    outs.push_back(createEmpty(At::Edge, row));
  return mapTo<MapEdgesOp>(outs, body);
}

SmallVector<Value> EdgeSweep::reduce(ArrayRef<Row> rows, Body body) {
  SmallVector<Value> outs;
  for (const Row &row : rows)
    outs.push_back(createEmpty(At::Shared, row));
  return mapTo<ReduceEdgesOp>(outs, body);
}

/// Rows are summed in f32 where they are narrower.
static Type getAccumulatorType(Type row) {
  Type element = getElementTypeOrSelf(row);
  if (element.getIntOrFloatBitWidth() >= 32)
    return row;
  return getRowTypeWithElement(row, Float32Type::get(row.getContext()));
}

SmallVector<Value> EdgeSweep::sum(Endpoint endpoint, ArrayRef<Row> rows,
                                  Body body) {
  SmallVector<unsigned> others = inputsAt(getPlace(opposite(endpoint))),
                        owners = inputsAt(getPlace(endpoint)),
                        edges = inputsAt(At::Edge),
                        shared = inputsAt(At::Shared);
  SmallVector<unsigned> order = inOrder(
      {getPlace(opposite(endpoint)), getPlace(endpoint), At::Edge, At::Shared});
  SmallVector<Value> outs;
  SmallVector<Type> accumulators;
  SmallVector<SmallVector<Value>> sizes;
  bool isNarrow = false;
  for (const Row &row : rows) {
    outs.push_back(createEmpty(getPlace(endpoint), row));
    accumulators.push_back(getAccumulatorType(row.type));
    isNarrow |= accumulators.back() != row.type;
    SmallVector<Value> &dynamic = sizes.emplace_back();
    if (auto type = dyn_cast<RankedTensorType>(row.type))
      for (auto [axis, size] : llvm::enumerate(type.getShape()))
        if (ShapedType::isDynamic(size))
          dynamic.push_back(
              getValueOrCreateConstantIndexOp(b, b.getLoc(), row.sizes[axis]));
  }
  ValueRange none;
  auto op = AggregateOp::create(
      b, ValueRange(outs).getTypes(), graph, valuesOf(others), valuesOf(owners),
      valuesOf(edges), none, none, none, valuesOf(shared), outs,
      EndpointAttr::get(b.getContext(), endpoint), b.getI64IntegerAttr(dim),
      StabilizeAttr(), getBatched(order));
  unsigned count = rows.size();
  {
    OpBuilder::InsertionGuard guard(b);
    b.createBlock(&op.getInit());
    SmallVector<Value> zeros;
    for (auto [type, dynamic] : llvm::zip(accumulators, sizes))
      zeros.push_back(createRowConstant(b, b.getLoc(), type, 0, dynamic));
    YieldOp::create(b, zeros);
  }
  emitRegion(op.getStep(), accumulators, order, [&](ValueRange arguments) {
    SmallVector<Value> sorted;
    SmallVector<Value> terms =
        body(sortRows(order, arguments.drop_front(count).drop_back(), sorted),
             arguments.back());
    for (auto [k, term] : llvm::enumerate(terms)) {
      if (term.getType() != accumulators[k])
        term = arith::ExtFOp::create(b, accumulators[k], term);
      term = arith::AddFOp::create(b, arguments[k], term);
    }
    return terms;
  });
  if (isNarrow)
    emitRegion(op.getFinish(), accumulators,
               inOrder({getPlace(endpoint), At::Shared}),
               [&](ValueRange arguments) {
                 SmallVector<Value> results(arguments.take_front(count));
                 for (auto [result, row] : llvm::zip(results, rows))
                   if (result.getType() != row.type)
                     result = arith::TruncFOp::create(b, row.type, result);
                 return results;
               });
  pruneInputs(op);
  return SmallVector<Value>(op.getResults());
}

SmallVector<Value> EdgeSweep::mapNodes(Endpoint endpoint, ArrayRef<Row> rows,
                                       Body body) {
  SmallVector<unsigned> owners = inputsAt(getPlace(endpoint));
  SmallVector<unsigned> order = inOrder({getPlace(endpoint), At::Shared});
  SmallVector<Value> outs;
  for (const Row &row : rows)
    outs.push_back(createEmpty(getPlace(endpoint), row));
  ValueRange none;
  auto op = AggregateOp::create(
      b, ValueRange(outs).getTypes(), graph, none, valuesOf(owners), none, none,
      none, none, valuesOf(inputsAt(At::Shared)), outs,
      EndpointAttr::get(b.getContext(), endpoint), b.getI64IntegerAttr(dim),
      StabilizeAttr(), getBatched(owners));
  {
    OpBuilder::InsertionGuard guard(b);
    b.createBlock(&op.getInit());
    YieldOp::create(b, ValueRange());
  }
  emitRegion(op.getStep(), {}, order,
             [](ValueRange) { return SmallVector<Value>(); });
  emitRegion(op.getFinish(), {}, order, [&](ValueRange arguments) {
    SmallVector<Value> sorted;
    return body(sortRows(order, arguments.drop_back(), sorted),
                arguments.back());
  });
  pruneInputs(op);
  return SmallVector<Value>(op.getResults());
}
