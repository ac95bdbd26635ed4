//===- Roofs.cpp - limits of this machine, measured
//-----------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Roofs.h"

#include <algorithm>
#include <dlfcn.h>

using namespace mesh;
using namespace mesh::bench;

namespace {
/// Sixteen floats in vector registers.
typedef float Vector __attribute__((vector_size(64), aligned(4)));
constexpr int64_t kLanes = 16;
/// Rows handed to a thread at once, as in compiled code.
constexpr int64_t kBlock = 32;

float sum(Vector v) {
  float total = 0;
  for (int i = 0; i < kLanes; ++i)
    total += v[i];
  return total;
}
} // namespace

float bench::readRows(const runtime::GraphData<int32_t> &graph, const float *x,
                      int64_t features, int64_t distance, int threads) {
  const int32_t *pointers = graph.inPtr.data();
  const int32_t *columns = graph.inCol.data();
  int64_t targets = graph.numTargets;
  int64_t edges = graph.numEdges();
  int64_t blocks = (targets + kBlock - 1) / kBlock;
  float total = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)             \
    reduction(+ : total)
  for (int64_t block = 0; block < blocks; ++block) {
    Vector sums[4] = {};
    int64_t last = std::min(targets, (block + 1) * kBlock);
    for (int64_t e = pointers[block * kBlock]; e < pointers[last]; ++e) {
      if (distance > 0) {
        const float *ahead =
            x + columns[std::min(e + distance, edges - 1)] * features;
        for (int64_t f = 0; f < features; f += kLanes)
          __builtin_prefetch(ahead + f, 0, 2);
      }
      const float *row = x + columns[e] * features;
      int64_t f = 0;
      for (; f + 4 * kLanes <= features; f += 4 * kLanes)
        for (int i = 0; i < 4; ++i)
          sums[i] += *reinterpret_cast<const Vector *>(row + f + i * kLanes);
      for (; f + kLanes <= features; f += kLanes)
        sums[0] += *reinterpret_cast<const Vector *>(row + f);
    }
    total += sum(sums[0]) + sum(sums[1]) + sum(sums[2]) + sum(sums[3]);
  }
  return total;
}

double bench::multiplyAdd(int64_t iterations, int threads, float &sink) {
  float total = 0;
#pragma omp parallel num_threads(threads) reduction(+ : total)
  {
    // Twelve chains of 8 lanes hide the latency of two units.
    typedef float Narrow __attribute__((vector_size(32)));
    Narrow chains[12];
    for (int i = 0; i < 12; ++i)
      chains[i] = Narrow{} + static_cast<float>(i);
    Narrow factor = Narrow{} + 0.999f, term = Narrow{} + 0.001f;
    for (int64_t k = 0; k < iterations; ++k)
      for (int i = 0; i < 12; ++i)
        chains[i] = chains[i] * factor + term;
    for (int i = 0; i < 12; ++i)
      for (int lane = 0; lane < 8; ++lane)
        total += chains[i][lane];
  }
  sink = total;
  return 2.0 * 12 * 8 * static_cast<double>(iterations) * threads;
}

//===----------------------------------------------------------------------===//
// BLAS
//===----------------------------------------------------------------------===//

Blas::Blas() {
  for (const char *name : {"libopenblas.so.0", "libopenblas.so"})
    if ((library = dlopen(name, RTLD_NOW | RTLD_LOCAL)))
      break;
  if (!library)
    return;
  sgemm = reinterpret_cast<decltype(sgemm)>(dlsym(library, "cblas_sgemm"));
  setNumThreads = reinterpret_cast<decltype(setNumThreads)>(
      dlsym(library, "openblas_set_num_threads"));
}

void Blas::setThreads(int threads) const {
  if (setNumThreads)
    setNumThreads(threads);
}

void Blas::multiply(int64_t m, int64_t n, int64_t k, const float *a,
                    const float *b, float *c) const {
  // Row-major, not transposed; see cblas.h.
  constexpr int rowMajor = 101, noTranspose = 111;
  sgemm(rowMajor, noTranspose, noTranspose, static_cast<int>(m),
        static_cast<int>(n), static_cast<int>(k), 1.0f, a, static_cast<int>(k),
        b, static_cast<int>(n), 0.0f, c, static_cast<int>(n));
}
