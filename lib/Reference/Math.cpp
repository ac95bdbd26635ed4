//===- Math.cpp - elementary functions ------------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include "llvm/ADT/bit.h"

#include <cmath>

using namespace mesh::reference;
using namespace mlir;

using Numbers = llvm::ArrayRef<Number>;

static double roundEven(double x) {
  // The default rounding of the machine is to nearest even.
  return std::nearbyint(x);
}

/// base^exponent by repeated multiplication modulo 2^64; 1/base^|exponent|
/// truncated for a negative exponent, so 0 unless base is 1 or -1.
static int64_t integerPower(int64_t base, int64_t exponent) {
  if (exponent < 0) {
    if (base == 1)
      return 1;
    return base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  }
  uint64_t result = 1, factor = base;
  for (uint64_t rest = exponent; rest; rest >>= 1, factor *= factor)
    if (rest & 1)
      result *= factor;
  return result;
}

static void registerExponentials(Registry &registry) {
  addFloat<math::ExpOp>(registry, std::exp);
  addFloat<math::Exp2Op>(registry, std::exp2);
  addFloat<math::ExpM1Op>(registry, std::expm1);
  addFloat<math::LogOp>(registry, std::log);
  addFloat<math::Log2Op>(registry, std::log2);
  addFloat<math::Log1pOp>(registry, std::log1p);
  addFloat<math::Log10Op>(registry, std::log10);
  addFloat<math::SqrtOp>(registry, std::sqrt);
  addFloat<math::RsqrtOp>(registry, [](double x) { return 1 / std::sqrt(x); });
  addFloat<math::CbrtOp>(registry, std::cbrt);
  addFloat<math::PowFOp>(registry, std::pow);
  addFloat<math::ErfOp>(registry, std::erf);
  addFloat<math::ErfcOp>(registry, std::erfc);
}

static void registerTrigonometry(Registry &registry) {
  addFloat<math::SinOp>(registry, std::sin);
  addFloat<math::CosOp>(registry, std::cos);
  addFloat<math::TanOp>(registry, std::tan);
  addFloat<math::AsinOp>(registry, std::asin);
  addFloat<math::AcosOp>(registry, std::acos);
  addFloat<math::AtanOp>(registry, std::atan);
  addFloat<math::Atan2Op>(registry, std::atan2);
  addFloat<math::SinhOp>(registry, std::sinh);
  addFloat<math::CoshOp>(registry, std::cosh);
  addFloat<math::TanhOp>(registry, std::tanh);
  addFloat<math::AsinhOp>(registry, std::asinh);
  addFloat<math::AcoshOp>(registry, std::acosh);
  addFloat<math::AtanhOp>(registry, std::atanh);
  registry.add<math::SincosOp>([](math::SincosOp op, Frame &frame) {
    return mapEntries(op, frame, [](auto x, auto results) {
      results[0] = ofDouble(std::sin(x[0].f));
      results[1] = ofDouble(std::cos(x[0].f));
      return success();
    });
  });
}

static void registerRounding(Registry &registry) {
  addFloat<math::FloorOp>(registry, std::floor);
  addFloat<math::CeilOp>(registry, std::ceil);
  addFloat<math::RoundOp>(registry, std::round);
  addFloat<math::RoundEvenOp>(registry, roundEven);
  addFloat<math::TruncOp>(registry, std::trunc);
  addFloat<math::AbsFOp>(registry, std::fabs);
  addFloat<math::CopySignOp>(registry, std::copysign);
  addEntrywise<math::ClampFOp>(registry, [](Numbers x, math::ClampFOp) {
    return ofDouble(minimum(maximum(x[0].f, x[1].f), x[2].f));
  });
  addEntrywise<math::FmaOp>(registry, [](Numbers x, math::FmaOp op) {
    // In double an f32 product is exact but the sum would be rounded twice.
    if (operandElement(op).isF32())
      return ofDouble(fmaf(x[0].f, x[1].f, x[2].f));
    return ofDouble(std::fma(x[0].f, x[1].f, x[2].f));
  });
  addEntrywise<math::FPowIOp>(registry, [](Numbers x, math::FPowIOp op) {
    Type type = getElementTypeOrSelf(op.getRhs().getType());
    return ofDouble(std::pow(x[0].f, asSigned(type, x[1].i)));
  });
}

template <class Op>
static void addTest(Registry &registry, bool (*test)(double)) {
  addEntrywise<Op>(registry,
                   [test](Numbers x, Op) { return ofInt(test(x[0].f)); });
}

static void registerTests(Registry &registry) {
  addTest<math::IsNaNOp>(registry, [](double x) { return std::isnan(x); });
  addTest<math::IsInfOp>(registry, [](double x) { return std::isinf(x); });
  addTest<math::IsFiniteOp>(registry,
                            [](double x) { return std::isfinite(x); });
  // A number that is normal as a double may be subnormal in its own type.
  addEntrywise<math::IsNormalOp>(registry, [](Numbers x, math::IsNormalOp op) {
    auto type = cast<FloatType>(operandElement(op));
    APFloat value(type.getFloatSemantics(),
                  APInt(type.getWidth(), toBits(type, x[0].f)));
    return ofInt(value.isNormal());
  });
}

static void registerIntegers(Registry &registry) {
  addEntrywise<math::AbsIOp>(registry, [](Numbers x, math::AbsIOp op) {
    uint64_t value = asSigned(operandElement(op), x[0].i);
    return ofInt(static_cast<int64_t>(value) < 0 ? -value : value);
  });
  registry.add<math::IPowIOp>([](math::IPowIOp op, Frame &frame) {
    Type type = operandElement(op);
    return mapEntries(op, frame, [&](auto x, auto results) -> LogicalResult {
      int64_t base = asSigned(type, x[0].i), exponent = asSigned(type, x[1].i);
      if (base == 0 && exponent < 0)
        return frame.fail(op, "divides by zero");
      results[0] = ofInt(integerPower(base, exponent));
      return success();
    });
  });
  addEntrywise<math::CtPopOp>(registry, [](Numbers x, math::CtPopOp op) {
    return ofInt(llvm::popcount(asUnsigned(operandElement(op), x[0].i)));
  });
  addEntrywise<math::CountLeadingZerosOp>(
      registry, [](Numbers x, math::CountLeadingZerosOp op) {
        Type type = operandElement(op);
        return ofInt(llvm::countl_zero(asUnsigned(type, x[0].i)) - 64 +
                     static_cast<int64_t>(intWidth(type)));
      });
  addEntrywise<math::CountTrailingZerosOp>(
      registry, [](Numbers x, math::CountTrailingZerosOp op) {
        Type type = operandElement(op);
        return ofInt(std::min<int64_t>(
            llvm::countr_zero(asUnsigned(type, x[0].i)), intWidth(type)));
      });
}

void mesh::reference::registerMathHandlers(Registry &registry) {
  registerExponentials(registry);
  registerTrigonometry(registry);
  registerRounding(registry);
  registerTests(registry);
  registerIntegers(registry);
}
