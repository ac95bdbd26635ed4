//===- RowMemory.cpp - rows in memory
//-------------------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mesh;

/// A `batch` of -1 means that there is no row axis either.
RowMemory::RowMemory(LoopBuilder &b, Value memref, int64_t batch)
    : view(memref), batch(batch) {
  auto type = cast<MemRefType>(memref.getType());
  element = type.getElementType();
  rowAxes = type.getRank() > batch + 1;
  for (int64_t axis = batch + 1; axis < type.getRank(); ++axis)
    trailing.push_back(b.dim(memref, axis));
  if (type.getRank() <= batch + 2)
    return;
  SmallVector<ReassociationIndices> groups;
  for (int64_t axis = 0; axis <= batch; ++axis)
    groups.push_back({axis});
  ReassociationIndices flat;
  for (int64_t axis = batch + 1; axis < type.getRank(); ++axis)
    flat.push_back(axis);
  groups.push_back(flat);
  view = memref::CollapseShapeOp::create(b, memref, groups);
}

Value RowMemory::getRowSize(LoopBuilder &b) const {
  Value size = b.index(1);
  for (Value axis : trailing)
    size = b.mul(size, axis);
  return size;
}

RowMemory::Row RowMemory::getRow(ValueRange batchIndices, Value row) const {
  Row result{this, {}};
  for (int64_t axis = 0; axis < batch; ++axis)
    result.indices.push_back(batchIndices[axis]);
  result.indices.push_back(row);
  return result;
}

SmallVector<Value> RowMemory::addressOf(LoopBuilder &b, const Row &row,
                                        Value position) const {
  SmallVector<Value> indices(row.indices);
  if (rowAxes)
    indices.push_back(position);
  return indices;
}

/// The flat position of an element at run-time coordinates.
Value RowMemory::flatten(LoopBuilder &b, const Lanes &lanes) const {
  Value position = b.index(0);
  for (auto [coordinate, size] : llvm::zip(lanes.getCoordinates(), trailing))
    position = b.add(b.mul(position, size), coordinate);
  return position;
}

static Value createPartialMask(LoopBuilder &b, const Lanes &lanes) {
  auto type =
      VectorType::get({static_cast<int64_t>(lanes.getWidth())}, b.getI1Type());
  return vector::ConstantMaskOp::create(
      b, type, ArrayRef<int64_t>{static_cast<int64_t>(lanes.getActive())});
}

Value RowMemory::Row::load(LoopBuilder &b, const Lanes &lanes) const {
  const RowMemory &m = *memory;
  auto loadAt = [&](Value position) -> Value {
    return memref::LoadOp::create(b, m.view, m.addressOf(b, *this, position));
  };
  if (lanes.getKind() == Lanes::Kind::Element)
    return loadAt(m.flatten(b, lanes));
  if (lanes.isScalar())
    return loadAt(b.index(lanes.getPositions().front()));

  auto type = cast<VectorType>(lanes.getType(m.element));
  bool isStatic = lanes.getKind() == Lanes::Kind::Static;
  // Vectors of i1 are packed bits, memrefs of i1 are not.
  if (isStatic && (!lanes.isRun() || m.element.isInteger(1))) {
    SmallVector<Value> elements;
    for (int64_t position : lanes.getPositions())
      elements.push_back(loadAt(b.index(position)));
    return vector::FromElementsOp::create(b, type, elements);
  }
  Value base =
      isStatic ? b.index(lanes.getPositions().front()) : lanes.getBase();
  SmallVector<Value> address = m.addressOf(b, *this, base);
  Value mask = isStatic ? (lanes.getActive() < lanes.getWidth()
                               ? createPartialMask(b, lanes)
                               : Value())
                        : lanes.getMask();
  if (!mask)
    return vector::LoadOp::create(b, type, m.view, address);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  return vector::MaskedLoadOp::create(b, type, m.view, address, mask, zero);
}

void RowMemory::Row::store(LoopBuilder &b, const Lanes &lanes,
                           Value value) const {
  const RowMemory &m = *memory;
  auto storeAt = [&](Value position, Value element) {
    memref::StoreOp::create(b, element, m.view,
                            m.addressOf(b, *this, position));
  };
  if (lanes.getKind() == Lanes::Kind::Element)
    return storeAt(m.flatten(b, lanes), value);
  if (lanes.isScalar())
    return storeAt(b.index(lanes.getPositions().front()), value);
  bool isStatic = lanes.getKind() == Lanes::Kind::Static;
  if (isStatic && m.element.isInteger(1)) {
    for (unsigned i = 0; i < lanes.getActive(); ++i)
      storeAt(b.index(lanes.getPositions()[i]),
              vector::ExtractOp::create(b, value, static_cast<int64_t>(i)));
    return;
  }
  Value base =
      isStatic ? b.index(lanes.getPositions().front()) : lanes.getBase();
  SmallVector<Value> address = m.addressOf(b, *this, base);
  Value mask = isStatic ? (lanes.getActive() < lanes.getWidth()
                               ? createPartialMask(b, lanes)
                               : Value())
                        : lanes.getMask();
  if (mask)
    vector::MaskedStoreOp::create(b, m.view, address, mask, value);
  else
    vector::StoreOp::create(b, value, m.view, address);
}

/// Bytes fetched at once.
static constexpr int64_t kCacheLine = 64;

void RowMemory::Row::prefetch(LoopBuilder &b, ArrayRef<Lanes> pieces,
                              bool isWrite) const {
  const RowMemory &m = *memory;
  if (!m.element.isIntOrFloat())
    return;
  int64_t perLine =
      std::max<int64_t>(1, kCacheLine * 8 / m.element.getIntOrFloatBitWidth());
  llvm::SmallSetVector<int64_t, 16> lines;
  auto fetch = [&](Value position) {
    // Locality 2 is prefetch into L2, where most of the gain is.
    memref::PrefetchOp::create(b, m.view, m.addressOf(b, *this, position),
                               isWrite, /*localityHint=*/isWrite ? 3 : 2,
                               /*isDataCache=*/true);
  };
  for (const Lanes &lanes : pieces) {
    if (lanes.getKind() == Lanes::Kind::Contiguous)
      fetch(lanes.getBase());
    else if (lanes.getKind() == Lanes::Kind::Static)
      for (int64_t position : lanes.getPositions())
        lines.insert(position / perLine);
  }
  for (int64_t line : lines)
    fetch(b.index(line * perLine));
}
