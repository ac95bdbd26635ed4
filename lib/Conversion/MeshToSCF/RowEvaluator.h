//===- RowEvaluator.h - region bodies on vectors
//--------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_CONVERSION_MESHTOSCF_ROWEVALUATOR_H
#define MESH_LIB_CONVERSION_MESHTOSCF_ROWEVALUATOR_H

#include "Lanes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

namespace mesh {

/// Computes chosen lanes of the values of a region body, on demand: asked for
/// some lanes of a value, it asks for the lanes of the operands that they need
/// and builds the op on vectors (or scalars) of that width. A broadcast then
/// costs nothing but other positions, and what a result does not need is never
/// computed.
///
/// An evaluator serves one execution of a body: values it has built are reused
/// as long as the builder stays in the same block.
class RowEvaluator {
public:
  using Leaf = std::function<mlir::Value(const Lanes &)>;

  RowEvaluator(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// Asks arguments for those lanes only that are asked for, element by element
  /// where it must be.
  void avoidBuffers() { usesBuffers = false; }

  /// Says how the lanes of `value` (a region argument) are found.
  void bind(mlir::Value value, Leaf leaf) { leaves[value] = std::move(leaf); }

  /// The lanes of `value`, or failure after an error at the op that cannot be
  /// computed on rows.
  mlir::FailureOr<mlir::Value> evaluate(mlir::Value value, const Lanes &lanes);

private:
  mlir::FailureOr<mlir::Value> compute(mlir::Value value, const Lanes &lanes);
  /// The element of a narrow row at a static position, from memory: the row is
  /// computed once, in vectors of up to `width` lanes. Null for values to which
  /// that does not apply.
  mlir::FailureOr<mlir::Value> loadFromRow(mlir::Value value, int64_t position,
                                           unsigned width);
  mlir::FailureOr<mlir::Value> computeConstant(mlir::Operation *op,
                                               mlir::Attribute attr,
                                               const Lanes &lanes);
  mlir::FailureOr<mlir::Value> computeElementwise(mlir::OpResult result,
                                                  const Lanes &lanes);
  mlir::FailureOr<mlir::Value> computeExtract(mlir::Operation *op,
                                              const Lanes &lanes);
  mlir::FailureOr<mlir::Value> computeInsert(mlir::tensor::InsertOp op,
                                             const Lanes &lanes);
  mlir::FailureOr<mlir::Value>
  computeExtractSlice(mlir::tensor::ExtractSliceOp op, const Lanes &lanes);
  mlir::FailureOr<mlir::Value>
  computeInsertSlice(mlir::tensor::InsertSliceOp op, const Lanes &lanes);
  mlir::FailureOr<mlir::Value> computeConcat(mlir::tensor::ConcatOp op,
                                             const Lanes &lanes);
  /// Lane `i` is that of `value` at flat position `positions[i]`, or, where it
  /// is negative, that of `otherwise` at the lane's own position.
  mlir::FailureOr<mlir::Value> choose(mlir::Value value,
                                      llvm::ArrayRef<int64_t> positions,
                                      mlir::Value otherwise,
                                      const Lanes &lanes);
  mlir::FailureOr<mlir::Value>
  computeLinalg(mlir::linalg::LinalgOp op, unsigned result, const Lanes &lanes);
  mlir::FailureOr<mlir::Value> computeReduction(mlir::linalg::LinalgOp op,
                                                unsigned result,
                                                const Lanes &lanes);
  /// The values of the op's inputs at iteration `points`, one for each lane.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  evaluateInputs(mlir::linalg::LinalgOp op,
                 llvm::ArrayRef<llvm::SmallVector<int64_t>> points,
                 unsigned active);
  /// Coordinate `loop` of `points`, one for each lane.
  mlir::Value getCoordinate(llvm::ArrayRef<llvm::SmallVector<int64_t>> points,
                            int64_t loop, bool isScalar);
  /// The body at `points`, with `accumulator`.
  mlir::FailureOr<mlir::Value>
  computeTerm(mlir::linalg::LinalgOp op,
              llvm::ArrayRef<llvm::SmallVector<int64_t>> points,
              mlir::Value accumulator, const Lanes &lanes);
  /// The sums of `rows`, vectors of one width, in the lanes of a vector.
  mlir::Value sumLanes(llvm::SmallVector<mlir::Value> rows,
                       llvm::ArrayRef<int64_t> order, const Lanes &lanes);
  /// The scalar body of `op` on vectors; `arguments` in operand order, and the
  /// loop coordinates as vectors for linalg.index.
  mlir::FailureOr<mlir::Value>
  computeBody(mlir::linalg::LinalgOp op, unsigned result,
              mlir::ArrayRef<mlir::Value> arguments,
              llvm::function_ref<mlir::Value(int64_t)> coordinate,
              const Lanes &lanes);
  /// `op`, which has no form on vectors, of scalars that `find` knows.
  mlir::FailureOr<mlir::Operation *>
  cloneScalar(mlir::Operation *op,
              llvm::function_ref<mlir::Value(mlir::Value)> find,
              llvm::function_ref<mlir::Value(int64_t)> coordinate);
  /// The same for each lane, with the results as vectors again.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> computeLaneByLane(
      mlir::Operation *op, llvm::function_ref<mlir::Value(mlir::Value)> toLanes,
      llvm::function_ref<mlir::Value(int64_t)> coordinate, const Lanes &lanes);
  mlir::Value broadcast(mlir::Value scalar, const Lanes &lanes);
  /// The elementwise `op` on vectors of `lanes`.
  mlir::Operation *createOnLanes(mlir::Operation *op,
                                 llvm::SmallVectorImpl<mlir::Value> &operands,
                                 const Lanes &lanes);
  mlir::Value makeDivisorSafe(mlir::Value divisor, const Lanes &lanes);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::DenseMap<mlir::Value, Leaf> leaves;
  bool usesBuffers = true;
  /// Narrow rows in memory.
  llvm::DenseMap<mlir::Value, mlir::Value> buffers;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<std::pair<Lanes, mlir::Value>>>
      known;
};

/// Coordinates of a flat position, and the reverse through a projected
/// permutation.
llvm::SmallVector<int64_t> delinearize(int64_t position,
                                       llvm::ArrayRef<int64_t> shape);
int64_t linearize(mlir::AffineMap map, llvm::ArrayRef<int64_t> point,
                  llvm::ArrayRef<int64_t> shape);

/// An error at `op`, inside a mesh region.
mlir::FailureOr<mlir::Value> rejectRowOp(mlir::Operation *op,
                                         llvm::StringRef reason);

/// Whether `op`, inside a mesh region, is computed for one element after
/// another: it works on scalars, but has no form on vectors (`scf.if`).
bool isScalarOnly(mlir::Operation *op);

/// Whether every value of `body` can be computed on contiguous lanes whose
/// position is known at run time only: rows are used element by element, or not
/// at all.
bool isElementwiseBody(mlir::Block &body);

} // namespace mesh

#endif // MESH_LIB_CONVERSION_MESHTOSCF_ROWEVALUATOR_H
