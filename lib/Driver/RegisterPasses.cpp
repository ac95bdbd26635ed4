//===- RegisterPasses.cpp - passes and pipelines of mesh-opt --------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/Passes.h"
#include "mesh/Conversion/Passes.h"
#include "mesh/Conversion/RuntimeChecks/Passes.h"
#include "mesh/Dialect/Check/Transforms/Passes.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"
#include "mesh/Driver/Registration.h"
#include "mesh/Pipelines/Passes.h"
#include "mesh/Pipelines/Pipelines.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/Transforms/Passes.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Dialect/Transform/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// Conversions that occur on the way to LLVM.
static void registerUpstreamConversions() {
  registerArithToLLVMConversionPass();
  registerConvertBufferizationToMemRefPass();
  registerConvertControlFlowToLLVMPass();
  registerConvertFuncToLLVMPass();
  registerConvertIndexToLLVMPass();
  registerConvertMathToLibmPass();
  registerConvertMathToLLVMPass();
  registerConvertOpenMPToLLVMPass();
  registerConvertSCFToOpenMPPass();
  registerConvertTensorToLinalgPass();
  registerConvertVectorToLLVMPass();
  registerConvertVectorToSCFPass();
  registerFinalizeMemRefToLLVMConversionPass();
  registerLiftControlFlowToSCFPass();
  registerLowerAffinePass();
  registerReconcileUnrealizedCastsPass();
  registerSCFToControlFlowPass();
  registerTosaToArithPass();
  registerTosaToLinalgNamedPass();
  registerTosaToLinalg();
  registerTosaToSCFPass();
  registerTosaToTensorPass();
  registerUBToLLVMConversionPass();
}

static void registerUpstreamTransforms() {
  registerTransformsPasses();
  registerLinalgPasses();
  affine::registerAffinePasses();
  arith::registerArithPasses();
  bufferization::registerBufferizationPasses();
  bufferization::registerBufferizationPipelines();
  LLVM::registerLLVMRequestCWrappersPass();
  math::registerMathPasses();
  memref::registerMemRefPasses();
  registerSCFPasses();
  tensor::registerTensorPasses();
  tosa::registerTosaOptionalDecompositionsPass();
  tosa::registerTosaInferShapesPass();
  tosa::registerTosaMakeBroadcastablePass();
  transform::registerInterpreterPass();
  vector::registerVectorPasses();
}

void mesh::driver::registerPasses() {
  registerMeshTransformsPasses();
  registerMeshAutoDiffPasses();
  registerMeshConversionPasses();
  registerMeshRuntimeChecksPasses();
  registerMeshPipelinesPasses();
  check::registerMeshCheckPasses();
  registerPipelines();
  registerUpstreamConversions();
  registerUpstreamTransforms();
}
