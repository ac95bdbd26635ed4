//===- AdjointState.h - cotangents while a block is reversed ----*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_AUTODIFF_ADJOINTSTATE_H
#define MESH_AUTODIFF_ADJOINTSTATE_H

#include "mesh/Interfaces/AdjointOpInterface.h"

#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mesh {

/// Entries at which a cotangent is not zero: where `condition` (an `i1` or a
/// tensor of them) holds, or does not hold. No condition: everywhere.
struct Mask {
  mlir::Value condition;
  bool negated = false;

  bool operator==(const Mask &other) const {
    return condition == other.condition && negated == other.negated;
  }
  explicit operator bool() const { return bool(condition); }
};

/// What is known of the values of one function while it is differentiated.
struct AutoDiffContext {
  /// Values that depend on a differentiated argument and on which a
  /// differentiated result depends.
  llvm::DenseSet<mlir::Value> active;
  /// Values that stand for states of a loop: values of the same shape that are
  /// available everywhere in the loop.
  llvm::DenseMap<mlir::Value, mlir::Value> shapes;
  /// An op had no rule; an error has been emitted.
  bool failed = false;

  void forget(mlir::Value value) {
    active.erase(value);
    shapes.erase(value);
  }
};

/// The cotangents of the values of one block, and where to emit adjoints. A
/// value without cotangent has a cotangent of zeros.
class AdjointState {
public:
  AdjointState(mlir::ImplicitLocOpBuilder &b, AutoDiffContext &context,
               const AdjointState *parent = nullptr)
      : b(b), context(context), parent(parent) {}

  /// Where adjoints are emitted.
  mlir::ImplicitLocOpBuilder &b;
  AutoDiffContext &context;

  bool isActive(mlir::Value value) const {
    return context.active.contains(value);
  }

  /// The value to use for `value` in adjoints: itself, or what is already known
  /// to be equal to it.
  mlir::Value value(mlir::Value value) const;
  void setKnown(mlir::Value value, mlir::Value equal) { known[value] = equal; }

  /// Call before the op that defines `value` is erased.
  void forget(mlir::Value value) {
    known.erase(value);
    cotangents.erase(value);
    context.forget(value);
  }

  bool hasCotangent(mlir::Value value) const {
    return cotangents.contains(value);
  }
  /// The cotangent, or null if it is zero.
  mlir::Value getCotangent(mlir::Value value);
  /// The cotangent, zeros if it is zero.
  mlir::Value getCotangentOrZero(mlir::Value value);
  /// The cotangent is the first where the mask holds, and zero elsewhere: for
  /// rules that work entry by entry. What they compute for masked entries may
  /// be anything, NaN included.
  std::pair<mlir::Value, Mask> getMaskedCotangent(mlir::Value value) const;

  /// Adds to the cotangent of `value`; nothing happens for inactive values. A
  /// null contribution is zero.
  void add(mlir::Value value, mlir::Value contribution, Mask mask = {});
  /// Replaces the cotangent; null for zero.
  void set(mlir::Value value, mlir::Value cotangent);

  /// `number` in the type and shape of `value`.
  mlir::Value constantLike(mlir::Value value, double number);
  mlir::Value zeroLike(mlir::Value value) { return constantLike(value, 0); }
  /// The sizes of a tensor, taken from where they come from, so that a value is
  /// not kept for its shape alone.
  llvm::SmallVector<mlir::OpFoldResult> getSizes(mlir::Value value);

  /// Entries at which both masks hold.
  Mask combine(Mask lhs, Mask rhs);

private:
  mlir::Value materialize(mlir::Value cotangent, Mask mask);

  const AdjointState *parent;
  llvm::DenseMap<mlir::Value, std::pair<mlir::Value, Mask>> cotangents;
  llvm::DenseMap<mlir::Value, mlir::Value> known;
};

/// Emits the adjoints of `ops`, ops of one block in order, last first.
void buildAdjoints(llvm::ArrayRef<mlir::Operation *> ops, AdjointState &state);

/// The ops of a block but for its terminator.
llvm::SmallVector<mlir::Operation *> getOps(mlir::Block &block);

/// Values of differentiable types that are defined outside of the regions of
/// `op`, used in them, and active.
llvm::SmallVector<mlir::Value>
getActiveCaptures(mlir::Operation *op, const AutoDiffContext &context);

/// Clones `ops` with `mapping`, except for checks, which have run in the
/// forward pass; clones of active values are active. Returns the clones.
llvm::SmallVector<mlir::Operation *>
cloneForRecomputation(mlir::OpBuilder &b, llvm::ArrayRef<mlir::Operation *> ops,
                      mlir::IRMapping &mapping, AutoDiffContext &context);

/// Adds two cotangents whose types may differ in what sizes they know.
mlir::Value addValues(mlir::ImplicitLocOpBuilder &b, mlir::Value lhs,
                      mlir::Value rhs);

/// A constant of `type`, a float or a tensor of static shape, or of `sizes`.
mlir::Value buildConstant(mlir::ImplicitLocOpBuilder &b, mlir::Type type,
                          llvm::ArrayRef<mlir::OpFoldResult> sizes,
                          double number);

/// Erases ops without effects whose results have no uses, and iteration
/// arguments of loops that only feed themselves.
void eraseDeadCode(mlir::Region &region);

} // namespace mesh

#endif // MESH_AUTODIFF_ADJOINTSTATE_H
