//===- LowerCOOToCSR.cpp - stable counting sort as loops
//------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerRegionOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mesh;

/// Counts edges into `row_ptr[v + 1]`, sums up, and places each edge at the
/// pointer of its row, which moves on. Pointers then hold the end of their row,
/// that is, the start of the next one: moving them up by one restores them. No
/// other memory is needed.
LogicalResult mesh::lowerCOOToCSR(COOToCSROp op) {
  LoopBuilder b(op.getLoc(), op);
  Value segment = op.getInputs()[0], other = op.getInputs()[1];
  Value pointers = op.getOuts()[0], columns = op.getOuts()[1],
        ordinals = op.getOuts()[2];
  Type type = cast<MemRefType>(pointers.getType()).getElementType();
  Value zero = b.index(0), one = b.index(1);
  Value rows = b.sub(b.dim(pointers, 0), one);
  Value edges = b.dim(segment, 0);
  Value none = arith::ConstantOp::create(b, b.getIntegerAttr(type, 0));
  Value unit = arith::ConstantOp::create(b, b.getIntegerAttr(type, 1));
  auto load = [&](Value memref, Value i) -> Value {
    return memref::LoadOp::create(b, memref, i);
  };
  auto store = [&](Value value, Value memref, Value i) {
    memref::StoreOp::create(b, value, memref, i);
  };

  b.loop(zero, b.add(rows, one), 1, [&](Value v) { store(none, pointers, v); });
  b.loop(zero, edges, 1, [&](Value e) {
    Value next = b.add(loadIndex(b, segment, e), one);
    Value count = arith::AddIOp::create(b, load(pointers, next), unit);
    store(count, pointers, next);
  });
  b.loop(zero, rows, 1, [&](Value v) {
    Value next = b.add(v, one);
    Value sum =
        arith::AddIOp::create(b, load(pointers, v), load(pointers, next));
    store(sum, pointers, next);
  });
  b.loop(zero, edges, 1, [&](Value e) {
    Value v = loadIndex(b, segment, e);
    Value position = load(pointers, v);
    store(arith::AddIOp::create(b, position, unit), pointers, v);
    Value at = arith::IndexCastOp::create(b, b.getIndexType(), position);
    store(load(other, e), columns, at);
    store(arith::IndexCastOp::create(b, type, e), ordinals, at);
  });
  // From the last row down to the first.
  b.loop(zero, rows, 1, [&](Value i) {
    Value v = b.sub(rows, i);
    store(load(pointers, b.sub(v, one)), pointers, v);
  });
  store(none, pointers, zero);
  op.erase();
  return success();
}
