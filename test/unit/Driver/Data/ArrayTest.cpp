//===- ArrayTest.cpp - arrays and change of type --------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "mesh/Driver/Data/Elements.h"
#include "mesh/Runtime/Graph.h"
#include "mesh/Runtime/Memory.h"

#include <cmath>
#include <limits>

using namespace llvm;
using namespace mesh::driver;
using namespace mesh::driver::test;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Array doubles(ArrayRef<double> list) {
  return get(makeArray(list, {int64_t(list.size())}));
}

std::string converting(ArrayRef<double> list, DType dtype) {
  return errorText(convert(doubles(list), dtype));
}

TEST(Array, SizesThatOverflowAreRefused) {
  EXPECT_CONTAINS(errorText(allocateArray(DType::F32, {INT64_MAX, 2})),
                  "too large");
  EXPECT_CONTAINS(errorText(allocateArray(DType::F64, {INT64_MAX / 4})),
                  "too large");
  EXPECT_CONTAINS(errorText(allocateArray(DType::F32, {-1, 3})),
                  "dimension -1 is negative");
  EXPECT_CONTAINS(errorText(allocateArray(DType::I8, {int64_t(1) << 50})),
                  "tensor<1125899906842624xi8> needs 1125899906842624 bytes");
  NewArray empty = get(allocateArray(DType::F32, {0, 3}));
  EXPECT_NE(empty.array.data(), nullptr);
  EXPECT_EQ(empty.array.byteSize(), 0u);
}

TEST(Array, TypeNames) {
  EXPECT_EQ(tensorTypeName(DType::F32, {34, -1}), "tensor<34x?xf32>");
  EXPECT_EQ(tensorTypeName(DType::Bool, {}), "tensor<i1>");
}

TEST(Convert, IntegersMustFit) {
  EXPECT_EQ(values(get(convert(doubles({0, 1, 127}), DType::I8))),
            (std::vector<double>{0, 1, 127}));
  EXPECT_EQ(converting({0, 128}, DType::I8),
            "element [1] is 128, which 'i8' cannot hold");
  EXPECT_EQ(converting({2.5}, DType::I32),
            "element [0] is 2.5, but 'i32' expects whole numbers");
  EXPECT_EQ(converting({1, kNan}, DType::I32),
            "element [1] is nan, which 'i32' cannot hold");
  EXPECT_EQ(converting({kInf}, DType::I64),
            "element [0] is inf, which 'i64' cannot hold");
  EXPECT_EQ(converting({-1}, DType::U8),
            "element [0] is -1, which 'ui8' cannot hold");
  EXPECT_EQ(converting({9223372036854775808.0}, DType::I64),
            "element [0] is 9.22337204e+18, which 'i64' cannot hold");
  EXPECT_EQ(converting({18446744073709551616.0}, DType::U64),
            "element [0] is 1.84467441e+19, which 'ui64' cannot hold");
  EXPECT_EQ(converting({9223372036854775808.0}, DType::U64), "no error");
  EXPECT_EQ(converting({2}, DType::Bool),
            "element [0] is 2, which 'i1' cannot hold");
  Array wide = get(convert(doubles({4294967296.0}), DType::I64));
  EXPECT_EQ(errorText(convert(wide, DType::I32)),
            "element [0] is 4294967296, which 'i32' cannot hold");
}

TEST(Convert, IntegersToFloatMustBeExact) {
  Array odd = get(convert(doubles({1, 16777217}), DType::I32));
  EXPECT_EQ(errorText(convert(odd, DType::F32)),
            "element [1] is 16777217, which 'f32' cannot hold exactly");
  EXPECT_EQ(values(get(convert(odd, DType::F64))),
            (std::vector<double>{1, 16777217}));
  EXPECT_EQ(errorText(convert(odd, DType::F16)),
            "element [1] is 16777217, which 'f16' cannot hold exactly");
}

TEST(Convert, FloatsRoundButDoNotOverflow) {
  Array narrow = get(convert(doubles({0.1, kNan, -kInf, 1e-60}), DType::F32));
  EXPECT_EQ(narrow.as<float>()[0], 0.1f);
  EXPECT_TRUE(std::isnan(narrow.doubleAt(1)));
  EXPECT_EQ(narrow.doubleAt(2), -kInf);
  EXPECT_EQ(narrow.doubleAt(3), 0);
  EXPECT_EQ(converting({0, 1e300}, DType::F32),
            "element [1] is 1e+300, which overflows 'f32'");
  EXPECT_EQ(converting({65520}, DType::F16),
            "element [0] is 65520, which overflows 'f16'");
  EXPECT_EQ(converting({65519}, DType::F16), "no error");
  Array matrix = doubles({0, 0, 0, -1e39});
  matrix.shape = {2, 2};
  EXPECT_EQ(errorText(convert(matrix, DType::BF16)),
            "element [1, 1] is -1e+39, which overflows 'bf16'");
}

TEST(Convert, EveryHalfSurvives) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    double half = halfValue(bits), bfloat = bfloatValue(bits);
    if (std::isnan(half))
      EXPECT_TRUE(std::isnan(halfValue(halfBits(half))));
    else
      ASSERT_EQ(halfBits(half), bits);
    if (std::isnan(bfloat))
      EXPECT_TRUE(std::isnan(bfloatValue(bfloatBits(bfloat))));
    else
      ASSERT_EQ(bfloatBits(bfloat), bits);
  }
}

TEST(Convert, HalfTiesGoToEven) {
  EXPECT_EQ(halfValue(halfBits(2049)), 2048);
  EXPECT_EQ(halfValue(halfBits(2051)), 2052);
  EXPECT_EQ(halfBits(0x1p-25), 0u);
  EXPECT_EQ(halfBits(0x1.8p-25), 1u);
  EXPECT_EQ(bfloatValue(bfloatBits(257)), 256);
  // One rounding only: through f32 this would become a tie and go down.
  EXPECT_EQ(halfValue(halfBits(2049 + 0x1p-30)), 2050);
}

TEST(Convert, IndexIsI64) {
  Array index = get(convert(doubles({3}), DType::Index));
  Array wide = get(convert(index, DType::I64));
  EXPECT_EQ(wide.data(), index.data()) << "the bytes are shared";
  EXPECT_EQ(wide.dtype, DType::I64);
}

TEST(Array, MoreThanIsFreeIsRefused) {
  int64_t nearlyAll = mesh::runtime::physicalMemoryBytes() - 4096;
  EXPECT_CONTAINS(errorText(allocateArray(DType::U8, {nearlyAll})), "are free");
  // Eight bytes for each node, at both ends.
  int64_t nodes = nearlyAll / 16 - 8;
  EXPECT_CONTAINS(mesh::runtime::checkGraphCounts(nodes, nodes, 0, 64),
                  "are free");
}

} // namespace
