//===- Differentiate.h - derivatives of functions ---------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Source transformations of functions with one block, without calls (but for
// functions with adjoints of their own) and without sugar. Ops must have rules,
// see findMissingRules.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_AUTODIFF_DIFFERENTIATE_H
#define MESH_AUTODIFF_DIFFERENTIATE_H

#include "mesh/AutoDiff/Activity.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"

namespace mesh {

/// Canonicalisation, CSE and removal of what only loops keep alive.
class Simplifier {
public:
  explicit Simplifier(mlir::MLIRContext *context);
  void run(mlir::func::FuncOp function) const;

private:
  mlir::FrozenRewritePatternSet patterns;
};

/// Reverse mode, in place. Afterwards `function` takes its arguments and a
/// cotangent for each result of `seeded`, and returns its results and the
/// cotangents of the arguments `wrt`. Fails, with an error at the op, where
/// there is no rule after all. With `checkSeeds` the function checks that a
/// cotangent has the shape of its result.
mlir::LogicalResult buildReverse(mlir::func::FuncOp function,
                                 llvm::ArrayRef<int64_t> wrt,
                                 llvm::ArrayRef<int64_t> seeded,
                                 bool checkSeeds = false);

/// Forward mode, in place. Afterwards `function` takes its arguments and a
/// tangent for each of `wrt`, and returns its results and a tangent for each
/// float result. With `checkTangents` the function checks that a tangent has
/// the shape of its argument.
mlir::LogicalResult buildForward(mlir::func::FuncOp function,
                                 llvm::ArrayRef<int64_t> wrt,
                                 const Simplifier &simplifier,
                                 bool checkTangents);

/// Emits checks that `found` has the sizes of `like`; `what` is the subject of
/// the message: "'mesh.vjp' op expects seed 0".
void checkShape(mlir::ImplicitLocOpBuilder &b, mlir::Value like,
                mlir::Value found, const llvm::Twine &what);

/// Central differences, in place of the body of `function`, which has the
/// arguments and results of the above: calls `callee`.
void buildFiniteReverse(mlir::func::FuncOp function, mlir::func::FuncOp callee,
                        llvm::ArrayRef<int64_t> wrt,
                        llvm::ArrayRef<int64_t> seeded);
void buildFiniteForward(mlir::func::FuncOp function, mlir::func::FuncOp callee,
                        llvm::ArrayRef<int64_t> wrt);

/// Replaces calls of functions without an adjoint of their own by their bodies.
/// What remains: calls that cannot be inlined (recursion, no body, several
/// blocks); findMissingRules reports them.
void inlineCalls(mlir::func::FuncOp function);

/// Whether `prepare` replaces all ops of this kind, so that they need no rule.
bool isExpandedFirst(mlir::OperationName name);

/// Sugar by its expansion, and ops that are differentiated as loops by loops.
/// Fails where an expansion fails, which has reported why.
mlir::LogicalResult prepare(mlir::func::FuncOp function);

/// Aggregates on the way from `sources` to `targets` whose steps need the
/// accumulators before them, as loops. Whether there were any.
bool expandFolds(mlir::func::FuncOp function, mlir::ValueRange sources,
                 mlir::ValueRange targets);

} // namespace mesh

#endif // MESH_AUTODIFF_DIFFERENTIATE_H
