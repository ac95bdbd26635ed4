//===- Rules.h - derivative rules by dialect --------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_AUTODIFF_RULES_H
#define MESH_AUTODIFF_RULES_H

#include "mesh/AutoDiff/AdjointState.h"

#include "mlir/IR/DialectRegistry.h"

namespace mesh {

/// Rules of ops that work entry by entry, as tables of formulas (arith, math).
void registerPointwiseRules(mlir::DialectRegistry &registry);
void registerLinalgRules(mlir::DialectRegistry &registry);
void registerTensorRules(mlir::DialectRegistry &registry);
void registerControlFlowRules(mlir::DialectRegistry &registry);
void registerMeshRules(mlir::DialectRegistry &registry);

/// All of them: they are attached when a dialect loads.
void registerAdjointRules(mlir::DialectRegistry &registry);

/// The rule of scf.for.
void attachLoopRule(mlir::MLIRContext *context);

/// The rules of the region ops.
void attachAggregateRule(mlir::MLIRContext *context);
void attachMapEdgesRule(mlir::MLIRContext *context);

/// A rule for ops whose derivative is zero.
template <class Op>
struct ZeroDerivative
    : public AdjointOpInterface::ExternalModel<ZeroDerivative<Op>, Op> {
  void buildAdjoint(mlir::Operation *, AdjointState &) const {}
  static bool hasZeroDerivative() { return true; }
};

} // namespace mesh

#endif // MESH_AUTODIFF_RULES_H
