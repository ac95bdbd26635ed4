//===- MeshRegionOps.td - fused message passing ---------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_IR_MESHREGIONOPS_TD
#define MESH_DIALECT_MESH_IR_MESHREGIONOPS_TD

include "mesh/Dialect/Mesh/IR/MeshBase.td"

class Mesh_EdgeOp<string mnemonic, list<Trait> traits = []>
    : Mesh_Op<mnemonic, traits # [
        AttrSizedOperandSegments,
        DestinationStyleOpInterface,
        // A loop over edges. As such it is left alone by upstream patterns that
        // would change operand types under its regions (casts).
        DeclareOpInterfaceMethods<LoopLikeOpInterface>,
        RecursivelySpeculatable,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<Mesh_SizedOpInterface>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
}

/// With a result row for each node or edge.
class Mesh_RegionOp<string mnemonic, list<Trait> traits = []>
    : Mesh_EdgeOp<mnemonic, traits # [
        DeclareOpInterfaceMethods<TilingInterface, [
          "getLoopIteratorTypes", "getIterationDomain",
          "getTiledImplementation", "getResultTilePosition",
          "generateResultTileValue", "getIterationDomainTileFromResultTile"]>]>;

def Mesh_AggregateOp : Mesh_RegionOp<"aggregate"> {
  let summary = "a fold over the edges at each node";
  let description = [{
    One sweep over the in-edges of every target node (`target`) or the out-edges
    of every source node (`source`). The node that owns a segment is its owner;
    the node at the other end of an edge is its source (of the message), also
    when `source` turns the roles around. Any number of accumulators and
    results: sum, mean, max, several reductions in one sweep and attention are
    all this op. It overwrites `outs`; an empty segment yields `finish` of the
    initial accumulators.

    Operands:
    - `over`: the graph, or after `--mesh-lower-graph` its `row_ptr`, `col` and
      `edge` tensors (see `mesh.csr`).
    - `source`, `owner`, `edge`: rows that `step` reads, `[N, ...]` or
      `[E, ...]` (edge rows in COO order, but see `sorted`).
    - `score_source`, `score_owner`, `score_edge`: rows that `score` reads.
    - `shared`: tensors that every edge and node reads whole (weights).
    - `outs`: one for each result, a row for each owner.

    With `dim = k`, the first `k` axes of `outs` and of every input are batch
    axes, but for inputs whose entry in `batched` is false: these have none.

    `sorted` has an entry for each of `edge` and `score_edge`. Where it is true,
    the rows are not in COO order but in the order of the sweep: row `p` belongs
    to the edge at position `p` of `col` (see `mesh.csr`), and is read without a
    look at `edge`. Such rows come from a `mesh.map_edges` that sweeps alike;
    `--mesh-assign-edge-order` writes both. Ordinals stay those of COO order.

    Regions. Values are rows without their node or edge axis: a small tensor, or
    a scalar where nothing is left; `shared` tensors are as they are, those of
    rank 0 scalars. An edge ordinal and a degree are of type `index`.
    - `init() -> acc...`
    - `score(score_source..., score_owner..., score_edge..., shared..., ordinal)
      -> logit, flags...` (optional).
    - `step(acc..., [w, flags...], source..., owner..., edge..., shared...,
      ordinal) -> acc...`; `w` and `flags` only with `score`.
    - `rescale(acc..., c) -> acc...` (optional; by default each element of an
      accumulator is multiplied by the `c` of the weight that it is linear in,
      and one without a weight is left alone): used with `stabilize` only.
    - `combine(acc..., acc...) -> acc...` (optional where each accumulator is
      `acc + term`): joins the folds of two runs of a segment; associative, with
      `init` as its neutral element.
    - `finish(acc..., [m, s], owner..., shared..., degree) -> row...`; `m` and
      `s` only with `stabilize` (optional: by default the accumulators are the
      results).

    With `stabilize = softmax` the op owns the running maximum `m` of the
    logits, the sum `s` of the weights and the weights `w = exp(logit - m)`, and
    `step` is linear in `w`; on an empty or fully masked segment `finish` gets
    `m = -inf`, `s = 0`, and weights are 0 while `m` is `-inf`. Without
    `stabilize`, `w` is the logit.

    A segment is folded in COO order in runs of 4,096 edges; `combine` joins the
    runs in order. With `stabilize`, a run is folded in blocks of 16 edges: each
    raises the maximum to that of its logits, rescales what was folded before
    and then adds its edges; runs have maxima of their own and are rescaled to
    the larger one before `combine`. Where an element of an accumulator is
    linear in several weights and there is no `rescale`, nothing can be
    rescaled: the maximum of the segment is found first. The lengths of runs and
    blocks are part of the op's meaning: they fix the bits of a result.

    Constraints:
    - (aggregate_c1) `over` is one graph, or three index tensors of one type.
    - (aggregate_c2) each region has the signature above.
    - (aggregate_c3) results have the types of `outs` (tensors), or there are
      none (buffers).
    - (aggregate_c4) `combine` is present unless each accumulator is provably
      `acc + term`.
    - (aggregate_c5) regions have no side effects.
    - (aggregate_c6) run time: leading axes agree with the graph's counts.
    - (aggregate_c7) with `stabilize`, each accumulator of `step` is provably
      linear in `w` (`acc + w * term`), or does not depend on it.
    - (aggregate_c8) `sorted` has an entry for each of `edge` and `score_edge`.

    Example:
    ```mlir
    func.func @weighted_sum(%g: !mesh.graph, %x: tensor<?x16xf32>, %w: tensor<?xf32>) -> tensor<?x16xf32> {
      %n = mesh.num_nodes %g target : !mesh.graph
      %out = tensor.empty(%n) : tensor<?x16xf32>
      %y = mesh.aggregate over(%g : !mesh.graph) target
          source(%x : tensor<?x16xf32>) edge(%w : tensor<?xf32>)
          outs(%out : tensor<?x16xf32>)
          init {
            %zero = arith.constant dense<0.0> : tensor<16xf32>
            mesh.yield %zero : tensor<16xf32>
          }
          step(%acc: tensor<16xf32>, %row: tensor<16xf32>, %weight: f32, %e: index) {
            %s = tensor.splat %weight : tensor<16xf32>
            %m = arith.mulf %row, %s : tensor<16xf32>
            %a = arith.addf %acc, %m : tensor<16xf32>
            mesh.yield %a : tensor<16xf32>
          }
      return %y : tensor<?x16xf32>
    }
    ```
  }];
  let arguments = (ins
    Variadic<AnyType>:$over,
    Variadic<AnyShaped>:$sources, Variadic<AnyShaped>:$owners,
    Variadic<AnyShaped>:$edges,
    Variadic<AnyShaped>:$score_sources, Variadic<AnyShaped>:$score_owners,
    Variadic<AnyShaped>:$score_edges, Variadic<AnyShaped>:$shared,
    Variadic<AnyShaped>:$outs,
    Mesh_EndpointAttr:$endpoint, Mesh_DimAttr:$dim,
    OptionalAttr<Mesh_StabilizeAttr>:$stabilize,
    OptionalAttr<DenseBoolArrayAttr>:$batched,
    OptionalAttr<DenseBoolArrayAttr>:$sorted);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$init, AnyRegion:$score,
                        SizedRegion<1>:$step, AnyRegion:$rescale,
                        AnyRegion:$combine, AnyRegion:$finish);
  // With edge rows in COO order.
  let builders = [OpBuilder<(ins
    "::mlir::TypeRange":$results, "::mlir::ValueRange":$over,
    "::mlir::ValueRange":$sources, "::mlir::ValueRange":$owners,
    "::mlir::ValueRange":$edges, "::mlir::ValueRange":$score_sources,
    "::mlir::ValueRange":$score_owners, "::mlir::ValueRange":$score_edges,
    "::mlir::ValueRange":$shared, "::mlir::ValueRange":$outs,
    "::mesh::EndpointAttr":$endpoint, "::mlir::IntegerAttr":$dim,
    "::mesh::StabilizeAttr":$stabilize,
    "::mlir::DenseBoolArrayAttr":$batched), [{
      build($_builder, $_state, results, over, sources, owners, edges,
            score_sources, score_owners, score_edges, shared, outs, endpoint,
            dim, stabilize, batched, /*sorted=*/nullptr);
    }]>];
  let extraClassDeclaration = [{
    /// Edges folded in one run before `combine` (see the op's description).
    static constexpr int64_t kRunLength = 4096;

    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutsMutable(); }

    /// Whether `over` is still a graph.
    bool isOverGraph() {
      return ::llvm::isa<::mesh::GraphType>(getOver().front().getType());
    }
    /// The rows that regions read, in operand order.
    ::mlir::OperandRange getInputs();
    /// Whether input `i` of `getInputs()` has the op's batch axes.
    bool isBatched(unsigned i) {
      return !getBatched() || (*getBatched())[i];
    }
    /// Whether the rows of `edge[i]`, then of `score_edge`, are in the order of
    /// the sweep.
    bool isSorted(unsigned i) { return getSorted() && (*getSorted())[i]; }
    /// The type of a row of input `i`: a tensor over the trailing axes, or the
    /// element type where there are none.
    ::mlir::Type getRowType(unsigned i);
    /// The type of a row of `outs[i]`.
    ::mlir::Type getOutRowType(unsigned i);
    /// The type of `shared[i]` in the regions.
    ::mlir::Type getSharedType(unsigned i);
    unsigned getNumAccumulators();
    ::mlir::Operation *getYield(::mlir::Region &region) {
      return region.front().getTerminator();
    }
    ::mlir::TypeRange getAccumulatorTypes();
    /// Whether every accumulator of `step` is `acc + term`, so that runs of a
    /// segment are joined by addition.
    bool isSumFold();
  }];
}

def Mesh_MapEdgesOp : Mesh_RegionOp<"map_edges"> {
  let summary = "a function of every edge";
  let description = [{
    For each edge, reads rows of its two ends and of the edge itself and yields
    edge rows. Sampled dense-dense products are of this kind. It overwrites
    `outs`, edge rows in COO order.

    Operands:
    - `over`: the graph, or after `--mesh-lower-graph` the endpoint ids of every
      edge, `source` and `target` (see `mesh.endpoints`); with `sweep`, the
      `row_ptr`, `col` and `edge` of that end (see `mesh.csr`).
    - `source`, `target`: rows of the source and of the target of an edge;
      `edge`: edge rows; `shared`: tensors that every edge reads whole.
    - `outs`: one for each result, a row for each edge.

    `dim` and `batched` are as in `mesh.aggregate`.

    `sweep = target` visits the edges by their targets, in the order of the CSR
    form, `sweep = source` by their sources; without it they are visited in COO
    order. The values are the same. With `sweep`, `sorted` has an entry for each
    of `edge` and `outs`: where it is true, rows are in the order of the sweep
    instead of COO order, read and written one after the other. Ordinals stay
    those of COO order. `--mesh-assign-edge-order` writes both attributes.

    Region: `(source..., target..., edge..., shared..., ordinal) -> row...`.

    Constraints:
    - (map_edges_c1) `over` is one graph, or two index tensors of one type;
      three with `sweep`.
    - (map_edges_c2) the region has the signature above.
    - (map_edges_c3) results have the types of `outs` (tensors), or there are
      none (buffers).
    - (map_edges_c4) the region has no side effects.
    - (map_edges_c5) run time: leading axes agree with the graph's counts.
    - (map_edges_c6) `sorted` has an entry for each of `edge` and `outs`, and
      comes with `sweep`.

    Example:
    ```mlir
    func.func @difference(%g: !mesh.graph, %x: tensor<?x4xf32>) -> tensor<?x4xf32> {
      %n = mesh.num_edges %g : !mesh.graph
      %out = tensor.empty(%n) : tensor<?x4xf32>
      %y = mesh.map_edges over(%g : !mesh.graph)
          source(%x : tensor<?x4xf32>) target(%x : tensor<?x4xf32>)
          outs(%out : tensor<?x4xf32>)
          body(%s: tensor<4xf32>, %t: tensor<4xf32>, %e: index) {
            %d = arith.subf %s, %t : tensor<4xf32>
            mesh.yield %d : tensor<4xf32>
          }
      return %y : tensor<?x4xf32>
    }
    ```
  }];
  let arguments = (ins
    Variadic<AnyType>:$over,
    Variadic<AnyShaped>:$sources, Variadic<AnyShaped>:$targets,
    Variadic<AnyShaped>:$edges, Variadic<AnyShaped>:$shared,
    Variadic<AnyShaped>:$outs,
    Mesh_DimAttr:$dim, OptionalAttr<DenseBoolArrayAttr>:$batched,
    OptionalAttr<Mesh_EndpointAttr>:$sweep,
    OptionalAttr<DenseBoolArrayAttr>:$sorted);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  // In COO order.
  let builders = [OpBuilder<(ins
    "::mlir::TypeRange":$results, "::mlir::ValueRange":$over,
    "::mlir::ValueRange":$sources, "::mlir::ValueRange":$targets,
    "::mlir::ValueRange":$edges, "::mlir::ValueRange":$shared,
    "::mlir::ValueRange":$outs, "::mlir::IntegerAttr":$dim,
    "::mlir::DenseBoolArrayAttr":$batched), [{
      build($_builder, $_state, results, over, sources, targets, edges, shared,
            outs, dim, batched, /*sweep=*/nullptr, /*sorted=*/nullptr);
    }]>];
  let extraClassDeclaration = [{
    /// Whether the rows of `edge[i]`, then of `outs`, are in the order of the
    /// sweep.
    bool isSorted(unsigned i) { return getSorted() && (*getSorted())[i]; }

    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutsMutable(); }
    bool isOverGraph() {
      return ::llvm::isa<::mesh::GraphType>(getOver().front().getType());
    }
    ::mlir::OperandRange getInputs();
    bool isBatched(unsigned i) {
      return !getBatched() || (*getBatched())[i];
    }
    ::mlir::Type getRowType(unsigned i);
    ::mlir::Type getOutRowType(unsigned i);
    ::mlir::Type getSharedType(unsigned i);
    ::mlir::Operation *getYield() { return getBody().front().getTerminator(); }
  }];
}

def Mesh_ReduceEdgesOp : Mesh_EdgeOp<"reduce_edges"> {
  let summary = "a sum over all edges";
  let description = [{
    The sum of what a function of every edge gives: a loss over edges, the
    cotangent of a weight that every edge uses. It overwrites `outs`, tensors
    without a node or edge axis.

    Formula: `out = sum over edges e of body(e)`, and over the batch axes with
    `dim = k`.

    Operands are those of `mesh.map_edges`, but for `outs`: one for each result,
    of the type of what the region yields; of rank 0 for a scalar.

    Region: `(source..., target..., edge..., shared..., ordinal) -> row...`.

    Edges are summed in COO order in runs of 4,096, and the sums of the runs in
    order: the bits do not depend on the number of threads. Rows narrower than
    f32 are summed in f32. Without edges the result is 0.

    Constraints:
    - (reduce_edges_c1) `over` is one graph, or two index tensors of one type.
    - (reduce_edges_c2) the region has the signature above, with rows of floats.
    - (reduce_edges_c3) results have the types of `outs` (tensors), or there are
      none (buffers).
    - (reduce_edges_c4) the region has no side effects.
    - (reduce_edges_c5) run time: leading axes agree with the graph's counts.

    Example:
    ```mlir
    func.func @outer(%g: !mesh.graph, %x: tensor<?x4xf32>, %w: tensor<?xf32>) -> tensor<4xf32> {
      %out = tensor.empty() : tensor<4xf32>
      %y = mesh.reduce_edges over(%g : !mesh.graph)
          source(%x : tensor<?x4xf32>) edge(%w : tensor<?xf32>)
          outs(%out : tensor<4xf32>)
          body(%s: tensor<4xf32>, %weight: f32, %e: index) {
            %ws = tensor.splat %weight : tensor<4xf32>
            %m = arith.mulf %s, %ws : tensor<4xf32>
            mesh.yield %m : tensor<4xf32>
          }
      return %y : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins
    Variadic<AnyType>:$over,
    Variadic<AnyShaped>:$sources, Variadic<AnyShaped>:$targets,
    Variadic<AnyShaped>:$edges, Variadic<AnyShaped>:$shared,
    Variadic<AnyShaped>:$outs,
    Mesh_DimAttr:$dim, OptionalAttr<DenseBoolArrayAttr>:$batched);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let extraClassDeclaration = [{
    /// Edges summed before the sums of runs are (see the op's description).
    static constexpr int64_t kRunLength = 4096;

    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutsMutable(); }
    bool isOverGraph() {
      return ::llvm::isa<::mesh::GraphType>(getOver().front().getType());
    }
    ::mlir::OperandRange getInputs();
    bool isBatched(unsigned i) {
      return !getBatched() || (*getBatched())[i];
    }
    ::mlir::Type getRowType(unsigned i);
    /// What the region yields for `outs[i]`: a scalar for rank 0.
    ::mlir::Type getOutRowType(unsigned i);
    ::mlir::Type getSharedType(unsigned i);
    ::mlir::Operation *getYield() { return getBody().front().getTerminator(); }
  }];
}

def Mesh_YieldOp : Mesh_Op<"yield", [Pure, ReturnLike, Terminator,
    ParentOneOf<["::mesh::AggregateOp", "::mesh::MapEdgesOp", "::mesh::ReduceEdgesOp"]>]> {
  let summary = "ends a region of a mesh op";
  let description = [{
    Its operands are the region's results.

    Constraints:
    - (yield_c1) count and types are those the region owes.

    Example: see `mesh.aggregate`.
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
}

#endif // MESH_DIALECT_MESH_IR_MESHREGIONOPS_TD
