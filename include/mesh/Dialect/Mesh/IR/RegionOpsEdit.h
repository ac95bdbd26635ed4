//===- RegionOpsEdit.h - change operands and regions of the region ops
//----------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_IR_REGIONOPSEDIT_H
#define MESH_DIALECT_MESH_IR_REGIONOPSEDIT_H

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mlir/IR/PatternMatch.h"

namespace mesh {

/// mesh.aggregate, mesh.map_edges and mesh.reduce_edges.
inline bool isRegionOp(mlir::Operation *op) {
  return llvm::isa<AggregateOp, MapEdgesOp, ReduceEdgesOp>(op);
}

/// Whether a region op visits edges or reads or writes edge rows in another
/// order than it would by itself: passes before --mesh-assign-edge-order do not
/// know such orders.
bool hasAssignedOrder(mlir::Operation *op);

/// Whether `op` computes on rows inside a region op.
bool isInRegionOp(mlir::Operation *op);

/// Whether a tensor is computed from scalars and constants alone, so that a
/// region may compute it itself. CSE lets a region use such a tensor of the
/// function around it.
bool isMadeOfScalars(mlir::Value tensor);

/// Whose rows an input of a region op holds. For an aggregate, `Other` is the
/// node at the other end of an edge and `Owner` the node that owns the segment;
/// otherwise `Other` is the source and `Owner` the target. `Shared` tensors
/// are read whole, by all regions but init, combine and rescale.
enum class RowsOf { Other, Owner, Edge, Shared };

/// A uniform view of the region ops for passes that move
/// edge computations into them: the region that reads edge rows, and its
/// arguments by group. An aggregate has two such regions, `step` and `score`.
class EdgeRegion {
public:
  EdgeRegion(AggregateOp op, bool score) : op(op), score(score) {}
  explicit EdgeRegion(MapEdgesOp op) : op(op), score(false) {}
  explicit EdgeRegion(ReduceEdgesOp op) : op(op), score(false) {}

  /// The regions of `op` that read edge rows; none for other ops.
  static llvm::SmallVector<EdgeRegion, 2> of(mlir::Operation *op);

  mlir::Operation *getOperation() const { return op; }
  mlir::Block &getBlock() const;
  mlir::Value getGraph() const { return op->getOperand(0); }
  int64_t getDim() const;
  mlir::OperandRange getGroup(RowsOf rows) const;
  bool isBatched(RowsOf rows, unsigned i) const;
  /// Whether edge rows `i` are in the order of the op's sweep.
  bool isSorted(unsigned i) const;
  mlir::BlockArgument getArgument(RowsOf rows, unsigned i) const;
  mlir::BlockArgument getOrdinal() const;

  /// Which group of this op holds rows of the source (target) of an edge.
  RowsOf getGroupOfEndpoint(Endpoint endpoint) const;

  /// The argument for rows `value`: an existing one, or a new operand at the
  /// end of the group, with arguments in every region that sees the group.
  /// `batched` does not matter for shared tensors.
  mlir::BlockArgument addInput(RowsOf rows, mlir::Value value, bool batched);

  /// Whether no region reads the rows of an input.
  bool isUnread(RowsOf rows, unsigned i) const;

  /// Removes an input whose arguments have no uses left.
  void eraseInput(RowsOf rows, unsigned i);

private:
  /// Not an aggregate.
  bool isMap() const { return !llvm::isa<AggregateOp>(op); }
  mlir::BlockArgument addShared(mlir::Value value);
  mlir::MutableOperandRange getMutableGroup(RowsOf rows) const;
  unsigned getInputIndex(RowsOf rows, unsigned i) const;
  unsigned getArgumentIndex(RowsOf rows, unsigned i) const;
  void setBatched(llvm::ArrayRef<bool> batched);
  /// The position of edge rows `i` of this region in `sorted`.
  unsigned getSortedIndex(unsigned i) const;
  /// Changes `sorted`, where there is one, by `change`.
  void
  updateSorted(llvm::function_ref<void(llvm::SmallVectorImpl<bool> &)> change);
  llvm::SmallVector<bool> getAllBatched() const;

  mlir::Operation *op;
  bool score;
};

/// Gives `op` a `finish` that yields the accumulators, where it has none.
void makeFinish(mlir::OpBuilder &builder, AggregateOp op);

/// Gives `op`, which has `stabilize`, a `rescale` that does what is done by
/// default, where it has none. Fails where an accumulator has elements that are
/// linear in several weights, or in one that is not known.
mlir::LogicalResult makeRescale(mlir::OpBuilder &builder, AggregateOp op);
bool canMakeRescale(AggregateOp op);

/// `row` with another element type.
mlir::Type getRowTypeWithElement(mlir::Type row, mlir::Type element);

/// A row filled with `value` (converted to the row's element type). Dynamic
/// axes take `sizes`.
mlir::Value createRowConstant(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Type row, double value,
                              mlir::ValueRange sizes = {});

/// A row filled with the scalar `value`.
mlir::Value createRowSplat(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Type row, mlir::Value value,
                           mlir::ValueRange sizes = {});

/// `function` of each element of `row`, a tensor or a scalar, and the element
/// of `other` at the place that `map` gives.
mlir::Value combineRows(
    mlir::OpBuilder &builder, mlir::Location loc, mlir::Value row,
    mlir::Value other, mlir::AffineMap map,
    llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value, mlir::Value)>
        function);

/// `row` times `factor`, see `combineRows`.
mlir::Value scaleRow(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value row, mlir::Value factor, mlir::AffineMap map);

} // namespace mesh

#endif // MESH_DIALECT_MESH_IR_REGIONOPSEDIT_H
