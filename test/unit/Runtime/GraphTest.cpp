//===- GraphTest.cpp - the arrays of a graph ------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Runtime/Graph.h"

#include "gtest/gtest.h"

#include <vector>

using namespace mesh::runtime;

namespace {

template <class Index>
std::vector<int64_t> list(const AlignedBuffer<Index> &buffer) {
  return {buffer.begin(), buffer.end()};
}

using Ids = std::vector<int64_t>;

template <class Index>
std::shared_ptr<GraphData<Index>> build(int64_t sources, int64_t targets,
                                        const Ids &src, const Ids &dst,
                                        std::string &error) {
  return buildGraph<Index, int64_t>(sources, targets, src.size(), src.data(),
                                    dst.data(), error);
}

template <class Index> class GraphTest : public testing::Test {};
using IndexTypes = testing::Types<int32_t, int64_t>;
TYPED_TEST_SUITE(GraphTest, IndexTypes);

TYPED_TEST(GraphTest, TransposeKeepsOrderWithinARow) {
  std::string error;
  auto graph =
      build<TypeParam>(3, 4, {2, 0, 2, 2, 0, 1}, {0, 0, 1, 1, 1, 3}, error);
  ASSERT_TRUE(graph) << error;
  EXPECT_EQ(list(graph->inPtr), (Ids{0, 2, 5, 5, 6}));
  EXPECT_EQ(list(graph->inCol), (Ids{2, 0, 2, 2, 0, 1}));
  EXPECT_EQ(list(graph->inEdge), (Ids{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(list(graph->outPtr), (Ids{0, 2, 3, 6}));
  EXPECT_EQ(list(graph->outEdge), (Ids{1, 4, 5, 0, 2, 3}));
  EXPECT_EQ(list(graph->outCol), (Ids{0, 1, 3, 0, 1, 1}));
  // The transposed weights and the gradient through the transpose.
  std::vector<double> weight{1, 2, 4, 8, 16, 32}, g{1, 10, 100, 1000};
  std::vector<double> moved, gradient(3);
  for (int s = 0; s < 3; ++s)
    for (auto i = graph->outPtr[s]; i < graph->outPtr[s + 1]; ++i) {
      moved.push_back(weight[graph->outEdge[i]]);
      gradient[s] += weight[graph->outEdge[i]] * g[graph->outCol[i]];
    }
  EXPECT_EQ(moved, (std::vector<double>{2, 16, 32, 1, 4, 8}));
  EXPECT_EQ(gradient, (std::vector<double>{162, 32000, 121}));
}

TYPED_TEST(GraphTest, NoCombinedKey) {
  std::string error;
  auto graph =
      build<TypeParam>(70000, 70000, {1, 5, 2}, {61357, 0, 30679}, error);
  ASSERT_TRUE(graph) << error;
  EXPECT_EQ(list(graph->inEdge), (Ids{1, 2, 0}));
  for (int64_t row = 0; row <= 70000; ++row)
    ASSERT_EQ(graph->inPtr[row], row == 0       ? 0
                                 : row <= 30679 ? 1
                                 : row <= 61357 ? 2
                                                : 3);
}

TYPED_TEST(GraphTest, EmptyGraphsHaveUsablePointers) {
  std::string error;
  for (int64_t nodes : {0, 4}) {
    auto graph = build<TypeParam>(nodes, nodes, {}, {}, error);
    ASSERT_TRUE(graph) << error;
    EXPECT_EQ(graph->numEdges(), 0);
    EXPECT_EQ(list(graph->inPtr), Ids(nodes + 1, 0));
    for (const auto *component : graph->components()) {
      EXPECT_NE(component->data(), nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(component->data()) % 64, 0u);
    }
  }
}

TYPED_TEST(GraphTest, DuplicatesAndLoopsStay) {
  std::string error;
  auto graph = build<TypeParam>(2, 2, {0, 0, 1}, {1, 1, 1}, error);
  ASSERT_TRUE(graph) << error;
  EXPECT_EQ(graph->numEdges(), 3);
  EXPECT_EQ(list(graph->inCol), (Ids{0, 0, 1}));
}

TYPED_TEST(GraphTest, OutOfRangeIndexIsNamed) {
  std::string error;
  EXPECT_FALSE(build<TypeParam>(5, 5, {0, 1, 2, 7}, {0, 0, 0, 9}, error));
  EXPECT_EQ(error, "edge 3: source 7 is out of range, expects 0 <= source < 5");
  EXPECT_FALSE(build<TypeParam>(5, 3, {0, 7}, {-1, 0}, error));
  EXPECT_EQ(error,
            "edge 0: target -1 is out of range, expects 0 <= target < 3");
  EXPECT_FALSE(build<TypeParam>(0, 0, {0}, {0}, error));
  EXPECT_EQ(error, "edge 0: source 0 is out of range, expects 0 <= source < 0");
  // A wide index must not wrap into the range.
  EXPECT_FALSE(build<TypeParam>(5, 5, {4294967296}, {0}, error));
  EXPECT_EQ(error, "edge 0: source 4294967296 is out of range, expects 0 <= "
                   "source < 5");
}

TYPED_TEST(GraphTest, AbsurdCountsAreRefused) {
  std::string error;
  for (int64_t count :
       {int64_t(9000000000000000000), int64_t(-1), int64_t(1) << 40}) {
    EXPECT_FALSE(build<TypeParam>(count, 1, {}, {}, error));
    EXPECT_NE(error.find(std::to_string(count)), std::string::npos) << error;
    EXPECT_FALSE(build<TypeParam>(1, count, {}, {}, error));
    EXPECT_NE(error.find(std::to_string(count)), std::string::npos) << error;
  }
}

TEST(GraphCounts, LimitOfIndexType) {
  EXPECT_EQ(checkGraphCounts(1, 1, (int64_t(1) << 31) - 1 + 1, 32),
            "number of edges is 2147483648, but 'i32' graph indices allow at "
            "most 2147483647");
  EXPECT_NE(checkGraphCounts(int64_t(1) << 31, 1, 0, 32), "");
  EXPECT_EQ(checkGraphCounts(3, 4, 5, 32), "");
}

} // namespace
