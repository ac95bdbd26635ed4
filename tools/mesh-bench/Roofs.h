//===- Roofs.h - limits of this machine, measured
//-------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_TOOLS_MESHBENCH_ROOFS_H
#define MESH_TOOLS_MESHBENCH_ROOFS_H

#include "mesh/Runtime/Graph.h"

#include <cstddef>
#include <cstdint>

namespace mesh::bench {

/// Reads the rows of the sources of all in-edges, `x` being [N, features] f32,
/// in the order in which an aggregation reads them, with prefetch into L2
/// `distance` edges ahead, and does nothing else but add them up. No
/// aggregation of these rows can be faster. Returns a sum, so that the reads
/// are not optimised away.
float readRows(const runtime::GraphData<int32_t> &graph, const float *x,
               int64_t features, int64_t distance, int threads);

/// The processor's best rate of f32 multiply-adds: independent chains on
/// registers. Returns the number of floating-point operations done.
double multiplyAdd(int64_t iterations, int threads, float &sink);

/// C = A B by the BLAS library that is installed, [m,k] x [k,n], row-major.
class Blas {
public:
  /// Loads OpenBLAS; `isAvailable` is false where there is none.
  Blas();
  bool isAvailable() const { return sgemm != nullptr; }
  void setThreads(int threads) const;
  void multiply(int64_t m, int64_t n, int64_t k, const float *a, const float *b,
                float *c) const;

private:
  void *library = nullptr;
  void (*sgemm)(int, int, int, int, int, int, float, const float *, int,
                const float *, int, float, float *, int) = nullptr;
  void (*setNumThreads)(int) = nullptr;
};

} // namespace mesh::bench

#endif // MESH_TOOLS_MESHBENCH_ROOFS_H
