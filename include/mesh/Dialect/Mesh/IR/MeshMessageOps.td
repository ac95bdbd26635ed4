//===- MeshMessageOps.td - gather and the segment reductions --------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_IR_MESHMESSAGEOPS_TD
#define MESH_DIALECT_MESH_IR_MESHMESSAGEOPS_TD

include "mesh/Dialect/Mesh/IR/MeshBase.td"

/// Moves rows between nodes and edges of `graph`, seen from `endpoint`; the
/// node or edge axis is axis `dim`. The op is pure: that its operand has as
/// many rows as the graph has nodes or edges is checked on its own.
class Mesh_RowOp<string mnemonic, list<Trait> traits = []>
    : Mesh_Op<mnemonic, traits # [Pure,
        DeclareOpInterfaceMethods<Mesh_EndpointOpInterface>,
        DeclareOpInterfaceMethods<Mesh_SizedOpInterface>,
        DeclareOpInterfaceMethods<InferTypeOpInterface>, Mesh_RefinableResults,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let assemblyFormat = [{
    operands custom<Endpoint>($endpoint) (`dim` `=` $dim^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    static unsigned getGraphOperandGroup() { return 1; }
  }];
}

def Mesh_GatherOp : Mesh_RowOp<"gather"> {
  let summary = "node rows to edge rows";
  let description = [{
    Formula: with `source`, `m[e, ...] = x[source(e), ...]`; with `target`,
    `m[e, ...] = x[target(e), ...]`, in COO order.

    Operands:
    - `x`: `[S, ...]` for `source`, `[T, ...]` for `target`; with `dim = k` the
      node axis is axis `k` and the `k` axes before it are batch axes.

    Constraints:
    - (gather_c1) `dim` is less than the rank of `x`.
    - (gather_c2) the result has the shape of `x` but for axis `dim`.
    - (gather_c3) run time: axis `dim` of `x` has `S` (or `T`) entries.

    A node with several edges is read once for each; a node without edges is
    not read.

    Adjoint: `segment_sum` at the same endpoint.

    Example:
    ```mlir
    func.func @messages(%g: !mesh.graph, %x: tensor<?x16xf32>) -> tensor<?x16xf32> {
      %m = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
      return %m : tensor<?x16xf32>
    }
    ```
  }];
  let arguments = (ins Mesh_RowTensor:$x, Mesh_GraphType:$graph,
                       Mesh_EndpointAttr:$endpoint, Mesh_DimAttr:$dim);
  let results = (outs Mesh_RowTensor:$messages);
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

class Mesh_SegmentOp<string mnemonic, list<Trait> traits = []>
    : Mesh_RowOp<mnemonic, traits> {
  let arguments = (ins Mesh_FloatTensor:$messages, Mesh_GraphType:$graph,
                       Mesh_EndpointAttr:$endpoint, Mesh_DimAttr:$dim);
  let hasVerifier = 1;
}

class Mesh_SegmentReduceOp<string mnemonic, list<Trait> traits = []>
    : Mesh_SegmentOp<mnemonic, traits> {
  let results = (outs Mesh_FloatTensor:$result);
}

def Mesh_SegmentSumOp : Mesh_SegmentReduceOp<"segment_sum"> {
  let summary = "sum of the edge rows at each node";
  let description = [{
    Formula: with `target`, `y[v, ...] = sum over e with target(e) = v of
    m[e, ...]`; with `source`, over `e` with `source(e) = v`. An empty segment
    gives 0; duplicate edges add each.

    The order of the sum is fixed: in COO order within runs of 4,096 edges of a
    segment, whose sums are added in order. `f16` and `bf16` are accumulated in
    `f32` and rounded once.

    Operands:
    - `messages`: `[E, ...]`; with `dim = k` the edge axis is axis `k`.

    Constraints:
    - (segment_sum_c1) `dim` is less than the rank of `messages`.
    - (segment_sum_c2) the result has the shape of `messages` but for axis `dim`.
    - (segment_sum_c3) run time: axis `dim` of `messages` has `E` entries.

    Adjoint: `gather` from the same endpoint.

    Example:
    ```mlir
    func.func @sum(%g: !mesh.graph, %m: tensor<?x16xf32>) -> tensor<?x16xf32> {
      %y = mesh.segment_sum %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
      return %y : tensor<?x16xf32>
    }
    ```
  }];
  let hasCanonicalizer = 1;
}

def Mesh_SegmentMeanOp : Mesh_SegmentReduceOp<"segment_mean"> {
  let summary = "mean of the edge rows at each node";
  let description = [{
    Formula: `y[v, ...] = (sum over e at v of m[e, ...]) / max(1, degree[v])`.
    An empty segment gives 0; duplicate edges count each. Summed as
    `segment_sum`, divided in the accumulator's type.

    Constraints:
    - (segment_mean_c1), (segment_mean_c2), (segment_mean_c3) as for
      `segment_sum`.

    Adjoint: `gather` of `g / max(1, degree)` from the same endpoint.

    Source: Hamilton, Ying, Leskovec, "Inductive Representation Learning on
    Large Graphs", 2017.

    Example:
    ```mlir
    func.func @mean(%g: !mesh.graph, %m: tensor<?x16xf32>) -> tensor<?x16xf32> {
      %y = mesh.segment_mean %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
      return %y : tensor<?x16xf32>
    }
    ```
  }];
}

def Mesh_SegmentMaxOp : Mesh_SegmentReduceOp<"segment_max"> {
  let summary = "largest edge row entry at each node";
  let description = [{
    Formula: `y[v, ...] = max over e at v of m[e, ...]`, entry by entry. An
    empty segment gives 0 and receives no gradient. NaN propagates, wherever it
    stands in the segment.

    Constraints:
    - (segment_max_c1), (segment_max_c2), (segment_max_c3) as for
      `segment_sum`.

    Adjoint: to one winner, the lowest COO ordinal among ties
    (`segment_argmax`).

    Example:
    ```mlir
    func.func @max(%g: !mesh.graph, %m: tensor<?x16xf32>) -> tensor<?x16xf32> {
      %y = mesh.segment_max %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
      return %y : tensor<?x16xf32>
    }
    ```
  }];
}

def Mesh_SegmentMinOp : Mesh_SegmentReduceOp<"segment_min"> {
  let summary = "smallest edge row entry at each node";
  let description = [{
    Formula: `y[v, ...] = min over e at v of m[e, ...]`, entry by entry. An
    empty segment gives 0 and receives no gradient. NaN propagates.

    Constraints:
    - (segment_min_c1), (segment_min_c2), (segment_min_c3) as for
      `segment_sum`.

    Adjoint: to one winner, the lowest COO ordinal among ties.

    Example:
    ```mlir
    func.func @min(%g: !mesh.graph, %m: tensor<?xf64>) -> tensor<?xf64> {
      %y = mesh.segment_min %m, %g target : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
      return %y : tensor<?xf64>
    }
    ```
  }];
}

def Mesh_SegmentArgmaxOp : Mesh_SegmentOp<"segment_argmax"> {
  let summary = "edge that holds the largest entry at each node";
  let description = [{
    Formula: `y[v, ...]` is the COO ordinal of the edge at `v` whose entry is
    the largest: the lowest ordinal among ties, the first NaN when there is one,
    -1 for an empty segment.

    Constraints:
    - (segment_argmax_c1), (segment_argmax_c3) as for `segment_sum`.
    - (segment_argmax_c2) the result has the shape of `messages` but for axis
      `dim`, and the graph's index type.

    Example:
    ```mlir
    func.func @winner(%g: !mesh.graph, %m: tensor<?x16xf32>) -> tensor<?x16xi32> {
      %y = mesh.segment_argmax %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xi32>
      return %y : tensor<?x16xi32>
    }
    ```
  }];
  let results = (outs RankedTensorOf<[I32, I64]>:$result);
}

def Mesh_SegmentSoftmaxOp : Mesh_SegmentReduceOp<"segment_softmax"> {
  let summary = "softmax of the edge scores at each node";
  let description = [{
    Formula: for each node `v` and trailing entry, over the edges `e` at `v`:
    `a[e] = exp(s[e] - m) / sum exp(s - m)` with `m = max s`. The result has
    edge rows, in COO order.

    Stable for any finite scores. A score of `-inf` gets weight 0, and a segment
    whose scores are all `-inf` gets zeros. A NaN or `+inf` score makes its
    segment NaN; no other segment is touched.

    Constraints:
    - (segment_softmax_c1) `dim` is less than the rank of `messages`.
    - (segment_softmax_c2) the result has the type of `messages`.
    - (segment_softmax_c3) run time: axis `dim` of `messages` has `E` entries.

    Adjoint: `a * (g - gather(segment_sum(a * g)))`.

    Source: Velickovic et al., "Graph Attention Networks", 2018, equation 3.

    Example:
    ```mlir
    func.func @attention(%g: !mesh.graph, %s: tensor<?x8xf32>) -> tensor<?x8xf32> {
      %a = mesh.segment_softmax %s, %g target : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
      return %a : tensor<?x8xf32>
    }
    ```
  }];
}

#endif // MESH_DIALECT_MESH_IR_MESHMESSAGEOPS_TD
