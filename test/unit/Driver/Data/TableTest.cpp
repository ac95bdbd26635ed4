//===- TableTest.cpp - numbers as text in rows ----------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Table.h"

#include "TestSupport.h"

using namespace mesh::driver;
using namespace mesh::driver::test;

using Values = std::vector<double>;

namespace {

TEST(Table, Numbers) {
  Array array = get(parseTable("# a b\n1 2.5\n\n-3\t1e2\r\n", "t.txt"));
  EXPECT_EQ(array.typeName(), "tensor<2x2xf64>");
  EXPECT_EQ(values(array), (Values{1, 2.5, -3, 100}));
  Array whole = get(parseTable("1, 2,9007199254740993\n", "t.csv"));
  EXPECT_EQ(whole.typeName(), "tensor<1x3xi64>");
  EXPECT_EQ(whole.intAt(2), 9007199254740993);
  EXPECT_EQ(get(parseTable("% nothing\n", "t.txt")).typeName(),
            "tensor<0x0xi64>");
  // The first number that is not whole comes late.
  EXPECT_EQ(values(get(parseTable("1\n2\n0.5", "t.txt"))), (Values{1, 2, 0.5}));
}

TEST(Table, Errors) {
  EXPECT_EQ(errorText(parseTable("1 2\n3\n", "t.txt")),
            "t.txt: line 2: expects 2 entries, as on the lines before, but got "
            "1");
  EXPECT_EQ(errorText(parseTable("x,y\n1,2\n", "t.csv")),
            "t.csv: line 1: expects a number, but got 'x'; a line of names "
            "starts with '#'");
  EXPECT_EQ(errorText(parseTable("1,,2\n", "t.csv")),
            "t.csv: line 1: expects a number, but got ''; a line of names "
            "starts with '#'");
}

} // namespace
