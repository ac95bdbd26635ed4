//===- LowerRegionOps.h - lowering of the region ops to loops
//-------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_CONVERSION_MESHTOSCF_LOWERREGIONOPS_H
#define MESH_LIB_CONVERSION_MESHTOSCF_LOWERREGIONOPS_H

#include "RowEvaluator.h"
#include "RowMemory.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

namespace mesh {

/// The attribute that --mesh-prefetch sets.
constexpr llvm::StringLiteral kPrefetchDistance = "mesh.prefetch_distance";

/// What the target's registers allow.
struct VectorShape {
  int64_t bits; ///< width of a vector register
  /// Bytes of accumulators that are kept in registers at once.
  int64_t getAccumulatorBytes() const { return bits / 8 * 16; }
  /// Bytes of accumulators that leave registers for what is added to them:
  /// processors have 16 registers of up to 256 bits, or 32 of 512.
  int64_t getGroupBytes() const { return bits / 8 * (bits >= 512 ? 24 : 12); }
};

/// Replaces an op on memrefs by loops before it and erases it. On failure an
/// error has been emitted.
mlir::LogicalResult lowerAggregate(AggregateOp op, VectorShape shape);
mlir::LogicalResult lowerMapEdges(MapEdgesOp op, VectorShape shape);
mlir::LogicalResult lowerReduceEdges(ReduceEdgesOp op, VectorShape shape);
mlir::LogicalResult lowerCOOToCSR(COOToCSROp op);

//===----------------------------------------------------------------------===//
// Shared by both region ops
//===----------------------------------------------------------------------===//

/// Lanes of a vector when all `types` take part: 16, or 8 where an element has
/// 8 bytes.
unsigned getVectorWidth(mlir::TypeRange rowTypes);

/// The number of elements of a row that is cut into vectors one by one; dynamic
/// where it is not known, and where it is so large that the code would be: then
/// vectors are the iterations of a loop, which needs an elementwise body.
int64_t getUnrolledSize(mlir::Type row, bool elementwise);

/// Loads an index from a rank-1 memref of i32 or i64.
mlir::Value loadIndex(LoopBuilder &b, mlir::Value memref, mlir::Value position);

/// Binds the region arguments for rows of `memories` (one for each argument) at
/// row `row`.
void bindRows(RowEvaluator &evaluator, LoopBuilder &b,
              mlir::ValueRange arguments,
              llvm::ArrayRef<const RowMemory *> memories,
              mlir::ValueRange batch, mlir::Value row);

/// Binds the region arguments for shared tensors.
void bindShared(RowEvaluator &evaluator, LoopBuilder &b,
                mlir::ValueRange arguments, llvm::ArrayRef<RowMemory> memories);

/// Runs `body(batch indices, begin, end)` for blocks of `blockSize` rows of
/// every batch, in parallel, `work` being that of one row.
void forBlocks(
    LoopBuilder &b, mlir::ValueRange batchSizes, mlir::Value rows,
    int64_t blockSize, int64_t work, bool uneven,
    llvm::function_ref<void(mlir::ValueRange, mlir::Value, mlir::Value)> body);

/// Runs `body(lanes)` for all elements of a row whose size is known at run time
/// only: pairs of full vectors, then single masked ones (`elementwise`), or one
/// element at a time with its coordinates.
void forDynamicLanes(LoopBuilder &b, const RowMemory &row, unsigned width,
                     bool elementwise,
                     llvm::function_ref<void(llvm::ArrayRef<Lanes>)> body);

/// Copies operands of a region op on buffers whose rows are not contiguous, and
/// results back.
void packRows(mlir::Operation *op);

} // namespace mesh

#endif // MESH_LIB_CONVERSION_MESHTOSCF_LOWERREGIONOPS_H
