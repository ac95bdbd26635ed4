//===- Nest.h - loop nests of linalg ops ---------------------- -*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_CONVERSION_LINALGTOLOOPS_NEST_H
#define MESH_LIB_CONVERSION_LINALGTOLOOPS_NEST_H

#include "../LoopBuilder.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mesh {

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// A body of the form `accumulator = combine(accumulator, term)`.
struct Combiner {
  mlir::Operation *op;
  /// The operand of `op` that is the accumulator.
  unsigned accumulator;
  /// `combine(neutral, x)` is x.
  mlir::TypedAttr neutral;

  /// Combines values of the element type or vectors of it.
  mlir::Value build(LoopBuilder &b, mlir::Value accumulator,
                    mlir::Value term) const;
  mlir::Value buildNeutral(LoopBuilder &b) const;
  /// Combines the lanes of a vector by a fixed tree: halves, then quarters.
  mlir::Value buildTree(LoopBuilder &b, mlir::Value lanes) const;
};

/// Succeeds for one result and an associative, commutative body.
llvm::FailureOr<Combiner> matchCombiner(mlir::linalg::LinalgOp op);

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

/// Where an operand of the op is read or written.
struct OperandView {
  mlir::Value memref;
  mlir::AffineMap map;
  /// Indices before those of the map.
  llvm::SmallVector<mlir::Value> prefix;
};

/// A point of the iteration space, or `lanes` neighbours along a loop.
struct Point {
  llvm::SmallVector<mlir::Value> indices;
  /// The loop that neighbours differ in, and how many there are: 1 for scalars.
  unsigned vectorLoop = 0;
  int64_t lanes = 1;
  /// Lanes that count; null for all.
  mlir::Value mask;
};

/// Builds the body of an op at points.
class BodyBuilder {
public:
  BodyBuilder(LoopBuilder &b, mlir::linalg::LinalgOp op,
              llvm::ArrayRef<OperandView> views)
      : b(b), op(op), views(views) {}

  /// A scalar where the point's lanes share it, else a vector.
  mlir::Value load(const Point &point, unsigned operand);
  void store(const Point &point, unsigned operand, mlir::Value value);
  mlir::Value splat(const Point &point, mlir::Value value);

  /// The values yielded for `results`, the values of the results so far; a null
  /// one is loaded if the body reads it.
  llvm::SmallVector<mlir::Value> build(const Point &point,
                                       mlir::ValueRange results);
  /// The value that `combiner` adds at a point.
  mlir::Value buildTerm(const Point &point, const Combiner &combiner);

private:
  llvm::SmallVector<mlir::Value> getIndices(const Point &point,
                                            const OperandView &view);
  void cloneBody(const Point &point, mlir::IRMapping &values,
                 mlir::Operation *end);
  void mapInputs(const Point &point, mlir::IRMapping &values);

  LoopBuilder &b;
  mlir::linalg::LinalgOp op;
  llvm::ArrayRef<OperandView> views;
};

/// Whether neighbours along `loop` can be computed as vectors: operands are
/// contiguous along it or do not depend on it, the body is elementwise.
bool canVectorize(mlir::linalg::LinalgOp op, unsigned loop);

/// Whether lanes beyond the end of a loop can be masked: the processor has such
/// loads and stores, and the body cannot trap on zeros.
bool canMask(mlir::linalg::LinalgOp op);

/// Lanes for vectors of `vectorBits` of the widest type in the body, fewer for
/// a short loop.
int64_t getLanes(mlir::linalg::LinalgOp op, unsigned loop, int64_t vectorBits);

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// How an op is run, see `planNest`.
struct NestPlan {
  /// All loops, the outermost first.
  llvm::SmallVector<unsigned> order;
  int64_t lanes = 1;
  bool isMasked = false;
  /// Lanes of the innermost loop are partial results of a reduction.
  bool isLaneReduction = false;
  /// Two loops that go through memory in different orders (a transposition):
  /// they advance by tiles.
  llvm::SmallVector<unsigned, 2> tiled;
  /// Results stay in registers during the reduction loops, the innermost ones.
  unsigned carriedLoops = 0;
};

NestPlan planNest(mlir::linalg::LinalgOp op, int64_t vectorBits,
                  const Combiner *combiner);

/// Builds the loops of `op` over `begins` to `ends` on `views`.
void buildNest(LoopBuilder &b, mlir::linalg::LinalgOp op, const NestPlan &plan,
               const Combiner *combiner, llvm::ArrayRef<OperandView> views,
               mlir::ValueRange begins, mlir::ValueRange ends);

/// Estimates the work of a number of iterations in elements that an elementwise
/// op would read, compute and write.
int64_t estimateWork(mlir::linalg::LinalgOp op, int64_t iterations);

} // namespace mesh

#endif // MESH_LIB_CONVERSION_LINALGTOLOOPS_NEST_H
