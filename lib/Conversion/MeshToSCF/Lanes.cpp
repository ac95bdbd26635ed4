//===- Lanes.cpp - which elements of a row a vector holds
//-----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mesh;

Lanes Lanes::getStatic(ArrayRef<int64_t> positions, unsigned active) {
  Lanes lanes;
  lanes.kind = Kind::Static;
  lanes.positions.assign(positions.begin(), positions.end());
  lanes.width = positions.size();
  lanes.active = active;
  return lanes;
}

Lanes Lanes::getContiguous(Value base, unsigned width, Value mask) {
  Lanes lanes;
  lanes.kind = Kind::Contiguous;
  lanes.values = {base};
  lanes.width = width;
  lanes.active = width;
  lanes.mask = mask;
  return lanes;
}

Lanes Lanes::getElement(ValueRange coordinates) {
  Lanes lanes;
  lanes.kind = Kind::Element;
  lanes.values.assign(coordinates.begin(), coordinates.end());
  return lanes;
}

bool Lanes::isUniform() const {
  return kind == Kind::Static && llvm::all_equal(positions);
}

bool Lanes::isRun() const {
  for (unsigned i = 1; i < active; ++i)
    if (positions[i] != positions[i - 1] + 1)
      return false;
  return kind == Kind::Static;
}

Type Lanes::getType(Type element) const {
  if (isScalar())
    return element;
  return VectorType::get({static_cast<int64_t>(width)}, element);
}

bool Lanes::operator==(const Lanes &other) const {
  return kind == other.kind && width == other.width &&
         positions == other.positions && values == other.values &&
         mask == other.mask;
}

SmallVector<Lanes> mesh::cutRow(int64_t size, unsigned width) {
  SmallVector<Lanes> pieces;
  if (size == 1)
    return {Lanes::getScalar()};
  if (size < width)
    width = llvm::PowerOf2Ceil(size);
  for (int64_t begin = 0; begin < size; begin += width) {
    SmallVector<int64_t> positions;
    for (int64_t i = begin; i < begin + width; ++i)
      positions.push_back(std::min(i, size - 1));
    pieces.push_back(
        Lanes::getStatic(positions, std::min<int64_t>(width, size - begin)));
  }
  return pieces;
}

int64_t mesh::getRowSize(Type row) {
  auto shaped = dyn_cast<ShapedType>(row);
  if (!shaped)
    return 1;
  return shaped.hasStaticShape() ? shaped.getNumElements()
                                 : ShapedType::kDynamic;
}
