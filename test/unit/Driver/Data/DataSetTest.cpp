//===- DataSetTest.cpp - public data sets, where they are present ---------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "mesh/Driver/Data/Argument.h"

#include <cstdlib>

using namespace llvm;
using namespace mesh::driver;
using namespace mesh::driver::test;

namespace {

/// Figures of the public files: nodes, edges, self-loops, features and how many
/// of them are set, labels that are missing.
struct DataSet {
  const char *name;
  int64_t nodes, edges, loops, features, set, unlabelled;
  bool matrix;
};
const DataSet kDataSets[] = {
    {"cora", 2708, 10556, 0, 1433, 49216, 0, true},
    {"citeseer", 3327, 9228, 124, 3703, 105165, 15, true},
    {"pubmed", 19717, 88651, 3, 0, 0, 0, false},
    {"chickenpox", 20, 102, 20, 0, 0, 0, false}};

class DataSetTest : public testing::TestWithParam<DataSet> {};

ArgValue load(const Twine &spec, const ArgType &type) {
  return get(loadArgument(spec.str(), type));
}

TEST_P(DataSetTest, MatchesItsPublishedFigures) {
  const DataSet &set = GetParam();
  const char *folder = std::getenv("MESH_DATA_DIR");
  if (!folder)
    GTEST_SKIP() << "MESH_DATA_DIR is not set: " << set.name
                 << " is not checked";
  SmallString<128> there(folder);
  sys::path::append(there, set.name);
  if (!sys::fs::exists(there))
    GTEST_SKIP() << there.c_str() << " is absent: it is not checked";
  ArgType graphType;
  graphType.kind = ArgType::Graph;
  ArgValue value = load(Twine("@") + set.name + "/edge_index.npy", graphType);
  const auto *graph = value.graph32();
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->numSources, set.nodes);
  EXPECT_EQ(graph->numEdges(), set.edges);
  int64_t loops = 0;
  for (int64_t e = 0; e < set.edges; ++e)
    loops += graph->src[e] == graph->dst[e];
  EXPECT_EQ(loops, set.loops);
  if (!set.matrix)
    return;

  // The Matrix Market file holds the same edges in the same order.
  ArgValue market = load(Twine("@") + set.name + "/graph.mtx", graphType);
  const auto *other = market.graph32();
  ASSERT_TRUE(other);
  EXPECT_EQ(other->numTargets, set.nodes);
  EXPECT_TRUE(std::equal(graph->src.begin(), graph->src.end(),
                         other->src.begin(), other->src.end()));
  EXPECT_TRUE(std::equal(graph->dst.begin(), graph->dst.end(),
                         other->dst.begin(), other->dst.end()));

  ArgType features;
  features.shape = {-1, set.features};
  ArgValue dense = load(Twine("@") + set.name + "/features_csr.npz", features);
  ASSERT_TRUE(dense.array());
  EXPECT_EQ(dims(*dense.array()),
            (std::vector<int64_t>{set.nodes, set.features}));
  int64_t nonZero = 0;
  for (int64_t i = 0; i < dense.array()->size(); ++i)
    nonZero += dense.array()->as<float>()[i] != 0;
  EXPECT_EQ(nonZero, set.set);

  ArgType labels;
  labels.dtype = DType::I64;
  labels.shape = {set.nodes};
  ArgValue classes = load(Twine("@") + set.name + "/labels.npy", labels);
  ASSERT_TRUE(classes.array());
  int64_t missing = 0;
  for (int64_t i = 0; i < set.nodes; ++i)
    missing += classes.array()->intAt(i) == -1;
  EXPECT_EQ(missing, set.unlabelled);
}

INSTANTIATE_TEST_SUITE_P(Public, DataSetTest, testing::ValuesIn(kDataSets),
                         [](const testing::TestParamInfo<DataSet> &info) {
                           return std::string(info.param.name);
                         });

} // namespace
