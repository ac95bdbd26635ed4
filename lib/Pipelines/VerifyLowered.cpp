//===- VerifyLowered.cpp - report ops that were not lowered ---------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"
#include "mesh/Pipelines/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/StringSwitch.h"

namespace mesh {
#define GEN_PASS_DEF_MESHVERIFYLOWERED
#include "mesh/Pipelines/Passes.h.inc"
} // namespace mesh

using namespace mlir;

/// The step that lowers an op of the mesh dialect.
static std::string missingMeshStep(Operation *op) {
  if (isa<mesh::ExpandableOpInterface>(op))
    return "run --mesh-expand first";
  if (isa<mesh::AssertOp>(op))
    return "run --mesh-lower-runtime-checks after --convert-scf-to-cf";
  if (mesh::isRegionOp(op) || isa<mesh::COOToCSROp>(op)) {
    bool onTensors = llvm::any_of(
        op->getOperandTypes(), [](Type type) { return isa<TensorType>(type); });
    return onTensors ? "run --mesh-bufferize, then --convert-mesh-to-scf"
                     : "run --convert-mesh-to-scf";
  }
  bool onGraph = llvm::any_of(op->getOperandTypes(), [](Type type) {
    return isa<mesh::GraphType>(type);
  });
  bool onRows = llvm::any_of(op->getOperandTypes(), [](Type type) {
    return isa<RankedTensorType>(type);
  });
  if (onGraph && onRows)
    return "run --mesh-fuse before --mesh-lower-graph";
  return "run --mesh-lower-graph";
}

static std::string missingStep(Operation *op) {
  if (isa<UnrealizedConversionCastOp>(op))
    return "a type was converted on one side only: run the conversion of the "
           "op that makes or uses it, then --reconcile-unrealized-casts";
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == mesh::MeshDialect::getDialectNamespace())
    return missingMeshStep(op);
  return StringSwitch<std::string>(dialect)
      .Case("affine", "run --lower-affine")
      .Case("arith", "run --convert-arith-to-llvm")
      .Case("bufferization",
            "run --mesh-bufferize and --buffer-deallocation-pipeline")
      .Case("cf", "run --convert-cf-to-llvm")
      .Case("check", "run --convert-check first")
      .Case("func", "run --convert-func-to-llvm")
      .Case("index", "run --convert-index-to-llvm")
      .Case("linalg", "run --mesh-lower-matmul and --mesh-linalg-to-loops "
                      "after --mesh-bufferize")
      .Case("math", "run --mesh-expand-math, --convert-math-to-llvm and "
                    "--convert-math-to-libm")
      .Case("memref",
            "run --expand-strided-metadata and --finalize-memref-to-llvm")
      .Case("scf", "run --convert-scf-to-cf")
      .Case("tensor", "run --mesh-bufferize")
      .Case("tosa", "run --mesh-lower-tosa first")
      .Case("ub", "run --convert-ub-to-llvm")
      .Case("vector", "run --convert-vector-to-scf=full-unroll and "
                      "--convert-vector-to-llvm")
      .Default("no pass of this project lowers the '" + dialect.str() +
               "' dialect");
}

namespace {

struct VerifyLowered : mesh::impl::MeshVerifyLoweredBase<VerifyLowered> {
  void runOnOperation() override {
    DenseSet<OperationName> reported;
    getOperation().walk([&](Operation *op) {
      bool isLowered = isa_and_nonnull<LLVM::LLVMDialect, omp::OpenMPDialect,
                                       BuiltinDialect>(op->getDialect()) &&
                       !isa<UnrealizedConversionCastOp>(op);
      if (!isLowered && reported.insert(op->getName()).second)
        op->emitOpError("was not lowered: ") << missingStep(op);
    });
    if (!reported.empty())
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
