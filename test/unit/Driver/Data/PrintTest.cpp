//===- PrintTest.cpp - printed arrays -------------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Print.h"
#include "TestSupport.h"
#include "mesh/Driver/Data/Generators.h"

#include <cmath>

using namespace llvm;
using namespace mesh::driver;
using namespace mesh::driver::test;

namespace {

std::string print(const Array &array) {
  std::string text;
  raw_string_ostream os(text);
  printArray(os, array);
  return text;
}

Array iota(DType dtype, ArrayRef<int64_t> shape) {
  return get(generateTensor(get(parseGenerator("iota")), dtype, shape));
}

TEST(Print, SmallArrays) {
  EXPECT_EQ(print(get(makeArray({1, 2.5, -3, 1e-7}, {2, 2}, DType::F32))),
            "tensor<2x2xf32>\n[[    1,   2.5],\n [   -3, 1e-07]]\n");
  EXPECT_EQ(print(get(makeArray({NAN, HUGE_VAL, -HUGE_VAL}, {3}))),
            "tensor<3xf64>\n[ nan,  inf, -inf]\n");
  EXPECT_EQ(print(get(makeArray({1, 0}, {2}, DType::Bool))),
            "tensor<2xi1>\n[ true, false]\n");
  EXPECT_EQ(print(get(makeArray({0.123456789}, {}, DType::F32))),
            "tensor<f32>\n0.123457\n");
  EXPECT_EQ(print(iota(DType::I32, {2, 1, 2})),
            "tensor<2x1x2xi32>\n[[[0, 1]],\n\n [[2, 3]]]\n");
  EXPECT_EQ(print(iota(DType::F32, {0, 3})), "tensor<0x3xf32>\n[]\n");
}

TEST(Print, LargeArraysAreElided) {
  EXPECT_EQ(print(iota(DType::I64, {2000})),
            "tensor<2000xi64>\n[   0,    1,    2, ..., 1997, 1998, 1999]\n");
  std::string text = print(iota(DType::F32, {1000, 2}));
  EXPECT_EQ(text, "tensor<1000x2xf32>\n[[   0,    1],\n [   2,    3],\n"
                  " [   4,    5],\n ...,\n [1994, 1995],\n [1996, 1997],\n"
                  " [1998, 1999]]\n");
  EXPECT_LT(print(iota(DType::F32, {40, 50, 60})).size(), 4000u);
}

TEST(Print, LongRowsAreBroken) {
  std::string text = print(iota(DType::I32, {100}));
  EXPECT_CONTAINS(text, ",\n ");
  SmallVector<StringRef, 8> lines;
  StringRef(text).split(lines, '\n');
  for (StringRef line : lines)
    EXPECT_LE(line.size(), 101u);
}

} // namespace
