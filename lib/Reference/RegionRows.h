//===- RegionRows.h - rows that the region ops read and write ---*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_REFERENCE_REGIONROWS_H
#define MESH_LIB_REFERENCE_REGIONROWS_H

#include "Rows.h"

namespace mesh::reference {

/// One operand whose rows a region reads.
struct RowInput {
  RowInput(Tensor tensor, int64_t axis, bool batched)
      : tensor(std::move(tensor)), layout(this->tensor.getShape(), axis),
        axis(axis), batched(batched) {}

  /// Row `r` in batch `b` without its batch and row axes: a tensor, or a scalar
  /// where no axis is left.
  Value read(int64_t b, int64_t r) const;

  Tensor tensor;
  RowLayout layout;
  int64_t axis;
  /// Whether it has the batch axes of the op; if not, every batch reads the
  /// same rows.
  bool batched;
};

/// What regions see of shared tensors: themselves, or scalars for rank 0.
llvm::SmallVector<Value> readShared(Frame &frame, mlir::OperandRange operands);

/// The rows of a group of operands, appended to the arguments of a region.
void appendRows(llvm::ArrayRef<RowInput> inputs, int64_t b, int64_t r,
                llvm::SmallVectorImpl<Value> &args);

/// Operands `operands` of `op` as inputs; `first` is the number of the first
/// among all inputs of the op. Their row axis must have `rows` entries if that
/// is not negative, and their batch axes those of `batchShape`.
template <class Op>
mlir::FailureOr<llvm::SmallVector<RowInput>>
readInputs(Op op, Frame &frame, llvm::StringRef name,
           mlir::OperandRange operands, unsigned &first,
           llvm::ArrayRef<int64_t> batchShape, int64_t rows);

/// Writes the results of a region as row `r` of each of `outs`.
mlir::LogicalResult writeRows(mlir::Operation *op, Frame &frame,
                              llvm::ArrayRef<Value> rows, int64_t b, int64_t r,
                              int64_t axis, llvm::MutableArrayRef<Tensor> outs);

/// Copies of the tensors that `outs` holds, and that every one of them has
/// `rows` entries on `axis` and the same batch axes.
mlir::FailureOr<llvm::SmallVector<Tensor>> makeOuts(mlir::Operation *op,
                                                    Frame &frame,
                                                    mlir::OperandRange outs,
                                                    int64_t axis, int64_t rows);

mlir::LogicalResult checkBatch(mlir::Operation *op, Frame &frame,
                               llvm::StringRef name, const Tensor &tensor,
                               llvm::ArrayRef<int64_t> batchShape);

template <class Op>
mlir::FailureOr<llvm::SmallVector<RowInput>>
readInputs(Op op, Frame &frame, llvm::StringRef name,
           mlir::OperandRange operands, unsigned &first,
           llvm::ArrayRef<int64_t> batchShape, int64_t rows) {
  llvm::SmallVector<RowInput> inputs;
  for (mlir::Value operand : operands) {
    bool batched = op.isBatched(first++);
    const Tensor &tensor = frame.tensor(operand);
    int64_t axis = batched ? batchShape.size() : 0;
    if (rows >= 0 && failed(checkRows(op, frame, name, tensor, axis, rows)))
      return mlir::failure();
    if (batched && failed(checkBatch(op, frame, name, tensor, batchShape)))
      return mlir::failure();
    inputs.emplace_back(tensor, axis, batched);
  }
  return inputs;
}

} // namespace mesh::reference

#endif // MESH_LIB_REFERENCE_REGIONROWS_H
