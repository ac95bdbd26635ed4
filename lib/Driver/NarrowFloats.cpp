//===- NarrowFloats.cpp - conversions that processors lack ----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowFloats.h"

#include "mesh/Driver/Data/Elements.h"

#include <cstring>

using namespace mesh::driver;

/// A 16-bit float is passed in the low bits of the register that a float would
/// be in. Older compilers have no name for the type, so it is written as that.
static float packBits(uint16_t bits) {
  uint32_t word = bits;
  float result;
  std::memcpy(&result, &word, sizeof(result));
  return result;
}

static uint16_t unpackBits(float value) {
  uint32_t word;
  std::memcpy(&word, &value, sizeof(word));
  return uint16_t(word);
}

static float singleToHalf(float value) { return packBits(halfBits(value)); }
static float doubleToHalf(double value) { return packBits(halfBits(value)); }
static float singleToBFloat(float value) { return packBits(bfloatBits(value)); }
static float doubleToBFloat(double value) {
  return packBits(bfloatBits(value));
}
static float halfToSingle(float bits) {
  return float(halfValue(unpackBits(bits)));
}

void mesh::driver::forEachNarrowFloatFunction(
    llvm::function_ref<void(llvm::StringRef, void *)> add) {
  add("__truncsfhf2", reinterpret_cast<void *>(&singleToHalf));
  add("__truncdfhf2", reinterpret_cast<void *>(&doubleToHalf));
  add("__truncsfbf2", reinterpret_cast<void *>(&singleToBFloat));
  add("__truncdfbf2", reinterpret_cast<void *>(&doubleToBFloat));
  add("__extendhfsf2", reinterpret_cast<void *>(&halfToSingle));
}
