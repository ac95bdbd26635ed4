//===- ArithCasts.cpp - conversions between numeric types -----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "llvm/ADT/APFloat.h"

#include <cmath>

using namespace mesh::reference;
using namespace mlir;

using Numbers = llvm::ArrayRef<Number>;

/// `value` as a float of `type`, rounded once: by way of double, a 64-bit
/// integer would be rounded twice.
static double integerToFloat(Type type, uint64_t bits, bool isSigned) {
  APFloat number(cast<FloatType>(type).getFloatSemantics());
  number.convertFromAPInt(APInt(64, bits), isSigned,
                          APFloat::rmNearestTiesToEven);
  bool losesInfo = false;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.convertToDouble();
}

/// Rounds toward zero. What does not fit is poison in the IR; here it gives the
/// nearest integer of the type, and NaN gives 0.
static int64_t floatToInteger(Type type, double value, bool isSigned) {
  llvm::APSInt integer(intWidth(type), !isSigned);
  bool isExact = false;
  APFloat(value).convertToInteger(integer, APFloat::rmTowardZero, &isExact);
  return isSigned ? integer.getSExtValue()
                  : static_cast<int64_t>(integer.getZExtValue());
}

static Type resultElement(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0).getType());
}

static Number bitcast(Number x, Type from, Type to) {
  uint64_t bits =
      isa<FloatType>(from) ? toBits(from, x.f) : asUnsigned(from, x.i);
  return isa<FloatType>(to) ? ofDouble(fromBits(to, bits))
                            : ofInt(static_cast<int64_t>(bits));
}

static void registerIntegerCasts(Registry &registry) {
  // The stored form is the same number in any width, but for i1.
  auto fromSigned = [](Numbers x, Operation *op) {
    return ofInt(asSigned(operandElement(op), x[0].i));
  };
  auto fromUnsigned = [](Numbers x, Operation *op) {
    return ofInt(asUnsigned(operandElement(op), x[0].i));
  };
  addEntrywise<arith::ExtSIOp>(registry, fromSigned);
  addEntrywise<arith::ExtUIOp>(registry, fromUnsigned);
  addEntrywise<arith::TruncIOp>(registry, fromSigned);
  addEntrywise<arith::IndexCastOp>(registry, fromSigned);
  addEntrywise<arith::IndexCastUIOp>(registry, fromUnsigned);
}

static void registerFloatCasts(Registry &registry) {
  addEntrywise<arith::ExtFOp>(registry,
                              [](Numbers x, arith::ExtFOp) { return x[0]; });
  // These two say which bits they want, so they round also where an
  // accumulator would not.
  addEntrywise<arith::TruncFOp>(registry, [](Numbers x, arith::TruncFOp op) {
    return ofDouble(roundTo(resultElement(op), x[0].f));
  });
  addEntrywise<arith::BitcastOp>(registry, [](Numbers x, arith::BitcastOp op) {
    return bitcast(x[0], operandElement(op), resultElement(op));
  });
}

static void registerMixedCasts(Registry &registry) {
  addEntrywise<arith::SIToFPOp>(registry, [](Numbers x, arith::SIToFPOp op) {
    int64_t value = asSigned(operandElement(op), x[0].i);
    return ofDouble(integerToFloat(resultElement(op), value, true));
  });
  addEntrywise<arith::UIToFPOp>(registry, [](Numbers x, arith::UIToFPOp op) {
    uint64_t value = asUnsigned(operandElement(op), x[0].i);
    return ofDouble(integerToFloat(resultElement(op), value, false));
  });
  addEntrywise<arith::FPToSIOp>(registry, [](Numbers x, arith::FPToSIOp op) {
    return ofInt(floatToInteger(resultElement(op), x[0].f, true));
  });
  addEntrywise<arith::FPToUIOp>(registry, [](Numbers x, arith::FPToUIOp op) {
    return ofInt(floatToInteger(resultElement(op), x[0].f, false));
  });
}

void mesh::reference::registerArithCastHandlers(Registry &registry) {
  registerIntegerCasts(registry);
  registerFloatCasts(registry);
  registerMixedCasts(registry);
}
