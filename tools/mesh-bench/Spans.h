//===- Spans.h - when kernels begin and end ---------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is an outermost loop of a compiled function that computes entries of
// arrays: a parallel loop, or a sequential one without allocations, calls or
// kernels of its own. What is not inside of one is overhead.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_TOOLS_MESHBENCH_SPANS_H
#define MESH_TOOLS_MESHBENCH_SPANS_H

#include "mlir/IR/BuiltinOps.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mesh::bench {

/// Seconds since `resetSpans`.
struct Spans {
  /// Of each kernel, from when its first thread begins until its last one has
  /// done its share.
  double kernels = 0;
  /// Of parallel kernels, the rest of their time: threads are woken and wait
  /// for each other.
  double forkJoin = 0;
  /// Copies of whole buffers between kernels.
  double copies = 0;
  int64_t numKernels = 0, numParallel = 0, numCopies = 0;
  /// Seconds of each kernel of the program.
  std::vector<double> each;
};

/// Has the functions of `module`, which is what `--mesh-to-loops` leaves, note
/// when their kernels begin and end. One call at a time may run.
/// Returns the place of each kernel in the program, as "line:column".
std::vector<std::string> instrument(mlir::ModuleOp module);

void resetSpans();
Spans readSpans();

} // namespace mesh::bench

#endif // MESH_TOOLS_MESHBENCH_SPANS_H
