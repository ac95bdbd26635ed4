//===- RowBlocks.cpp - products by blocks of rows -------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulToVector.h"

#include "mesh/Conversion/ParallelWork.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mesh;

static int64_t estimate(Value size) {
  return getConstantIntValue(size).value_or(kAssumedSize);
}

void mesh::buildRowBlocks(LoopBuilder &b, const Product &product,
                          const TileShape &tile, Value panels) {
  // A narrow C holds rounded sums: the whole reduction goes in one block.
  bool isNarrow = product.getResultType() != product.compute;
  std::optional<int64_t> knownK = getConstantIntValue(product.k);
  bool isOneBlock = isNarrow || (knownK && *knownK <= kReductionBlock);
  // Sixteen multiply-adds cost about what an elementwise element does.
  int64_t work = kRowBlock * estimate(product.k) * estimate(product.n) / 16 + 1;

  KernelOperands operands;
  operands.lhs = product.a;
  operands.lhsRow = operands.lhsK = operands.panelK = b.index(0);
  operands.isLhsTransposed = product.isATransposed;
  operands.panel = panels ? panels : product.b;
  operands.sums = product.c;
  operands.initial = product.initial;
  operands.compute = product.compute;

  b.parallel(b.index(0), product.m, kRowBlock, work, [&](Value rowBegin) {
    Value rowEnd = b.min(b.add(rowBegin, b.index(kRowBlock)), product.m);
    Value block;
    if (needsLhsBlock(product))
      block = allocateLhsBlock(b, product);

    auto buildReductionBlock = [&](Value kBegin, Value kEnd, Value isFirst) {
      KernelOperands local = operands;
      local.kBegin = kBegin;
      local.kEnd = kEnd;
      local.isFirst = isFirst;
      if (block) {
        packLhsBlock(b, product, rowBegin, rowEnd, kBegin, kEnd, block);
        local.lhs = block;
        local.lhsRow = rowBegin;
        local.lhsK = kBegin;
      }
      forEachPanel(b, tile, product.n,
                   [&](Value index, Value column, const TileShape &shape,
                       Value remaining) {
                     if (panels)
                       local.panelIndex = index;
                     buildKernelRows(b, shape, local, rowBegin, rowEnd, column,
                                     remaining);
                   });
    };

    if (isOneBlock)
      return buildReductionBlock(b.index(0), product.k, Value());
    // A folded fill must reach C even if there is nothing to add.
    Value end = product.initial ? b.max(product.k, b.index(1)) : product.k;
    b.loop(b.index(0), end, kReductionBlock, [&](Value kBegin) {
      Value kEnd = b.min(b.add(kBegin, b.index(kReductionBlock)), product.k);
      Value isFirst = b.isEqual(kBegin, b.index(0));
      buildReductionBlock(kBegin, kEnd, isFirst);
    });
  });
}
