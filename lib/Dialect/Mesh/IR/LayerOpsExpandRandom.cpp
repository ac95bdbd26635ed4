//===- LayerOpsExpandRandom.cpp - expansion of uniform and dropout --------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerOpsExpand.h"
#include "mesh/Runtime/Philox.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <array>
#include <cmath>

using namespace mlir;
using namespace mesh;

using Expansion = FailureOr<SmallVector<Value>>;

/// Bits of a word that make a number of `mesh.uniform` in `f32` and `f64`.
static constexpr unsigned kUniformBits = 24;

//===----------------------------------------------------------------------===//
// Philox4x32-10 in arith
//===----------------------------------------------------------------------===//

static Value wordConstant(ImplicitLocOpBuilder &b, uint32_t word) {
  return arith::ConstantOp::create(
      b, b.getI32IntegerAttr(static_cast<int32_t>(word)));
}

static Value xorWords(ImplicitLocOpBuilder &b, Value x, Value y, Value z) {
  return arith::XOrIOp::create(b, arith::XOrIOp::create(b, x, y), z);
}

/// The low and the high word of an `i64`.
static std::pair<Value, Value> splitWords(ImplicitLocOpBuilder &b,
                                          Value value) {
  Type word = b.getI32Type();
  Value shift = arith::ConstantOp::create(b, b.getI64IntegerAttr(32));
  Value high = arith::ShRUIOp::create(b, value, shift);
  return {arith::TruncIOp::create(b, word, value),
          arith::TruncIOp::create(b, word, high)};
}

/// The four words of block `block` under `seed` (both `i64`).
static std::array<Value, 4> buildPhilox(ImplicitLocOpBuilder &b, Value seed,
                                        Value block) {
  Value multiplier0 = wordConstant(b, runtime::kPhiloxM0);
  Value multiplier1 = wordConstant(b, runtime::kPhiloxM1);
  Value weyl0 = wordConstant(b, runtime::kPhiloxW0);
  Value weyl1 = wordConstant(b, runtime::kPhiloxW1);
  Value zero = wordConstant(b, 0);
  auto [key0, key1] = splitWords(b, seed);
  auto [low, high] = splitWords(b, block);
  std::array<Value, 4> counter = {low, high, zero, zero};
  for (int round = 0; round < runtime::kPhiloxRounds; ++round) {
    auto product0 = arith::MulUIExtendedOp::create(b, multiplier0, counter[0]);
    auto product1 = arith::MulUIExtendedOp::create(b, multiplier1, counter[2]);
    counter = {
        xorWords(b, product1.getHigh(), counter[1], key0), product1.getLow(),
        xorWords(b, product0.getHigh(), counter[3], key1), product0.getLow()};
    if (round + 1 == runtime::kPhiloxRounds)
      break;
    key0 = arith::AddIOp::create(b, key0, weyl0);
    key1 = arith::AddIOp::create(b, key1, weyl1);
  }
  return counter;
}

/// The random word of entry `index` (`i64`, row-major).
static Value buildWord(ImplicitLocOpBuilder &b, Value seed, Value index) {
  auto bit = [&](int64_t mask) -> Value {
    Value maskValue = arith::ConstantOp::create(b, b.getI64IntegerAttr(mask));
    Value none = arith::ConstantOp::create(b, b.getI64IntegerAttr(0));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                 arith::AndIOp::create(b, index, maskValue),
                                 none);
  };
  Value two = arith::ConstantOp::create(b, b.getI64IntegerAttr(2));
  Value block = arith::ShRUIOp::create(b, index, two);
  std::array<Value, 4> words = buildPhilox(b, seed, block);
  Value isOdd = bit(1);
  Value first = arith::SelectOp::create(b, isOdd, words[1], words[0]);
  Value second = arith::SelectOp::create(b, isOdd, words[3], words[2]);
  return arith::SelectOp::create(b, bit(2), second, first);
}

/// The row-major index, an `i64`, of the entry that a body computes.
static Value buildEntryIndex(ImplicitLocOpBuilder &b, ValueRange sizes) {
  Value index;
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    Value position = linalg::IndexOp::create(b, axis);
    if (!index)
      index = position;
    else
      index = arith::AddIOp::create(b, arith::MulIOp::create(b, index, size),
                                    position);
  }
  if (!index)
    index = arith::ConstantIndexOp::create(b, 0);
  return arith::IndexCastOp::create(b, b.getI64Type(), index);
}

/// The top `bits` bits of entry `index`'s word.
static Value buildTopBits(ImplicitLocOpBuilder &b, Value seed, Value index,
                          unsigned bits) {
  Value word = buildWord(b, seed, index);
  return arith::ShRUIOp::create(b, word, wordConstant(b, 32 - bits));
}

static SmallVector<Value> materializeAll(ImplicitLocOpBuilder &b,
                                         ArrayRef<OpFoldResult> sizes) {
  return llvm::map_to_vector(
      sizes, [&](OpFoldResult size) { return materialize(b, size); });
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

Expansion UniformOp::expand(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  auto type = cast<RankedTensorType>(getResult().getType());
  Type element = type.getElementType();
  SmallVector<OpFoldResult> sizes =
      getMixedValues(type.getShape(), getSizes(), b);
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    auto value = dyn_cast<Value>(size);
    if (!value)
      continue;
    Value zero = arith::ConstantIndexOp::create(b, 0);
    Value isSize =
        arith::CmpIOp::create(b, arith::CmpIPredicate::sge, value, zero);
    AssertOp::create(b, isSize,
                     ("'mesh.uniform' op expects the size of axis " +
                      Twine(axis) + " not to be negative, but got {0}")
                         .str(),
                     ValueRange(value));
  }

  // As many bits as the type holds exactly: rounding could give 1.
  unsigned bits = element.isF16() ? 11 : element.isBF16() ? 8 : kUniformBits;
  Type compute = getAccumulatorType(element);
  SmallVector<Value> sizeValues = materializeAll(b, sizes);
  Value result = mapEntries(
      b, sizes, element, {}, {}, [&](ImplicitLocOpBuilder &inner, ValueRange) {
        Value index = buildEntryIndex(inner, sizeValues);
        Value number = arith::SIToFPOp::create(
            inner, compute, buildTopBits(inner, getSeed(), index, bits));
        Value unit = floatConstant(inner, compute, std::ldexp(1.0, -int(bits)));
        Value uniform = arith::MulFOp::create(inner, number, unit);
        return truncateTo(inner, uniform, element);
      });
  return SmallVector<Value>{asDeclared(b, *this, result)};
}

Expansion DropoutOp::expand(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  auto type = cast<RankedTensorType>(getX().getType());
  Type element = type.getElementType();
  Type compute = getAccumulatorType(element);
  double rate = getRate().convertToDouble();
  // u >= rate in integers: exact, and the same mask for every element type.
  auto threshold =
      static_cast<uint32_t>(std::ceil(std::ldexp(rate, kUniformBits)));

  SmallVector<OpFoldResult> sizes = getOriginalSizes(b, getX());
  SmallVector<Value> sizeValues = materializeAll(b, sizes);
  Value result = mapEntries(
      b, sizes, element, getX(), b.getMultiDimIdentityMap(type.getRank()),
      [&](ImplicitLocOpBuilder &inner, ValueRange entries) {
        Value index = buildEntryIndex(inner, sizeValues);
        Value draw = buildTopBits(inner, getSeed(), index, kUniformBits);
        Value isKept =
            arith::CmpIOp::create(inner, arith::CmpIPredicate::uge, draw,
                                  wordConstant(inner, threshold));
        Value entry = extendTo(inner, entries[0], compute);
        Value scaled = arith::DivFOp::create(
            inner, entry, floatConstant(inner, compute, 1.0 - rate));
        Value zero = floatConstant(inner, compute, 0.0);
        Value kept = arith::SelectOp::create(inner, isKept, scaled, zero);
        return truncateTo(inner, kept, element);
      });
  return SmallVector<Value>{asDeclared(b, *this, result)};
}
