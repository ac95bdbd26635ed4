//===- Bandwidth.cpp - how fast memory is ---------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Bandwidth.h"

#include "mesh/Driver/Data/Array.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <new>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace llvm;
using namespace mesh::driver;

static constexpr int64_t kLeastBytes = int64_t(32) << 20;
static constexpr int kRuns = 7;

/// Calls `work(begin, end)` for equal shares of `count` entries, each on a
/// thread of its own. The same shares go to a thread each time, so that memory
/// is near it.
static void share(int64_t count, int threads,
                  const std::function<void(int64_t, int64_t)> &work) {
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i)
    others.emplace_back(work, count * i / threads, count * (i + 1) / threads);
  work(0, count / threads);
  for (std::thread &other : others)
    other.join();
}

Expected<Bandwidth> mesh::driver::measureBandwidth(int threads) {
  int64_t cache = std::max<int64_t>({0, sysconf(_SC_LEVEL2_CACHE_SIZE),
                                     sysconf(_SC_LEVEL3_CACHE_SIZE),
                                     sysconf(_SC_LEVEL4_CACHE_SIZE)});
  int64_t bytes = std::max(kLeastBytes, cache * 4 / 3);
  int64_t count = bytes / static_cast<int64_t>(sizeof(double));
  std::unique_ptr<double[]> arrays[3];
  for (auto &array : arrays) {
    array.reset(new (std::nothrow) double[static_cast<size_t>(count)]);
    if (!array)
      return dataError("no memory for measuring its bandwidth: three arrays "
                       "of " +
                       Twine(bytes) + " bytes");
  }
  double *a = arrays[0].get(), *b = arrays[1].get(), *c = arrays[2].get();
  share(count, threads, [=](int64_t begin, int64_t end) {
    std::fill(a + begin, a + end, 0.0);
    std::fill(b + begin, b + end, 1.0);
    std::fill(c + begin, c + end, 2.0);
  });
  double best = 0;
  for (int run = 0; run < kRuns; ++run) {
    auto start = std::chrono::steady_clock::now();
    share(count, threads, [=](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        a[i] = b[i] + 3.0 * c[i];
    });
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - start;
    best = std::max(best, 3.0 * static_cast<double>(bytes) / time.count());
  }
  // What is never read could be left out by the compiler.
  if (a[count / 2] != 7.0)
    return dataError("the measurement of the bandwidth computed a wrong sum");
  return Bandwidth{best, bytes, cache};
}
