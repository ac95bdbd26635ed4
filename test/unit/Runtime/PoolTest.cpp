//===- PoolTest.cpp - memory of compiled code -----------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Runtime/Pool.h"

#include "gtest/gtest.h"

#include <cstring>
#include <thread>
#include <vector>

using namespace mesh::runtime;

namespace {

bool aligned(const void *pointer, size_t alignment) {
  return reinterpret_cast<uintptr_t>(pointer) % alignment == 0;
}

TEST(Pool, SizesAreAlignedAndWasteIsBounded) {
  for (uint64_t size :
       {uint64_t(0), uint64_t(1), uint64_t(64), uint64_t(65), uint64_t(512),
        uint64_t(513), uint64_t(577), uint64_t(1024), uint64_t(1025),
        uint64_t(100000), uint64_t(1) << 20, (uint64_t(1) << 20) + 1,
        (uint64_t(4) << 20) + 4096}) {
    uint64_t before = poolStatistics().currentBytes;
    void *pointer = _mlir_memref_to_llvm_alloc(size);
    ASSERT_TRUE(pointer);
    EXPECT_TRUE(aligned(pointer, 64));
    std::memset(pointer, 0xab, size);
    uint64_t bytes = poolStatistics().currentBytes - before;
    EXPECT_GE(bytes, size);
    EXPECT_LE(bytes - size, std::max<uint64_t>(size / 8, 64)) << size;
    _mlir_memref_to_llvm_free(pointer);
    EXPECT_EQ(poolStatistics().currentBytes, before);
  }
}

TEST(Pool, FreedBlocksAreUsedAgain) {
  poolTrim();
  void *first = _mlir_memref_to_llvm_alloc(5000);
  _mlir_memref_to_llvm_free(first);
  uint64_t fresh = poolStatistics().freshBlocks;
  for (int i = 0; i < 10; ++i) {
    void *again = _mlir_memref_to_llvm_alloc(5001 + i);
    EXPECT_EQ(again, first);
    _mlir_memref_to_llvm_free(again);
  }
  EXPECT_EQ(poolStatistics().freshBlocks, fresh);
  EXPECT_GE(poolTrim(), 5000u);
  EXPECT_EQ(poolStatistics().keptBytes, 0u);
}

TEST(Pool, LargeAlignments) {
  for (size_t alignment : {8, 64, 128, 4096, 65536}) {
    void *pointer = _mlir_memref_to_llvm_aligned_alloc(alignment, 1000);
    ASSERT_TRUE(pointer);
    EXPECT_TRUE(aligned(pointer, alignment));
    std::memset(pointer, 1, 1000);
    _mlir_memref_to_llvm_free(pointer);
  }
  _mlir_memref_to_llvm_free(nullptr);
  EXPECT_EQ(_mlir_memref_to_llvm_alloc(SIZE_MAX), nullptr);
  EXPECT_EQ(_mlir_memref_to_llvm_aligned_alloc(4096, SIZE_MAX - 64), nullptr);
}

TEST(Pool, ScopeFreesWhatACallLeftBehind) {
  uint64_t before = poolStatistics().currentBytes;
  void *result = nullptr;
  {
    CallScope outer;
    void *kept = _mlir_memref_to_llvm_alloc(100);
    {
      CallScope scope;
      void *freed = _mlir_memref_to_llvm_alloc(100);
      (void)_mlir_memref_to_llvm_alloc(3000);
      result = _mlir_memref_to_llvm_aligned_alloc(256, 200);
      _mlir_memref_to_llvm_free(freed);
      EXPECT_TRUE(scope.detach(result));
      EXPECT_FALSE(scope.detach(result));
      int local = 0;
      EXPECT_FALSE(scope.detach(&local));
      EXPECT_FALSE(scope.detach(kept)) << "belongs to the outer scope";
      EXPECT_EQ(scope.releaseOutstanding(), 1u);
    }
    EXPECT_EQ(outer.releaseOutstanding(), 1u);
  }
  std::memset(result, 1, 200);
  EXPECT_GT(poolStatistics().currentBytes, before);
  _mlir_memref_to_llvm_free(result);
  EXPECT_EQ(poolStatistics().currentBytes, before);
}

TEST(Pool, FailureIsRecordedAndTheCallLeft) {
  uint64_t before = poolStatistics().currentBytes;
  Status status;
  {
    CallScope scope(&status);
    bool reached = false;
    bool done = scope.run(
        [](void *flag) {
          (void)_mlir_memref_to_llvm_alloc(1000);
          (void)_mlir_memref_to_llvm_alloc(size_t(1) << 50);
          *static_cast<bool *>(flag) = true;
        },
        &reached);
    EXPECT_FALSE(done);
    EXPECT_FALSE(reached);
  }
  EXPECT_TRUE(status.failed());
  EXPECT_NE(std::string(status.message).find("1125899906842624 bytes"),
            std::string::npos)
      << status.message;
  EXPECT_EQ(poolStatistics().currentBytes, before);
  // The next call works.
  CallScope scope(&status);
  EXPECT_TRUE(scope.run(
      [](void *) { _mlir_memref_to_llvm_free(_mlir_memref_to_llvm_alloc(10)); },
      nullptr));
}

TEST(Pool, ManyThreads) {
  uint64_t before = poolStatistics().currentBytes;
  std::vector<std::thread> threads;
  std::vector<void *> handed(8);
  CallScope scope;
  for (void *&pointer : handed)
    pointer = _mlir_memref_to_llvm_alloc(777);
  for (unsigned t = 0; t < 8; ++t)
    threads.emplace_back([t, &handed] {
      // Blocks of another thread's scope may be freed here.
      _mlir_memref_to_llvm_free(handed[t]);
      CallScope inner;
      for (unsigned i = 0; i < 2000; ++i) {
        size_t size = 1 + (i * 37 + t * 101) % 4000;
        auto *bytes = static_cast<char *>(_mlir_memref_to_llvm_alloc(size));
        std::memset(bytes, int(t), size);
        if (i % 3 == 0)
          continue; // left to the scope
        for (size_t b = 0; b < size; b += 97)
          ASSERT_EQ(bytes[b], char(t));
        _mlir_memref_to_llvm_free(bytes);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(scope.releaseOutstanding(), 0u);
  EXPECT_EQ(poolStatistics().currentBytes, before);
}

TEST(Pool, PeakIsKept) {
  poolResetPeak();
  uint64_t before = poolStatistics().currentBytes;
  void *pointer = _mlir_memref_to_llvm_alloc(1 << 16);
  _mlir_memref_to_llvm_free(pointer);
  EXPECT_EQ(poolStatistics().peakBytes, before + (1 << 16));
  poolResetPeak();
  EXPECT_EQ(poolStatistics().peakBytes, before);
}

} // namespace
