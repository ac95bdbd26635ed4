//===- Parallelize.cpp - parallel loops to OpenMP -------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../LoopBuilder.h"
#include "mesh/Conversion/ParallelWork.h"
#include "mesh/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace mesh {
#define GEN_PASS_DEF_MESHPARALLELIZE
#include "mesh/Conversion/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

namespace {
class Parallelize : public mesh::impl::MeshParallelizeBase<Parallelize> {
  void runOnOperation() override;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sequential loops
//===----------------------------------------------------------------------===//

/// Replaces `loop` by `scf.for` ops. Reductions combine in the order of the
/// iterations.
static void makeSequential(IRRewriter &rewriter, scf::ParallelOp loop) {
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  auto reduce = cast<scf::ReduceOp>(loop.getBody()->getTerminator());
  SmallVector<scf::ForOp> nest;
  SmallVector<Value> indices;
  ValueRange carried = loop.getInitVals();
  for (auto [begin, end, step] : llvm::zip_equal(
           loop.getLowerBound(), loop.getUpperBound(), loop.getStep())) {
    auto inner = scf::ForOp::create(rewriter, loc, begin, end, step, carried);
    if (!nest.empty() && !carried.empty()) {
      scf::YieldOp::create(rewriter, loc, inner.getResults());
    }
    rewriter.setInsertionPointToStart(inner.getBody());
    carried = inner.getRegionIterArgs();
    indices.push_back(inner.getInductionVar());
    nest.push_back(inner);
  }
  scf::ForOp innermost = nest.back();
  Block *body = innermost.getBody();
  if (carried.empty()) {
    rewriter.eraseOp(reduce);
    rewriter.inlineBlockBefore(loop.getBody(), body->getTerminator(), indices);
    rewriter.eraseOp(loop);
    return;
  }
  rewriter.inlineBlockBefore(loop.getBody(), body, body->end(), indices);
  rewriter.setInsertionPoint(reduce);
  SmallVector<Value> next;
  for (auto [region, sum, term] :
       llvm::zip_equal(reduce.getReductions(), carried, reduce.getOperands())) {
    Block &combine = region.front();
    Operation *result = combine.getTerminator();
    Value combined = result->getOperand(0);
    IRMapping mapping;
    mapping.map(combine.getArgument(0), sum);
    mapping.map(combine.getArgument(1), term);
    for (Operation &op : combine.without_terminator())
      rewriter.clone(op, mapping);
    next.push_back(mapping.lookupOrDefault(combined));
  }
  scf::YieldOp::create(rewriter, loc, next);
  rewriter.eraseOp(reduce);
  rewriter.replaceOp(loop, nest.front().getResults());
}

//===----------------------------------------------------------------------===//
// Stack
//===----------------------------------------------------------------------===//

/// Moves constant-size stack buffers below `root` to the start of `block`: in
/// a loop, every iteration would take more stack. Scopes without own buffers
/// go, since they cannot contain branches when control flow is lowered.
static void hoistAllocas(IRRewriter &rewriter, Operation *root, Block *block) {
  root->walk([&](memref::AllocaOp alloca) {
    if (alloca->getNumOperands() != 0)
      return;
    // Loops are scopes of their own, but nothing outlives an iteration.
    Operation *scope = alloca->getParentOp();
    while (!isa<FunctionOpInterface, omp::ParallelOp>(scope))
      scope = scope->getParentOp();
    if (scope == block->getParentOp())
      rewriter.moveOpBefore(alloca, block, block->begin());
  });
  SmallVector<memref::AllocaScopeOp> scopes;
  root->walk([&](memref::AllocaScopeOp scope) { scopes.push_back(scope); });
  for (memref::AllocaScopeOp scope : scopes) {
    Region &region = scope.getBodyRegion();
    bool hasBuffers =
        region.walk([](memref::AllocaOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (hasBuffers || !region.hasOneBlock())
      continue;
    Operation *end = region.front().getTerminator();
    SmallVector<Value> results(end->getOperands());
    rewriter.eraseOp(end);
    rewriter.inlineBlockBefore(&region.front(), scope);
    rewriter.replaceOp(scope, results);
  }
}

//===----------------------------------------------------------------------===//
// Parallel loops
//===----------------------------------------------------------------------===//

/// Whether `loop` has work enough for several threads; null for always.
static Value buildHasWork(LoopBuilder &b, scf::ParallelOp loop) {
  auto work = loop->getAttrOfType<IntegerAttr>(kWorkPerIterationAttr);
  if (!work)
    return nullptr;
  Value trips;
  for (auto [begin, end, step] : llvm::zip_equal(
           loop.getLowerBound(), loop.getUpperBound(), loop.getStep())) {
    Value count = b.createOrFold<arith::CeilDivSIOp>(b.sub(end, begin), step);
    trips = trips ? b.mul(trips, count) : count;
  }
  // At least two iterations, however much work one of them is.
  int64_t least = std::max<int64_t>(
      kMinParallelWork / std::max<int64_t>(work.getInt(), 1), 1);
  return b.isLess(b.index(least), trips);
}

/// Replaces `loop` by an OpenMP loop that runs in parallel if `hasWork`.
static void makeParallel(IRRewriter &rewriter, scf::ParallelOp loop,
                         Value hasWork) {
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  omp::WsloopOperands schedule;
  // The end of the region waits for all threads; once is enough.
  schedule.nowait = rewriter.getUnitAttr();
  if (loop->hasAttr(kDynamicAttr)) {
    schedule.scheduleKind = omp::ClauseScheduleKindAttr::get(
        rewriter.getContext(), omp::ClauseScheduleKind::Dynamic);
    schedule.scheduleChunk =
        arith::ConstantOp::create(rewriter, loc, rewriter.getI64IntegerAttr(1));
  }
  omp::ParallelOperands clauses;
  clauses.ifExpr = hasWork;
  auto parallel = omp::ParallelOp::create(rewriter, loc, clauses);
  Block *region = rewriter.createBlock(&parallel.getRegion());
  auto share = omp::WsloopOp::create(rewriter, loc, schedule);
  omp::TerminatorOp::create(rewriter, loc);

  rewriter.createBlock(&share.getRegion());
  omp::LoopNestOperands bounds;
  bounds.collapseNumLoops =
      rewriter.getI64IntegerAttr(loop.getLowerBound().size());
  bounds.loopLowerBounds = loop.getLowerBound();
  bounds.loopUpperBounds = loop.getUpperBound();
  bounds.loopSteps = loop.getStep();
  auto nest = omp::LoopNestOp::create(rewriter, loc, bounds);

  rewriter.eraseOp(loop.getBody()->getTerminator());
  rewriter.inlineRegionBefore(loop.getRegion(), nest.getRegion(),
                              nest.getRegion().end());
  rewriter.setInsertionPointToEnd(&nest.getRegion().back());
  omp::YieldOp::create(rewriter, loc);
  rewriter.eraseOp(loop);
  hoistAllocas(rewriter, parallel, region);
}

void Parallelize::runOnOperation() {
  func::FuncOp function = getOperation();
  if (function.isExternal())
    return;
  IRRewriter rewriter(&getContext());

  SmallVector<scf::ForallOp> foralls;
  function.walk([&](scf::ForallOp loop) { foralls.push_back(loop); });
  for (scf::ForallOp loop : foralls) {
    rewriter.setInsertionPoint(loop);
    if (failed(scf::forallToParallelLoop(rewriter, loop))) {
      loop.emitError("expects 'scf.forall' on buffers without results");
      return signalPassFailure();
    }
  }

  SmallVector<scf::ParallelOp> outer, others;
  function.walk<WalkOrder::PreOrder>([&](scf::ParallelOp loop) {
    bool isNested = isInParallelLoop(loop->getParentOp());
    (isNested || loop.getNumResults() ? others : outer).push_back(loop);
  });
  for (scf::ParallelOp loop : others)
    makeSequential(rewriter, loop);
  for (scf::ParallelOp loop : outer) {
    LoopBuilder b(loop.getLoc(), loop);
    Value hasWork = buildHasWork(b, loop);
    std::optional<int64_t> known;
    if (hasWork)
      known = getConstantIntValue(hasWork);
    if (known == 0) {
      makeSequential(rewriter, loop);
      continue;
    }
    makeParallel(rewriter, loop, known ? Value() : hasWork);
  }
  // Also those of loops that were never parallel.
  hoistAllocas(rewriter, function, &function.front());
}
