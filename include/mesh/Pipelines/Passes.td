//===- Passes.td - small passes of the pipelines --------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_PIPELINES_PASSES_TD
#define MESH_PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"

def MeshLowerTosa : Pass<"mesh-lower-tosa", "::mlir::ModuleOp"> {
  let summary = "lower tosa to linalg, arith, tensor and scf";
  let description = [{
    Runs upstream's conversions of `tosa` in the order in which they work. Does
    nothing in a module without `tosa` ops.

    Afterwards: no `tosa` op.

    Example: test/Pipelines/lower-tosa.mlir
  }];
}

def MeshCheckCalls : Pass<"mesh-check-calls", "::mlir::ModuleOp"> {
  let summary = "reject calls that cannot be compiled";
  let description = [{
    Calls are inlined, and compiled code can only call what is there. So it is an
    error if a public function reaches
    - itself (the error names the cycle),
    - a function without a body,
    - an indirect call.

    Changes nothing.

    Example: test/Pipelines/check-calls.mlir
  }];
}

def MeshFuseLinalg : Pass<"mesh-fuse-linalg", "::mlir::func::FuncOp"> {
  let summary = "fuse elementwise linalg ops, but not into matrix products";
  let description = [{
    Upstream's `linalg-fuse-elementwise-ops` with one exception: what a matrix
    product reads is computed before it. The product would else be one of three
    operands, for which there are no register blocks, and compute its operand
    anew for every row or column. Only conversions to a wider float are fused
    into it. Products of matrices and vectors take everything, since they read
    each entry once.

    Afterwards: an elementwise op is not read by one other linalg op alone, unless
    that is a product, or their maps do not fit.

    Example: test/Pipelines/fuse-linalg.mlir
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def MeshCloneFills : Pass<"mesh-clone-fills"> {
  let summary = "give every destination a fill of its own";
  let description = [{
    CSE merges equal `linalg.fill` and `tensor.empty` ops. Bufferization would
    then allocate one filled buffer and copy it for every op that writes to it.
    This pass gives each op that takes such a tensor as its destination a fill of
    its own, right before the op, so that no two buffers are alive at once for
    the fill alone. Ops that only read a filled tensor share it.

    A constant of one value repeated more than 4096 times becomes a fill as well:
    otherwise the compiled program would hold it written out.

    Example: test/Pipelines/clone-fills.mlir
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def MeshLowerCopies : Pass<"mesh-lower-copies"> {
  let summary = "lower copies between strided buffers to linalg";
  let description = [{
    A `memref.copy` between buffers of which one is not contiguous would become a
    call of a library function that Mesh does not ship. Such copies become
    `linalg.generic`, which the passes after this one turn into loops.

    Example: test/Pipelines/lower-copies.mlir
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def MeshLowerExpandShapes : Pass<"mesh-lower-expand-shapes"> {
  let summary = "lower expansions of an axis to several of unknown size";
  let description = [{
    A `memref.expand_shape` that makes two or more axes of unknown size from one
    ([B * N, F] to [B, N, F]) becomes a `memref.reinterpret_cast` of the sizes
    that the op states. Upstream's `expand-strided-metadata` computes the one
    unknown size of a group from those that are known, and has no answer to two.

    Afterwards: no group of a `memref.expand_shape` has two unknown sizes.

    Example: test/Pipelines/lower-expand-shapes.mlir
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def MeshSetTarget : Pass<"mesh-set-target", "::mlir::ModuleOp"> {
  let summary = "set the target triple and data layout of a module";
  let description = [{
    Sets `llvm.target_triple` and `llvm.data_layout` for this machine's operating
    system and the processor `cpu`. A name that LLVM does not know is an error.

    Example: test/Pipelines/set-target.mlir
  }];
  let options = [
    Option<"cpu", "cpu", "std::string", "\"native\"",
           "Name of a processor as LLVM spells it (x86-64-v3, znver4, ...), or "
           "native for this machine's.">
  ];
}

def MeshVerifyLowered : Pass<"mesh-verify-lowered", "::mlir::ModuleOp"> {
  let summary = "report ops that were not lowered to LLVM";
  let description = [{
    An op outside the `llvm`, `omp` and `builtin` dialects, or a cast that nobody
    reconciled, is an error that names the op and the pass that should have
    lowered it. Each kind of op is reported once, at its first place.

    Changes nothing.

    Example: test/Pipelines/verify-lowered.mlir
  }];
}

#endif // MESH_PIPELINES_PASSES_TD
