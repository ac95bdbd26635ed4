//===- EdgeListTest.cpp - text edge lists ---------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/EdgeList.h"
#include "TestSupport.h"

using namespace llvm;
using namespace mesh::driver;
using namespace mesh::driver::test;

namespace {

using Ids = std::vector<int64_t>;
using Values = std::vector<double>;

Expected<EdgeList> parse(StringRef text) {
  return parseEdgeList(text, "g.edges");
}
std::string failure(StringRef text) { return errorText(parse(text)); }

TEST(EdgeList, AsPeopleWriteThem) {
  EdgeList list = get(parse("# src dst weight\n0\t1\t2.5\n1 2   -1e-3   \n"
                            "% other comment\n\n2\t0\t4\n"));
  EXPECT_EQ(list.graph.source, (Ids{0, 1, 2}));
  EXPECT_EQ(list.graph.target, (Ids{1, 2, 0}));
  EXPECT_EQ(list.graph.numSources, 3);
  EXPECT_EQ(list.graph.numTargets, 3);
  ASSERT_TRUE(list.weights);
  EXPECT_EQ(values(*list.weights), (Values{2.5, -0.001, 4}));
}

TEST(EdgeList, WeightsInSomeLinesOnly) {
  EXPECT_EQ(failure("# src dst weight\n0\t1\t2.5\n1 2 -1\n2\t0\n"),
            "g.edges: line 4: weights must be in all lines or in none: this "
            "line has none, line 2 has one");
  EXPECT_CONTAINS(failure("0 1\n1 2 3\n"), "line 2: weights must be");
}

TEST(EdgeList, IdsMustBeNumbers) {
  EXPECT_EQ(failure("0 1 1\na b 1\n"),
            "g.edges: line 2: node ids must be whole numbers, but the source "
            "is 'a'");
  EXPECT_CONTAINS(failure("0 1.5\n"), "the target is '1.5'");
  EXPECT_CONTAINS(failure("0 -1\n"), "target -1 is out of range");
  EXPECT_CONTAINS(failure("0 99999999999999999999\n"), "whole numbers");
  EXPECT_CONTAINS(failure("0 9223372036854775807\n"), "out of range");
}

TEST(EdgeList, WindowsLineEndsAndNoFinalOne) {
  EdgeList list = get(parse("0 1 2.5\r\n1 2 3\r\n2 0 1"));
  EXPECT_EQ(list.graph.numEdges(), 3);
  EXPECT_EQ(values(*list.weights), (Values{2.5, 3, 1}));
}

TEST(EdgeList, Commas) {
  EdgeList list = get(parse("0,1\n1, 2\n"));
  EXPECT_EQ(list.graph.target, (Ids{1, 2}));
  EXPECT_FALSE(list.weights);
  EXPECT_CONTAINS(failure("0,,1\n"), "line 1: a field between commas is empty");
  EXPECT_CONTAINS(failure("0,1,\n"), "is empty");
}

TEST(EdgeList, FieldCount) {
  EXPECT_CONTAINS(failure("7\n"), "expects source, target");
  EXPECT_CONTAINS(failure("0 1 2 3\n"), "expects source, target");
  EXPECT_CONTAINS(failure("0 1 x\n"), "expects a number as the weight");
  EdgeList empty = get(parse("# nothing\n"));
  EXPECT_EQ(empty.graph.numEdges(), 0);
  EXPECT_EQ(empty.graph.numSources, 0);
}

} // namespace
