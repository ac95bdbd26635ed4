//===- PortableMath.cpp - functions with the same bits everywhere ---------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/PortableMath.h"

#include <cfloat>
#include <cmath>

using namespace mesh::driver;

static_assert(FLT_EVAL_METHOD == 0,
              "doubles have to be computed as doubles, without extra digits");

namespace {

// ln 2 in two parts; the first has 33 significant bits, so that its product
// with an exponent is exact.
constexpr double kLn2High = 0x1.62e42fee00000p-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kTwoPi = 0x1.921fb54442d18p+2;

/// c[0] + x (c[1] + x (c[2] + ...)).
template <int N> double polynomial(const double (&c)[N], double x) {
  double sum = c[N - 1];
  for (int i = N - 2; i >= 0; --i)
    sum = sum * x + c[i];
  return sum;
}

} // namespace

double portable::log(double x) {
  int exponent;
  double m = std::frexp(x, &exponent);
  // m in [sqrt(1/2), sqrt(2))
  if (m < 0x1.6a09e667f3bcdp-1) {
    m *= 2;
    --exponent;
  }
  // log m = 2 artanh(s) with s = (m - 1) / (m + 1), |s| < 0.172; m - 1 is
  // exact. The first neglected term is below 2^-60 of the sum.
  constexpr double c[] = {1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11,
                          1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21};
  double s = (m - 1) / (m + 1), square = s * s;
  double tail = 2 * (s * (square * polynomial(c, square)));
  double k = exponent;
  return k * kLn2High + (2 * s + (tail + k * kLn2Low));
}

double portable::exp(double x) {
  if (x > 709.782712893384)
    return HUGE_VAL;
  if (x < -745.1332191019412)
    return 0;
  // x = k ln 2 + r with |r| < 0.35.
  double k = std::floor(x / kLn2High + 0.5);
  double r = (x - k * kLn2High) - k * kLn2Low;
  constexpr double c[] = {1.0 / 2,          1.0 / 6,         1.0 / 24,
                          1.0 / 120,        1.0 / 720,       1.0 / 5040,
                          1.0 / 40320,      1.0 / 362880,    1.0 / 3628800,
                          1.0 / 39916800,   1.0 / 479001600, 1.0 / 6227020800,
                          1.0 / 87178291200};
  double sum = 1 + (r + r * r * polynomial(c, r));
  return std::ldexp(sum, static_cast<int>(k));
}

double portable::pow(double x, double y) { return exp(y * log(x)); }

double portable::cosOfTurns(double u) {
  // A quarter turn n, and the rest of at most an eighth, which is exact.
  double n = std::floor(4 * u + 0.5);
  double x = kTwoPi * (u - n / 4), square = x * x;
  constexpr double cosine[] = {1.0 / 24,
                               -1.0 / 720,
                               1.0 / 40320,
                               -1.0 / 3628800,
                               1.0 / 479001600,
                               -1.0 / 87178291200,
                               1.0 / 20922789888000,
                               -1.0 / 6402373705728000};
  constexpr double sine[] = {-1.0 / 6,
                             1.0 / 120,
                             -1.0 / 5040,
                             1.0 / 362880,
                             -1.0 / 39916800,
                             1.0 / 6227020800,
                             -1.0 / 1307674368000,
                             1.0 / 355687428096000};
  int quarter = static_cast<int>(n) & 3;
  if (quarter & 1) {
    double value = x + x * square * polynomial(sine, square);
    return quarter == 1 ? -value : value;
  }
  double value =
      1 - (square / 2 - square * square * polynomial(cosine, square));
  return quarter == 0 ? value : -value;
}
