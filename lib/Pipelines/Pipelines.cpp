//===- Pipelines.cpp - the order of passes --------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Pipelines/Pipelines.h"

#include "mesh/AutoDiff/Passes.h"
#include "mesh/Conversion/Passes.h"
#include "mesh/Conversion/RuntimeChecks/Passes.h"
#include "mesh/Dialect/Check/Transforms/Passes.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"
#include "mesh/Pipelines/Passes.h"
#include "mesh/Pipelines/Target.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mesh;

unsigned CpuPipelineOptions::getVectorBits() const {
  if (vectorBits != 0)
    return vectorBits;
  // An unknown processor is reported by --mesh-set-target.
  llvm::Expected<CpuTarget> target = findCpuTarget(cpu);
  if (target)
    return target->vectorBits;
  llvm::consumeError(target.takeError());
  return 256;
}

static void simplify(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void mesh::buildToTensorsPipeline(OpPassManager &pm,
                                  const CpuPipelineOptions &options) {
  // Functions: everything that an entry reaches is brought into it.
  // Derivatives of functions come first, while there are functions.
  pm.addPass(createMeshLowerTosa());
  pm.addPass(createMeshAutodiff(
      {/*fuse=*/options.fuse, /*simplify=*/true, /*checkSeeds=*/true}));
  pm.addPass(createMeshCheckCalls());
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  pm.addPass(check::createConvertCheck());

  // Mesh ops: sizes are checked while each op still says what it needs.
  pm.addPass(createMeshExpand());
  simplify(pm);
  pm.addPass(createMeshSimplify());
  simplify(pm);
  pm.addPass(createMeshInsertChecks());
  simplify(pm);
  MeshFuseOptions fusions;
  fusions.fuseProducers = fusions.mergeSweeps = fusions.fuseNodes =
      fusions.fuseSoftmax = options.fuse;
  pm.addPass(createMeshFuse(fusions));
  simplify(pm);
  // Again: a tensor that met edge rows in an elementwise op has become an
  // operand of an op on the graph.
  pm.addPass(createMeshInsertChecks());
  simplify(pm);
  if (options.assignEdgeOrder) {
    pm.addPass(createMeshAssignEdgeOrder());
    simplify(pm);
  }
  pm.addPass(createMeshLowerGraph());
  simplify(pm);

  // The dense rest.
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(createMeshElementwiseToLinalg());
  functions.addPass(createMeshFuseLinalg());
  simplify(pm);
  // Equal destinations are one by now, which keeps no pair apart any more.
  pm.nest<func::FuncOp>().addPass(createMeshFuseLinalg());
  simplify(pm);
}

void mesh::buildToBuffersPipeline(OpPassManager &pm) {
  // A fill for each destination first, or each would be a copy.
  pm.addPass(createMeshCloneFills());
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  pm.addPass(createMeshReuseInputs());
  pm.addPass(createMeshBufferize());
  // In this order only does a copy of a buffer to itself disappear.
  pm.addPass(createCSEPass());
  pm.addPass(createCanonicalizerPass());
}

void mesh::buildToLoopsPipeline(OpPassManager &pm,
                                const CpuPipelineOptions &options) {
  int64_t vectorBits = options.getVectorBits();

  buildToBuffersPipeline(pm);
  bufferization::buildBufferDeallocationPipeline(pm);
  OpPassManager &liveness = pm.nest<func::FuncOp>();
  liveness.addPass(bufferization::createOptimizeAllocationLivenessPass());
  // Results that are arguments or constants were cloned for the caller.
  pm.addPass(createConvertBufferizationToMemRefPass());

  // Loops and vectors.
  pm.addPass(createMeshPrefetch());
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(createConvertMeshToSCF({vectorBits}));
  functions.addPass(createMeshLowerCopies());
  functions.addPass(createMeshLowerMatmul({vectorBits}));
  functions.addPass(createMeshLinalgToLoops({vectorBits}));
  simplify(pm);
  // Only here: the regions of mesh ops must stay free of side effects.
  if (options.verifyRuntime)
    pm.addPass(createGenerateRuntimeVerificationPass());
  pm.nest<func::FuncOp>().addPass(createMeshCheckArithmetic());
  pm.nest<func::FuncOp>().addPass(createMeshParallelize());
}

void mesh::buildToLLVMPipeline(OpPassManager &pm,
                               const CpuPipelineOptions &options) {
  pm.addPass(createMeshSetTarget({options.cpu}));

  // Without full unrolling every transfer would need a temporary on the stack.
  OpPassManager &vectors = pm.nest<func::FuncOp>();
  vectors.addPass(createConvertVectorToSCFPass(
      VectorTransferToSCFOptions().enableFullUnroll()));
  vectors.addPass(createMeshExpandMath());
  pm.addPass(createLowerAffinePass());
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  pm.addPass(arith::createArithExpandOpsPass(expand));
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createMeshLowerRuntimeChecks());

  // Addresses of subviews become affine arithmetic.
  pm.addPass(createMeshLowerExpandShapes());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  // Integer powers become loops; the rest, instructions or calls for each lane,
  // which are vector ops still.
  pm.addPass(createConvertMathToFuncs());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createUBToLLVMConversionPass());
  FinalizeMemRefToLLVMConversionPassOptions memory;
  memory.useGenericFunctions = true;
  memory.useAlignedAlloc = true;
  pm.addPass(createFinalizeMemRefToLLVMConversionPass(memory));
  pm.addPass(createConvertOpenMPToLLVMPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createMeshLegalizeBF16());
  pm.addPass(createMeshVerifyLowered());
}

void mesh::buildToCpuPipeline(OpPassManager &pm,
                              const CpuPipelineOptions &options) {
  buildToTensorsPipeline(pm, options);
  buildToLoopsPipeline(pm, options);
  buildToLLVMPipeline(pm, options);
}

/// As MLIR's registration, but the error names the pipeline and its options.
static void registerPipeline(StringRef name, StringRef description,
                             void (*build)(OpPassManager &,
                                           const CpuPipelineOptions &)) {
  auto parse =
      [name, build](
          OpPassManager &pm, StringRef text,
          function_ref<LogicalResult(const Twine &)> fail) -> LogicalResult {
    CpuPipelineOptions options;
    std::string reason, known;
    llvm::raw_string_ostream reasonStream(reason), knownStream(known);
    if (succeeded(options.parseFromString(text, reasonStream))) {
      build(pm, options);
      return success();
    }
    CpuPipelineOptions().print(knownStream);
    StringRef option = StringRef(reason).split("no such option ").second.trim();
    return fail("pipeline '" + name + "' " +
                (option.empty() ? "cannot read '" + text + "'"
                                : "has no option '" + option + "'") +
                ": its options, with their defaults, are '" +
                StringRef(known).trim("{} ") + "'");
  };
  registerPassPipeline(
      name, description, parse,
      [](function_ref<void(const mlir::detail::PassOptions &)> show) {
        show(CpuPipelineOptions());
      });
}

void mesh::registerPipelines() {
  registerPipeline(
      "mesh-to-tensors",
      "from any Mesh program to fused ops on tensors, without graphs",
      buildToTensorsPipeline);
  registerPipeline("mesh-to-loops",
                   "from what --mesh-to-tensors leaves to parallel loops and "
                   "vectors on buffers",
                   buildToLoopsPipeline);
  registerPipeline("mesh-to-llvm",
                   "from what --mesh-to-loops leaves to the LLVM dialect",
                   buildToLLVMPipeline);
  registerPipeline("mesh-to-cpu",
                   "from any Mesh program to the LLVM dialect, for this "
                   "machine's architecture",
                   buildToCpuPipeline);
}
