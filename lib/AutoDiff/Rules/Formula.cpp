//===- Formula.cpp - formulas of derivative tables ------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formula.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mesh;

// Formulas are part of this library, so a malformed one is a mistake in it; a
// test parses all of them.

bool Formula::accept(StringRef token) {
  rest = rest.ltrim();
  return rest.consume_front(token);
}

std::pair<Value, Mask> Formula::emit() {
  if (!rest.contains('?'))
    return {parseSum(), Mask()};
  Mask mask;
  mask.negated = accept("!");
  mask.condition = parseComparison();
  bool isMask = accept("?");
  assert(isMask && "expected '?'");
  (void)isMask;
  return {parseSum(), mask};
}

Value Formula::parseComparison() {
  Value lhs = parseSum();
  // NaN fails every comparison but "not equal".
  arith::CmpFPredicate predicate = accept(">")    ? arith::CmpFPredicate::OGT
                                   : accept("<")  ? arith::CmpFPredicate::OLT
                                   : accept("==") ? arith::CmpFPredicate::OEQ
                                   : accept("!=") ? arith::CmpFPredicate::UNE
                                                  : arith::CmpFPredicate::UNO;
  Value rhs = parseSum();
  return arith::CmpFOp::create(b, predicate, lhs, rhs);
}

Value Formula::parseSum() {
  Value value = parseProduct();
  while (true) {
    if (accept("+"))
      value = arith::AddFOp::create(b, value, parseProduct());
    else if (accept("-"))
      value = arith::SubFOp::create(b, value, parseProduct());
    else
      return value;
  }
}

Value Formula::parseProduct() {
  Value value = parseFactor();
  while (true) {
    if (accept("*"))
      value = arith::MulFOp::create(b, value, parseFactor());
    else if (accept("/"))
      value = arith::DivFOp::create(b, value, parseFactor());
    else
      return value;
  }
}

Value Formula::parseFactor() {
  if (accept("-"))
    return arith::NegFOp::create(b, parseFactor());
  if (accept("(")) {
    Value value = parseSum();
    accept(")");
    return value;
  }
  StringRef number =
      rest.take_while([](char c) { return llvm::isDigit(c) || c == '.'; });
  if (!number.empty()) {
    rest = rest.drop_front(number.size());
    double value = 0;
    (void)number.getAsDouble(value);
    return constant(value);
  }
  StringRef name = rest.take_while([](char c) { return llvm::isAlnum(c); });
  rest = rest.drop_front(name.size());
  if (accept("("))
    return call(name);
  Value value = names(name);
  assert(value && "unknown name in a formula");
  return value;
}

template <class Op> static Value unary(ImplicitLocOpBuilder &b, Value x) {
  return Op::create(b, x);
}

template <class Op>
static Value binary(ImplicitLocOpBuilder &b, Value x, Value y) {
  return Op::create(b, x, y);
}

Value Formula::call(StringRef name) {
  if (name == "select") {
    Value condition = parseComparison();
    accept(",");
    Value yes = parseSum();
    accept(",");
    Value no = parseSum();
    accept(")");
    return arith::SelectOp::create(b, condition, yes, no);
  }
  using Unary = Value (*)(ImplicitLocOpBuilder &, Value);
  static const llvm::StringMap<Unary> functions = {
      {"cos", unary<math::CosOp>},    {"cosh", unary<math::CoshOp>},
      {"exp", unary<math::ExpOp>},    {"log", unary<math::LogOp>},
      {"sin", unary<math::SinOp>},    {"sinh", unary<math::SinhOp>},
      {"sqrt", unary<math::SqrtOp>},  {"trunc", unary<math::TruncOp>},
      {"rsqrt", unary<math::RsqrtOp>}};
  Value first = parseSum();
  if (name == "powf" || name == "copysign") {
    accept(",");
    Value second = parseSum();
    accept(")");
    return name == "powf" ? binary<math::PowFOp>(b, first, second)
                          : binary<math::CopySignOp>(b, first, second);
  }
  accept(")");
  auto function = functions.find(name);
  assert(function != functions.end() && "unknown function in a formula");
  return function->second(b, first);
}
