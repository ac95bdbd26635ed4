//===- Spans.cpp - when kernels begin and end -----------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spans.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
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
static int64_t begun;   // of the running kernel or copy, in ns
static int64_t running; // which kernel
static std::atomic<int64_t> firstBegin, lastEnd;

static int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

static constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

// Called by instrumented code: around a kernel or a copy by the calling thread,
// around the share of a parallel kernel by each of its threads.
extern "C" void meshBenchBegin(int64_t kernel) {
  running = kernel;
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
static void addKernel(int64_t nanoseconds) {
  total.kernels += 1e-9 * nanoseconds;
  total.each[running] += 1e-9 * nanoseconds;
  ++total.numKernels;
}
extern "C" void meshBenchEndParallel() {
  int64_t all = now() - begun, span = lastEnd - firstBegin;
  total.forkJoin += 1e-9 * (all - span);
  ++total.numParallel;
  addKernel(span);
}
extern "C" void meshBenchEndSequential() { addKernel(now() - begun); }
extern "C" void meshBenchEndCopy() {
  total.copies += 1e-9 * (now() - begun);
  ++total.numCopies;
}

static size_t numPlaces = 0;

void bench::resetSpans() {
  total = {};
  total.each.assign(numPlaces, 0.0);
}
bench::Spans bench::readSpans() { return total; }

//===----------------------------------------------------------------------===//
// Instrumentation
//===----------------------------------------------------------------------===//

static void call(OpBuilder &builder, Location loc, StringRef callee,
                 ValueRange operands = {}) {
  func::CallOp::create(builder, loc, callee, TypeRange(), operands);
}

static std::string describe(Location loc) {
  std::string text = "?";
  loc->walk([&](Location part) {
    auto place = dyn_cast<FileLineColLoc>(part);
    if (!place)
      return WalkResult::advance();
    text = std::to_string(place.getLine()) + ":" +
           std::to_string(place.getColumn());
    return WalkResult::interrupt();
  });
  return text;
}

/// Calls around `op`, the kernel number `kernel`.
static void wrap(Operation *op, StringRef end, int64_t kernel = -1) {
  Location loc = op->getLoc();
  OpBuilder builder(op);
  Value number = arith::ConstantOp::create(builder, loc,
                                           builder.getI64IntegerAttr(kernel));
  call(builder, loc, "meshBenchBegin", number);
  builder.setInsertionPointAfter(op);
  call(builder, loc, end);
}

/// Calls around the share of each thread as well: the end of a share does not
/// wait for the other threads, that of the region does.
static void wrapShares(omp::ParallelOp op) {
  op.walk([&](omp::WsloopOp share) {
    OpBuilder builder(share);
    call(builder, share.getLoc(), "meshBenchBeginShare");
    builder.setInsertionPointAfter(share);
    call(builder, share.getLoc(), "meshBenchEndShare");
  });
}

/// Whether a loop does anything but compute: then its parts are looked at.
static bool isMore(Operation *loop) {
  return loop
      ->walk([&](Operation *op) {
        bool more = isa<omp::ParallelOp, memref::AllocOp, memref::DeallocOp,
                        memref::CopyOp, func::CallOp>(op) ||
                    // It carries buffers.
                    (op == loop && llvm::any_of(op->getResultTypes(),
                                                llvm::IsaPred<MemRefType>));
        return more ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

std::vector<std::string> bench::instrument(ModuleOp module) {
  SmallVector<Operation *> kernels, copies;
  for (auto function : module.getOps<func::FuncOp>())
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<memref::CopyOp>(op))
        copies.push_back(op);
      if (isa<omp::ParallelOp>(op) ||
          (isa<scf::ForOp, scf::WhileOp>(op) && !isMore(op))) {
        kernels.push_back(op);
        return WalkResult::skip();
      }
      return WalkResult::advance();
    });

  OpBuilder builder(module.getBodyRegion());
  Type number = builder.getI64Type();
  for (StringRef name :
       {"meshBenchBeginShare", "meshBenchEndShare", "meshBenchEndParallel",
        "meshBenchEndSequential", "meshBenchEndCopy"})
    func::FuncOp::create(builder, module.getLoc(), name,
                         builder.getFunctionType({}, {}))
        .setPrivate();
  func::FuncOp::create(builder, module.getLoc(), "meshBenchBegin",
                       builder.getFunctionType(number, {}))
      .setPrivate();
  std::vector<std::string> places;
  for (Operation *op : kernels) {
    auto parallel = dyn_cast<omp::ParallelOp>(op);
    wrap(op, parallel ? "meshBenchEndParallel" : "meshBenchEndSequential",
         static_cast<int64_t>(places.size()));
    if (parallel)
      wrapShares(parallel);
    places.push_back(describe(op->getLoc()));
  }
  for (Operation *op : copies)
    wrap(op, "meshBenchEndCopy");
  numPlaces = places.size();
  resetSpans();
  return places;
}
