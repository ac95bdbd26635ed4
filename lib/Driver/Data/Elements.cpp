//===- Elements.cpp - C++ types of array elements -------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Elements.h"

#include <cmath>
#include <cstring>

using namespace mesh::driver;

/// Rounds to a float format of 16 bits with `mantissa` stored mantissa bits.
static uint16_t narrow(double value, int mantissa) {
  const int exponentBits = 15 - mantissa;
  const int bias = (1 << (exponentBits - 1)) - 1;
  const uint16_t infinity =
      static_cast<uint16_t>(((1u << exponentBits) - 1) << mantissa);
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value))
    return sign | infinity | static_cast<uint16_t>(1u << (mantissa - 1));
  double magnitude = std::fabs(value);
  if (std::isinf(value))
    return sign | infinity;
  if (magnitude == 0)
    return sign;
  int exponent;
  std::frexp(magnitude, &exponent);
  exponent -= 1; // magnitude = 1.x * 2^exponent
  if (exponent < 1 - bias)
    exponent = 1 - bias; // subnormal
  // One unit in the last place is 2^(exponent - mantissa). Scaling by a power
  // of two is exact here, and nearbyint rounds ties to even.
  double units = std::nearbyint(std::ldexp(magnitude, mantissa - exponent));
  // `units` is at most 2^(mantissa + 1); a carry runs into the exponent field
  // by itself, and so does the step from subnormal to normal.
  uint32_t bits = static_cast<uint32_t>(units) +
                  (static_cast<uint32_t>(exponent + bias - 1) << mantissa);
  return sign | (bits >= infinity ? infinity : static_cast<uint16_t>(bits));
}

static double widen(uint16_t bits, int mantissa) {
  const int exponentBits = 15 - mantissa;
  const int bias = (1 << (exponentBits - 1)) - 1;
  int exponent = (bits & 0x7fff) >> mantissa;
  int fraction = bits & ((1 << mantissa) - 1);
  double magnitude;
  if (exponent == (1 << exponentBits) - 1)
    magnitude = fraction ? std::nan("") : HUGE_VAL;
  else if (exponent == 0)
    magnitude = std::ldexp(fraction, 1 - bias - mantissa);
  else
    magnitude =
        std::ldexp(fraction + (1 << mantissa), exponent - bias - mantissa);
  return bits & 0x8000 ? -magnitude : magnitude;
}

uint16_t mesh::driver::halfBits(double value) {
  // Above the largest half plus half a unit everything is infinite; this also
  // keeps the integer arithmetic in range.
  if (std::fabs(value) >= 65520.0)
    value = std::copysign(HUGE_VAL, value);
  return narrow(value, 10);
}

uint16_t mesh::driver::bfloatBits(double value) {
  if (std::fabs(value) >= 0x1.ffp127)
    value = std::copysign(HUGE_VAL, value);
  return narrow(value, 7);
}

double mesh::driver::halfValue(uint16_t bits) { return widen(bits, 10); }

double mesh::driver::bfloatValue(uint16_t bits) {
  // A bfloat16 is the upper half of a float.
  uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}
