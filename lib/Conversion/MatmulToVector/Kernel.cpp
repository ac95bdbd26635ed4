//===- Kernel.cpp - register tiles of a matrix product --------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulToVector.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mesh;

namespace {

/// Steps of the reduction that one iteration of the innermost loop takes.
constexpr int64_t kUnroll = 4;

/// One tile: `rows` by `vectors` accumulators.
class TileBuilder {
public:
  TileBuilder(LoopBuilder &b, const TileShape &tile,
              const KernelOperands &operands, Value row, Value column,
              ArrayRef<Value> masks)
      : b(b), tile(tile), operands(operands), row(row), column(column),
        masks(masks),
        vectorType(VectorType::get({tile.lanes}, operands.compute)) {}

  void build();

private:
  using Values = LoopBuilder::Values;

  Values start();
  Values read();
  void write(ValueRange sums);
  Values step(Value k, ValueRange sums);
  Values getSumIndices(int64_t i, int64_t v);

  LoopBuilder &b;
  const TileShape &tile;
  const KernelOperands &operands;
  Value row, column;
  ArrayRef<Value> masks;
  VectorType vectorType;
};

} // namespace

LoopBuilder::Values TileBuilder::getSumIndices(int64_t i, int64_t v) {
  Values indices(operands.sumsIndex);
  Value first = b.sub(row, operands.sumsRow);
  indices.push_back(b.add(first, b.index(i)));
  first = b.sub(column, operands.sumsColumn);
  indices.push_back(b.add(first, b.index(v * tile.lanes)));
  return indices;
}

LoopBuilder::Values TileBuilder::read() {
  Values sums;
  Value zero;
  if (!masks.empty())
    zero = arith::ConstantOp::create(b, b.getZeroAttr(vectorType));
  for (int64_t i = 0; i < tile.rows; ++i) {
    for (int64_t v = 0; v < tile.vectors; ++v) {
      Values indices = getSumIndices(i, v);
      if (masks.empty())
        sums.push_back(
            vector::LoadOp::create(b, vectorType, operands.sums, indices));
      else
        sums.push_back(vector::MaskedLoadOp::create(
            b, vectorType, operands.sums, indices, masks[v], zero));
    }
  }
  return sums;
}

LoopBuilder::Values TileBuilder::start() {
  if (!operands.initial)
    return read();
  Value initial = b.castFloat(operands.initial, operands.compute);
  Value splat = vector::BroadcastOp::create(b, vectorType, initial);
  Values sums(tile.rows * tile.vectors, splat);
  if (!operands.isFirst)
    return sums;
  auto branch = scf::IfOp::create(b, SmallVector<Type>(sums.size(), vectorType),
                                  operands.isFirst, true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, sums);
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, read());
  return Values(branch.getResults());
}

void TileBuilder::write(ValueRange sums) {
  for (int64_t i = 0; i < tile.rows; ++i) {
    for (int64_t v = 0; v < tile.vectors; ++v) {
      Values indices = getSumIndices(i, v);
      Value part = sums[i * tile.vectors + v];
      if (masks.empty())
        vector::StoreOp::create(b, part, operands.sums, indices);
      else
        vector::MaskedStoreOp::create(b, operands.sums, indices, masks[v],
                                      part);
    }
  }
}

LoopBuilder::Values TileBuilder::step(Value k, ValueRange sums) {
  Values panelIndices;
  if (operands.panelIndex)
    panelIndices.push_back(operands.panelIndex);
  panelIndices.push_back(b.sub(k, operands.panelK));
  panelIndices.push_back(b.index(0));
  Values right;
  for (int64_t v = 0; v < tile.vectors; ++v) {
    panelIndices.back() = b.index(v * tile.lanes);
    right.push_back(
        vector::LoadOp::create(b, vectorType, operands.panel, panelIndices));
  }
  // A row of the panel is a cache line or two; the loads above bring in the
  // rest of this panel, nothing else the next one in time.
  if (operands.nextPanelIndex && tile.rows > 1) {
    panelIndices.front() = operands.nextPanelIndex;
    panelIndices.back() = b.index(0);
    memref::PrefetchOp::create(b, operands.panel, panelIndices,
                               /*isWrite=*/false, /*localityHint=*/2,
                               /*isDataCache=*/true);
  }
  Values next;
  Value lhsK = b.sub(k, operands.lhsK);
  Value lhsRow = b.sub(row, operands.lhsRow);
  for (int64_t i = 0; i < tile.rows; ++i) {
    Value lhsI = b.add(lhsRow, b.index(i));
    Value left = memref::LoadOp::create(b, operands.lhs,
                                        operands.isLhsTransposed
                                            ? ValueRange{lhsK, lhsI}
                                            : ValueRange{lhsI, lhsK});
    left = b.castFloat(left, operands.compute);
    left = vector::BroadcastOp::create(b, vectorType, left);
    for (int64_t v = 0; v < tile.vectors; ++v)
      next.push_back(
          vector::FMAOp::create(b, left, right[v], sums[i * tile.vectors + v]));
  }
  return next;
}

void TileBuilder::build() {
  Values sums = start();
  Value unrolledEnd =
      b.add(operands.kBegin,
            b.roundDown(b.sub(operands.kEnd, operands.kBegin), kUnroll));
  sums = b.loop(operands.kBegin, unrolledEnd, kUnroll, sums,
                [&](Value k, ValueRange carried) {
                  Values next(carried);
                  for (int64_t u = 0; u < kUnroll; ++u)
                    next = step(b.add(k, b.index(u)), next);
                  return next;
                });
  sums = b.loop(unrolledEnd, operands.kEnd, 1, sums,
                [&](Value k, ValueRange carried) { return step(k, carried); });
  write(sums);
}

TileShape mesh::getTileShape(int64_t vectorBits, Type compute) {
  int64_t lanes = vectorBits / compute.getIntOrFloatBitWidth();
  return {vectorBits >= 512 ? 12 : 6, 2, lanes};
}

void mesh::buildKernelRows(LoopBuilder &b, const TileShape &tile,
                           const KernelOperands &operands, Value rowBegin,
                           Value rowEnd, Value column, Value remaining) {
  SmallVector<Value> masks;
  auto maskType = VectorType::get({tile.lanes}, b.getI1Type());
  for (int64_t v = 0; remaining && v < tile.vectors; ++v) {
    Value lanes = b.sub(remaining, b.index(v * tile.lanes));
    masks.push_back(
        b.createOrFold<vector::CreateMaskOp>(maskType, ValueRange{lanes}));
  }
  Value tilesEnd =
      b.add(rowBegin, b.roundDown(b.sub(rowEnd, rowBegin), tile.rows));
  b.loop(rowBegin, tilesEnd, tile.rows, [&](Value row) {
    TileBuilder(b, tile, operands, row, column, masks).build();
  });
  TileShape single = {1, tile.vectors, tile.lanes};
  if (tile.rows > 1)
    b.loop(tilesEnd, rowEnd, 1, [&](Value row) {
      TileBuilder(b, single, operands, row, column, masks).build();
    });
}

void mesh::forEachPanel(
    LoopBuilder &b, const Product &product, const TileShape &tile, Value begin,
    Value end,
    llvm::function_ref<void(Value, Value, const TileShape &, Value)> body) {
  int64_t width = tile.getWidth();
  auto getIndex = [&](Value column) {
    return b.createOrFold<arith::DivUIOp>(column, b.index(width));
  };
  Value remaining = b.createOrFold<arith::RemUIOp>(end, b.index(width));
  std::optional<int64_t> columns = getConstantIntValue(product.n);
  if (columns && *columns % width == 0)
    remaining = b.index(0);
  Value whole = b.sub(end, remaining);
  b.loop(begin, whole, width,
         [&](Value column) { body(getIndex(column), column, tile, Value()); });
  TileShape last = tile;
  if (std::optional<int64_t> known = getConstantIntValue(remaining))
    last.vectors = llvm::divideCeil(*known, tile.lanes);
  b.conditional(b.isLess(b.index(0), remaining),
                [&] { body(getIndex(whole), whole, last, remaining); });
}
