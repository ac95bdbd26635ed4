//===- CheckArithmetic.cpp - divisions by zero and steps of loops ---------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Conversion/RuntimeChecks/Passes.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

namespace mesh {
#define GEN_PASS_DEF_MESHCHECKARITHMETIC
#include "mesh/Conversion/RuntimeChecks/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

static constexpr int64_t kIndexBits = 64;

static bool isSignedDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
             arith::FloorDivSIOp>(op);
}

static bool isDivision(Operation *op) {
  return isSignedDivision(op) ||
         isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(op);
}

namespace {

/// Builds the conditions of one op.
class Checker {
public:
  explicit Checker(Operation *op) : op(op), builder(op), loc(op->getLoc()) {}

  void checkDivision();
  void checkPower();
  void checkStep();

private:
  /// Whether every element of the constant `divisor` satisfies `isGood`; false
  /// where it is not a constant.
  static bool constantHolds(Value divisor,
                            function_ref<bool(const APInt &)> isGood);
  Value compare(arith::CmpIPredicate predicate, Value value,
                const APInt &constant);
  /// A condition on vectors holds if it holds in all lanes.
  Value allLanes(Value condition);
  void require(Value condition, StringRef message, ValueRange values = {}) {
    AssertOp::create(builder, loc, allLanes(condition),
                     builder.getStringAttr(message), values);
  }

  Operation *op;
  OpBuilder builder;
  Location loc;
};

} // namespace

bool Checker::constantHolds(Value divisor,
                            function_ref<bool(const APInt &)> isGood) {
  Attribute attribute;
  if (!matchPattern(divisor, m_Constant(&attribute)))
    return false;
  if (auto value = dyn_cast<IntegerAttr>(attribute))
    return isGood(value.getValue());
  auto values = dyn_cast<DenseIntElementsAttr>(attribute);
  return values && llvm::all_of(values.getValues<APInt>(), isGood);
}

Value Checker::compare(arith::CmpIPredicate predicate, Value value,
                       const APInt &constant) {
  TypedAttr attribute =
      builder.getIntegerAttr(getElementTypeOrSelf(value.getType()), constant);
  if (auto type = dyn_cast<ShapedType>(value.getType()))
    attribute = DenseElementsAttr::get(type, Attribute(attribute));
  Value bound = arith::ConstantOp::create(builder, loc, attribute);
  return arith::CmpIOp::create(builder, loc, predicate, value, bound);
}

Value Checker::allLanes(Value condition) {
  if (!isa<VectorType>(condition.getType()))
    return condition;
  return vector::ReductionOp::create(builder, loc, vector::CombiningKind::AND,
                                     condition);
}

void Checker::checkDivision() {
  Value dividend = op->getOperand(0), divisor = op->getOperand(1);
  Type element = getElementTypeOrSelf(divisor.getType());
  unsigned bits =
      element.isIndex() ? kIndexBits : element.getIntOrFloatBitWidth();
  bool isSigned = isSignedDivision(op) && bits > 1;
  if (!constantHolds(divisor, [](const APInt &v) { return !v.isZero(); }))
    require(compare(arith::CmpIPredicate::ne, divisor, APInt::getZero(bits)),
            "integer division by zero");
  // The other case in which the processor would stop the program.
  if (!isSigned ||
      constantHolds(divisor, [](const APInt &v) { return !v.isAllOnes(); }) ||
      constantHolds(dividend,
                    [](const APInt &v) { return !v.isMinSignedValue(); }))
    return;
  Value small = compare(arith::CmpIPredicate::ne, dividend,
                        APInt::getSignedMinValue(bits));
  Value other =
      compare(arith::CmpIPredicate::ne, divisor, APInt::getAllOnes(bits));
  require(arith::OrIOp::create(builder, loc, small, other),
          "integer division of the least number by -1 overflows");
}

/// 0 to a negative power divides by 0.
void Checker::checkPower() {
  Value base = op->getOperand(0), exponent = op->getOperand(1);
  unsigned bits = getElementTypeOrSelf(base.getType()).getIntOrFloatBitWidth();
  if (constantHolds(base, [](const APInt &v) { return !v.isZero(); }) ||
      constantHolds(exponent, [](const APInt &v) { return !v.isNegative(); }))
    return;
  Value other = compare(arith::CmpIPredicate::ne, base, APInt::getZero(bits));
  Value positive =
      compare(arith::CmpIPredicate::sge, exponent, APInt::getZero(bits));
  require(arith::OrIOp::create(builder, loc, other, positive),
          "integer division by zero: 0 to a negative power");
}

void Checker::checkStep() {
  Value step = cast<scf::ForOp>(op).getStep();
  if (constantHolds(step,
                    [](const APInt &v) { return v.isStrictlyPositive(); }))
    return;
  Type type = step.getType();
  unsigned bits = type.isIndex() ? kIndexBits : type.getIntOrFloatBitWidth();
  Value index = step;
  if (!type.isIndex())
    index =
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(), step);
  require(compare(arith::CmpIPredicate::sgt, step, APInt::getZero(bits)),
          "expects the step of a loop to be positive, but got {0}", index);
}

namespace {

struct CheckArithmetic : mesh::impl::MeshCheckArithmeticBase<CheckArithmetic> {
  void runOnOperation() override {
    SmallVector<Operation *> work;
    getOperation()->walk([&](Operation *op) {
      if (isDivision(op) || isa<scf::ForOp, math::IPowIOp>(op))
        work.push_back(op);
    });
    for (Operation *op : work) {
      if (isDivision(op))
        Checker(op).checkDivision();
      else if (isa<math::IPowIOp>(op))
        Checker(op).checkPower();
      else
        Checker(op).checkStep();
    }
  }
};

} // namespace
