//===- PortableMathTest.cpp - functions with the same bits everywhere -----===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/PortableMath.h"
#include "mesh/Runtime/Philox.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mesh;
using namespace mesh::driver;

namespace {

/// The distance from `exact` in units of its last place as a double.
double unitsOff(double value, long double exact) {
  auto rounded = static_cast<double>(exact);
  double unit =
      std::nextafter(std::fabs(rounded), HUGE_VAL) - std::fabs(rounded);
  return static_cast<double>(std::fabs(value - exact) / unit);
}

double draw(uint64_t i) {
  runtime::PhiloxCounter words = runtime::philox(11, i);
  return runtime::philoxUniform(words[0], words[1]);
}

TEST(PortableMath, AgreesWithTheCLibrary) {
  if (sizeof(long double) <= sizeof(double))
    GTEST_SKIP() << "no wider type to compare with";
  for (uint64_t i = 0; i < 20000; ++i) {
    double u = draw(i), wide = std::ldexp(u, int(i % 2000) - 1000);
    for (double x : {1 - u, 1 + u, wide})
      if (x > 0) {
        EXPECT_LT(unitsOff(portable::log(x), std::log((long double)x)), 3) << x;
      }
    for (double x : {u, -u, 1400 * u - 700})
      EXPECT_LT(unitsOff(portable::exp(x), std::exp((long double)x)), 3) << x;
    long double turn = 8 * std::atan(1.0L);
    EXPECT_LT(std::fabs(portable::cosOfTurns(u) - std::cos(turn * u)), 0x1p-52)
        << u;
  }
}

TEST(PortableMath, Ends) {
  EXPECT_EQ(portable::log(1), 0);
  EXPECT_EQ(portable::exp(0), 1);
  EXPECT_EQ(portable::exp(1000), HUGE_VAL);
  EXPECT_EQ(portable::exp(-1000), 0);
  EXPECT_GT(portable::exp(-745.1), 0);
  EXPECT_EQ(portable::cosOfTurns(0), 1);
  EXPECT_EQ(portable::cosOfTurns(0.25), 0);
  EXPECT_EQ(portable::cosOfTurns(0.5), -1);
  EXPECT_EQ(portable::cosOfTurns(0.75), 0);
  EXPECT_EQ(portable::cosOfTurns(1), 1);
  EXPECT_NEAR(portable::pow(2, 10), 1024, 1e-11);
}

} // namespace
