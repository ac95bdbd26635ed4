//===- LiteralTest.cpp - arrays written out -------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Literal.h"
#include "TestSupport.h"

#include <cmath>

using namespace llvm;
using namespace mesh::driver;
using namespace mesh::driver::test;

namespace {

using Dims = std::vector<int64_t>;
using Values = std::vector<double>;

TEST(Literal, NestedLists) {
  Array matrix = get(parseLiteral("[[1,2],[3,4]]"));
  EXPECT_EQ(matrix.dtype, DType::I64);
  EXPECT_EQ(dims(matrix), (Dims{2, 2}));
  EXPECT_EQ(values(matrix), (Values{1, 2, 3, 4}));
  Array mixed = get(parseLiteral(" [ -1 , 2.5, +3e2 ] "));
  EXPECT_EQ(mixed.dtype, DType::F64);
  EXPECT_EQ(values(mixed), (Values{-1, 2.5, 300}));
}

TEST(Literal, Scalars) {
  EXPECT_EQ(get(parseLiteral("3.5")).doubleAt(0), 3.5);
  EXPECT_EQ(get(parseLiteral("-7")).intAt(0), -7);
  EXPECT_EQ(get(parseLiteral("true")).intAt(0), 1);
  EXPECT_TRUE(std::isnan(get(parseLiteral("nan")).doubleAt(0)));
  Array special = get(parseLiteral("[inf,-inf,nan]"));
  EXPECT_EQ(special.doubleAt(0), HUGE_VAL);
  EXPECT_EQ(special.doubleAt(1), -HUGE_VAL);
}

TEST(Literal, EmptyLists) {
  EXPECT_EQ(dims(get(parseLiteral("[]"))), (Dims{0}));
  EXPECT_EQ(dims(get(parseLiteral("[[],[]]"))), (Dims{2, 0}));
}

TEST(Literal, RaggedIsRefused) {
  EXPECT_EQ(errorText(parseLiteral("[[1,2],[3]]")),
            "column 11 of the literal: expects 2 items as in the rows before, "
            "but got 1");
  for (const char *text :
       {"[1,[2]]", "[[1],2]", "[[],[1]]", "[[1],[]]", "[[[]],[]]", "[[],[[]]]"})
    EXPECT_CONTAINS(errorText(parseLiteral(text)), "in the rows before");
}

TEST(Literal, Malformed) {
  EXPECT_CONTAINS(errorText(parseLiteral("[1,2")), "expects ',' or ']'");
  EXPECT_CONTAINS(errorText(parseLiteral("[1,2]]")), "expects the end");
  EXPECT_CONTAINS(errorText(parseLiteral("[1,,2]")), "expects a number");
  EXPECT_CONTAINS(errorText(parseLiteral("[1 2]")), "expects ',' or ']'");
  EXPECT_CONTAINS(errorText(parseLiteral("1x")), "expects a number");
  EXPECT_CONTAINS(errorText(parseLiteral("1e999")), "expects a number");
  EXPECT_CONTAINS(errorText(parseLiteral(std::string(100000, '['))),
                  "nested more than 16 deep");
}

} // namespace
