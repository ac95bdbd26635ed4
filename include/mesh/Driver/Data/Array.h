//===- Array.h - tensors outside compiled code ------------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// A dense array as it is read from a file, given to a compiled function or
// written out. Knows nothing of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_ARRAY_H
#define MESH_DRIVER_DATA_ARRAY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace mesh::driver {

/// Element types. Bool is one byte, 0 or 1; Index is a signed 64-bit integer.
enum class DType {
  Bool,
  I8,
  U8,
  I16,
  U16,
  I32,
  U32,
  I64,
  U64,
  F16,
  BF16,
  F32,
  F64,
  Index
};

/// Bytes of one element.
unsigned byteWidth(DType dtype);
bool isFloat(DType dtype);
/// The name in MLIR: "i1", "i8", "ui8", "f32", "bf16", "index" ...
llvm::StringRef typeName(DType dtype);

/// "tensor<34x2xf32>"; "tensor<f32>" for rank 0; -1 is printed as `?`.
std::string tensorTypeName(DType dtype, llvm::ArrayRef<int64_t> shape);

/// A recoverable error with this text. Style: lower case, no full stop,
/// "expects X, but got Y".
llvm::Error dataError(const llvm::Twine &text);

/// Number of elements of `shape`, or nothing if a dimension is negative or the
/// product overflows.
std::optional<int64_t> elementCount(llvm::ArrayRef<int64_t> shape);

/// A dense array in C order and native byte order, aligned to 64 bytes. The
/// bytes are owned, or borrowed from a file kept open by `storage`. Copies
/// share the bytes.
struct Array {
  DType dtype = DType::F32;
  llvm::SmallVector<int64_t, 4> shape;
  /// Never null in an array that a function of this library returned.
  std::shared_ptr<const char> storage;

  const char *data() const { return storage.get(); }
  template <class T> const T *as() const {
    return reinterpret_cast<const T *>(storage.get());
  }
  unsigned rank() const { return shape.size(); }
  int64_t size() const { return elementCount(shape).value_or(0); }
  uint64_t byteSize() const { return size() * uint64_t(byteWidth(dtype)); }
  std::string typeName() const { return tensorTypeName(dtype, shape); }

  /// Element `i` in C order. Exact for every type of at most 53 bits.
  double doubleAt(int64_t i) const;
  /// Element `i` of an array of integers or booleans (U64 wraps).
  int64_t intAt(int64_t i) const;
};

/// Uninitialised owned memory for an array; `bytes` gives write access. Errors:
/// a negative dimension, a size that overflows, or more than the machine has
/// (nothing is allocated then).
struct NewArray {
  Array array;
  char *bytes = nullptr;
  template <class T> T *as() { return reinterpret_cast<T *>(bytes); }
};
llvm::Expected<NewArray> allocateArray(DType dtype,
                                       llvm::ArrayRef<int64_t> shape);

/// An array of one element, or of `values`, for small things and tests.
llvm::Expected<Array> makeArray(llvm::ArrayRef<double> values,
                                llvm::ArrayRef<int64_t> shape,
                                DType dtype = DType::F64);

/// An array of `dtype` over bytes that `owner` keeps alive. Borrows them if
/// they are aligned, else copies.
llvm::Expected<Array> borrowArray(DType dtype, llvm::ArrayRef<int64_t> shape,
                                  const char *bytes,
                                  std::shared_ptr<const void> owner);

/// The element number `i` of `shape` as text: "element [3, 2]", or "the value"
/// for rank 0.
std::string elementName(llvm::ArrayRef<int64_t> shape, int64_t i);

/// The same values with another element type. Shares the bytes if the type is
/// the same. Rules:
///   integer or bool -> integer or bool: every value must fit;
///   integer or bool -> float: every value must be exact;
///   float -> float: rounds to nearest even; a finite value that would become
///     infinite is an error (NaN and infinities pass);
///   float -> integer or bool: every value must be a whole number that fits.
/// The error names the first element that does not obey, and its value.
llvm::Expected<Array> convert(const Array &array, DType dtype);

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_ARRAY_H
