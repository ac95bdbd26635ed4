//===- FoldFill.cpp - fills that a product starts from --------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulToVector.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mesh;

/// The buffer that `memref` is a view of.
static Value getBuffer(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

static bool isAllocation(Value buffer) {
  return buffer.getDefiningOp<memref::AllocOp>() ||
         buffer.getDefiningOp<memref::AllocaOp>();
}

static bool isArgumentOfFunction(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  return argument && argument.getOwner()->isEntryBlock() &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

/// Whether two different buffers cannot overlap: one is allocated in the
/// function, and the other one is too or comes from outside.
static bool areDisjoint(Value lhs, Value rhs) {
  if (lhs == rhs)
    return false;
  auto isKnown = [](Value buffer) {
    return isAllocation(buffer) || isArgumentOfFunction(buffer);
  };
  return isKnown(lhs) && isKnown(rhs) &&
         (isAllocation(lhs) || isAllocation(rhs));
}

/// Whether `op` may read or write `buffer`.
static bool mayTouch(Operation *op, Value buffer) {
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  if (!effects)
    return true;
  return llvm::any_of(*effects, [&](MemoryEffects::EffectInstance &effect) {
    if (isa<MemoryEffects::Allocate>(effect.getEffect()))
      return false;
    Value touched = effect.getValue();
    return !touched || !isa<MemRefType>(touched.getType()) ||
           !areDisjoint(getBuffer(touched), buffer);
  });
}

linalg::FillOp mesh::findFoldableFill(linalg::LinalgOp op) {
  Value result = op.getDpsInits()[0];
  Value buffer = getBuffer(result);
  // An operand that overlaps C would read the filled values. Two arguments of
  // a function do not: no product could be computed in place.
  for (Value input : op.getDpsInputs()) {
    Value other = getBuffer(input);
    bool areArguments =
        isArgumentOfFunction(other) && isArgumentOfFunction(buffer);
    if (other == buffer || (!areArguments && !areDisjoint(other, buffer)))
      return nullptr;
  }
  for (Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode()) {
    if (auto fill = dyn_cast<linalg::FillOp>(before))
      if (fill.getDpsInits()[0] == result)
        return fill.value().getType() == getElementTypeOrSelf(result) ? fill
                                                                      : nullptr;
    if (mayTouch(before, buffer))
      return nullptr;
  }
  return nullptr;
}
