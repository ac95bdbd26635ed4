//===- Pipelines.h - from Mesh programs to LLVM -----------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of passes, in three parts that run one after the other:
//
//   --mesh-to-tensors   any accepted program -> fused ops on tensors, no graphs
//   --mesh-to-loops     that -> parallel loops and vectors on buffers
//   --mesh-to-llvm      that -> the LLVM dialect, verified to be complete
//
// and `--mesh-to-cpu`, all of it.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_PIPELINES_PIPELINES_H
#define MESH_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mesh {

/// Options of all pipelines; each uses those that concern it.
struct CpuPipelineOptions
    : public mlir::PassPipelineOptions<CpuPipelineOptions> {
  Option<std::string> cpu{
      *this, "cpu",
      llvm::cl::desc("processor to compile for, as LLVM spells it (x86-64-v3, "
                     "znver4, ...), or native"),
      llvm::cl::init("native")};
  Option<unsigned> vectorBits{
      *this, "vector-bits",
      llvm::cl::desc("width of a vector register in bits: 128, 256 or 512; 0 "
                     "takes it from cpu"),
      llvm::cl::init(0)};
  Option<bool> verifyRuntime{
      *this, "verify-runtime",
      llvm::cl::desc("add the costly run-time checks: bounds of every access, "
                     "and that cut folds agree with uncut ones"),
      llvm::cl::init(false)};

  Option<bool> fuse{
      *this, "fuse",
      llvm::cl::desc("fuse message passing (--mesh-fuse); without, each op on "
                     "edges is a sweep of its own"),
      llvm::cl::init(true)};
  Option<bool> assignEdgeOrder{
      *this, "assign-edge-order",
      llvm::cl::desc("order edge rows as the folds that read them "
                     "(--mesh-assign-edge-order)"),
      llvm::cl::init(true)};

  /// `vectorBits`, or what it stands for.
  unsigned getVectorBits() const;
};

void buildToTensorsPipeline(mlir::OpPassManager &pm,
                            const CpuPipelineOptions &options);
/// The first passes of --mesh-to-loops: tensors become buffers that nothing
/// releases yet.
void buildToBuffersPipeline(mlir::OpPassManager &pm);
void buildToLoopsPipeline(mlir::OpPassManager &pm,
                          const CpuPipelineOptions &options);
void buildToLLVMPipeline(mlir::OpPassManager &pm,
                         const CpuPipelineOptions &options);
void buildToCpuPipeline(mlir::OpPassManager &pm,
                        const CpuPipelineOptions &options);

/// Makes the four pipelines known by name.
void registerPipelines();

} // namespace mesh

#endif // MESH_PIPELINES_PIPELINES_H
