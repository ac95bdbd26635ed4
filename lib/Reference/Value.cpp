//===- Value.cpp - the values of the reference interpreter ----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Reference/Value.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mesh::reference;
using llvm::APFloat;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

bool mesh::reference::isSupportedElement(mlir::Type type) {
  if (auto integer = llvm::dyn_cast<mlir::IntegerType>(type))
    return integer.getWidth() >= 1 && integer.getWidth() <= 64;
  return type.isIndex() || type.isF16() || type.isBF16() || type.isF32() ||
         type.isF64();
}

unsigned mesh::reference::intWidth(mlir::Type type) {
  auto integer = llvm::dyn_cast<mlir::IntegerType>(type);
  return integer ? integer.getWidth() : 64;
}

double mesh::reference::roundTo(mlir::Type type, double value) {
  if (type.isF64())
    return value;
  // The conversion of the machine is the same rounding, and fast.
  if (type.isF32())
    return static_cast<float>(value);
  APFloat number(value);
  bool losesInfo = false;
  number.convert(llvm::cast<mlir::FloatType>(type).getFloatSemantics(),
                 APFloat::rmNearestTiesToEven, &losesInfo);
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.convertToDouble();
}

int64_t mesh::reference::wrapTo(mlir::Type type, int64_t value) {
  unsigned width = intWidth(type);
  if (width == 1)
    return value & 1;
  return width == 64 ? value : llvm::SignExtend64(value, width);
}

Number mesh::reference::fitTo(mlir::Type type, Number number) {
  if (llvm::isa<mlir::FloatType>(type))
    return ofDouble(roundTo(type, number.f));
  return ofInt(wrapTo(type, number.i));
}

uint64_t mesh::reference::asUnsigned(mlir::Type type, int64_t value) {
  return value & llvm::maskTrailingOnes<uint64_t>(intWidth(type));
}

int64_t mesh::reference::asSigned(mlir::Type type, int64_t value) {
  return llvm::SignExtend64(value, intWidth(type));
}

std::string mesh::reference::toString(mlir::Type type, Number number) {
  if (!llvm::isa<mlir::FloatType>(type))
    return llvm::itostr(number.i);
  if (std::isnan(number.f))
    return "nan";
  if (std::isinf(number.f))
    return number.f < 0 ? "-inf" : "inf";
  llvm::SmallString<32> text;
  APFloat value(number.f);
  bool losesInfo = false;
  if (!type.isF64())
    value.convert(llvm::cast<mlir::FloatType>(type).getFloatSemantics(),
                  APFloat::rmNearestTiesToEven, &losesInfo);
  value.toString(text, /*FormatPrecision=*/0, /*FormatMaxPadding=*/6);
  return text.str().str();
}

uint64_t mesh::reference::toBits(mlir::Type floatType, double value) {
  APFloat number(value);
  bool losesInfo = false;
  number.convert(llvm::cast<mlir::FloatType>(floatType).getFloatSemantics(),
                 APFloat::rmNearestTiesToEven, &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

double mesh::reference::fromBits(mlir::Type floatType, uint64_t bits) {
  auto type = llvm::cast<mlir::FloatType>(floatType);
  APFloat number(type.getFloatSemantics(),
                 llvm::APInt(type.getWidth(), bits, /*isSigned=*/false,
                             /*implicitTrunc=*/true));
  bool losesInfo = false;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.convertToDouble();
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

std::optional<int64_t>
mesh::reference::countEntries(llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  bool overflows = false;
  for (int64_t size : shape) {
    if (size < 0)
      return std::nullopt;
    overflows |= llvm::MulOverflow(count, size, count);
  }
  // A zero anywhere makes the tensor empty, whatever the other sizes are.
  if (llvm::is_contained(shape, 0))
    return 0;
  if (overflows)
    return std::nullopt;
  return count;
}

std::string mesh::reference::shapeString(llvm::ArrayRef<int64_t> shape) {
  std::string text = "[";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(shape, os);
  return text + "]";
}

Tensor::Tensor(mlir::Type elementType, llvm::ArrayRef<int64_t> shape)
    : elementType(elementType), shape(shape.begin(), shape.end()) {
  Number zero = isFloat() ? ofDouble(0.0) : ofInt(0);
  entries = std::make_shared<std::vector<Number>>(
      countEntries(shape).value_or(0), zero);
}

void Tensor::fitAll() {
  detach();
  for (Number &number : *entries)
    number = fitTo(elementType, number);
}

void Tensor::fill(Number number) {
  entries = std::make_shared<std::vector<Number>>(entries->size(), number);
}

Tensor Tensor::reshaped(llvm::ArrayRef<int64_t> newShape) const {
  Tensor result = *this;
  result.shape.assign(newShape.begin(), newShape.end());
  return result;
}

llvm::SmallVector<int64_t, 4> Tensor::getStrides() const {
  llvm::SmallVector<int64_t, 4> strides(shape.size());
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= shape[axis];
  }
  return strides;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

static std::optional<std::string>
findCountFault(const char *what, int64_t count, mlir::IntegerType indexType) {
  if (count < 0)
    return llvm::formatv("number of {0} is {1}, expects 0 or more", what, count)
        .str();
  if (asSigned(indexType, count) == count)
    return std::nullopt;
  return llvm::formatv("number of {0} is {1}, but 'i{2}' graph indices allow "
                       "at most {3}",
                       what, count, indexType.getWidth(),
                       llvm::maxIntN(indexType.getWidth()))
      .str();
}

static std::optional<std::string> findIdFault(const char *what, int64_t edge,
                                              int64_t id, int64_t count) {
  if (id >= 0 && id < count)
    return std::nullopt;
  return llvm::formatv(
             "edge {0}: {1} {2} is out of range, expects 0 <= {1} < {3}", edge,
             what, id, count)
      .str();
}

std::optional<std::string> mesh::reference::findGraphFault(const Graph &graph) {
  if (graph.source.size() != graph.target.size())
    return llvm::formatv("expects 'source' and 'target' to have the same "
                         "length, but got {0} and {1}",
                         graph.source.size(), graph.target.size())
        .str();
  if (auto fault = findCountFault("sources", graph.numSources, graph.indexType))
    return fault;
  if (auto fault = findCountFault("targets", graph.numTargets, graph.indexType))
    return fault;
  if (auto fault = findCountFault("edges", graph.numEdges(), graph.indexType))
    return fault;
  for (int64_t e = 0; e < graph.numEdges(); ++e) {
    if (auto fault =
            findIdFault("source", e, graph.source[e], graph.numSources))
      return fault;
    if (auto fault =
            findIdFault("target", e, graph.target[e], graph.numTargets))
      return fault;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static std::string describe(const Value &value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (value.isScalar())
    os << "a scalar of type '" << value.getScalar().type << "'";
  else if (value.isTensor())
    os << "a tensor of '" << value.getTensor().getElementType() << "' of shape "
       << shapeString(value.getTensor().getShape());
  else if (value.isGraph())
    os << "a graph with '" << value.getGraph().indexType << "' indices";
  else
    os << "no value";
  return text;
}

static bool hasType(const Value &value, mlir::Type type) {
  if (auto tensorType = llvm::dyn_cast<mlir::TensorType>(type)) {
    if (!value.isTensor() ||
        value.getTensor().getElementType() != tensorType.getElementType())
      return false;
    return !tensorType.hasRank() ||
           mlir::succeeded(mlir::verifyCompatibleShape(
               tensorType.getShape(), value.getTensor().getShape()));
  }
  if (auto graphType = llvm::dyn_cast<mesh::GraphType>(type))
    return value.isGraph() &&
           value.getGraph().indexType == graphType.getIndexType();
  return value.isScalar() && value.getScalar().type == type &&
         isSupportedElement(type);
}

std::optional<std::string> mesh::reference::findTypeFault(const Value &value,
                                                          mlir::Type type) {
  if (hasType(value, type))
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream(text)
      << "expects '" << type << "', but got " << describe(value);
  return text;
}
