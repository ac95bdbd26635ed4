//===- Value.h - the values of the reference interpreter --------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalars, tensors and graphs as the reference interpreter holds them. Floats
// of every type are held as doubles, integers as 64-bit words; what makes a
// value an f16 or an i8 is that it is rounded or wrapped to its type.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_REFERENCE_VALUE_H
#define MESH_REFERENCE_VALUE_H

#include "mlir/IR/BuiltinTypes.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mesh::reference {

/// One entry: a float in `f`, or an integer in `i`. Integers narrower than 64
/// bits are sign-extended; an i1 is 0 or 1.
union Number {
  double f;
  int64_t i;
};
inline Number ofDouble(double value) {
  Number number;
  number.f = value;
  return number;
}
inline Number ofInt(int64_t value) {
  Number number;
  number.i = value;
  return number;
}

/// Whether the interpreter computes with this type: f16, bf16, f32, f64, index
/// and integers of at most 64 bits.
bool isSupportedElement(mlir::Type type);
/// Bits of an integer or index (64) type.
unsigned intWidth(mlir::Type type);
/// `value` rounded to the nearest number of the float type, ties to even, in
/// one step. Overflow gives infinity.
double roundTo(mlir::Type type, double value);
/// `value` wrapped to the width of the integer type, in the form of `Number`.
int64_t wrapTo(mlir::Type type, int64_t value);
/// `roundTo` or `wrapTo`, whichever the type needs.
Number fitTo(mlir::Type type, Number number);
/// The low bits of an integer, zero-extended.
uint64_t asUnsigned(mlir::Type type, int64_t value);
/// The integer read as two's complement; differs from the stored form for i1.
int64_t asSigned(mlir::Type type, int64_t value);
/// The number as text, floats with all their digits.
std::string toString(mlir::Type type, Number number);

/// The stored bits of a float of this type, and back.
uint64_t toBits(mlir::Type floatType, double value);
double fromBits(mlir::Type floatType, uint64_t bits);

struct Scalar {
  mlir::Type type;
  Number number;
};

/// Number of entries of `shape`; nothing if a size is negative or the product
/// overflows.
std::optional<int64_t> countEntries(llvm::ArrayRef<int64_t> shape);
/// "[2, 3]".
std::string shapeString(llvm::ArrayRef<int64_t> shape);

/// A dense tensor in row-major order. Copies share their entries until one of
/// them is written.
class Tensor {
public:
  Tensor() = default;
  /// All entries 0. `shape` must have a count (see `countEntries`).
  Tensor(mlir::Type elementType, llvm::ArrayRef<int64_t> shape);

  mlir::Type getElementType() const { return elementType; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getDim(int64_t axis) const { return shape[axis]; }
  int64_t getRank() const { return shape.size(); }
  int64_t size() const { return entries ? entries->size() : 0; }
  bool isFloat() const { return llvm::isa<mlir::FloatType>(elementType); }

  /// Entry `i` in row-major order.
  Number get(int64_t i) const { return (*entries)[i]; }
  double getFloat(int64_t i) const { return (*entries)[i].f; }
  int64_t getInt(int64_t i) const { return (*entries)[i].i; }

  /// Writes the number as it is.
  void set(int64_t i, Number number) {
    detach();
    (*entries)[i] = number;
  }
  /// Writes the number rounded or wrapped to the element type.
  void fit(int64_t i, Number number) { set(i, fitTo(elementType, number)); }
  /// Rounds or wraps every entry to the element type.
  void fitAll();
  void fill(Number number);

  /// The same entries under another shape of as many.
  Tensor reshaped(llvm::ArrayRef<int64_t> newShape) const;
  /// Distance in entries between neighbours along each axis.
  llvm::SmallVector<int64_t, 4> getStrides() const;

private:
  void detach() {
    if (entries.use_count() > 1)
      entries = std::make_shared<std::vector<Number>>(*entries);
  }

  mlir::Type elementType;
  llvm::SmallVector<int64_t, 4> shape;
  std::shared_ptr<std::vector<Number>> entries;
};

/// An `!mesh.graph`: edge e runs from source[e] to target[e].
struct Graph {
  int64_t numSources = 0;
  int64_t numTargets = 0;
  std::vector<int64_t> source;
  std::vector<int64_t> target;
  mlir::IntegerType indexType;

  int64_t numEdges() const { return source.size(); }
};
using GraphRef = std::shared_ptr<const Graph>;

/// What is wrong with a graph ("edge 3: source 7 is out of range, expects
/// 0 <= source < 5"), or nothing.
std::optional<std::string> findGraphFault(const Graph &graph);

/// Any value: empty, a scalar, a tensor or a graph.
class Value {
public:
  Value() = default;
  Value(Scalar scalar) : data(scalar) {}
  Value(Tensor tensor) : data(std::move(tensor)) {}
  Value(GraphRef graph) : data(std::move(graph)) {}
  Value(Graph graph) : data(std::make_shared<const Graph>(std::move(graph))) {}

  bool isScalar() const { return std::holds_alternative<Scalar>(data); }
  bool isTensor() const { return std::holds_alternative<Tensor>(data); }
  bool isGraph() const { return std::holds_alternative<GraphRef>(data); }

  /// These need the matching kind.
  const Scalar &getScalar() const { return *std::get_if<Scalar>(&data); }
  const Tensor &getTensor() const { return *std::get_if<Tensor>(&data); }
  Tensor &getTensor() { return *std::get_if<Tensor>(&data); }
  const Graph &getGraph() const { return **std::get_if<GraphRef>(&data); }
  const GraphRef &getGraphRef() const { return *std::get_if<GraphRef>(&data); }

private:
  std::variant<std::monostate, Scalar, Tensor, GraphRef> data;
};

/// Why `value` is not a value of `type` ("expects 'tensor<4xf32>', but got a
/// tensor of shape [5]"), or nothing.
std::optional<std::string> findTypeFault(const Value &value, mlir::Type type);

} // namespace mesh::reference

#endif // MESH_REFERENCE_VALUE_H
