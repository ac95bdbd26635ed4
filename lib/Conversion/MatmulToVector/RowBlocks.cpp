//===- RowBlocks.cpp - products by blocks of rows -------------------------===//
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

using namespace mlir;
using namespace mesh;

static int64_t estimate(Value size) {
  return getConstantIntValue(size).value_or(kAssumedSize);
}

namespace {
/// The part of C that one iteration computes.
struct Part {
  Value rowBegin, rowEnd, columnBegin, columnEnd;
};
} // namespace

/// The bounds of block number `index` of `size` things.
static std::pair<Value, Value> getRange(LoopBuilder &b, Value index,
                                        int64_t block, Value size) {
  Value begin = b.mul(index, b.index(block));
  return {begin, b.min(b.add(begin, b.index(block)), size)};
}

static KernelOperands getOperands(LoopBuilder &b, const Product &product,
                                  Value panels) {
  KernelOperands operands;
  operands.lhs = product.a;
  operands.lhsRow = operands.lhsK = operands.panelK = b.index(0);
  operands.isLhsTransposed = product.isATransposed;
  operands.panel = panels ? panels : product.b;
  operands.sums = product.c;
  operands.sumsRow = operands.sumsColumn = b.index(0);
  operands.initial = product.initial;
  operands.compute = product.compute;
  return operands;
}

/// Rows of a C that sums fit in, the reduction in blocks.
static void buildRows(LoopBuilder &b, const Product &product,
                      const TileShape &tile, Value panels, const Part &part) {
  KernelOperands operands = getOperands(b, product, panels);
  Value rowBegin = part.rowBegin, rowEnd = part.rowEnd;
  Value lastPanel = b.sub(b.ceilDiv(product.n, tile.getWidth()), b.index(1));
  Value block;
  if (needsLhsBlock(product))
    block = allocateLhsBlock(b, product, kReductionBlock);

  auto buildReductionBlock = [&](Value kBegin, Value kEnd, Value isFirst) {
    operands.kBegin = kBegin;
    operands.kEnd = kEnd;
    operands.isFirst = isFirst;
    if (block) {
      packLhsBlock(b, product, rowBegin, rowEnd, kBegin, kEnd, block);
      operands.lhs = block;
      operands.lhsRow = rowBegin;
      operands.lhsK = kBegin;
    }
    forEachPanel(b, product, tile, part.columnBegin, part.columnEnd,
                 [&](Value index, Value column, const TileShape &shape,
                     Value remaining) {
                   if (panels) {
                     operands.panelIndex = index;
                     operands.nextPanelIndex =
                         b.min(b.add(index, b.index(1)), lastPanel);
                   }
                   buildKernelRows(b, shape, operands, rowBegin, rowEnd, column,
                                   remaining);
                 });
  };

  std::optional<int64_t> knownK = getConstantIntValue(product.k);
  if (knownK && *knownK <= kReductionBlock)
    return buildReductionBlock(b.index(0), product.k, Value());
  // A folded fill must reach C even if there is nothing to add.
  Value end = product.initial ? b.max(product.k, b.index(1)) : product.k;
  b.loop(b.index(0), end, kReductionBlock, [&](Value kBegin) {
    Value kEnd = b.min(b.add(kBegin, b.index(kReductionBlock)), product.k);
    buildReductionBlock(kBegin, kEnd, b.isEqual(kBegin, b.index(0)));
  });
}

/// Rows of a C of f16 or bf16: sums of one panel at a time are kept elsewhere
/// until they are complete, and rounded once.
static void buildNarrowRows(LoopBuilder &b, const Product &product,
                            const TileShape &tile, Value panels,
                            const Part &part) {
  KernelOperands operands = getOperands(b, product, panels);
  Value rowBegin = part.rowBegin, rowEnd = part.rowEnd;
  operands.kBegin = b.index(0);
  operands.kEnd = product.k;
  operands.sums = memref::AllocaOp::create(
      b, MemRefType::get({kRowBlock, tile.getWidth()}, product.compute),
      b.getI64IntegerAttr(64));
  operands.sumsRow = rowBegin;
  Value zero = b.index(0);
  Value width = b.index(tile.getWidth());
  forEachPanel(b, product, tile, part.columnBegin, part.columnEnd,
               [&](Value index, Value column, const TileShape &, Value) {
                 if (panels)
                   operands.panelIndex = index;
                 operands.sumsColumn = column;
                 Value count = b.min(width, b.sub(product.n, column));
                 if (!product.initial)
                   b.loop(rowBegin, rowEnd, 1, [&](Value row) {
                     copyRun(b, product.c, {row, column}, operands.sums,
                             {b.sub(row, rowBegin), zero}, count);
                   });
                 buildKernelRows(b, tile, operands, rowBegin, rowEnd, column,
                                 Value());
                 b.loop(rowBegin, rowEnd, 1, [&](Value row) {
                   copyRun(b, operands.sums, {b.sub(row, rowBegin), zero},
                           product.c, {row, column}, count);
                 });
               });
}

void mesh::buildRowBlocks(LoopBuilder &b, const Product &product,
                          const TileShape &tile, Value panels) {
  bool isNarrow = product.getResultType() != product.compute;
  // Sixteen multiply-adds cost about what an elementwise element does.
  int64_t columns = std::min(estimate(product.n), kColumnBlock);
  int64_t work = kRowBlock * estimate(product.k) * columns / 16 + 1;
  Value rowBlocks = b.ceilDiv(product.m, kRowBlock);
  Value columnBlocks = b.ceilDiv(product.n, kColumnBlock);
  b.parallel(
      b.index(0), b.mul(rowBlocks, columnBlocks), 1, work, [&](Value block) {
        Value row = b.createOrFold<arith::DivUIOp>(block, columnBlocks);
        Value column = b.createOrFold<arith::RemUIOp>(block, columnBlocks);
        if (getConstantIntValue(rowBlocks) == 1) {
          row = b.index(0);
          column = block;
        }
        Part part;
        std::tie(part.rowBegin, part.rowEnd) =
            getRange(b, row, kRowBlock, product.m);
        std::tie(part.columnBegin, part.columnEnd) =
            getRange(b, column, kColumnBlock, product.n);
        (isNarrow ? buildNarrowRows : buildRows)(b, product, tile, panels,
                                                 part);
      });
}
