//===- Polynomials.cpp - elementary functions on f32 ----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// exp, log and tanh use the polynomials of the Cephes library (expf.c, logf.c,
// tanhf.c; S. Moshier).

#include "Polynomials.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>

using namespace mlir;
using namespace mesh;

namespace {

/// Arithmetic on one type, f32 or a vector of f32.
class Arithmetic {
public:
  Arithmetic(ImplicitLocOpBuilder &b, Type type) : b(b), type(type) {
    integerType = b.getI32Type();
    if (auto vector = dyn_cast<VectorType>(type))
      integerType = vector.clone(integerType);
  }

  Value number(float value) { return constant(b.getF32FloatAttr(value), type); }
  Value integer(int32_t value) {
    return constant(b.getI32IntegerAttr(value), integerType);
  }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value div(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(b, x, y, z);
  }
  Value less(Value x, Value y) {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  Value bits(Value x) { return arith::BitcastOp::create(b, integerType, x); }
  Value fromBits(Value x) { return arith::BitcastOp::create(b, type, x); }
  Value shiftLeft(Value x, int32_t by) {
    return arith::ShLIOp::create(b, x, integer(by));
  }
  Value shiftRight(Value x, int32_t by) {
    return arith::ShRSIOp::create(b, x, integer(by));
  }
  /// 2^n for -126 <= n <= 127.
  Value powerOfTwo(Value n) {
    return fromBits(shiftLeft(arith::AddIOp::create(b, n, integer(127)), 23));
  }
  /// Coefficients from the highest power down.
  Value polynomial(Value x, ArrayRef<float> coefficients) {
    Value sum = number(coefficients.front());
    for (float next : coefficients.drop_front())
      sum = fma(sum, x, number(next));
    return sum;
  }

private:
  Value constant(TypedAttr value, Type of) {
    if (auto vector = dyn_cast<VectorType>(of))
      value = DenseElementsAttr::get(vector, value);
    return arith::ConstantOp::create(b, value);
  }

  ImplicitLocOpBuilder &b;
  Type type, integerType;
};

/// ln 2 in two parts: multiples of the first by an exponent are exact.
constexpr float kLogTwoHigh = 0.693359375f;
constexpr float kLogTwoLow = -2.12194440e-4f;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

} // namespace

Value mesh::buildExp(ImplicitLocOpBuilder &b, Value x) {
  Arithmetic m(b, x.getType());
  // Beyond these, the result is 0 or infinity anyway; NaN stays.
  Value bounded = arith::MaximumFOp::create(
      b, arith::MinimumFOp::create(b, x, m.number(89.0f)), m.number(-105.0f));
  // x = n ln 2 + r. Adding 1.5 * 2^23 rounds to an integer n, which is then in
  // the low bits: a conversion would be undefined for NaN.
  Value magic = m.number(12582912.0f);
  Value shifted = m.fma(bounded, m.number(1.44269504088896341f), magic);
  Value rounded = m.sub(shifted, magic);
  Value n = arith::SubIOp::create(b, m.bits(shifted), m.bits(magic));
  Value r = m.fma(rounded, m.number(-kLogTwoHigh), bounded);
  r = m.fma(rounded, m.number(-kLogTwoLow), r);
  Value sum =
      m.polynomial(r, {1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f,
                       4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f});
  sum = m.fma(sum, m.mul(r, r), r);
  sum = m.add(sum, m.number(1.0f));
  // Two factors, since 2^n alone is not representable at both ends.
  Value half = m.shiftRight(n, 1);
  Value rest = arith::SubIOp::create(b, n, half);
  return m.mul(m.mul(sum, m.powerOfTwo(half)), m.powerOfTwo(rest));
}

Value mesh::buildLog(ImplicitLocOpBuilder &b, Value x) {
  Arithmetic m(b, x.getType());
  // Subnormal numbers are scaled by 2^23 first.
  Value isSmall = m.less(x, m.number(std::numeric_limits<float>::min()));
  Value scaled = m.select(isSmall, m.mul(x, m.number(8388608.0f)), x);
  Value bias = m.select(isSmall, m.integer(126 + 23), m.integer(126));
  // x = 2^e f with f in [sqrt(1/2), sqrt(2)).
  Value bits = m.bits(scaled);
  Value e = arith::SubIOp::create(b, m.shiftRight(bits, 23), bias);
  Value f = m.fromBits(arith::OrIOp::create(
      b, arith::AndIOp::create(b, bits, m.integer(0x007fffff)),
      m.integer(0x3f000000)));
  Value isLow = m.less(f, m.number(0.707106781186547524f));
  e = arith::SubIOp::create(b, e, m.select(isLow, m.integer(1), m.integer(0)));
  Value exponent = arith::SIToFPOp::create(b, x.getType(), e);
  f = m.sub(m.select(isLow, m.add(f, f), f), m.number(1.0f));

  Value square = m.mul(f, f);
  Value sum =
      m.polynomial(f, {7.0376836292e-2f, -1.1514610310e-1f, 1.1676998740e-1f,
                       -1.2420140846e-1f, 1.4249322787e-1f, -1.6668057665e-1f,
                       2.0000714765e-1f, -2.4999993993e-1f, 3.3333331174e-1f});
  sum = m.mul(m.mul(sum, f), square);
  sum = m.fma(exponent, m.number(kLogTwoLow), sum);
  sum = m.fma(square, m.number(-0.5f), sum);
  sum = m.add(sum, f);
  sum = m.fma(exponent, m.number(kLogTwoHigh), sum);

  Value zero = m.number(0.0f);
  Value isZero = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, x, zero);
  Value isNotANumber =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ULT, x, zero);
  Value isInfinite = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, x,
                                           m.number(kInfinity));
  sum = m.select(isInfinite, x, sum);
  sum = m.select(isZero, m.number(-kInfinity), sum);
  return m.select(isNotANumber,
                  m.number(std::numeric_limits<float>::quiet_NaN()), sum);
}

Value mesh::buildTanh(ImplicitLocOpBuilder &b, Value x) {
  Arithmetic m(b, x.getType());
  Value size = math::AbsFOp::create(b, x);
  Value square = m.mul(x, x);
  Value small = m.polynomial(square, {-5.70498872745e-3f, 2.06390887954e-2f,
                                      -5.37397155531e-2f, 1.33314422036e-1f,
                                      -3.33332819422e-1f});
  small = m.fma(m.mul(small, square), x, x);
  // 1 - 2 / (exp(2 |x|) + 1)
  Value one = m.number(1.0f);
  Value power = buildExp(b, m.add(size, size));
  Value large = m.sub(one, m.div(m.number(2.0f), m.add(power, one)));
  large = math::CopySignOp::create(b, large, x);
  return m.select(m.less(size, m.number(0.625f)), small, large);
}

Value mesh::buildErf(ImplicitLocOpBuilder &b, Value x) {
  Arithmetic m(b, x.getType());
  Value size = math::AbsFOp::create(b, x);
  Value square = m.mul(x, x);
  Value small =
      m.polynomial(square, {-5.96761703e-4f, 4.99119423e-3f, -2.67681349e-2f,
                            1.12819925e-1f, -3.76125336e-1f, 1.28379166e-1f});
  small = m.fma(small, x, x);
  // 1 - exp(p(|x|)), even and odd coefficients of p summed apart.
  Value high = m.fma(m.number(-1.72853470e-5f), size, m.number(3.83197126e-4f));
  Value low = m.fma(m.number(-3.88396438e-3f), size, m.number(2.42546219e-2f));
  Value sum = m.fma(high, square, low);
  for (float next : {-1.06777877e-1f, -6.34846687e-1f, -1.28717512e-1f})
    sum = m.fma(sum, size, m.number(next));
  sum = m.fma(sum, size, arith::NegFOp::create(b, size));
  Value large = m.sub(m.number(1.0f), buildExp(b, sum));
  large = math::CopySignOp::create(b, large, x);
  return m.select(m.less(m.number(0.927734375f), size), large, small);
}
