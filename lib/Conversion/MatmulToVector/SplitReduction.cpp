//===- SplitReduction.cpp - products with a long reduction ----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulToVector.h"

#include "mesh/Conversion/ParallelWork.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mesh;

namespace {
/// Chunks are a part of the reduction, rounded up to whole blocks, but not
/// shorter than the second number.
constexpr int64_t kMaxChunks = 64;
constexpr int64_t kMinChunk = 1024;
/// The reduction of a chunk advances in blocks: one of B, one of A and the
/// partial result stay in the second-level cache together.
constexpr int64_t kBlock = 128;
} // namespace

static int64_t estimate(Value size) {
  return getConstantIntValue(size).value_or(kAssumedSize);
}

/// The partial result of reduction [begin, end), to `partials` at `chunk`.
static void buildChunk(LoopBuilder &b, const Product &product,
                       const TileShape &tile, Value begin, Value end,
                       Value partials, Value chunk) {
  int64_t columns = kColumnBlock;
  if (std::optional<int64_t> known = getConstantIntValue(product.n))
    columns = std::clamp<int64_t>(*known, 1, columns);
  int64_t width = tile.getWidth();
  Value panels = memref::AllocaOp::create(
      b,
      MemRefType::get({static_cast<int64_t>(llvm::divideCeil(columns, width)),
                       kBlock, width},
                      product.compute),
      b.getI64IntegerAttr(64));
  Value block;
  if (needsLhsBlock(product))
    block = allocateLhsBlock(b, product, kBlock);

  KernelOperands operands;
  operands.lhs = product.a;
  operands.lhsRow = operands.lhsK = b.index(0);
  operands.isLhsTransposed = product.isATransposed;
  operands.panel = panels;
  operands.sums = partials;
  operands.sumsRow = operands.sumsColumn = b.index(0);
  operands.sumsIndex = chunk;
  operands.initial =
      arith::ConstantOp::create(b, b.getZeroAttr(product.compute));
  operands.compute = product.compute;

  auto buildBlock = [&](Value kBegin, Value columnBegin, Value columnEnd) {
    Value kEnd = b.min(b.add(kBegin, b.index(kBlock)), end);
    operands.panelK = operands.kBegin = kBegin;
    operands.kEnd = kEnd;
    operands.isFirst = b.isEqual(kBegin, begin);
    packRhsBlock(b, product, tile, kBegin, kEnd, columnBegin, columnEnd,
                 panels);
    b.loop(b.index(0), product.m, kRowBlock, [&](Value rowBegin) {
      Value rowEnd = b.min(b.add(rowBegin, b.index(kRowBlock)), product.m);
      if (block) {
        packLhsBlock(b, product, rowBegin, rowEnd, kBegin, kEnd, block);
        operands.lhs = block;
        operands.lhsRow = rowBegin;
        operands.lhsK = kBegin;
      }
      forEachPanel(
          b, product, tile, columnBegin, columnEnd,
          [&](Value, Value column, const TileShape &shape, Value remaining) {
            operands.panelIndex = b.createOrFold<arith::DivUIOp>(
                b.sub(column, columnBegin), b.index(width));
            buildKernelRows(b, shape, operands, rowBegin, rowEnd, column,
                            remaining);
          });
    });
  };
  b.loop(b.index(0), product.n, kColumnBlock, [&](Value columnBegin) {
    Value columnEnd =
        b.min(b.add(columnBegin, b.index(kColumnBlock)), product.n);
    b.loop(begin, end, kBlock,
           [&](Value kBegin) { buildBlock(kBegin, columnBegin, columnEnd); });
  });
}

/// Adds the partial results to C in order, rows in parallel.
static void buildCombination(LoopBuilder &b, const Product &product,
                             const TileShape &tile, Value partials,
                             Value chunks) {
  Type stored = product.getResultType();
  auto vectorType = VectorType::get({tile.lanes}, product.compute);
  constexpr int64_t rows = 16;
  int64_t work = rows * estimate(product.n) * kMaxChunks / 4;
  auto initial = [&]() -> Value {
    return product.initial ? b.castFloat(product.initial, product.compute)
                           : Value();
  }();

  b.parallel(b.index(0), product.m, rows, work, [&](Value rowBegin) {
    Value rowEnd = b.min(b.add(rowBegin, b.index(rows)), product.m);
    b.loop(rowBegin, rowEnd, 1, [&](Value row) {
      Value vectorEnd = b.roundDown(product.n, tile.lanes);
      b.loop(b.index(0), vectorEnd, tile.lanes, [&](Value column) {
        Value sum;
        if (initial)
          sum = vector::BroadcastOp::create(b, vectorType, initial);
        else
          sum = b.castFloat(vector::LoadOp::create(b, vectorType.clone(stored),
                                                   product.c,
                                                   ValueRange{row, column}),
                            product.compute);
        sum = b.loop(
            b.index(0), chunks, 1, sum, [&](Value chunk, ValueRange carried) {
              Value part = vector::LoadOp::create(
                  b, vectorType, partials, ValueRange{chunk, row, column});
              return LoopBuilder::Values{
                  arith::AddFOp::create(b, carried[0], part)};
            })[0];
        vector::StoreOp::create(b, b.castFloat(sum, stored), product.c,
                                ValueRange{row, column});
      });
      b.loop(vectorEnd, product.n, 1, [&](Value column) {
        Value sum = initial;
        if (!sum)
          sum = b.castFloat(
              memref::LoadOp::create(b, product.c, ValueRange{row, column}),
              product.compute);
        sum = b.loop(b.index(0), chunks, 1, sum,
                     [&](Value chunk, ValueRange carried) {
                       Value part = memref::LoadOp::create(
                           b, partials, ValueRange{chunk, row, column});
                       return LoopBuilder::Values{
                           arith::AddFOp::create(b, carried[0], part)};
                     })[0];
        memref::StoreOp::create(b, b.castFloat(sum, stored), product.c,
                                ValueRange{row, column});
      });
    });
  });
}

void mesh::buildSplitReduction(LoopBuilder &b, const Product &product,
                               const TileShape &tile) {
  Value length =
      b.mul(b.ceilDiv(b.ceilDiv(product.k, kMaxChunks), kReductionBlock),
            b.index(kReductionBlock));
  length = b.max(length, b.index(kMinChunk));
  Value chunks = b.createOrFold<arith::CeilDivUIOp>(product.k, length);
  auto type = MemRefType::get(
      {ShapedType::kDynamic, ShapedType::kDynamic, ShapedType::kDynamic},
      product.compute);
  Value partials =
      memref::AllocOp::create(b, type, ValueRange{chunks, product.m, product.n},
                              b.getI64IntegerAttr(64));
  int64_t work = kMinChunk * estimate(product.m) * estimate(product.n) / 16 + 1;
  b.parallel(b.index(0), chunks, 1, work, [&](Value chunk) {
    Value begin = b.mul(chunk, length);
    Value end = b.min(b.add(begin, length), product.k);
    buildChunk(b, product, tile, begin, end, partials, chunk);
  });
  buildCombination(b, product, tile, partials, chunks);
  memref::DeallocOp::create(b, partials);
}
