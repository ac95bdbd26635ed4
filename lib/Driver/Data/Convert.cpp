//===- Convert.cpp - change of element type -------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Elements.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <limits>

using namespace llvm;
using namespace mesh::driver;

namespace {

template <class T> __int128 toInteger(T value) { return value; }
template <> __int128 toInteger(BoolElement value) { return value.value; }

template <class T> bool fits(__int128 value) {
  if constexpr (std::is_same_v<T, BoolElement>)
    return value == 0 || value == 1;
  else
    return value >= std::numeric_limits<T>::min() &&
           value <= std::numeric_limits<T>::max();
}

template <class T> T fromInteger(__int128 value) {
  if constexpr (std::is_same_v<T, BoolElement>)
    return {static_cast<uint8_t>(value)};
  else
    return static_cast<T>(value);
}

/// Converts one element; false if `to` cannot hold it.
template <class From, class To> bool convertElement(From from, To &to) {
  if constexpr (isFloatElement<From>) {
    double value = toDouble(from);
    if constexpr (isFloatElement<To>) {
      to = fromDouble<To>(value);
      return !std::isfinite(value) || std::isfinite(toDouble(to));
    } else {
      // The comparison with trunc is false for NaN; 2^64 bounds every integer
      // type, so the cast below is in range.
      if (!(value == std::trunc(value)) || std::fabs(value) > 0x1p64)
        return false;
      auto integer = static_cast<__int128>(value);
      if (!fits<To>(integer))
        return false;
      to = fromInteger<To>(integer);
      return true;
    }
  } else {
    __int128 integer = toInteger(from);
    if constexpr (isFloatElement<To>) {
      double value = static_cast<double>(integer);
      to = fromDouble<To>(value);
      return static_cast<__int128>(value) == integer && toDouble(to) == value;
    } else {
      if (!fits<To>(integer))
        return false;
      to = fromInteger<To>(integer);
      return true;
    }
  }
}

/// Why `array` element `i` is not a `dtype`.
Error misfit(const Array &array, int64_t i, DType dtype) {
  std::string text;
  raw_string_ostream os(text);
  os << elementName(array.shape, i) << " is ";
  if (!isFloat(array.dtype)) {
    if (array.dtype == DType::U64)
      os << uint64_t(array.intAt(i));
    else
      os << array.intAt(i);
    os << ", which '" << typeName(dtype)
       << (isFloat(dtype) ? "' cannot hold exactly" : "' cannot hold");
    return dataError(text);
  }
  double value = array.doubleAt(i);
  if (std::isnan(value))
    os << "nan";
  else
    os << format("%.9g", value);
  if (isFloat(dtype))
    os << ", which overflows '" << typeName(dtype) << "'";
  else if (std::isfinite(value) && value != std::trunc(value))
    os << ", but '" << typeName(dtype) << "' expects whole numbers";
  else
    os << ", which '" << typeName(dtype) << "' cannot hold";
  return dataError(text);
}

} // namespace

Expected<Array> mesh::driver::convert(const Array &array, DType dtype) {
  auto storageType = [](DType type) {
    return type == DType::Index ? DType::I64 : type;
  };
  if (storageType(array.dtype) == storageType(dtype)) {
    Array same = array;
    same.dtype = dtype;
    return same;
  }
  Expected<NewArray> made = allocateArray(dtype, array.shape);
  if (!made)
    return made.takeError();
  int64_t count = array.size();
  int64_t bad = visitElement(array.dtype, [&](auto fromTag) -> int64_t {
    using From = typename decltype(fromTag)::type;
    return visitElement(dtype, [&](auto toTag) -> int64_t {
      using To = typename decltype(toTag)::type;
      const From *from = array.as<From>();
      To *to = made->as<To>();
      for (int64_t i = 0; i < count; ++i)
        if (!convertElement(from[i], to[i]))
          return i;
      return count;
    });
  });
  if (bad < count)
    return misfit(array, bad, dtype);
  return made->array;
}
