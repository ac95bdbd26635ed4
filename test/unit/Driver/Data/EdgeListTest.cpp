//===- EdgeListTest.cpp - text edge lists ---------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/EdgeList.h"
#include "TestSupport.h"

#include <cmath>

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

/// Numbers of every length at every distance from the end of the text.
TEST(EdgeList, NumbersOfEveryLength) {
  std::string digits = "123456789012345678";
  for (size_t length = 1; length <= digits.size(); ++length)
    for (const char *end : {"\n", "\r\n", "", " \n0 1\n"}) {
      std::string number = digits.substr(0, length);
      EdgeList list = get(parse("0 1\n" + number + "\t" + number + end));
      ASSERT_GE(list.graph.numEdges(), 2);
      EXPECT_EQ(list.graph.source[1], std::stoll(number));
      EXPECT_EQ(list.graph.target[1], std::stoll(number));
      EXPECT_EQ(list.graph.numSources, std::max(2LL, std::stoll(number) + 1));
    }
}

/// As many digits as a double can need, in every notation, against strtod.
TEST(EdgeList, WeightsAreRoundedOnce) {
  for (const char *weight :
       {"0.1", "-0.3", "123456789012345", "1.23456789012345",
        "0.000000000000001", "12345678901234567", "9007199254740993", "1e23",
        "8.5e-320", ".5", "5.", "+7.25", "-0", "0.30000000000000004",
        "3.14159265358979323846264338", "inf", "-inf"}) {
    EdgeList list = get(parse("0 1 1\n1 0 " + std::string(weight) + "\n"));
    double expected = std::strtod(weight, nullptr);
    EXPECT_EQ(list.weights->as<double>()[1], expected) << weight;
    EXPECT_EQ(std::signbit(list.weights->as<double>()[1]),
              std::signbit(expected))
        << weight;
  }
}

TEST(EdgeList, OddLinesAmongUsualOnes) {
  EdgeList list = get(parse("0 1\n1 2\n\n# note\n +2\t3 \n3,4\n4 , 5\n5 6\r\n"
                            "\v6 7\n0000000000000000000000007 8\n8 9"));
  EXPECT_EQ(list.graph.source, (Ids{0, 1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(list.graph.target, (Ids{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_CONTAINS(failure("0 1\n1 2\n\n# note\n2 3\n3 x\n"), "line 6: ");
  EXPECT_CONTAINS(failure("0 1\n1 2\n3 4 5\n"), "line 3: weights must be");
  EXPECT_CONTAINS(failure("0 1 1\n1 2 1\n3 4\n"), "line 3: weights must be");
  EXPECT_CONTAINS(failure("0 1\n1 2\n3 4;\n"), "line 3: node ids must be");
  EXPECT_CONTAINS(failure("0,1,1\n1,2,\n"), "line 2: a field between commas");
  EXPECT_CONTAINS(failure("0 1\n1\r2\n"), "line 2: ");
}

} // namespace
