//===- Arith.cpp - arithmetic, comparison, constants ----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/TypeUtilities.h"

#include <algorithm>
#include <cmath>

using namespace mesh::reference;
using namespace mlir;

using Numbers = llvm::ArrayRef<Number>;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static Number toNumber(const APFloat &value) {
  APFloat wide = value;
  bool losesInfo = false;
  wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return ofDouble(wide.convertToDouble());
}

static Number toNumber(const APInt &value) {
  return ofInt(value.getBitWidth() == 1 ? value.getZExtValue()
                                        : value.getSExtValue());
}

template <class T> static void copyEntries(ElementsAttr from, Tensor &to) {
  for (auto [i, value] : llvm::enumerate(from.getValues<T>()))
    to.set(i, toNumber(value));
}

/// The values of a `dense_resource` as an ordinary dense attribute, or null.
static DenseElementsAttr readResource(DenseResourceElementsAttr resource) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  bool isSplat = false;
  if (!blob || !DenseElementsAttr::isValidRawBuffer(resource.getType(),
                                                    blob->getData(), isSplat))
    return {};
  return DenseElementsAttr::getFromRawBuffer(resource.getType(),
                                             blob->getData());
}

static LogicalResult runConstant(arith::ConstantOp op, Frame &frame) {
  Attribute attribute = op.getValue();
  if (!isSupportedElement(getElementTypeOrSelf(op.getType())))
    return frame.fail(op, "cannot be interpreted with its result type");
  if (auto value = dyn_cast<FloatAttr>(attribute)) {
    frame.setNumber(op, toNumber(value.getValue()));
    return success();
  }
  if (auto value = dyn_cast<IntegerAttr>(attribute)) {
    frame.setNumber(op, toNumber(value.getValue()));
    return success();
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute))
    attribute = readResource(resource);
  auto elements = dyn_cast_or_null<DenseElementsAttr>(attribute);
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!elements || !type)
    return frame.fail(op, "cannot be interpreted with this kind of attribute");
  auto tensor = frame.makeTensor(op, type.getElementType(), type.getShape());
  if (failed(tensor))
    return failure();
  if (tensor->isFloat())
    copyEntries<APFloat>(elements, *tensor);
  else
    copyEntries<APInt>(elements, *tensor);
  frame.set(op, std::move(*tensor));
  return success();
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// A binary op on two's complement values; overflow wraps.
template <class Op, class Function>
static void addSigned(Registry &registry, Function function) {
  addEntrywise<Op>(registry, [function](Numbers x, Op op) {
    Type type = operandElement(op);
    return ofInt(function(asSigned(type, x[0].i), asSigned(type, x[1].i)));
  });
}
template <class Op, class Function>
static void addUnsigned(Registry &registry, Function function) {
  addEntrywise<Op>(registry, [function](Numbers x, Op op) {
    Type type = operandElement(op);
    return ofInt(function(asUnsigned(type, x[0].i), asUnsigned(type, x[1].i)));
  });
}

/// A division; the divisor may not be 0, nor the quotient overflow.
template <class Op, class Function>
static void addDivision(Registry &registry, bool isSigned, Function function) {
  registry.add<Op>([=](Op op, Frame &frame) {
    Type type = operandElement(op);
    return mapEntries(op, frame, [&](auto x, auto results) -> LogicalResult {
      if (x[1].i == 0)
        return frame.fail(op, "divides by zero");
      int64_t least = llvm::minIntN(intWidth(type));
      if (isSigned && asSigned(type, x[1].i) == -1 &&
          asSigned(type, x[0].i) == least)
        return frame.fail(op, "overflows: " + llvm::Twine(least) +
                                  " divided by -1");
      results[0] = ofInt(function(type, x[0].i, x[1].i));
      return success();
    });
  });
}

static int64_t floorDiv(int64_t a, int64_t b) {
  return a / b - ((a % b != 0) && ((a % b < 0) != (b < 0)));
}
static int64_t ceilDiv(int64_t a, int64_t b) {
  return a / b + ((a % b != 0) && ((a % b < 0) == (b < 0)));
}

static void registerDivisions(Registry &registry) {
  addDivision<arith::DivSIOp>(registry, true, [](Type t, int64_t a, int64_t b) {
    return asSigned(t, a) / asSigned(t, b);
  });
  addDivision<arith::CeilDivSIOp>(
      registry, true, [](Type t, int64_t a, int64_t b) {
        return ceilDiv(asSigned(t, a), asSigned(t, b));
      });
  addDivision<arith::FloorDivSIOp>(
      registry, true, [](Type t, int64_t a, int64_t b) {
        return floorDiv(asSigned(t, a), asSigned(t, b));
      });
  addDivision<arith::RemSIOp>(registry, true, [](Type t, int64_t a, int64_t b) {
    return asSigned(t, a) % asSigned(t, b);
  });
  addDivision<arith::DivUIOp>(registry, false,
                              [](Type t, int64_t a, int64_t b) {
                                return asUnsigned(t, a) / asUnsigned(t, b);
                              });
  addDivision<arith::CeilDivUIOp>(
      registry, false, [](Type t, int64_t a, int64_t b) {
        uint64_t x = asUnsigned(t, a), y = asUnsigned(t, b);
        return x / y + (x % y != 0);
      });
  addDivision<arith::RemUIOp>(registry, false,
                              [](Type t, int64_t a, int64_t b) {
                                return asUnsigned(t, a) % asUnsigned(t, b);
                              });
}

/// A shift by as many bits as the type has, or more, is poison in the IR; it
/// gives what shifting bit by bit would.
static void registerShifts(Registry &registry) {
  addUnsigned<arith::ShLIOp>(
      registry, [](uint64_t a, uint64_t b) { return b >= 64 ? 0 : a << b; });
  addUnsigned<arith::ShRUIOp>(
      registry, [](uint64_t a, uint64_t b) { return b >= 64 ? 0 : a >> b; });
  addEntrywise<arith::ShRSIOp>(registry, [](Numbers x, arith::ShRSIOp op) {
    Type type = operandElement(op);
    uint64_t amount = std::min<uint64_t>(asUnsigned(type, x[1].i), 63);
    return ofInt(asSigned(type, x[0].i) >> amount);
  });
}

/// Ops whose two results are the low and the high half.
template <class Op, class Function>
static void addExtended(Registry &registry, Function function) {
  registry.add<Op>([function](Op op, Frame &frame) {
    Type type = operandElement(op);
    return mapEntries(op, frame, [&](auto x, auto results) {
      auto [low, high] = function(type, x[0].i, x[1].i);
      results[0] = ofInt(low);
      results[1] = ofInt(high);
      return success();
    });
  });
}

static void registerExtended(Registry &registry) {
  using Halves = std::pair<int64_t, int64_t>;
  addExtended<arith::AddUIExtendedOp>(
      registry, [](Type t, int64_t a, int64_t b) {
        unsigned __int128 sum = asUnsigned(t, a);
        sum += asUnsigned(t, b);
        return Halves(sum, sum >> intWidth(t));
      });
  addExtended<arith::MulUIExtendedOp>(
      registry, [](Type t, int64_t a, int64_t b) {
        unsigned __int128 product = asUnsigned(t, a);
        product *= asUnsigned(t, b);
        return Halves(product, product >> intWidth(t));
      });
  addExtended<arith::MulSIExtendedOp>(
      registry, [](Type t, int64_t a, int64_t b) {
        __int128 product = asSigned(t, a);
        product *= asSigned(t, b);
        return Halves(product, product >> intWidth(t));
      });
}

static void registerIntegers(Registry &registry) {
  addUnsigned<arith::AddIOp>(registry, std::plus<uint64_t>());
  addUnsigned<arith::SubIOp>(registry, std::minus<uint64_t>());
  addUnsigned<arith::MulIOp>(registry, std::multiplies<uint64_t>());
  addUnsigned<arith::AndIOp>(registry, std::bit_and<uint64_t>());
  addUnsigned<arith::OrIOp>(registry, std::bit_or<uint64_t>());
  addUnsigned<arith::XOrIOp>(registry, std::bit_xor<uint64_t>());
  addSigned<arith::MaxSIOp>(
      registry, [](int64_t a, int64_t b) { return std::max(a, b); });
  addSigned<arith::MinSIOp>(
      registry, [](int64_t a, int64_t b) { return std::min(a, b); });
  addUnsigned<arith::MaxUIOp>(
      registry, [](uint64_t a, uint64_t b) { return std::max(a, b); });
  addUnsigned<arith::MinUIOp>(
      registry, [](uint64_t a, uint64_t b) { return std::min(a, b); });
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static void registerFloats(Registry &registry) {
  addFloat<arith::AddFOp>(registry, [](double a, double b) { return a + b; });
  addFloat<arith::SubFOp>(registry, [](double a, double b) { return a - b; });
  addFloat<arith::MulFOp>(registry, [](double a, double b) { return a * b; });
  addFloat<arith::DivFOp>(registry, [](double a, double b) { return a / b; });
  addFloat<arith::RemFOp>(registry, std::fmod);
  addFloat<arith::NegFOp>(registry, [](double a) { return -a; });
  addFloat<arith::MaximumFOp>(registry, maximum);
  addFloat<arith::MinimumFOp>(registry, minimum);
  // Of a number and a NaN, the number.
  addFloat<arith::MaxNumFOp>(registry, [](double a, double b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : maximum(a, b);
  });
  addFloat<arith::MinNumFOp>(registry, [](double a, double b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : minimum(a, b);
  });
}

static bool compare(arith::CmpFPredicate predicate, double a, double b) {
  bool unordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return false;
  case arith::CmpFPredicate::OEQ:
    return a == b;
  case arith::CmpFPredicate::OGT:
    return a > b;
  case arith::CmpFPredicate::OGE:
    return a >= b;
  case arith::CmpFPredicate::OLT:
    return a < b;
  case arith::CmpFPredicate::OLE:
    return a <= b;
  case arith::CmpFPredicate::ONE:
    return !unordered && a != b;
  case arith::CmpFPredicate::ORD:
    return !unordered;
  case arith::CmpFPredicate::UEQ:
    return unordered || a == b;
  case arith::CmpFPredicate::UGT:
    return unordered || a > b;
  case arith::CmpFPredicate::UGE:
    return unordered || a >= b;
  case arith::CmpFPredicate::ULT:
    return unordered || a < b;
  case arith::CmpFPredicate::ULE:
    return unordered || a <= b;
  case arith::CmpFPredicate::UNE:
    return unordered || a != b;
  case arith::CmpFPredicate::UNO:
    return unordered;
  case arith::CmpFPredicate::AlwaysTrue:
    return true;
  }
  return false;
}

static void registerComparisons(Registry &registry) {
  addEntrywise<arith::CmpIOp>(registry, [](Numbers x, arith::CmpIOp op) {
    Type type = operandElement(op);
    unsigned width = intWidth(type);
    auto bits = [&](int64_t value) {
      return APInt(width, asUnsigned(type, value));
    };
    return ofInt(arith::applyCmpPredicate(op.getPredicate(), bits(x[0].i),
                                          bits(x[1].i)));
  });
  addEntrywise<arith::CmpFOp>(registry, [](Numbers x, arith::CmpFOp op) {
    return ofInt(compare(op.getPredicate(), x[0].f, x[1].f));
  });
}

/// Not entry by entry: with a scalar condition the operands may be anything.
static LogicalResult runSelect(arith::SelectOp op, Frame &frame) {
  if (frame.get(op.getCondition()).isScalar()) {
    frame.set(op,
              frame.get(frame.integer(op.getCondition()) ? op.getTrueValue()
                                                         : op.getFalseValue()));
    return success();
  }
  return mapEntries(op, frame, [](auto x, auto results) {
    results[0] = x[0].i ? x[1] : x[2];
    return success();
  });
}

void mesh::reference::registerArithHandlers(Registry &registry) {
  registry.add<arith::ConstantOp>(runConstant);
  registry.add<arith::SelectOp>(runSelect);
  registerIntegers(registry);
  registerDivisions(registry);
  registerShifts(registry);
  registerExtended(registry);
  registerFloats(registry);
  registerComparisons(registry);
  registerArithCastHandlers(registry);
}
