//===- MeshTopologyOps.td - graphs, their counts, degrees and CSR forms ---===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_IR_MESHTOPOLOGYOPS_TD
#define MESH_DIALECT_MESH_IR_MESHTOPOLOGYOPS_TD

include "mesh/Dialect/Mesh/IR/MeshBase.td"

/// A topology op with a graph operand called `graph` and an endpoint.
class Mesh_EndpointOp<string mnemonic, list<Trait> traits = []>
    : Mesh_Op<mnemonic, traits # [Pure,
        DeclareOpInterfaceMethods<Mesh_EndpointOpInterface>]> {
  code graphGroup = [{
    static unsigned getGraphOperandGroup() { return 0; }
  }];
  let extraClassDeclaration = graphGroup;
}

def Mesh_GraphOp : Mesh_Op<"graph", [
    NoMemoryEffect,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "builds a graph from COO endpoint ids";
  let description = [{
    Edge `e` runs from source node `source[e]` to target node `target[e]`.
    Topology is built in `O(N + E)` by a stable counting sort: within the
    in-edges of a target and the out-edges of a source, COO order is kept.
    The op runs where it stands; built from constants or outside of loops it
    runs once.

    Formula: `graph = {(source[e], target[e]) : 0 <= e < E}`, a multiset in
    order. Equal edges and self-loops are kept.

    Operands:
    - `source`, `target`: ids, `[E]`, `i32` or `i64`; their type is the index
      type of the graph.
    - `num_sources`, `num_targets`: `S` and `T`.

    Constraints:
    - (graph_c1) `source` and `target` have the same element type and, where
      static, the same length.
    - (graph_c2) run time: `source` and `target` have the same length.
    - (graph_c3) run time: `0 <= source[e] < S` and `0 <= target[e] < T`.
    - (graph_c4) run time: `S`, `T` and `E` fit the index type and are not
      negative.

    A failed run-time constraint names the edge, the value and the range.

    Example:
    ```mlir
    func.func @two_edges() -> !mesh.graph {
      %src = arith.constant dense<[0, 1]> : tensor<2xi32>
      %dst = arith.constant dense<[2, 3]> : tensor<2xi32>
      %n = arith.constant 4 : index
      %g = mesh.graph %src, %dst, %n, %n : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
      return %g : !mesh.graph
    }
    ```
  }];
  let arguments = (ins Mesh_IndexTensor:$source, Mesh_IndexTensor:$target,
                       Index:$num_sources, Index:$num_targets);
  let results = (outs Mesh_GraphType:$graph);
  let assemblyFormat = [{
    $source `,` $target `,` $num_sources `,` $num_targets attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Mesh_TransposeOp : Mesh_Op<"transpose", [
    Pure, SameOperandsAndResultType]> {
  let summary = "swaps the roles of source and target";
  let description = [{
    Formula: edge `e` of the result is `(target[e], source[e])`. A view: nothing
    is copied, edges keep their COO ordinals.

    Constraints:
    - (transpose_c1) operand and result have the same type.

    Example:
    ```mlir
    func.func @out_degrees(%g: !mesh.graph) -> tensor<?xi32> {
      %t = mesh.transpose %g : !mesh.graph
      %d = mesh.degree %t target : (!mesh.graph) -> tensor<?xi32>
      return %d : tensor<?xi32>
    }
    ```
  }];
  let arguments = (ins Mesh_GraphType:$graph);
  let results = (outs Mesh_GraphType:$result);
  let assemblyFormat = "$graph attr-dict `:` qualified(type($graph))";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Mesh_CSROp : Mesh_EndpointOp<"csr", [
    DeclareOpInterfaceMethods<InferTypeOpInterface>, Mesh_RefinableResults,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "compressed sparse rows of a graph";
  let description = [{
    With `target`, row `v` lists the in-edges of target node `v`; with `source`,
    the out-edges of source node `v`.

    Results:
    - `row_ptr`: `[T + 1]` (`[S + 1]` for `source`); row `v` holds positions
      `row_ptr[v] <= p < row_ptr[v + 1]`. `row_ptr[0] = 0`, the last is `E`.
    - `col`: `[E]`, the node at the other end of the edge.
    - `edge`: `[E]`, the COO ordinal of the edge. Increasing within a row.

    Constraints:
    - (csr_c1) the element type of the results is the graph's index type.

    An isolated node has an empty row; duplicates each have a position.

    Example:
    ```mlir
    func.func @rows(%g: !mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
      %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
      return %ptr, %col, %edge : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
    }
    ```
  }];
  let arguments = (ins Mesh_GraphType:$graph, Mesh_EndpointAttr:$endpoint);
  let results = (outs Mesh_IndexTensor:$row_ptr, Mesh_IndexTensor:$col,
                      Mesh_IndexTensor:$edge);
  let assemblyFormat = [{
    $graph custom<Endpoint>($endpoint) attr-dict `:` functional-type(operands, results)
  }];
}

def Mesh_CSRTransposeOp : Mesh_Op<"csr_transpose", [
    NoMemoryEffect,
    DeclareOpInterfaceMethods<InferTypeOpInterface>, Mesh_RefinableResults,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "transposes a matrix in CSR form";
  let description = [{
    A stable counting sort in `O(R + C + E)` for a matrix of `R` rows and
    `C = num_cols` columns with `E` entries.

    Formula: for `k`-th entry of the result, `perm[k]` is its position in the
    operand, `t_col[k]` the operand's row of that entry, and
    `t_values[k, ...] = values[perm[k], ...]`. Entries of one column keep the
    order they had.

    Operands:
    - `row_ptr`: `[R + 1]`; `col`: `[E]`; `values` (optional): `[E, ...]`.

    Constraints:
    - (csr_transpose_c1) `row_ptr` and `col` have the same element type, which
      is that of the results.
    - (csr_transpose_c2) run time: `row_ptr[0] = 0`, no decrease, and the last
      pointer is `E`.
    - (csr_transpose_c3) run time: `0 <= col[k] < num_cols`.
    - (csr_transpose_c4) run time: `values` has `E` rows.

    Example:
    ```mlir
    func.func @transpose(%ptr: tensor<?xi32>, %col: tensor<?xi32>, %n: index, %w: tensor<?xf32>) -> tensor<?xf32> {
      %tp, %tc, %perm, %tw = mesh.csr_transpose %ptr, %col, %n values(%w) : (tensor<?xi32>, tensor<?xi32>, index, tensor<?xf32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>)
      return %tw : tensor<?xf32>
    }
    ```
  }];
  let arguments = (ins Mesh_IndexTensor:$row_ptr, Mesh_IndexTensor:$col,
                       Index:$num_cols, Optional<Mesh_RowTensor>:$values);
  let results = (outs Mesh_IndexTensor:$t_row_ptr, Mesh_IndexTensor:$t_col,
                      Mesh_IndexTensor:$perm, Optional<Mesh_RowTensor>:$t_values);
  let assemblyFormat = [{
    $row_ptr `,` $col `,` $num_cols (`values` `(` $values^ `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Mesh_DegreeOp : Mesh_EndpointOp<"degree", [
    DeclareOpInterfaceMethods<InferTypeOpInterface>, Mesh_RefinableResults,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "number of edges at each node";
  let description = [{
    Formula: with `target`, `degree[v] = |{e : target[e] = v}|` (in-degree);
    with `source`, `degree[u] = |{e : source[e] = u}|` (out-degree). Duplicates
    count each; an isolated node has degree 0.

    Constraints:
    - (degree_c1) the element type of the result is the graph's index type.

    Example:
    ```mlir
    func.func @in_degree(%g: !mesh.graph) -> tensor<?xi32> {
      %d = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
      return %d : tensor<?xi32>
    }
    ```
  }];
  let arguments = (ins Mesh_GraphType:$graph, Mesh_EndpointAttr:$endpoint);
  let results = (outs Mesh_IndexTensor:$degree);
  let assemblyFormat = [{
    $graph custom<Endpoint>($endpoint) attr-dict `:` functional-type(operands, results)
  }];
}

def Mesh_NumNodesOp : Mesh_EndpointOp<"num_nodes", [
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "number of source or target nodes";
  let description = [{
    Formula: `S` with `source`, `T` with `target`.

    Constraints:
    - (num_nodes_c1) the result is an `index`.

    Example:
    ```mlir
    func.func @targets(%g: !mesh.graph) -> index {
      %n = mesh.num_nodes %g target : !mesh.graph
      return %n : index
    }
    ```
  }];
  let arguments = (ins Mesh_GraphType:$graph, Mesh_EndpointAttr:$endpoint);
  let results = (outs Index:$count);
  let assemblyFormat = "$graph custom<Endpoint>($endpoint) attr-dict `:` qualified(type($graph))";
  let hasFolder = 1;
}

def Mesh_NumEdgesOp : Mesh_Op<"num_edges", [
    Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "number of edges";
  let description = [{
    Formula: `E`, duplicates and self-loops counted.

    Constraints:
    - (num_edges_c1) the result is an `index`.

    Example:
    ```mlir
    func.func @edges(%g: !mesh.graph) -> index {
      %e = mesh.num_edges %g : !mesh.graph
      return %e : index
    }
    ```
  }];
  let arguments = (ins Mesh_GraphType:$graph);
  let results = (outs Index:$count);
  let assemblyFormat = "$graph attr-dict `:` qualified(type($graph))";
  let hasCanonicalizer = 1;
}

def Mesh_EndpointsOp : Mesh_Op<"endpoints", [Pure,
    DeclareOpInterfaceMethods<InferTypeOpInterface>, Mesh_RefinableResults,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "endpoint ids of every edge in COO order";
  let description = [{
    Formula: `source[e]` and `target[e]`, exactly as the graph was built.

    Constraints:
    - (endpoints_c1) the element type of the results is the graph's index type.

    Example:
    ```mlir
    func.func @coo(%g: !mesh.graph) -> (tensor<?xi32>, tensor<?xi32>) {
      %s, %t = mesh.endpoints %g : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>)
      return %s, %t : tensor<?xi32>, tensor<?xi32>
    }
    ```
  }];
  let arguments = (ins Mesh_GraphType:$graph);
  let results = (outs Mesh_IndexTensor:$source, Mesh_IndexTensor:$target);
  let assemblyFormat = "$graph attr-dict `:` functional-type(operands, results)";
  let hasCanonicalizer = 1;
}

def Mesh_EdgeIdsOp : Mesh_Op<"edge_ids", [Pure,
    DeclareOpInterfaceMethods<InferTypeOpInterface>, Mesh_RefinableResults,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "COO ordinal of every edge";
  let description = [{
    Formula: `ids[e] = e`.

    Constraints:
    - (edge_ids_c1) the element type of the result is the graph's index type.

    Example:
    ```mlir
    func.func @ids(%g: !mesh.graph) -> tensor<?xi32> {
      %i = mesh.edge_ids %g : (!mesh.graph) -> tensor<?xi32>
      return %i : tensor<?xi32>
    }
    ```
  }];
  let arguments = (ins Mesh_GraphType:$graph);
  let results = (outs Mesh_IndexTensor:$ids);
  let assemblyFormat = "$graph attr-dict `:` functional-type(operands, results)";
  let hasCanonicalizer = 1;
}

def Mesh_RequireOp : Mesh_Op<"require"> {
  let summary = "states a property of a graph";
  let description = [{
    Fails at run time when the graph lacks one of the properties:
    - `symmetric`: `S = T`, and the multiset of edges equals that of the
      reversed edges;
    - `loop_free`: no edge has `source[e] = target[e]`;
    - `sorted`: edges are ordered by target, then by source.

    The error names the property and the first edge that breaks it.

    Constraints:
    - (require_c1) at least one property is named.

    Example:
    ```mlir
    func.func @checked(%g: !mesh.graph) {
      mesh.require %g symmetric, loop_free : !mesh.graph
      return
    }
    ```
  }];
  let arguments = (ins Mesh_GraphType:$graph, Mesh_GraphPropertyAttr:$required);
  let assemblyFormat = "$graph custom<RequiredProperties>($required) attr-dict `:` qualified(type($graph))";
  let hasVerifier = 1;
}

def Mesh_CartesianProductOp : Mesh_Op<"cartesian_product", [
    NoMemoryEffect, SameOperandsAndResultType]> {
  let summary = "directed Cartesian product of two graphs";
  let description = [{
    Nodes are pairs `(a, b)` with id `a * N_b + b`. Edges of the left factor
    come first: for each left edge `e` and each right node `b`, in that nesting,
    `(source(e), b) -> (target(e), b)`; then for each left node `a` and each
    right edge `e`, `(a, source(e)) -> (a, target(e))`.

    Formula: `E = E_a * N_b + N_a * E_b`. Duplicates and loops of a factor stay.

    Constraints:
    - (cartesian_product_c1) both operands and the result have the same type.
    - (cartesian_product_c2) run time: both factors have `S = T`.
    - (cartesian_product_c3) run time: the product's counts fit the index type.

    Example:
    ```mlir
    func.func @space_time(%space: !mesh.graph, %time: !mesh.graph) -> !mesh.graph {
      %g = mesh.cartesian_product %space, %time : !mesh.graph
      return %g : !mesh.graph
    }
    ```
  }];
  let arguments = (ins Mesh_GraphType:$left, Mesh_GraphType:$right);
  let results = (outs Mesh_GraphType:$product);
  let assemblyFormat = "$left `,` $right attr-dict `:` qualified(type($product))";
}

#endif // MESH_DIALECT_MESH_IR_MESHTOPOLOGYOPS_TD
