//===- StatusTest.cpp - errors of compiled code ---------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Runtime/Status.h"

#include "gtest/gtest.h"

#include <cstring>
#include <thread>
#include <vector>

using namespace mesh::runtime;

namespace {

TEST(Status, FillsPlaceholders) {
  Status status;
  int64_t values[] = {7, -5};
  mesh_rt_fail(&status, "gat.mlir:3:8", "index {0} of {1}, {1} {2} {x} {", 2,
               values);
  EXPECT_TRUE(status.failed());
  EXPECT_EQ(status.code.load(), 1);
  EXPECT_STREQ(status.message, "gat.mlir:3:8: index 7 of -5, -5 {2} {x} {");
}

TEST(Status, FirstErrorWinsAndResetClears) {
  Status status;
  mesh_rt_fail(&status, nullptr, "first", 0, nullptr);
  mesh_rt_fail(&status, "", "second", 0, nullptr);
  EXPECT_STREQ(status.message, "first");
  status.reset();
  EXPECT_FALSE(status.failed());
  mesh_rt_fail(&status, "", "third", 0, nullptr);
  EXPECT_STREQ(status.message, "third");
  mesh_rt_fail(nullptr, "", "nowhere", 0, nullptr);
}

TEST(Status, LongTextIsCut) {
  Status status;
  std::string text(5000, 'x');
  mesh_rt_fail(&status, text.c_str(), text.c_str(), 0, nullptr);
  EXPECT_EQ(std::strlen(status.message), sizeof(status.message) - 1);
}

TEST(Status, ManyThreadsLeaveOneWholeMessage) {
  for (int round = 0; round < 50; ++round) {
    Status status;
    std::vector<std::thread> threads;
    for (int64_t t = 0; t < 8; ++t)
      threads.emplace_back([&status, t] {
        int64_t values[] = {t, t};
        mesh_rt_fail(&status, "here", "thread {0} {1}", 2, values);
      });
    for (std::thread &thread : threads)
      thread.join();
    int first, second;
    ASSERT_EQ(
        std::sscanf(status.message, "here: thread %d %d", &first, &second), 2);
    EXPECT_EQ(first, second);
  }
}

} // namespace
