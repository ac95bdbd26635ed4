//===- Passes.td - lowering passes ----------------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_CONVERSION_PASSES_TD
#define MESH_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def MeshLowerMatmul : Pass<"mesh-lower-matmul", "::mlir::func::FuncOp"> {
  let summary = "lower matrix products on memrefs to register-blocked loops";
  let description = [{
    Replaces every `linalg` contraction on memrefs that has one row, one column
    and one reduction dimension, in any layout and with any number of batch
    dimensions, by loops around a kernel that keeps a tile of the result in
    vector registers. The right operand is packed once into panels as wide as a
    tile; `f16` and `bf16` become `f32` on the way.

    Blocks of rows are iterations of one `scf.parallel`. A product with a short
    result and a long reduction (a weight gradient) is cut along the reduction
    instead: fixed chunks, whose partial results are added in order. The choice
    and the chunks depend on sizes only, so results have the same bits for any
    number of threads.

    A `linalg.fill` of the result right before the product is folded into it.

    Afterwards: no floating-point matrix product is left in `linalg`.

    Limits: integers, results narrower than the operands, several row, column or
    reduction dimensions that do not collapse, and matrix-vector products are
    left to `--mesh-linalg-to-loops`.

    Example: test/Conversion/MatmulToVector/row-blocks.mlir
  }];
  let options = [Option<
      "vectorBits", "vector-bits", "int64_t", /*default=*/"256",
      "Width of a vector register in bits: 128, 256 or 512.">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def MeshLinalgToLoops : Pass<"mesh-linalg-to-loops", "::mlir::func::FuncOp"> {
  let summary = "lower linalg ops on memrefs to parallel loops and vectors";
  let description = [{
    Replaces every `linalg` op on memrefs by loops. The outermost parallel
    dimension becomes one `scf.parallel` over blocks of fixed size, unless the op
    stands inside a parallel loop already. Reductions run in order within one
    iteration; a reduction to a single element is cut into chunks of 4096, whose
    partial results are combined in order.

    Where the innermost dimension is contiguous or broadcast in every operand
    and the body is elementwise, it is cut into vectors; the rest of the
    dimension computes the same operations on scalars. Elementwise ops without
    broadcasts are collapsed to one dimension first.

    Afterwards: no `linalg` op is left.

    Limits: reductions are not vectorised along a reduced innermost dimension,
    which would change their order.

    Example: test/Conversion/LinalgToLoops/elementwise.mlir
  }];
  let options = [Option<
      "vectorBits", "vector-bits", "int64_t", /*default=*/"512",
      "Width of the vectors in bits, a power of two of at least 128.">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def MeshExpandMath : Pass<"mesh-expand-math", "::mlir::func::FuncOp"> {
  let summary = "expand math functions to polynomials, and f16 and bf16 to f32";
  let description = [{
    Replaces `exp`, `log`, `tanh` and `erf` of `f32` by polynomials that are within
    2 ULP of the exact value, on vectors and scalars alike: both give the same
    bits.

    Arithmetic and functions of `f16` and `bf16` are computed in `f32` and rounded
    after each operation. Conversions between these types and `f64` go by way of
    `f32`.

    Afterwards: what is left of `math` are instructions of the processor, or calls
    that `convert-math-to-llvm` and `convert-math-to-libm` make for each element
    of a vector. Narrow types are only moved, extended to `f32` and truncated
    from it.

    Example: test/Conversion/ExpandMath/expand.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def MeshLegalizeBF16 : Pass<"mesh-legalize-bf16", "::mlir::ModuleOp"> {
  let summary = "store bf16 as i16";
  let description = [{
    Replaces the type `bf16` by `i16` in the LLVM dialect, where it is only loaded,
    moved and stored. LLVM moves values of `bfloat` through `float` now and then,
    even in code that does not compute with them, and calls a library function
    to come back that many systems lack.

    Run it last, after `--mesh-expand-math`, `arith-expand{include-bf16=true}` and
    all conversions to LLVM.

    Afterwards: no `bf16`. Arithmetic on it is an error.

    Limits: a scalar `bf16` argument of a function is passed as an integer.

    Example: test/Conversion/LegalizeBF16/legalize.mlir
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def MeshParallelize : Pass<"mesh-parallelize", "::mlir::func::FuncOp"> {
  let summary = "run parallel loops by OpenMP";
  let description = [{
    Replaces every outermost `scf.parallel` by an OpenMP loop. Loops marked
    `mesh.dynamic` hand out iterations one by one, others in equal shares. A loop
    whose trip count times `mesh.work_per_iteration` is small runs on the calling
    thread. `scf.forall` becomes `scf.parallel` first.

    Constant-size `memref.alloca` ops move out of the iterations, so that a
    thread allocates them once.

    A parallel loop with a reduction, or inside another one, becomes `scf.for`:
    its order is fixed.

    Afterwards: no `scf.parallel` and no `scf.forall`.

    Example: test/Conversion/Parallelize/parallelize.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::omp::OpenMPDialect", "::mlir::scf::SCFDialect"
  ];
}

def ConvertMeshToSCF : Pass<"convert-mesh-to-scf", "::mlir::func::FuncOp"> {
  let summary = "lower mesh ops on buffers to row-owned loops and vectors";
  let description = [{
    `mesh.aggregate` becomes an `scf.parallel` over blocks of 32 owners, a loop
    over the edges of each and accumulators in vectors of 16 lanes (8 for 8-byte
    elements); a row has one owner, so nothing is atomic and no sum depends on
    the number of threads. Rows of odd width end in a masked vector. A width
    known at run time only is covered by pairs of full vectors and masked single
    ones. `mesh.map_edges` becomes an `scf.parallel` over blocks of 256 edges, with
    `sweep` over blocks of 1,024 positions that walk along the row pointers;
    `mesh.coo_to_csr` a counting sort.

    Values of a region are computed on demand for the lanes that a result needs:
    broadcasts over heads or features cost nothing.

    Afterwards: no mesh op but `mesh.assert`.

    An op on scalars without a form on vectors (`scf.if`, `scf.while`) is copied
    for each element; a remark names it (`remarks`, or MLIR's, of the category
    `convert-mesh-to-scf`).

    Limits: with `stabilize`, scores are computed twice (for the maximum and for
    the weights). Reductions over trailing axes are unrolled, up to 1024 terms,
    and need a static width. What cannot be computed on rows is an error at the
    op.

    Example: test/Conversion/MeshToSCF/aggregate.mlir
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "int64_t", /*default=*/"256",
           "Width of a vector register in bits: 128, 256 or 512. Decides how "
           "many accumulators a sweep carries.">,
    Option<"remarks", "remarks", "bool", "false",
           "Name the ops in regions that are computed for one element after "
           "another.">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // MESH_CONVERSION_PASSES_TD
