//===- ConvertCheck.cpp - check ops as loops and mesh.assert --------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Check/IR/CheckDialect.h"
#include "mesh/Dialect/Check/Transforms/Passes.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/APFloat.h"

namespace mesh::check {
#define GEN_PASS_DEF_CONVERTCHECK
#include "mesh/Dialect/Check/Transforms/Passes.h.inc"
} // namespace mesh::check

using namespace mlir;
using mesh::AssertOp;

//===----------------------------------------------------------------------===//
// Comparisons of two numbers, an i1 each
//===----------------------------------------------------------------------===//

static Value makeInteger(ImplicitLocOpBuilder &b, Type type,
                         const APInt &bits) {
  return arith::ConstantOp::create(b, type, b.getIntegerAttr(type, bits));
}

/// The bits of a float as an integer of its width.
static Value getBits(ImplicitLocOpBuilder &b, Value number) {
  unsigned width = number.getType().getIntOrFloatBitWidth();
  return arith::BitcastOp::create(b, b.getIntegerType(width), number);
}

/// The bits but for the sign.
static Value getMagnitude(ImplicitLocOpBuilder &b, Value bits) {
  unsigned width = bits.getType().getIntOrFloatBitWidth();
  Value mask = makeInteger(b, bits.getType(), APInt::getSignedMaxValue(width));
  return arith::AndIOp::create(b, bits, mask);
}

/// NaN is what lies above infinity.
static Value isNaN(ImplicitLocOpBuilder &b, Value number) {
  auto type = cast<FloatType>(number.getType());
  Value magnitude = getMagnitude(b, getBits(b, number));
  Value infinity =
      makeInteger(b, magnitude.getType(),
                  APFloat::getInf(type.getFloatSemantics()).bitcastToAPInt());
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ugt, magnitude,
                               infinity);
}

static Value bothNaN(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arith::AndIOp::create(b, isNaN(b, x), isNaN(b, y));
}

static Value buildComparison(ImplicitLocOpBuilder &b, mesh::check::EqualOp,
                             Value actual, Value expected) {
  auto equal = [&](Value x, Value y) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x, y);
  };
  if (!isa<FloatType>(actual.getType()))
    return equal(actual, expected);
  Value sameBits = equal(getBits(b, actual), getBits(b, expected));
  return arith::OrIOp::create(b, sameBits, bothNaN(b, actual, expected));
}

static Value buildComparison(ImplicitLocOpBuilder &b, mesh::check::CloseOp op,
                             Value actual, Value expected) {
  Value nan = bothNaN(b, actual, expected);
  auto widen = [&](Value number) -> Value {
    if (number.getType().isF64())
      return number;
    return arith::ExtFOp::create(b, b.getF64Type(), number);
  };
  Value x = widen(actual), y = widen(expected);
  Value rtol = arith::ConstantOp::create(b, op.getRtolAttr());
  Value atol = arith::ConstantOp::create(b, op.getAtolAttr());
  Value slack = arith::MulFOp::create(b, rtol, math::AbsFOp::create(b, y));
  slack = arith::AddFOp::create(b, atol, slack);
  Value distance = math::AbsFOp::create(b, arith::SubFOp::create(b, x, y));
  Value near =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OLE, distance, slack);
  Value same = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, x, y);
  // An infinite slack would accept any number for an expected infinity.
  Value infinite = arith::ConstantOp::create(
      b, b.getF64FloatAttr(std::numeric_limits<double>::infinity()));
  Value finite =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, slack, infinite);
  Value close = arith::AndIOp::create(b, near, finite);
  return arith::OrIOp::create(b, nan, arith::OrIOp::create(b, same, close));
}

/// The place of a float among all floats of its type, an i64; 0 for both zeros.
static Value getPlace(ImplicitLocOpBuilder &b, Value number) {
  Value bits = getBits(b, number);
  Value magnitude = getMagnitude(b, bits);
  Type wide = b.getI64Type();
  auto zero = [&](Type type) {
    return makeInteger(b, type, APInt(type.getIntOrFloatBitWidth(), 0));
  };
  Value negative = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, bits,
                                         zero(bits.getType()));
  if (bits.getType() != wide)
    magnitude = arith::ExtUIOp::create(b, wide, magnitude);
  Value below = arith::SubIOp::create(b, zero(wide), magnitude);
  return arith::SelectOp::create(b, negative, below, magnitude);
}

static Value buildComparison(ImplicitLocOpBuilder &b, mesh::check::UlpOp op,
                             Value actual, Value expected) {
  Value nan = bothNaN(b, actual, expected);
  Value anyNaN = arith::OrIOp::create(b, isNaN(b, actual), isNaN(b, expected));
  Value x = getPlace(b, actual), y = getPlace(b, expected);
  // The larger minus the smaller, as an unsigned number: it may need 64 bits.
  Value distance = arith::SubIOp::create(b, arith::MaxSIOp::create(b, x, y),
                                         arith::MinSIOp::create(b, x, y));
  Value limit = arith::ConstantOp::create(b, op.getMaxUlpAttr());
  Value near =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ule, distance, limit);
  return arith::SelectOp::create(b, anyNaN, nan, near);
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static std::string relation(mesh::check::EqualOp) { return "equal"; }
static std::string relation(mesh::check::CloseOp) { return "close"; }
static std::string relation(mesh::check::UlpOp op) {
  return "within " + std::to_string(op.getMaxUlp()) + " ULP";
}

/// "[{2}, {3}]": placeholders for `count` values from number `first` on.
static std::string placeholders(unsigned first, unsigned count) {
  std::string text = "[";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(llvm::seq(first, first + count), os,
                        [&](unsigned i) { os << "{" << i << "}"; });
  return text + "]";
}

/// Integers can be shown in the message, as index values.
static Value toIndex(ImplicitLocOpBuilder &b, Value number) {
  Type type = number.getType();
  if (type.isIndex())
    return number;
  if (type.isInteger(1))
    return arith::IndexCastUIOp::create(b, b.getIndexType(), number);
  return arith::IndexCastOp::create(b, b.getIndexType(), number);
}

template <class Op>
static void buildAssert(ImplicitLocOpBuilder &b, Op op, Value actual,
                        Value expected, ValueRange indices, bool isTensor) {
  Value accepted = buildComparison(b, op, actual, expected);
  SmallVector<Value> values(indices);
  std::string message =
      ("'" + op->getName().getStringRef() + "' op expects entries to be " +
       relation(op) + ", but ")
          .str();
  message += isTensor ? "entry " + placeholders(0, indices.size())
                      : std::string("the value");
  unsigned shown = values.size();
  if (isa<IntegerType, IndexType>(actual.getType()) &&
      (actual.getType().isIndex() ||
       actual.getType().getIntOrFloatBitWidth() <= 64)) {
    message += " is {" + std::to_string(shown) + "} where {" +
               std::to_string(shown + 1) + "} is expected";
    values.push_back(toIndex(b, actual));
    values.push_back(toIndex(b, expected));
  } else {
    message += isTensor ? " is not" : " is not what is expected";
  }
  AssertOp::create(b, accepted, message, values);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Checks the sizes and returns them.
static SmallVector<Value> buildShapeCheck(ImplicitLocOpBuilder &b,
                                          Operation *op) {
  Value actual = op->getOperand(0), expected = op->getOperand(1);
  int64_t rank = cast<RankedTensorType>(actual.getType()).getRank();
  SmallVector<Value> got, wanted;
  for (int64_t axis = 0; axis < rank; ++axis) {
    got.push_back(tensor::DimOp::create(b, actual, axis));
    wanted.push_back(tensor::DimOp::create(b, expected, axis));
  }
  std::string message =
      ("'" + op->getName().getStringRef() + "' op expects shape " +
       placeholders(0, rank) + ", but got " + placeholders(rank, rank))
          .str();
  SmallVector<Value> values(wanted);
  values.append(got);
  for (auto [size, other] : llvm::zip_equal(wanted, got)) {
    Value equal =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, size, other);
    AssertOp::create(b, equal, message, values);
  }
  return got;
}

template <class Op> static void convert(Op op) {
  OpBuilder builder(op);
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  Value actual = op.getActual(), expected = op.getExpected();
  if (!isa<RankedTensorType>(actual.getType())) {
    buildAssert(b, op, actual, expected, {}, /*isTensor=*/false);
    op.erase();
    return;
  }
  SmallVector<Value> sizes = buildShapeCheck(b, op);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  SmallVector<Value> lower(sizes.size(), zero), step(sizes.size(), one);
  scf::buildLoopNest(builder, op.getLoc(), lower, sizes, step,
                     [&](OpBuilder &nested, Location loc, ValueRange indices) {
                       ImplicitLocOpBuilder inner(loc, nested);
                       Value x =
                           tensor::ExtractOp::create(inner, actual, indices);
                       Value y =
                           tensor::ExtractOp::create(inner, expected, indices);
                       buildAssert(inner, op, x, y, indices, /*isTensor=*/true);
                     });
  op.erase();
}

namespace {

struct ConvertCheck : public mesh::check::impl::ConvertCheckBase<ConvertCheck> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto equal = dyn_cast<mesh::check::EqualOp>(op))
        convert(equal);
      else if (auto close = dyn_cast<mesh::check::CloseOp>(op))
        convert(close);
      else if (auto ulp = dyn_cast<mesh::check::UlpOp>(op))
        convert(ulp);
    });
  }
};

} // namespace
