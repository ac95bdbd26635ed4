//===- Spans.cpp - when kernels begin and end -----------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spans.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>

using namespace mlir;
using namespace mesh;

//===----------------------------------------------------------------------===//
// Clock
//===----------------------------------------------------------------------===//

static bench::Spans total;
static int64_t begun; // of the running kernel or copy, in ns
static std::atomic<int64_t> firstBegin, lastEnd;

static int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

static constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

// Called by instrumented code: around a kernel or a copy by the calling thread,
// around the share of a parallel kernel by each of its threads.
extern "C" void meshBenchBegin() {
  firstBegin.store(kNever, std::memory_order_relaxed);
  lastEnd.store(0, std::memory_order_relaxed);
  begun = now();
}
extern "C" void meshBenchBeginShare() {
  int64_t time = now();
  int64_t seen = firstBegin.load(std::memory_order_relaxed);
  while (time < seen && !firstBegin.compare_exchange_weak(seen, time))
    ;
}
extern "C" void meshBenchEndShare() {
  int64_t time = now();
  int64_t seen = lastEnd.load(std::memory_order_relaxed);
  while (time > seen && !lastEnd.compare_exchange_weak(seen, time))
    ;
}
extern "C" void meshBenchEndParallel() {
  int64_t all = now() - begun, span = lastEnd - firstBegin;
  total.kernels += 1e-9 * span;
  total.forkJoin += 1e-9 * (all - span);
  ++total.numKernels;
  ++total.numParallel;
}
extern "C" void meshBenchEndSequential() {
  total.kernels += 1e-9 * (now() - begun);
  ++total.numKernels;
}
extern "C" void meshBenchEndCopy() {
  total.copies += 1e-9 * (now() - begun);
  ++total.numCopies;
}

void bench::resetSpans() { total = {}; }
bench::Spans bench::readSpans() { return total; }

//===----------------------------------------------------------------------===//
// Instrumentation
//===----------------------------------------------------------------------===//

static void call(OpBuilder &builder, Location loc, StringRef callee) {
  func::CallOp::create(builder, loc, callee, TypeRange(), ValueRange());
}

/// The parallel loop with calls around it, and around each thread's share: the
/// end of a share does not wait for the other threads, that of the region does.
static void wrapParallel(omp::ParallelOp op) {
  OpBuilder builder(op);
  call(builder, op.getLoc(), "meshBenchBegin");
  builder.setInsertionPointAfter(op);
  call(builder, op.getLoc(), "meshBenchEndParallel");
  op.walk([&](omp::WsloopOp share) {
    builder.setInsertionPoint(share);
    call(builder, share.getLoc(), "meshBenchBeginShare");
    builder.setInsertionPointAfter(share);
    call(builder, share.getLoc(), "meshBenchEndShare");
  });
}

static void wrap(Operation *op, StringRef end) {
  OpBuilder builder(op);
  call(builder, op->getLoc(), "meshBenchBegin");
  builder.setInsertionPointAfter(op);
  call(builder, op->getLoc(), end);
}

/// Whether a loop does anything but compute: then its parts are looked at.
static bool isMore(Operation *loop) {
  return loop
      ->walk([&](Operation *op) {
        bool more = isa<omp::ParallelOp, memref::AllocOp, memref::DeallocOp,
                        memref::CopyOp, func::CallOp>(op) ||
                    // It carries buffers.
                    (op == loop &&
                     llvm::any_of(op->getResultTypes(),
                                  llvm::IsaPred<MemRefType>));
        return more ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

void bench::instrument(ModuleOp module) {
  SmallVector<omp::ParallelOp> parallel;
  SmallVector<Operation *> sequential, copies;
  for (auto function : module.getOps<func::FuncOp>())
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto region = dyn_cast<omp::ParallelOp>(op)) {
        parallel.push_back(region);
        return WalkResult::skip();
      }
      if (isa<memref::CopyOp>(op))
        copies.push_back(op);
      if (isa<scf::ForOp, scf::WhileOp>(op) && !isMore(op)) {
        sequential.push_back(op);
        return WalkResult::skip();
      }
      return WalkResult::advance();
    });

  OpBuilder builder(module.getBodyRegion());
  for (StringRef name : {"meshBenchBegin", "meshBenchBeginShare",
                         "meshBenchEndShare", "meshBenchEndParallel",
                         "meshBenchEndSequential", "meshBenchEndCopy"})
    func::FuncOp::create(builder, module.getLoc(), name,
                         builder.getFunctionType({}, {}))
        .setPrivate();
  for (omp::ParallelOp op : parallel)
    wrapParallel(op);
  for (Operation *op : sequential)
    wrap(op, "meshBenchEndSequential");
  for (Operation *op : copies)
    wrap(op, "meshBenchEndCopy");
}
