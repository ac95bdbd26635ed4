//===- RowMemory.h - rows in memory
//---------------------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_CONVERSION_MESHTOSCF_ROWMEMORY_H
#define MESH_LIB_CONVERSION_MESHTOSCF_ROWMEMORY_H

#include "../LoopBuilder.h"
#include "Lanes.h"

namespace mesh {

/// A memref of rows, seen as [batch..., rows, flat row].
class RowMemory {
public:
  /// `batch`: the number of leading batch axes of `memref`. Builds a collapsed
  /// view before the loops.
  RowMemory(LoopBuilder &b, mlir::Value memref, int64_t batch);

  /// A tensor that is one row as a whole.
  static RowMemory createWhole(LoopBuilder &b, mlir::Value memref) {
    return RowMemory(b, memref, -1);
  }

  /// Chooses the row that loads and stores refer to. Batch indices beyond those
  /// the memref has are ignored.
  struct Row {
    const RowMemory *memory;
    llvm::SmallVector<mlir::Value> indices;

    mlir::Value load(LoopBuilder &b, const Lanes &lanes) const;
    void store(LoopBuilder &b, const Lanes &lanes, mlir::Value value) const;
    /// Fetches every cache line of the row that `pieces` touch into L2.
    void prefetch(LoopBuilder &b, llvm::ArrayRef<Lanes> pieces,
                  bool isWrite) const;
  };
  Row getRow(mlir::ValueRange batchIndices, mlir::Value row) const;
  Row getWhole() const { return Row{this, {}}; }

  /// The number of elements of a row, as a constant where it is known.
  mlir::Value getRowSize(LoopBuilder &b) const;
  /// Whether vectors can be loaded at a position known at run time: those of i1
  /// are packed bits, which memory is not.
  bool allowsContiguousLanes() const { return !element.isInteger(1); }
  /// The sizes of the trailing axes.
  llvm::ArrayRef<mlir::Value> getTrailingSizes() const { return trailing; }

private:
  mlir::SmallVector<mlir::Value> addressOf(LoopBuilder &b, const Row &row,
                                           mlir::Value position) const;
  mlir::Value flatten(LoopBuilder &b, const Lanes &lanes) const;

  mlir::Value view;
  int64_t batch;
  bool rowAxes; ///< whether rows have axes, so that the view has a flat one
  mlir::Type element;
  llvm::SmallVector<mlir::Value> trailing;
};

} // namespace mesh

#endif // MESH_LIB_CONVERSION_MESHTOSCF_ROWMEMORY_H
