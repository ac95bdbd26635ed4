//===- RuleList.cpp - which ops have derivatives --------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/RuleList.h"

#include "mesh/AutoDiff/Differentiate.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mesh;

static StringRef describe(RegisteredOperationName op) {
  StringRef name = op.getStringRef();
  if (name == GradOp::getOperationName() ||
      name == ValueAndGradOp::getOperationName() ||
      name == VJPOp::getOperationName() || name == JVPOp::getOperationName())
    return "derivative";
  if (const auto *rule = op.getInterface<AdjointOpInterface>())
    return rule->hasZeroDerivative() ? "zero" : "rule";
  return isExpandedFirst(op) ? "expansion" : "none";
}

void mesh::listRules(MLIRContext &context, raw_ostream &os) {
  ArrayRef<RegisteredOperationName> all = context.getRegisteredOperations();
  llvm::StringSet<> dialects;
  for (RegisteredOperationName op : all)
    if (op.hasInterface<AdjointOpInterface>())
      dialects.insert(op.getDialectNamespace());
  SmallVector<RegisteredOperationName> ops;
  llvm::copy_if(all, std::back_inserter(ops), [&](RegisteredOperationName op) {
    return dialects.contains(op.getDialectNamespace());
  });
  llvm::sort(ops, [](RegisteredOperationName lhs, RegisteredOperationName rhs) {
    return lhs.getStringRef() < rhs.getStringRef();
  });
  for (RegisteredOperationName op : ops)
    os << op.getStringRef() << " " << describe(op) << "\n";
}
