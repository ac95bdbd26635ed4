//===- Array.cpp - tensors outside compiled code --------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Array.h"
#include "mesh/Driver/Data/Elements.h"
#include "mesh/Runtime/Memory.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <cstring>

using namespace llvm;
using namespace mesh::driver;

unsigned mesh::driver::byteWidth(DType dtype) {
  return visitElement(dtype, [](auto tag) -> unsigned {
    return sizeof(typename decltype(tag)::type);
  });
}

bool mesh::driver::isFloat(DType dtype) {
  return dtype == DType::F16 || dtype == DType::BF16 || dtype == DType::F32 ||
         dtype == DType::F64;
}

StringRef mesh::driver::typeName(DType dtype) {
  switch (dtype) {
  case DType::Bool:
    return "i1";
  case DType::I8:
    return "i8";
  case DType::U8:
    return "ui8";
  case DType::I16:
    return "i16";
  case DType::U16:
    return "ui16";
  case DType::I32:
    return "i32";
  case DType::U32:
    return "ui32";
  case DType::I64:
    return "i64";
  case DType::U64:
    return "ui64";
  case DType::F16:
    return "f16";
  case DType::BF16:
    return "bf16";
  case DType::F32:
    return "f32";
  case DType::F64:
    return "f64";
  case DType::Index:
    return "index";
  }
  llvm_unreachable("unknown element type");
}

std::string mesh::driver::tensorTypeName(DType dtype, ArrayRef<int64_t> shape) {
  std::string text;
  raw_string_ostream os(text);
  os << "tensor<";
  for (int64_t dim : shape)
    if (dim < 0)
      os << "?x";
    else
      os << dim << 'x';
  os << typeName(dtype) << '>';
  return text;
}

Error mesh::driver::dataError(const Twine &text) {
  return createStringError(std::make_error_code(std::errc::invalid_argument),
                           text);
}

std::optional<int64_t> mesh::driver::elementCount(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  bool overflow = false;
  for (int64_t dim : shape) {
    if (dim < 0)
      return std::nullopt;
    // A zero elsewhere in the shape does not excuse a product that overflows:
    // strides are computed from the trailing dimensions alone.
    if (dim != 0 && MulOverflow(count, dim, count))
      overflow = true;
    if (overflow)
      return std::nullopt;
  }
  return is_contained(shape, 0) ? 0 : count;
}

double Array::doubleAt(int64_t i) const {
  return visitElement(dtype, [&](auto tag) {
    return toDouble(as<typename decltype(tag)::type>()[i]);
  });
}

int64_t Array::intAt(int64_t i) const {
  return visitElement(dtype, [&](auto tag) -> int64_t {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, BoolElement>)
      return as<T>()[i].value;
    else if constexpr (isFloatElement<T>)
      return static_cast<int64_t>(toDouble(as<T>()[i]));
    else
      return static_cast<int64_t>(as<T>()[i]);
  });
}

Expected<NewArray> mesh::driver::allocateArray(DType dtype,
                                               ArrayRef<int64_t> shape) {
  std::optional<int64_t> count = elementCount(shape);
  int64_t bytes = 0;
  if (!count || MulOverflow(*count, int64_t(byteWidth(dtype)), bytes)) {
    for (int64_t dim : shape)
      if (dim < 0)
        return dataError(Twine("dimension ") + Twine(dim) +
                         " is negative, expects 0 or more");
    return dataError(tensorTypeName(dtype, shape) +
                     " is too large: its size in bytes overflows 64 bits");
  }
  uint64_t memory = runtime::physicalMemoryBytes();
  if (uint64_t(bytes) > memory)
    return dataError(tensorTypeName(dtype, shape) + " needs " + Twine(bytes) +
                     " bytes, but this machine has " + Twine(memory));
  if (uint64_t(bytes) >= runtime::kLargeRequest)
    if (uint64_t free = runtime::freeMemoryBytes(); uint64_t(bytes) > free)
      return dataError(tensorTypeName(dtype, shape) + " needs " + Twine(bytes) +
                       " bytes, but only " + Twine(free) + " are free");
  // At least one line, so that `data` is never null.
  size_t rounded = alignTo(std::max<int64_t>(bytes, 1), runtime::kAlignment);
  auto *memoryBytes =
      static_cast<char *>(std::aligned_alloc(runtime::kAlignment, rounded));
  if (!memoryBytes)
    return dataError("out of memory for " + tensorTypeName(dtype, shape) +
                     " of " + Twine(bytes) + " bytes");
  runtime::useHugePages(memoryBytes, rounded);
  NewArray result;
  result.bytes = memoryBytes;
  result.array.dtype = dtype;
  result.array.shape.assign(shape.begin(), shape.end());
  result.array.storage = std::shared_ptr<const char>(
      memoryBytes, [](const char *p) { std::free(const_cast<char *>(p)); });
  return result;
}

Expected<Array> mesh::driver::makeArray(ArrayRef<double> values,
                                        ArrayRef<int64_t> shape, DType dtype) {
  Expected<NewArray> made = allocateArray(DType::F64, shape);
  if (!made)
    return made.takeError();
  if (made->array.size() != int64_t(values.size()))
    return dataError(made->array.typeName() + " expects " +
                     Twine(made->array.size()) + " values, but got " +
                     Twine(values.size()));
  std::copy(values.begin(), values.end(), made->as<double>());
  return convert(made->array, dtype);
}

Expected<Array> mesh::driver::borrowArray(DType dtype, ArrayRef<int64_t> shape,
                                          const char *bytes,
                                          std::shared_ptr<const void> owner) {
  if (bytes && reinterpret_cast<uintptr_t>(bytes) % runtime::kAlignment == 0) {
    Array array;
    array.dtype = dtype;
    array.shape.assign(shape.begin(), shape.end());
    array.storage = std::shared_ptr<const char>(std::move(owner), bytes);
    return array;
  }
  Expected<NewArray> made = allocateArray(dtype, shape);
  if (!made)
    return made.takeError();
  if (uint64_t size = made->array.byteSize())
    std::memcpy(made->bytes, bytes, size);
  return made->array;
}

std::string mesh::driver::elementName(ArrayRef<int64_t> shape, int64_t i) {
  if (shape.empty())
    return "the value";
  SmallVector<int64_t, 4> index(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    index[d] = i % shape[d];
    i /= shape[d];
  }
  std::string text;
  raw_string_ostream os(text);
  os << "element [";
  interleaveComma(index, os);
  os << ']';
  return text;
}
