//===- LinalgToLoops.cpp - linalg ops to parallel loops -------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChunkedReduction.h"
#include "Nest.h"
#include "mesh/Conversion/ParallelWork.h"
#include "mesh/Conversion/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/Support/MathExtras.h"

namespace mesh {
#define GEN_PASS_DEF_MESHLINALGTOLOOPS
#include "mesh/Conversion/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

namespace {

/// Elements of one iteration of a parallel loop, at least.
constexpr int64_t kBlockWork = 8192;

class LinalgToLoops : public mesh::impl::MeshLinalgToLoopsBase<LinalgToLoops> {
public:
  using MeshLinalgToLoopsBase::MeshLinalgToLoopsBase;
  void runOnOperation() override;

private:
  void lower(linalg::LinalgOp op);
};

} // namespace

/// Whether `op` can run as a loop over all elements, whatever their shape.
static bool isFlat(linalg::LinalgOp op) {
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  if (types.size() < 2 || !llvm::all_equal(types) ||
      !op.getBlock()->getOps<linalg::IndexOp>().empty())
    return false;
  SmallVector<ReassociationIndices> all(1);
  for (unsigned loop = 0; loop < types.size(); ++loop)
    all[0].push_back(loop);
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (map.getNumResults() == 0)
      return true;
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    return type && map.isIdentity() &&
           memref::CollapseShapeOp::isGuaranteedCollapsible(type, all);
  });
}

/// Replaces a flat op by one with a single loop.
static linalg::LinalgOp flatten(LoopBuilder &b, linalg::LinalgOp op) {
  SmallVector<ReassociationIndices> all(1);
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    all[0].push_back(loop);
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands()) {
    bool isWhole = op.getMatchingIndexingMap(&operand).getNumResults() != 0;
    Value value = operand.get();
    if (isWhole)
      value = memref::CollapseShapeOp::create(b, value, all);
    operands.push_back(value);
    maps.push_back(isWhole ? b.getMultiDimIdentityMap(1)
                           : AffineMap::get(1, 0, b.getContext()));
  }
  ValueRange values = operands;
  auto flat = linalg::GenericOp::create(
      b, values.take_front(op.getNumDpsInputs()),
      values.drop_front(op.getNumDpsInputs()), maps,
      op.getIteratorTypesArray().front() == utils::IteratorType::parallel
          ? ArrayRef{utils::IteratorType::parallel}
          : ArrayRef{utils::IteratorType::reduction});
  IRMapping mapping;
  op->getRegion(0).cloneInto(&flat.getRegion(), mapping);
  op.erase();
  return flat;
}

static SmallVector<Value> getLoopSizes(LoopBuilder &b, linalg::LinalgOp op) {
  SmallVector<int64_t> known = op.getStaticLoopRanges();
  SmallVector<Value> sizes;
  SmallVector<OpFoldResult> shapes =
      op.createFlatListOfOperandDims(b, b.getLoc());
  AffineMap loopsFromShapes = op.getShapesToLoopsMap();
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    if (ShapedType::isStatic(known[loop])) {
      sizes.push_back(b.index(known[loop]));
      continue;
    }
    OpFoldResult size = affine::makeComposedFoldedAffineApply(
        b, b.getLoc(), loopsFromShapes.getSubMap({loop}), shapes);
    sizes.push_back(getValueOrCreateConstantIndexOp(b, b.getLoc(), size));
  }
  return sizes;
}

void LinalgToLoops::lower(linalg::LinalgOp op) {
  LoopBuilder b(op.getLoc(), op);
  if (isFlat(op)) {
    op = flatten(b, op);
    b.setInsertionPoint(op);
  }
  SmallVector<Value> sizes = getLoopSizes(b, op);
  SmallVector<OperandView> views;
  for (OpOperand &operand : op->getOpOperands())
    views.push_back({operand.get(), op.getMatchingIndexingMap(&operand), {}});

  FailureOr<Combiner> combiner = failure();
  if (op.getNumReductionLoops() != 0)
    combiner = matchCombiner(op);
  const Combiner *combine = succeeded(combiner) ? &*combiner : nullptr;
  NestPlan plan = planNest(op, vectorBits, combine);

  auto buildWhole = [&] {
    SmallVector<Value> begins(sizes.size(), b.index(0)), ends(sizes);
    if (plan.order.empty() || op.getIteratorTypesArray()[plan.order[0]] !=
                                  utils::IteratorType::parallel)
      return buildNest(b, op, plan, combine, views, begins, ends);
    unsigned outer = plan.order[0];
    int64_t inner = 1;
    for (auto [loop, size] : llvm::enumerate(sizes))
      if (loop != outer)
        inner *= getConstantIntValue(size).value_or(kAssumedSize);
    int64_t block = llvm::divideCeil(kBlockWork, std::max<int64_t>(inner, 1));
    int64_t work = estimateWork(op, block * std::max<int64_t>(inner, 1));
    b.parallel(b.index(0), sizes[outer], block, work, [&](Value begin) {
      begins[outer] = begin;
      ends[outer] = b.min(b.add(begin, b.index(block)), sizes[outer]);
      buildNest(b, op, plan, combine, views, begins, ends);
    });
  };
  std::optional<unsigned> chunked;
  if (combine)
    chunked = getChunkedLoop(op);
  if (chunked)
    buildChunkedReduction(b, op, *chunked, plan, *combine, views, sizes,
                          buildWhole);
  else
    buildWhole();
  op.erase();
}

void LinalgToLoops::runOnOperation() {
  if (vectorBits < 128 || !llvm::isPowerOf2_64(vectorBits)) {
    getOperation().emitError() << "expects 'vector-bits' to be a power of two "
                                  "of at least 128, but got "
                               << vectorBits.getValue();
    return signalPassFailure();
  }
  SmallVector<linalg::LinalgOp> ops;
  getOperation().walk([&](linalg::LinalgOp op) {
    if (op.hasPureBufferSemantics())
      ops.push_back(op);
  });
  for (linalg::LinalgOp op : ops)
    lower(op);
}
