//===- LowerRegionOps.cpp - what both region ops share
//--------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerRegionOps.h"

#include "mesh/Conversion/ParallelWork.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

unsigned mesh::getVectorWidth(TypeRange rowTypes) {
  unsigned bits = 32;
  for (Type type : rowTypes) {
    Type element = getElementTypeOrSelf(type);
    bits = std::max(
        bits, element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64u);
  }
  return 512 / bits;
}

/// Rows up to this size become straight-line code: 256 vectors of 16 lanes.
static constexpr int64_t kMaxUnrolledRow = 4096;

int64_t mesh::getUnrolledSize(Type row, bool elementwise) {
  int64_t size = getRowSize(row);
  if (elementwise && size > kMaxUnrolledRow)
    return ShapedType::kDynamic;
  return size;
}

Value mesh::loadIndex(LoopBuilder &b, Value memref, Value position) {
  Value id = memref::LoadOp::create(b, memref, position);
  return arith::IndexCastOp::create(b, b.getIndexType(), id);
}

void mesh::bindRows(RowEvaluator &evaluator, LoopBuilder &b,
                    ValueRange arguments, ArrayRef<const RowMemory *> memories,
                    ValueRange batch, Value row) {
  for (auto [argument, memory] : llvm::zip(arguments, memories)) {
    RowMemory::Row at = memory->getRow(batch, row);
    evaluator.bind(argument,
                   [&b, at](const Lanes &lanes) { return at.load(b, lanes); });
  }
}

void mesh::bindShared(RowEvaluator &evaluator, LoopBuilder &b,
                      ValueRange arguments, ArrayRef<RowMemory> memories) {
  for (auto [argument, memory] : llvm::zip(arguments, memories)) {
    RowMemory::Row whole = memory.getWhole();
    evaluator.bind(argument, [&b, whole](const Lanes &lanes) {
      return whole.load(b, lanes);
    });
  }
}

void mesh::forBlocks(LoopBuilder &b, ValueRange batchSizes, Value rows,
                     int64_t blockSize, int64_t work, bool uneven,
                     function_ref<void(ValueRange, Value, Value)> body) {
  Value blocks = b.ceilDiv(rows, blockSize);
  Value total = blocks;
  for (Value size : batchSizes)
    total = b.mul(total, size);
  Operation *loop = nullptr;
  b.parallel(b.index(0), total, 1, work * blockSize, [&](Value iteration) {
    loop = b.getInsertionBlock()->getParentOp();
    SmallVector<Value> batch(batchSizes.size());
    Value block = iteration;
    if (!batchSizes.empty()) {
      block = arith::RemUIOp::create(b, iteration, blocks);
      Value rest = arith::DivUIOp::create(b, iteration, blocks);
      for (int64_t axis = batchSizes.size() - 1; axis >= 0; --axis) {
        batch[axis] = arith::RemUIOp::create(b, rest, batchSizes[axis]);
        rest = arith::DivUIOp::create(b, rest, batchSizes[axis]);
      }
    }
    Value begin = b.mul(block, b.index(blockSize));
    Value end = b.min(b.add(begin, b.index(blockSize)), rows);
    body(batch, begin, end);
  });
  if (uneven && isa_and_nonnull<scf::ParallelOp>(loop))
    loop->setAttr(kDynamicAttr, b.getUnitAttr());
}

void mesh::forDynamicLanes(LoopBuilder &b, const RowMemory &row, unsigned width,
                           bool elementwise,
                           function_ref<void(ArrayRef<Lanes>)> body) {
  Value size = row.getRowSize(b);
  if (!elementwise) {
    b.loop(b.index(0), size, 1, [&](Value position) {
      ArrayRef<Value> sizes = row.getTrailingSizes();
      SmallVector<Value> coordinates(sizes.size());
      Value rest = position;
      for (int64_t axis = sizes.size() - 1; axis >= 0; --axis) {
        coordinates[axis] = arith::RemUIOp::create(b, rest, sizes[axis]);
        rest = arith::DivUIOp::create(b, rest, sizes[axis]);
      }
      body(Lanes::getElement(coordinates));
    });
    return;
  }
  // Two vectors at a time hide the latency of the sum; the tail is masked.
  Value main = b.roundDown(size, 2 * width);
  b.loop(b.index(0), main, 2 * width, [&](Value position) {
    body({Lanes::getContiguous(position, width, Value()),
          Lanes::getContiguous(b.add(position, b.index(width)), width,
                               Value())});
  });
  b.loop(main, size, width, [&](Value position) {
    auto maskType =
        VectorType::get({static_cast<int64_t>(width)}, b.getI1Type());
    Value left = b.min(b.sub(size, position), b.index(width));
    Value mask = vector::CreateMaskOp::create(b, maskType, left);
    body(Lanes::getContiguous(position, width, mask));
  });
}
