//===- AllocationSizes.cpp - sizes that memory can have -------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllocationSizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// The product of the static sizes, if it is far from overflow.
static std::optional<int64_t> countElements(MemRefType type) {
  int64_t count = 1;
  for (int64_t size : type.getShape())
    if (!ShapedType::isDynamic(size) && llvm::MulOverflow(count, size, count))
      return std::nullopt;
  return count < (int64_t(1) << 56) ? std::optional(count) : std::nullopt;
}

Value mesh::buildSizeCheck(OpBuilder &builder, memref::AllocOp op) {
  // Static sizes may overflow as well, where constants were folded into types.
  if (op.getDynamicSizes().empty() && countElements(op.getType()))
    return Value();
  // Rounded products will do, since no machine comes near the bound.
  constexpr double kMostBytes = 0x1p62;
  Location location = op.getLoc();
  MemRefType type = op.getType();
  Type f64 = builder.getF64Type();
  double bytes = 8; // of an index, or of any element that is narrower
  if (type.getElementType().isIntOrFloat())
    bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  for (int64_t size : type.getShape())
    if (!ShapedType::isDynamic(size))
      bytes *= double(size);
  Value product = arith::ConstantFloatOp::create(
      builder, location, builder.getF64Type(), APFloat(bytes));
  Value zero = arith::ConstantIndexOp::create(builder, location, 0);
  Value good;
  for (Value size : op.getDynamicSizes()) {
    Value positive = arith::CmpIOp::create(
        builder, location, arith::CmpIPredicate::sge, size, zero);
    good = good ? arith::AndIOp::create(builder, location, good, positive)
                : positive;
    Value word = arith::IndexCastOp::create(builder, location,
                                            builder.getI64Type(), size);
    Value factor = arith::SIToFPOp::create(builder, location, f64, word);
    product = arith::MulFOp::create(builder, location, product, factor);
  }
  Value most = arith::ConstantFloatOp::create(
      builder, location, builder.getF64Type(), APFloat(kMostBytes));
  Value fits = arith::CmpFOp::create(builder, location,
                                     arith::CmpFPredicate::OLE, product, most);
  return good ? arith::AndIOp::create(builder, location, good, fits) : fits;
}

std::string mesh::describeShape(MemRefType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  unsigned next = 0;
  for (int64_t size : type.getShape()) {
    if (ShapedType::isDynamic(size))
      os << "{" << next++ << "}";
    else
      os << size;
    os << "x";
  }
  os << type.getElementType();
  return text;
}
