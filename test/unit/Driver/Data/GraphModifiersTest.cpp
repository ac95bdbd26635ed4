//===- GraphModifiersTest.cpp - changes to a graph ------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/GraphModifiers.h"
#include "TestSupport.h"
#include "mesh/Driver/Data/Argument.h"

using namespace llvm;
using namespace mesh::driver;
using namespace mesh::driver::test;

namespace {

using Ids = std::vector<int64_t>;

struct Result {
  CooGraph graph;
  EdgeOrigin origin;
};

Result load(StringRef spec) {
  Result result;
  result.graph = get(loadGraph(spec, {}, result.origin));
  return result;
}
std::string failure(StringRef spec) {
  EdgeOrigin origin;
  return errorText(loadGraph(spec, {}, origin));
}

TEST(GraphModifiers, Nodes) {
  EXPECT_EQ(load("[[0,1],[1,2]]").graph.numSources, 3);
  Result four = load("[[0,1],[1,2]]+nodes=4");
  EXPECT_EQ(four.graph.numSources, 4);
  EXPECT_EQ(four.graph.numTargets, 4);
  EXPECT_FALSE(four.origin.permutation);
  Result two = load("[[0,1],[1,2]]+nodes=2:5");
  EXPECT_EQ(two.graph.numSources, 2);
  EXPECT_EQ(two.graph.numTargets, 5);
  Result empty = load("[[],[]]+nodes=3");
  EXPECT_EQ(empty.graph.numSources, 3);
  EXPECT_EQ(empty.graph.numEdges(), 0);
  EXPECT_EQ(failure("[[2,6,8],[4,2,11]]+nodes=5"),
            "edge 1: source 6 is out of range, expects 0 <= source < 5");
  EXPECT_CONTAINS(failure("[[0],[1]]+nodes=-1"), "number of nodes is -1");
  EXPECT_CONTAINS(failure("[[0],[1]]+nodes=x"), "expects N or S:T");
  EXPECT_CONTAINS(failure("[[0],[1]]+nodes=99999999999999999999"),
                  "expects N or S:T");
}

TEST(GraphModifiers, SelfLoops) {
  Result result = load("[[0,1,1],[1,1,2]]+self_loops");
  EXPECT_EQ(result.graph.source, (Ids{0, 1, 1, 0, 2}));
  EXPECT_EQ(result.graph.target, (Ids{1, 1, 2, 0, 2}));
  EXPECT_EQ(result.origin.addedBy, "+self_loops");
  Result without = load("[[0,1,1],[1,1,2]]+no_self_loops");
  EXPECT_EQ(without.graph.source, (Ids{0, 1}));
  EXPECT_EQ(*without.origin.permutation, (Ids{0, 2}));
  // Nothing was added, so edge rows still have their edges.
  EXPECT_EQ(load("[[0,1],[0,1]]+self_loops").origin.addedBy, "");
}

TEST(GraphModifiers, UndirectedKeepsDuplicates) {
  Result result = load("[[0,0,1],[1,1,1]]+undirected");
  EXPECT_EQ(result.graph.source, (Ids{0, 0, 1, 1, 1}));
  EXPECT_EQ(result.graph.target, (Ids{1, 1, 1, 0, 0}));
}

TEST(GraphModifiers, CoalesceKeepsTheFirst) {
  Result result = load("[[2,0,2,0],[1,1,1,0]]+coalesce");
  EXPECT_EQ(result.graph.source, (Ids{2, 0, 0}));
  EXPECT_EQ(result.graph.target, (Ids{1, 1, 0}));
  EXPECT_EQ(*result.origin.permutation, (Ids{0, 1, 3}));
}

TEST(GraphModifiers, SortedIsStable) {
  Result result = load("[[1,5,2],[61357,0,30679]]+nodes=70000+sorted");
  EXPECT_EQ(*result.origin.permutation, (Ids{1, 2, 0}));
  Result sparse = load("[[1,5,2],[61357,0,30679]]+nodes=70000000+sorted");
  EXPECT_EQ(*sparse.origin.permutation, (Ids{1, 2, 0}));
  Result ties = load("[[3,1,3,1],[0,0,0,0]]+sorted");
  EXPECT_EQ(*ties.origin.permutation, (Ids{1, 3, 0, 2}));
}

TEST(GraphModifiers, LeftToRight) {
  EXPECT_EQ(load("[[0,0],[1,2]]+nodes=2:3+reverse").graph.numSources, 3);
  EXPECT_EQ(load("[[0,0],[1,2]]+reverse+nodes=3:1").graph.numTargets, 1);
  EXPECT_CONTAINS(failure("[[0,0],[1,2]]+nodes=3:1+reverse"), "edge 0: target");
}

TEST(GraphModifiers, Chains) {
  Result result = load("[[2,0,1],[1,1,1]]+no_self_loops+sorted+reverse");
  EXPECT_EQ(result.graph.source, (Ids{1, 1}));
  EXPECT_EQ(result.graph.target, (Ids{0, 2}));
  EXPECT_EQ(*result.origin.permutation, (Ids{1, 0}));
  Result both = load("[[0,1],[1,0]]+undirected+coalesce");
  EXPECT_EQ(both.graph.numEdges(), 2);
  EXPECT_EQ(both.origin.addedBy, "+undirected");
}

TEST(GraphModifiers, BipartiteGraphsHaveNoLoops) {
  for (const char *name : {"self_loops", "no_self_loops", "undirected"})
    EXPECT_EQ(failure(("[[0],[1]]+nodes=1:2+" + Twine(name)).str()),
              ("'+" + Twine(name) +
               "' expects as many sources as targets, but got 1 sources and 2 "
               "targets")
                  .str());
  Result sorted = load("[[0,0],[1,0]]+nodes=1:2+sorted+coalesce+reverse");
  EXPECT_EQ(sorted.graph.numSources, 2);
}

TEST(GraphModifiers, UnknownOnesAreListed) {
  EXPECT_CONTAINS(failure("[[0],[1]]+self_loop"),
                  "unknown modifier '+self_loop', the modifiers are: +nodes=, "
                  "+self_loops");
  EXPECT_CONTAINS(failure("ring:nodes=3+loops"), "unknown modifier '+loops'");
  EXPECT_CONTAINS(failure("@none.mtx+loops"), "the modifiers are: +nodes=");
  EXPECT_CONTAINS(failure("[[0],[1]]+nodes=1099511627776+self_loops"),
                  "1099511627777 edges need more than");
}

TEST(GraphModifiers, EdgeRowsFollow) {
  Result result = load("[[2,0,1,2],[1,0,1,0]]+no_self_loops+sorted");
  Array rows = get(makeArray({0, 1, 2, 3, 4, 5, 6, 7}, {4, 2}, DType::F32));
  Array moved = get(selectEdgeRows(rows, result.origin));
  EXPECT_EQ(dims(moved), (Ids{2, 2}));
  EXPECT_EQ(values(moved), (std::vector<double>{6, 7, 0, 1}));
  Array few = get(makeArray({1, 2}, {2}));
  EXPECT_EQ(errorText(selectEdgeRows(few, result.origin)),
            "expects one row for each of the 4 edges, but got tensor<2xf64>");
  Result added = load("[[0],[1]]+undirected");
  EXPECT_CONTAINS(errorText(selectEdgeRows(few, added.origin)),
                  "the modifier +undirected added edges");
}

} // namespace
