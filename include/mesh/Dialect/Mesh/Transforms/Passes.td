//===- Passes.td - passes on the mesh dialect -----------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_TRANSFORMS_PASSES_TD
#define MESH_DIALECT_MESH_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def MeshExpand : Pass<"mesh-expand"> {
  let summary = "replace sugar by linalg, arith, math and core mesh ops";
  let description = [{
    Replaces every op of `ExpandableOpInterface` (`mesh.linear`, `mesh.relu`,
    `mesh.cross_entropy`, `mesh.take`, ...) by what it stands for, so that no
    later pass needs to know it. A pointwise op becomes one `linalg.generic`
    with identity maps, `mesh.linear` a `linalg.matmul`, and a bias one generic
    after it.

    What the op's page calls a run-time constraint becomes a `mesh.assert`,
    unless both sides are static.

    Afterwards: no sugar. `f16` and `bf16` are computed in `f32` and rounded
    once for each result.

    Limits: `tosa` is not touched (`tosa-to-linalg` first). `mesh.uniform` and
    `mesh.dropout` compute four random words for each entry and use one.

    Example: test/Dialect/Mesh/Transforms/expand-pointwise.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def MeshInsertChecks : Pass<"mesh-insert-checks"> {
  let summary = "check that rows agree with the counts of graphs";
  let description = [{
    An op on a graph reads as many rows as the graph has nodes or edges. This
    pass states every such constraint (`SizedOpInterface`, and static row counts
    that results declare) as a comparison and a `mesh.assert`, once and before
    fusion moves rows around.

    A constraint that follows from how a tensor was made is dropped: sizes are
    traced through casts, slices, reshapes, destination-style, elementwise and
    linalg ops down to the graph's own counts, and through checks that came
    before. A constraint between two arguments of a function is checked at its
    entry, others where the op stands.

    Afterwards: the ops on graphs cannot read out of bounds and may be moved
    freely.

    Limits: sizes of loop-carried tensors and results of calls are not traced,
    they are compared each time. A check that is hoisted to the entry also fails
    for an op that the call would not have reached.

    Example: test/Dialect/Mesh/Transforms/insert-checks.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def MeshLowerGraph : Pass<"mesh-lower-graph", "::mlir::ModuleOp"> {
  let summary = "replace graphs by their component tensors";
  let description = [{
    Replaces every value of type `!mesh.graph` by the eight index tensors that
    the type's page lists: in function signatures, calls, `scf` loops and
    conditionals, branches and selects. `mesh.graph` becomes run-time checks and
    two `mesh.coo_to_csr`; counts become `tensor.dim`; `mesh.transpose` a
    permutation of the components. `mesh.aggregate` and `mesh.map_edges` take
    the components they read.

    Each component of a graph argument or result keeps the attributes of the
    graph, `mesh.name` among them, and gets `mesh.component` ("source",
    "target", "in_ptr", "in_col", "in_edge", "out_ptr", "out_col" or
    "out_edge"). Attributes of other arguments stay with them.

    Afterwards: no `!mesh.graph`. Everything that can be wrong with indices has
    been checked before the first op that relies on it.

    Limits: `mesh.gather` and the segment ops are fused by `--mesh-fuse` first;
    a graph in `scf.execute_region`, an indirect call or an op of another
    dialect is an error.

    Example: test/Dialect/Mesh/Transforms/lower-graph-functions.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def MeshSimplify : Pass<"mesh-simplify"> {
  let summary = "cheaper equal forms of message passing";
  let description = [{
    Rewrites programs of core ops into equal ones that sweep less over the
    edges. How a layer was written down does not matter afterwards.

    - `linear-maps`: a linear map of rows (a contraction without bias) and a
      linear aggregate of them commute: `A (x w) = (A x) w`, where `A` is any
      chain of `mesh.gather`, `mesh.segment_sum`, `mesh.segment_mean`, sums,
      and products with what is constant along the features. The map goes to
      the side with the narrower rows. A map of edge rows goes behind their sum,
      to the nodes.
    - `share-aggregates`: maps that are applied to one aggregate are weighed
      together: three maps of `x` behind one aggregate of `x` beat three
      aggregates. Equal expressions become one. A sweep counts as wide as its
      rows, plus 16.
    - `hoist-invariants`: aggregates of what a loop does not change leave the
      loop (by upstream's loop-invariant code motion), and maps that the loop
      changes are put behind them.
    - `hoist-sequences`: an aggregate that reads step `t` of a tensor in a
      `scf.for` over `t`, and nothing that the loop carries, is computed for all
      steps at once before the loop: one sweep over rows of all steps instead of
      one for each.

    MLIR's remarks of the category `mesh-simplify` say what was done
    (`--remarks-filter-passed`).

    Afterwards: each rewrite holds; no op is new. Results differ by rounding
    only, for finite weights: an isolated node gets `0 w` instead of 0.

    Limits: maps of `f32` and `f64` with static widths, behind or before
    aggregates on graphs of which the program itself says that they have as many
    sources as targets (a norm used at both ends, a sum with the input): rows of
    other graphs may be many on one side. A map with another reader of its result
    stays. An op leaves a loop only if its sizes fit wherever it stands: by how they
    were made, by a check before the loop, or by one of sizes that the function's
    arguments have, which is made before the loop, and fails also if the loop would
    not have run. Rows of all steps need memory for all steps.

    Example: test/Dialect/Mesh/Transforms/simplify.mlir
  }];
  let options = [
    Option<"linearMaps", "linear-maps", "bool", "true",
           "Move linear maps to the cheaper side of linear aggregates.">,
    Option<"shareAggregates", "share-aggregates", "bool", "true",
           "Weigh the maps of one aggregate together, and merge equal ops.">,
    Option<"hoistInvariants", "hoist-invariants", "bool", "true",
           "Move aggregates of what a loop does not change out of it.">,
    Option<"hoistSequences", "hoist-sequences", "bool", "true",
           "Aggregate all steps of a sequence at once, before the loop.">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def MeshFuse : Pass<"mesh-fuse"> {
  let summary = "express message passing as map_edges and aggregate";
  let description = [{
    Gathers and segment reductions become `mesh.map_edges` and
    `mesh.aggregate`. Ops on edge rows become `mesh.map_edges`: arith and math on
    tensors; `linalg` ops whose maps keep the edge axis in front, with operands
    that have no edge axis (a bias, a small matrix) as `shared`, and reductions of
    trailing axes of up to 1,024 terms and 4,096 multiplications for each edge;
    slices, reshapes and concatenations of trailing axes; `mesh.edge_ids`. A
    `linalg` op that sums such rows over the edges becomes a `mesh.reduce_edges`.
    Each `mesh.map_edges` moves into the ops that read its rows: a chain gather - elementwise - reduction is one
    `mesh.aggregate`, and its messages are never stored. A reduction that is
    linear in the weights of a `mesh.segment_softmax` at the same nodes computes
    them itself (`stabilize = softmax`) and divides by their sum once for each
    node; another use of the weights finds maximum and sum in a fold of its own.

    Folds over the same segments that read the same rows, or have the same
    scores, become one (`merge-sweeps`), if their accumulators have known widths
    and fit into 1 KiB together, or all have one width.

    An op that works entry by entry on the result of a fold, and is its only
    reader, becomes part of `finish` (`fuse-nodes`).

    Edge rows with several readers are computed again for each when their body
    has at most 8 ops (a reduction counts as many as it has terms), and kept in
    memory otherwise; so are rows that a loop reads which does not compute them.
    With `remarks`, each tensor of edge rows that is left says who reads it, and
    why that op does not compute the rows. MLIR's remarks of the category
    `mesh-fuse` have the same (`--remarks-filter-missed`) and every fusion
    (`--remarks-filter-passed`).

    The location of a fused op is that of all ops that it computes.

    Afterwards: no `mesh.gather` and no segment op. A segment max is
    `maximumf(x, acc)`, combined as `maximumf(later, earlier)`, so a tie goes to
    the lowest COO ordinal; `f16` and `bf16` sums are accumulated in `f32`.

    Limits: dynamic trailing axes are not reduced, sliced or reshaped; larger
    products stay products.

    Example: test/Dialect/Mesh/Transforms/fuse.mlir
  }];
  let options = [
    Option<"fuseProducers", "fuse-producers", "bool", "true",
           "Move edge computations into the ops that read their rows.">,
    Option<"mergeSweeps", "merge-sweeps", "bool", "true",
           "Merge folds over the same segments that read the same rows.">,
    Option<"fuseNodes", "fuse-nodes", "bool", "true",
           "Move node-wise ops into the folds whose results they read.">,
    Option<"fuseSoftmax", "fuse-softmax", "bool", "true",
           "Let a fold that is linear in the weights of a softmax compute them.">,
    Option<"remarks", "remarks", "bool", "false",
           "Say for every edge-sized tensor that is left who reads it and why.">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
}

def MeshAssignEdgeOrder : Pass<"mesh-assign-edge-order"> {
  let summary = "edge tensors in the order in which they are read";
  let description = [{
    Edge rows in COO order are read by a fold at places that it looks up edge by
    edge. This pass chooses for each `mesh.map_edges` whether it visits the edges
    in COO order, by their targets or by their sources (`sweep`), and for each
    tensor of edge rows the order that its readers want: where a fold sweeps as
    the op that made the rows, it reads them one after the other (`sorted`).

    The choice is by bytes moved for each edge. A row that is looked up costs
    whole cache lines of 64 bytes, a row at the owner of a sweep next to
    nothing, a row written at a looked-up place twice as much as one read there;
    readers in loops count 8 times; a sweep has to save a tenth. Rows with
    readers of both kinds are written in both orders where that is cheaper.

    Arguments, results of functions and whatever other ops make stay in COO
    order. With `sort-inputs`, where several folds that sweep alike read such
    rows, a `mesh.map_edges` sorts them once, before the first; that takes memory
    for another row for each edge, so the pipelines leave it out.
    Rows that `mesh.reduce_edges` sums are in COO order, which is part of what
    it means.

    Each choice is a remark (`remarks`, or MLIR's, of the category
    `mesh-assign-edge-order`).

    Afterwards: `sweep` and `sorted` say where each edge row is. Results are the
    same bits. `--mesh-fuse` and `--mesh-autodiff` must have run.

    Limits: only tensors that region ops read; no order passes through another
    op (`scf.yield`, `linalg`). Of a graph that arrives sorted by target, COO
    order is the order of the sweep, which is known at run time only: the
    lookups stay, but find rows one after the other.

    Example: test/Dialect/Mesh/Transforms/assign-edge-order.mlir
  }];
  let options = [
    Option<"sortInputs", "sort-inputs", "bool", "false",
           "Sort rows in COO order that several folds read.">,
    Option<"remarks", "remarks", "bool", "false",
           "Say for every tensor of edge rows which order it has and why.">
  ];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def MeshElementwiseToLinalg : Pass<"mesh-elementwise-to-linalg"> {
  let summary = "elementwise ops on tensors as linalg ops";
  let description = [{
    What upstream's `convert-elementwise-to-linalg` does, but for the bodies of
    `mesh.aggregate` and `mesh.map_edges`: rows there stay in registers, and
    `acc + term` stays visible. A select between whole tensors by one condition
    stays too. Where operands are not known to have one shape, a `mesh.assert`
    checks it.

    Afterwards: no other arith or math op on tensors outside of these bodies.

    Example: test/Dialect/Mesh/Transforms/elementwise-to-linalg.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def MeshReuseInputs : Pass<"mesh-reuse-inputs"> {
  let summary = "let elementwise ops write over what they read last";
  let description = [{
    A `linalg` op that writes to a fresh tensor takes the memory of an input
    instead, where the input was filled for it alone and is read in the order in
    which the result is written: a bias or an activation then needs no second
    `[N, H]` buffer.

    Afterwards: such ops have one of their inputs as `outs`. Runs right before
    bufferisation; patterns that undo it (`linalg-fuse-elementwise-ops`) must
    run before.

    Example: test/Dialect/Mesh/Transforms/reuse-inputs.mlir
  }];
}

def MeshBufferize : Pass<"mesh-bufferize", "::mlir::ModuleOp"> {
  let summary = "one-shot bufferisation that leaves rows in registers";
  let description = [{
    Upstream one-shot bufferisation across function boundaries with identity
    layouts, for everything but the bodies of `mesh.aggregate` and
    `mesh.map_edges`: small tensors there are rows in registers and never get
    memory. Arguments of public functions are not written to.

    Afterwards: no tensors outside of these bodies. Results of functions are
    memory that the caller owns.

    Limits: upstream's `one-shot-bufferize` itself works on programs whose
    regions hold scalars only.

    Example: test/Dialect/Mesh/Transforms/bufferize.mlir
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def MeshPrefetch : Pass<"mesh-prefetch"> {
  let summary = "ask for software prefetch of gathered rows";
  let description = [{
    Marks each `mesh.aggregate` and `mesh.map_edges` that gathers rows with the
    number of edges ahead of which its lowering prefetches them into the L2 cache. Worth it when the
    rows do not fit the caches, harmless otherwise.

    Afterwards: `mesh.prefetch_distance` on those ops. Results do not change.

    Example: test/Dialect/Mesh/Transforms/prefetch.mlir
  }];
  let options = [
    Option<"distance", "distance", "int64_t", "24",
           "Edges between a prefetch and the use of its row; 0 for none.">
  ];
}

def MeshResultShapes : Pass<"mesh-result-shapes", "::mlir::ModuleOp"> {
  let summary = "add functions that compute the shapes of results";
  let description = [{
    A caller that provides memory for results has to know their shapes before.
    For every public function `f` with open sizes in its results, adds
    `f$shapes` with the same arguments, which returns the open sizes in order, as
    `index`. It is `f` without all that sizes do not need, so it takes the time
    of a few integer operations.

    Where a size follows from the elements of a tensor or the edges of a graph,
    there is no such function, and `f` gets the attribute
    `mesh.shapes_need_data`.

    Runs after inlining and `--mesh-expand`.

    Example: test/Dialect/Mesh/Transforms/result-shapes.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // MESH_DIALECT_MESH_TRANSFORMS_PASSES_TD
