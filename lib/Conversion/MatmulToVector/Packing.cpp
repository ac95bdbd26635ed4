//===- Packing.cpp - copies that the kernel reads from --------------------===//
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

using namespace mlir;
using namespace mesh;

static bool isContiguous(Value memref) {
  return cast<MemRefType>(memref.getType()).isLastDimUnitStride();
}

void mesh::copyRun(LoopBuilder &b, Value source, ValueRange from, Value target,
                   ValueRange to, Value count) {
  constexpr int64_t lanes = 8;
  Type wanted = getElementTypeOrSelf(target);
  auto at = [&](ValueRange indices, Value offset) {
    SmallVector<Value> moved(indices);
    moved.back() = b.add(moved.back(), offset);
    return moved;
  };
  Value vectorEnd = b.index(0);
  if (isContiguous(source)) {
    vectorEnd = b.roundDown(count, lanes);
    auto type = VectorType::get({lanes}, getElementTypeOrSelf(source));
    b.loop(b.index(0), vectorEnd, lanes, [&](Value i) {
      Value part = vector::LoadOp::create(b, type, source, at(from, i));
      vector::StoreOp::create(b, b.castFloat(part, wanted), target, at(to, i));
    });
  }
  b.loop(vectorEnd, count, 1, [&](Value i) {
    Value entry = memref::LoadOp::create(b, source, at(from, i));
    memref::StoreOp::create(b, b.castFloat(entry, wanted), target, at(to, i));
  });
}

bool mesh::isPanel(const Product &product, const TileShape &tile) {
  return !product.isBTransposed && isContiguous(product.b) &&
         getElementTypeOrSelf(product.b) == product.compute &&
         getConstantIntValue(product.n) == tile.getWidth();
}

/// Copies the columns from `column` on, as many as `remaining` says or a whole
/// panel, of rows [kBegin, kEnd) to `panels` at `index`, where rows start at
/// `kBase`.
static void packPanel(LoopBuilder &b, const Product &product,
                      const TileShape &tile, Value kBase, Value kBegin,
                      Value kEnd, Value column, Value remaining, Value panels,
                      Value index) {
  Value width = b.index(tile.getWidth());
  Value count = remaining ? remaining : width;
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(product.compute));
  if (!product.isBTransposed) {
    b.loop(kBegin, kEnd, 1, [&](Value k) {
      Value row = b.sub(k, kBase);
      copyRun(b, product.b, {k, column}, panels, {index, row, b.index(0)},
              count);
      b.loop(count, width, 1, [&](Value lane) {
        memref::StoreOp::create(b, zero, panels, ValueRange{index, row, lane});
      });
    });
    return;
  }
  auto fill = [&](Value begin, Value end,
                  llvm::function_ref<Value(Value, Value)> get) {
    b.loop(begin, end, 1, [&](Value lane) {
      b.loop(kBegin, kEnd, 1, [&](Value k) {
        memref::StoreOp::create(b, get(k, lane), panels,
                                ValueRange{index, b.sub(k, kBase), lane});
      });
    });
  };
  fill(b.index(0), count, [&](Value k, Value lane) {
    Value entry = memref::LoadOp::create(b, product.b,
                                         ValueRange{b.add(column, lane), k});
    return b.castFloat(entry, product.compute);
  });
  fill(count, width, [&](Value, Value) { return zero; });
}

Value mesh::packPanels(LoopBuilder &b, const Product &product,
                       const TileShape &tile) {
  int64_t width = tile.getWidth();
  Value count = b.ceilDiv(product.n, width);
  auto type = MemRefType::get(
      {ShapedType::kDynamic, ShapedType::kDynamic, width}, product.compute);
  Value panels = memref::AllocOp::create(b, type, ValueRange{count, product.k},
                                         b.getI64IntegerAttr(64));
  int64_t work = getConstantIntValue(product.k).value_or(kAssumedSize) * width;
  b.parallel(b.index(0), count, 1, work, [&](Value panel) {
    Value column = b.mul(panel, b.index(width));
    Value columns = b.min(b.index(width), b.sub(product.n, column));
    packPanel(b, product, tile, b.index(0), b.index(0), product.k, column,
              columns, panels, panel);
  });
  return panels;
}

void mesh::packRhsBlock(LoopBuilder &b, const Product &product,
                        const TileShape &tile, Value kBegin, Value kEnd,
                        Value columnBegin, Value columnEnd, Value block) {
  Value width = b.index(tile.getWidth());
  auto packRows = [&](Value begin, Value end) {
    forEachPanel(b, product, tile, columnBegin, columnEnd,
                 [&](Value, Value column, const TileShape &, Value remaining) {
                   Value index = b.createOrFold<arith::DivUIOp>(
                       b.sub(column, columnBegin), width);
                   packPanel(b, product, tile, kBegin, begin, end, column,
                             remaining, block, index);
                 });
  };
  // In the order B is stored.
  if (product.isBTransposed)
    return packRows(kBegin, kEnd);
  b.loop(kBegin, kEnd, 1, [&](Value k) { packRows(k, b.add(k, b.index(1))); });
}

bool mesh::needsLhsBlock(const Product &product) {
  return product.isATransposed ||
         getElementTypeOrSelf(product.a) != product.compute;
}

Value mesh::allocateLhsBlock(LoopBuilder &b, const Product &product,
                             int64_t k) {
  SmallVector<int64_t, 2> shape = {kRowBlock, k};
  if (product.isATransposed)
    std::swap(shape[0], shape[1]);
  return memref::AllocaOp::create(b, MemRefType::get(shape, product.compute),
                                  b.getI64IntegerAttr(64));
}

void mesh::packLhsBlock(LoopBuilder &b, const Product &product, Value rowBegin,
                        Value rowEnd, Value kBegin, Value kEnd, Value block) {
  Value outerBegin = rowBegin, outerEnd = rowEnd;
  Value innerBegin = kBegin, innerEnd = kEnd;
  if (product.isATransposed) {
    std::swap(outerBegin, innerBegin);
    std::swap(outerEnd, innerEnd);
  }
  Value count = b.sub(innerEnd, innerBegin);
  b.loop(outerBegin, outerEnd, 1, [&](Value outer) {
    copyRun(b, product.a, {outer, innerBegin}, block,
            {b.sub(outer, outerBegin), b.index(0)}, count);
  });
}
