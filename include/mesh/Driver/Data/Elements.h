//===- Elements.h - C++ types of array elements -----------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// One C++ type per DType, conversions of the narrow floats, and dispatch from a
// DType to its C++ type.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_ELEMENTS_H
#define MESH_DRIVER_DATA_ELEMENTS_H

#include "mesh/Driver/Data/Array.h"

#include "llvm/Support/ErrorHandling.h"

#include <type_traits>

namespace mesh::driver {

/// Storage of Bool, F16 and BF16 elements.
struct BoolElement {
  uint8_t value;
};
struct HalfElement {
  uint16_t bits;
};
struct BFloatElement {
  uint16_t bits;
};

/// Rounds to the nearest IEEE binary16 / bfloat16, ties to even; overflow gives
/// infinity. One rounding, straight from double.
uint16_t halfBits(double value);
uint16_t bfloatBits(double value);
/// The exact values.
double halfValue(uint16_t bits);
double bfloatValue(uint16_t bits);

template <class T>
inline constexpr bool isFloatElement =
    std::is_floating_point_v<T> || std::is_same_v<T, HalfElement> ||
    std::is_same_v<T, BFloatElement>;

inline double toDouble(HalfElement x) { return halfValue(x.bits); }
inline double toDouble(BFloatElement x) { return bfloatValue(x.bits); }
inline double toDouble(BoolElement x) { return x.value; }
template <class T> double toDouble(T x) { return static_cast<double>(x); }

/// Rounds to the element type; only for float element types.
template <class T> T fromDouble(double value) {
  if constexpr (std::is_same_v<T, HalfElement>)
    return {halfBits(value)};
  else if constexpr (std::is_same_v<T, BFloatElement>)
    return {bfloatBits(value)};
  else
    return static_cast<T>(value);
}

template <class T> struct ElementTag {
  using type = T;
};

/// Calls `function(ElementTag<T>())` with the C++ type of `dtype`.
template <class Function> auto visitElement(DType dtype, Function &&function) {
  switch (dtype) {
  case DType::Bool:
    return function(ElementTag<BoolElement>());
  case DType::I8:
    return function(ElementTag<int8_t>());
  case DType::U8:
    return function(ElementTag<uint8_t>());
  case DType::I16:
    return function(ElementTag<int16_t>());
  case DType::U16:
    return function(ElementTag<uint16_t>());
  case DType::I32:
    return function(ElementTag<int32_t>());
  case DType::U32:
    return function(ElementTag<uint32_t>());
  case DType::I64:
  case DType::Index:
    return function(ElementTag<int64_t>());
  case DType::U64:
    return function(ElementTag<uint64_t>());
  case DType::F16:
    return function(ElementTag<HalfElement>());
  case DType::BF16:
    return function(ElementTag<BFloatElement>());
  case DType::F32:
    return function(ElementTag<float>());
  case DType::F64:
    return function(ElementTag<double>());
  }
  llvm_unreachable("unknown element type");
}

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_ELEMENTS_H
