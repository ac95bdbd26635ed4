//===- ChunkedReduction.cpp - reductions along rows in fixed chunks -------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChunkedReduction.h"

#include "mesh/Conversion/ParallelWork.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mesh;

namespace {
/// Elements of one chunk if a single element is left,
constexpr int64_t kElementsPerChunk = 4096;
/// and rows of one chunk otherwise.
constexpr int64_t kRowsPerChunk = 1024;
/// Each chunk keeps a copy of the results. With more of them than this, there
/// is work enough in computing them side by side.
constexpr int64_t kMaxResults = 1 << 16;
} // namespace

std::optional<unsigned> mesh::getChunkedLoop(linalg::LinalgOp op) {
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  AffineMap results = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!results.isProjectedPermutation() || isInParallelLoop(op))
    return std::nullopt;
  AffineMap largest;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(operand);
    if (!largest || map.getNumResults() > largest.getNumResults())
      largest = map;
  }
  if (!largest || largest.getNumResults() == 0)
    return std::nullopt;
  auto leading = dyn_cast<AffineDimExpr>(largest.getResult(0));
  if (!leading ||
      types[leading.getPosition()] != utils::IteratorType::reduction)
    return std::nullopt;
  return leading.getPosition();
}

/// Loops over all entries of `shape`, and calls `body` with the indices.
static void forEachEntry(LoopBuilder &b, ValueRange sizes,
                         SmallVector<Value> indices,
                         llvm::function_ref<void(ValueRange)> body) {
  if (indices.size() == sizes.size())
    return body(indices);
  b.loop(b.index(0), sizes[indices.size()], 1, [&](Value index) {
    SmallVector<Value> inner(indices);
    inner.push_back(index);
    forEachEntry(b, sizes, inner, body);
  });
}

static SmallVector<Value> prepend(Value first, ValueRange rest) {
  SmallVector<Value> all = {first};
  all.append(rest.begin(), rest.end());
  return all;
}

void mesh::buildChunkedReduction(LoopBuilder &b, linalg::LinalgOp op,
                                 unsigned loop, const NestPlan &plan,
                                 const Combiner &combiner,
                                 ArrayRef<OperandView> views, ValueRange sizes,
                                 llvm::function_ref<void()> buildWhole) {
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  Value results = b.index(1), inner = b.index(1);
  int64_t estimate = 1;
  for (unsigned other = 0; other < op.getNumLoops(); ++other) {
    if (other == loop)
      continue;
    bool isParallel = types[other] == utils::IteratorType::parallel;
    (isParallel ? results : inner) =
        b.mul(isParallel ? results : inner, sizes[other]);
    estimate *= getConstantIntValue(sizes[other]).value_or(kAssumedSize);
  }
  bool isSingle = op.getNumParallelLoops() == 0;
  Value length = b.index(kRowsPerChunk);
  int64_t work = estimateWork(op, kRowsPerChunk * estimate);
  if (isSingle) {
    length = b.createOrFold<arith::DivUIOp>(b.index(kElementsPerChunk),
                                            b.max(inner, b.index(1)));
    length = b.max(length, b.index(1));
    work = estimateWork(op, kElementsPerChunk);
  }
  Value chunks = b.createOrFold<arith::CeilDivUIOp>(sizes[loop], length);

  auto build = [&] {
    Value out = op.getDpsInits()[0];
    auto outType = cast<MemRefType>(out.getType());
    SmallVector<Value> outSizes, dynamicSizes = {chunks};
    SmallVector<int64_t> shape = {ShapedType::kDynamic};
    for (int64_t axis = 0; axis < outType.getRank(); ++axis) {
      outSizes.push_back(b.dim(out, axis));
      shape.push_back(outType.getDimSize(axis));
      if (outType.isDynamicDim(axis))
        dynamicSizes.push_back(outSizes.back());
    }
    Value partials = memref::AllocOp::create(
        b, MemRefType::get(shape, outType.getElementType()), dynamicSizes,
        b.getI64IntegerAttr(64));
    b.parallel(b.index(0), chunks, 1, work, [&](Value chunk) {
      Value neutral = combiner.buildNeutral(b);
      forEachEntry(b, outSizes, {}, [&](ValueRange indices) {
        memref::StoreOp::create(b, neutral, partials, prepend(chunk, indices));
      });
      SmallVector<OperandView> local(views);
      OperandView &result = local[op.getNumDpsInputs()];
      result.memref = partials;
      result.prefix = {chunk};
      SmallVector<Value> begins(sizes.size(), b.index(0)), ends(sizes);
      begins[loop] = b.mul(chunk, length);
      ends[loop] = b.min(b.add(begins[loop], length), sizes[loop]);
      buildNest(b, op, plan, &combiner, local, begins, ends);
    });
    b.loop(b.index(0), chunks, 1, [&](Value chunk) {
      forEachEntry(b, outSizes, {}, [&](ValueRange indices) {
        Value sum = memref::LoadOp::create(b, out, indices);
        Value part =
            memref::LoadOp::create(b, partials, prepend(chunk, indices));
        memref::StoreOp::create(b, combiner.build(b, sum, part), out, indices);
      });
    });
    memref::DeallocOp::create(b, partials);
  };
  Value areFew = b.isLess(results, b.index(kMaxResults + 1));
  b.conditional(areFew, build, buildWhole);
}
