//===- CheckDialect.cpp - comparisons for tests ---------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Check/IR/CheckDialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;
using namespace mesh::check;

#include "mesh/Dialect/Check/IR/CheckDialect.cpp.inc"

void CheckDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "mesh/Dialect/Check/IR/CheckOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

/// One type for both operands, or one for each.
static ParseResult parseOperandTypes(OpAsmParser &parser, Type &actual,
                                     Type &expected) {
  if (parser.parseType(actual))
    return failure();
  expected = actual;
  if (succeeded(parser.parseOptionalComma()))
    return parser.parseType(expected);
  return success();
}

static void printOperandTypes(OpAsmPrinter &printer, Operation *, Type actual,
                              Type expected) {
  printer << actual;
  if (expected != actual)
    printer << ", " << expected;
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// (equal_c1), (close_c1), (ulp_c1)
static LogicalResult verifyTypes(Operation *op) {
  Type actual = op->getOperand(0).getType();
  Type expected = op->getOperand(1).getType();
  bool agree = getElementTypeOrSelf(actual) == getElementTypeOrSelf(expected) &&
               isa<ShapedType>(actual) == isa<ShapedType>(expected) &&
               succeeded(verifyCompatibleShape(actual, expected));
  if (agree)
    return success();
  return op->emitOpError("expects 'actual' and 'expected' of compatible "
                         "types, but got ")
         << actual << " and " << expected;
}

LogicalResult EqualOp::verify() { return verifyTypes(*this); }

LogicalResult CloseOp::verify() {
  // (close_c4)
  for (auto [name, value] :
       {std::pair("rtol", getRtol()), std::pair("atol", getAtol())}) {
    double tolerance = value.convertToDouble();
    if (std::isnan(tolerance) || tolerance < 0)
      return emitOpError("expects '")
             << name << "' not to be negative, but got " << tolerance;
  }
  return verifyTypes(*this);
}

LogicalResult UlpOp::verify() { return verifyTypes(*this); }

#define GET_OP_CLASSES
#include "mesh/Dialect/Check/IR/CheckOps.cpp.inc"
