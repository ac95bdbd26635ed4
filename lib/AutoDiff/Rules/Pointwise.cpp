//===- Pointwise.cpp - derivatives of arith and math ----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formula.h"

#include "mesh/AutoDiff/Rules.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mesh;

namespace {

/// For each operand, what the op passes on of `c`: to the operand if `c` is the
/// cotangent of the result, to the result if `c` is the operand's tangent.
/// Operands are `a`, `b`, `d`, the result is `y`.
struct PointwiseRule {
  StringLiteral op;
  StringLiteral partials[3];
};

} // namespace

static constexpr StringLiteral kNone = "";

static constexpr PointwiseRule kRules[] = {
    {"arith.addf", {"c", "c", kNone}},
    {"arith.subf", {"c", "-c", kNone}},
    {"arith.mulf", {"c*b", "c*a", kNone}},
    {"arith.divf", {"c/b", "-(c/b)*y", kNone}},
    {"arith.remf", {"c", "-c*trunc(a/b)", kNone}},
    {"arith.negf", {"-c", kNone, kNone}},
    // A tie goes to the second operand.
    {"arith.maximumf", {"a>b ? c", "!a>b ? c", kNone}},
    {"arith.maxnumf", {"a>b ? c", "!a>b ? c", kNone}},
    {"arith.minimumf", {"a<b ? c", "!a<b ? c", kNone}},
    {"arith.minnumf", {"a<b ? c", "!a<b ? c", kNone}},
    // 0 at 0.
    {"math.absf", {"a!=0 ? select(a<0, -c, c)", kNone, kNone}},
    {"math.acos", {"-c*rsqrt(1-a*a)", kNone, kNone}},
    {"math.acosh", {"c*rsqrt(a*a-1)", kNone, kNone}},
    {"math.asin", {"c*rsqrt(1-a*a)", kNone, kNone}},
    {"math.asinh", {"c*rsqrt(a*a+1)", kNone, kNone}},
    {"math.atan", {"c/(a*a+1)", kNone, kNone}},
    {"math.atan2", {"c*b/(a*a+b*b)", "-c*a/(a*a+b*b)", kNone}},
    {"math.atanh", {"c/(1-a*a)", kNone, kNone}},
    {"math.cbrt", {"c/(3*y*y)", kNone, kNone}},
    {"math.copysign", {"c*copysign(1,a)*copysign(1,b)", kNone, kNone}},
    {"math.cos", {"-c*sin(a)", kNone, kNone}},
    {"math.cosh", {"c*sinh(a)", kNone, kNone}},
    {"math.erf", {"c*1.1283791670955126*exp(-a*a)", kNone, kNone}},
    {"math.erfc", {"-c*1.1283791670955126*exp(-a*a)", kNone, kNone}},
    {"math.exp", {"c*y", kNone, kNone}},
    {"math.exp2", {"c*y*0.6931471805599453", kNone, kNone}},
    {"math.expm1", {"c*exp(a)", kNone, kNone}},
    {"math.fma", {"c*b", "c*a", "c"}},
    {"math.log", {"c/a", kNone, kNone}},
    {"math.log10", {"c/(a*2.302585092994046)", kNone, kNone}},
    {"math.log1p", {"c/(1+a)", kNone, kNone}},
    {"math.log2", {"c/(a*0.6931471805599453)", kNone, kNone}},
    // x^0 is constant, also at 0; where the base is 0, the power is.
    {"math.powf", {"b!=0 ? c*b*powf(a,b-1)", "a!=0 ? c*y*log(a)", kNone}},
    {"math.rsqrt", {"-0.5*c*y*y*y", kNone, kNone}},
    {"math.sin", {"c*cos(a)", kNone, kNone}},
    {"math.sinh", {"c*cosh(a)", kNone, kNone}},
    {"math.sqrt", {"c/(y+y)", kNone, kNone}},
    {"math.tan", {"c+c*y*y", kNone, kNone}},
    {"math.tanh", {"c-c*y*y", kNone, kNone}},
};

static const PointwiseRule &findRule(Operation *op) {
  static const llvm::StringMap<const PointwiseRule *> table = [] {
    llvm::StringMap<const PointwiseRule *> map;
    for (const PointwiseRule &rule : kRules)
      map[rule.op] = &rule;
    return map;
  }();
  return *table.lookup(op->getName().getStringRef());
}

/// Emits `partials[operand]` of the rule of `op` for `c`.
static std::pair<Value, Mask>
emitPartial(Operation *op, unsigned operand, Value c, ImplicitLocOpBuilder &b,
            function_ref<Value(Value)> value,
            function_ref<Value(double)> constant) {
  auto names = [&](StringRef name) -> Value {
    if (name == "c")
      return c;
    if (name == "y")
      return value(op->getResult(0));
    unsigned position = name == "a" ? 0 : name == "b" ? 1 : 2;
    return value(op->getOperand(position));
  };
  return Formula(findRule(op).partials[operand], b, names, constant).emit();
}

/// A constant for formulas in forward mode, of the type and shape of `value`.
static Value constantFor(ImplicitLocOpBuilder &b, Value value, double number) {
  AutoDiffContext none;
  return AdjointState(b, none).constantLike(value, number);
}

/// `value` where the mask holds, zero elsewhere.
static Value applyMask(ImplicitLocOpBuilder &b, Value value, Mask mask) {
  if (!mask)
    return value;
  Value zero = constantFor(b, value, 0);
  return arith::SelectOp::create(b, mask.condition, mask.negated ? zero : value,
                                 mask.negated ? value : zero);
}

namespace {

/// The models of this file are attached by name, so they cannot inherit the
/// interface's default methods, which know the op's class.
template <class Model>
struct NamedModel : public AdjointOpInterface::FallbackModel<Model> {
  std::string whyNot(Operation *, function_ref<bool(Value)>) const {
    return {};
  }
  static bool hasZeroDerivative() { return false; }
};

struct TableRule : public NamedModel<TableRule> {
  void buildAdjoint(Operation *op, AdjointState &state) const {
    auto [c, mask] = state.getMaskedCotangent(op->getResult(0));
    for (unsigned i = 0, e = op->getNumOperands(); i < e; ++i) {
      if (!state.isActive(op->getOperand(i)) ||
          findRule(op).partials[i].empty())
        continue;
      auto [partial, where] = emitPartial(
          op, i, c, state.b, [&](Value v) { return state.value(v); },
          [&](double number) {
            return state.constantLike(op->getResult(0), number);
          });
      state.add(op->getOperand(i), partial, state.combine(mask, where));
    }
  }

  Value buildTangent(Operation *op, ImplicitLocOpBuilder &b,
                     ArrayRef<Value> tangents) const {
    Value sum;
    for (auto [i, tangent] : llvm::enumerate(tangents)) {
      if (!tangent || findRule(op).partials[i].empty())
        continue;
      auto [partial, where] = emitPartial(
          op, i, tangent, b, [](Value v) { return v; },
          [&](double number) {
            return constantFor(b, op->getResult(0), number);
          });
      partial = applyMask(b, partial, where);
      sum = sum ? addValues(b, sum, partial) : partial;
    }
    return sum ? sum : constantFor(b, op->getResult(0), 0);
  }
};

/// Casts between float types: so is the adjoint.
struct CastRule : public NamedModel<CastRule> {
  void buildAdjoint(Operation *op, AdjointState &state) const {
    auto [c, mask] = state.getMaskedCotangent(op->getResult(0));
    state.add(op->getOperand(0),
              convert(state.b, c, op->getOperand(0).getType()), mask);
  }

  Value buildTangent(Operation *op, ImplicitLocOpBuilder &b,
                     ArrayRef<Value> tangents) const {
    return convert(b, tangents[0], op->getResult(0).getType());
  }

private:
  static Value convert(ImplicitLocOpBuilder &b, Value value, Type type) {
    // A cotangent may know more sizes than the value.
    if (auto tensorType = dyn_cast<RankedTensorType>(value.getType()))
      type = tensorType.clone(getElementTypeOrSelf(type));
    unsigned from =
        getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
    unsigned to = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
    if (from < to)
      return arith::ExtFOp::create(b, type, value);
    return arith::TruncFOp::create(b, type, value);
  }
};

struct SelectRule : public NamedModel<SelectRule> {
  void buildAdjoint(Operation *op, AdjointState &state) const {
    auto select = cast<arith::SelectOp>(op);
    auto [c, mask] = state.getMaskedCotangent(select.getResult());
    Value condition = state.value(select.getCondition());
    if (state.isActive(select.getTrueValue()))
      state.add(select.getTrueValue(), c,
                state.combine(mask, {condition, false}));
    if (state.isActive(select.getFalseValue()))
      state.add(select.getFalseValue(), c,
                state.combine(mask, {condition, true}));
  }

  Value buildTangent(Operation *op, ImplicitLocOpBuilder &b,
                     ArrayRef<Value> tangents) const {
    auto select = cast<arith::SelectOp>(op);
    auto orZero = [&](Value tangent) {
      return tangent ? tangent : constantFor(b, select.getResult(), 0);
    };
    return arith::SelectOp::create(b, select.getCondition(),
                                   orZero(tangents[1]), orZero(tangents[2]));
  }
};

/// x^n for an integer n: n x^(n - 1).
struct IntegerPowerRule : public NamedModel<IntegerPowerRule> {
  void buildAdjoint(Operation *op, AdjointState &state) const {
    auto power = cast<math::FPowIOp>(op);
    auto [c, mask] = state.getMaskedCotangent(op->getResult(0));
    Mask where;
    Value partial = emit(power, c, state.b, state.value(power.getLhs()),
                         state.value(power.getRhs()), where);
    state.add(power.getLhs(), partial, state.combine(mask, where));
  }

  Value buildTangent(Operation *op, ImplicitLocOpBuilder &b,
                     ArrayRef<Value> tangents) const {
    auto power = cast<math::FPowIOp>(op);
    Mask where;
    Value partial =
        emit(power, tangents[0], b, power.getLhs(), power.getRhs(), where);
    return applyMask(b, partial, where);
  }

private:
  static Value emit(math::FPowIOp op, Value c, ImplicitLocOpBuilder &b,
                    Value base, Value exponent, Mask &where) {
    Value factor = arith::SIToFPOp::create(b, base.getType(), exponent);
    // In floats, so that one formula serves numbers and tensors.
    where.condition = arith::CmpFOp::create(b, arith::CmpFPredicate::UNE,
                                            factor, constantFor(b, base, 0));
    Value less = arith::SubFOp::create(b, factor, constantFor(b, base, 1));
    less = arith::FPToSIOp::create(b, exponent.getType(), less);
    Value power = math::FPowIOp::create(b, base, less);
    return arith::MulFOp::create(b, c, arith::MulFOp::create(b, factor, power));
  }
};

/// The sine and the cosine at once: each is the other's derivative.
struct SincosRule
    : public AdjointOpInterface::ExternalModel<SincosRule, math::SincosOp> {
  void buildAdjoint(Operation *op, AdjointState &state) const {
    auto sincos = cast<math::SincosOp>(op);
    Value sine = state.value(sincos.getSin());
    Value cosine = state.value(sincos.getCos());
    ImplicitLocOpBuilder &b = state.b;
    if (auto [c, mask] = state.getMaskedCotangent(sincos.getSin()); c)
      state.add(sincos.getOperand(), arith::MulFOp::create(b, c, cosine), mask);
    if (auto [c, mask] = state.getMaskedCotangent(sincos.getCos()); c) {
      Value product = arith::MulFOp::create(b, c, sine);
      state.add(sincos.getOperand(), arith::NegFOp::create(b, product), mask);
    }
  }
};

struct ZeroRule : public NamedModel<ZeroRule> {
  void buildAdjoint(Operation *, AdjointState &) const {}
  Value buildTangent(Operation *, ImplicitLocOpBuilder &,
                     ArrayRef<Value>) const {
    return {};
  }
  static bool hasZeroDerivative() { return true; }
};

} // namespace

template <class Model>
static void attach(StringRef name, MLIRContext *context) {
  auto op = RegisteredOperationName::lookup(name, context);
  assert(op && "a rule names an op that does not exist");
  op->attachInterface<Model>();
}

static void attachTable(StringRef dialect, MLIRContext *context) {
  for (const PointwiseRule &rule : kRules)
    if (rule.op.starts_with(dialect))
      attach<TableRule>(rule.op, context);
}

void mesh::registerPointwiseRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    attachTable("arith.", context);
    attach<CastRule>("arith.extf", context);
    attach<CastRule>("arith.truncf", context);
    attach<SelectRule>("arith.select", context);
    for (StringRef name : {"arith.cmpf", "arith.fptosi", "arith.fptoui"})
      attach<ZeroRule>(name, context);
  });
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    attachTable("math.", context);
    attach<IntegerPowerRule>("math.fpowi", context);
    math::SincosOp::attachInterface<SincosRule>(*context);
    for (StringRef name : {"math.ceil", "math.floor", "math.round",
                           "math.roundeven", "math.trunc", "math.isfinite",
                           "math.isinf", "math.isnan", "math.isnormal"})
      attach<ZeroRule>(name, context);
  });
}
