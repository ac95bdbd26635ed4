//===- RowBlocks.cpp - products by blocks of rows -------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulToVector.h"

#include "mesh/Conversion/ParallelWork.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mesh;

static int64_t estimate(Value size) {
  return getConstantIntValue(size).value_or(kAssumedSize);
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
                      const TileShape &tile, Value panels, Value rowBegin,
                      Value rowEnd) {
  KernelOperands operands = getOperands(b, product, panels);
  Value lastPanel = b.sub(b.ceilDiv(product.n, tile.getWidth()), b.index(1));
  Value block;
  if (needsLhsBlock(product))
    block = allocateLhsBlock(b, product, kReductionBlock);

  Value columnBegin = b.index(0), columnEnd = product.n;
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
    forEachPanel(b, tile, columnBegin, columnEnd,
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
  auto buildColumns = [&] {
    b.loop(b.index(0), end, kReductionBlock, [&](Value kBegin) {
      Value kEnd = b.min(b.add(kBegin, b.index(kReductionBlock)), product.k);
      buildReductionBlock(kBegin, kEnd, b.isEqual(kBegin, b.index(0)));
    });
  };
  std::optional<int64_t> knownN = getConstantIntValue(product.n);
  if (knownN && *knownN <= kColumnBlock)
    return buildColumns();
  b.loop(b.index(0), product.n, kColumnBlock, [&](Value column) {
    columnBegin = column;
    columnEnd = b.min(b.add(column, b.index(kColumnBlock)), product.n);
    buildColumns();
  });
}

/// Rows of a C of f16 or bf16: sums of one panel at a time are kept elsewhere
/// until they are complete, and rounded once.
static void buildNarrowRows(LoopBuilder &b, const Product &product,
                            const TileShape &tile, Value panels, Value rowBegin,
                            Value rowEnd) {
  KernelOperands operands = getOperands(b, product, panels);
  operands.kBegin = b.index(0);
  operands.kEnd = product.k;
  operands.sums = memref::AllocaOp::create(
      b, MemRefType::get({kRowBlock, tile.getWidth()}, product.compute),
      b.getI64IntegerAttr(64));
  operands.sumsRow = rowBegin;
  Value zero = b.index(0);
  Value width = b.index(tile.getWidth());
  forEachPanel(b, tile, zero, product.n,
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
  int64_t work = kRowBlock * estimate(product.k) * estimate(product.n) / 16 + 1;
  b.parallel(b.index(0), product.m, kRowBlock, work, [&](Value rowBegin) {
    Value rowEnd = b.min(b.add(rowBegin, b.index(kRowBlock)), product.m);
    (isNarrow ? buildNarrowRows : buildRows)(b, product, tile, panels, rowBegin,
                                             rowEnd);
  });
}
