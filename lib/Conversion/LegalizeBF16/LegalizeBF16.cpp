//===- LegalizeBF16.cpp - store bf16 as i16 -------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"

namespace mesh {
#define GEN_PASS_DEF_MESHLEGALIZEBF16
#include "mesh/Conversion/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

namespace {
class LegalizeBF16 : public mesh::impl::MeshLegalizeBF16Base<LegalizeBF16> {
  void runOnOperation() override;
};
} // namespace

/// Whether `op` computes with numbers, not only with the bits of them.
static bool isArithmetic(Operation *op) {
  return isa<LLVM::FastmathFlagsInterface, LLVM::FPExtOp, LLVM::FPTruncOp,
             LLVM::FPToSIOp, LLVM::FPToUIOp, LLVM::SIToFPOp, LLVM::UIToFPOp>(
             op) &&
         !isa<LLVM::SelectOp, LLVM::CallOp>(op);
}

void LegalizeBF16::runOnOperation() {
  auto isBF16 = [](Type type) { return getElementTypeOrSelf(type).isBF16(); };
  WalkResult checked = getOperation().walk([&](Operation *op) {
    if (!isArithmetic(op) || !(llvm::any_of(op->getOperandTypes(), isBF16) ||
                               llvm::any_of(op->getResultTypes(), isBF16)))
      return WalkResult::advance();
    op->emitError("expects no arithmetic on 'bf16', run 'mesh-expand-math' "
                  "and 'arith-expand' before the conversion to LLVM");
    return WalkResult::interrupt();
  });
  if (checked.wasInterrupted())
    return signalPassFailure();

  Type stored = IntegerType::get(&getContext(), 16);
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](Type type) -> std::optional<Type> {
    if (type.isBF16())
      return stored;
    return std::nullopt;
  });
  replacer.addReplacement([&](FloatAttr value) -> std::optional<Attribute> {
    if (!value.getType().isBF16())
      return std::nullopt;
    return IntegerAttr::get(stored, value.getValue().bitcastToAPInt());
  });
  replacer.addReplacement(
      [&](DenseFPElementsAttr values) -> std::optional<Attribute> {
        if (!values.getElementType().isBF16())
          return std::nullopt;
        return DenseElementsAttr(values).bitcast(stored);
      });
  replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}
