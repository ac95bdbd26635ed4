//===- RuleList.h - which ops have derivatives ------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_AUTODIFF_RULELIST_H
#define MESH_AUTODIFF_RULELIST_H

#include "mlir/IR/MLIRContext.h"

#include "llvm/Support/raw_ostream.h"

namespace mesh {

/// Writes a line for each registered op of the loaded dialects in which an op
/// has a rule, in the order of their names: the name and
///   rule        a derivative rule is attached (it may refuse some ops)
///   zero        the rule is that the derivative is zero
///   expansion   --mesh-autodiff replaces the op before it differentiates
///   derivative  the op asks for a derivative
///   none        none of these
void listRules(mlir::MLIRContext &context, llvm::raw_ostream &os);

} // namespace mesh

#endif // MESH_AUTODIFF_RULELIST_H
