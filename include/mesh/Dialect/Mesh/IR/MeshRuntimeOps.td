//===- MeshRuntimeOps.td - ops that lowering introduces -------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_IR_MESHRUNTIMEOPS_TD
#define MESH_DIALECT_MESH_IR_MESHRUNTIMEOPS_TD

include "mesh/Dialect/Mesh/IR/MeshBase.td"

def Mesh_StatusResource : Resource<"::mesh::StatusResource">;

def Mesh_AssertOp : Mesh_Op<"assert", [
    MemoryEffects<[MemWrite<Mesh_StatusResource>]>]> {
  let summary = "a run-time check";
  let description = [{
    If `condition` is false, the first error of the call is recorded (the op's
    location, `message`, `values`) and the entry function returns a non-zero
    status without running what follows. Never aborts; works inside parallel
    regions, where the rest of the iteration is skipped.

    `{0}`, `{1}`, ... in `message` stand for `values`, printed as signed 64-bit
    integers.

    Constraints:
    - (assert_c1) every placeholder of `message` names one of `values`.

    Example:
    ```mlir
    func.func @check(%n: index, %m: index) {
      %ok = arith.cmpi eq, %n, %m : index
      mesh.assert %ok, "expects 'x' to have {0} rows, but got {1}" (%n, %m)
      return
    }
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$message, Variadic<Index>:$values);
  let assemblyFormat = "$condition `,` $message (`(` $values^ `)`)? attr-dict";
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Mesh_COOToCSROp : Mesh_Op<"coo_to_csr", [
    DestinationStyleOpInterface, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "stable counting sort of edges by one endpoint";
  let description = [{
    Fills `row_ptr[R + 1]`, `col[E]` and `edge[E]` (see `mesh.csr`) from
    `segment[E]` (the endpoint that owns an edge) and `other[E]`, in
    `O(R + E)`. Overwrites its `outs`. Ids must be in range: checked where the
    graph is built.

    Constraints:
    - (coo_to_csr_c1) all operands have the same element type.

    Example:
    ```mlir
    func.func @sort(%seg: tensor<?xi32>, %other: tensor<?xi32>, %p: tensor<?xi32>, %c: tensor<?xi32>, %e: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
      %ptr, %col, %edge = mesh.coo_to_csr ins(%seg, %other : tensor<?xi32>, tensor<?xi32>) outs(%p, %c, %e : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
      return %ptr, %col, %edge : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyShaped>:$inputs, Variadic<AnyShaped>:$outs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `ins` `(` $inputs `:` type($inputs) `)` `outs` `(` $outs `:` type($outs) `)`
    attr-dict (`->` type($results)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutsMutable(); }
  }];
}

def Mesh_MakeGraphOp : Mesh_Op<"make_graph", [Pure]> {
  let summary = "a graph from its eight component tensors";
  let description = [{
    Used by `--mesh-lower-graph`; the components are those listed at
    `!mesh.graph`, in that order. The caller vouches for them.

    Constraints:
    - (make_graph_c1) eight tensors of the graph's index type.

    Example: inspect `--mesh-lower-graph`.
  }];
  let arguments = (ins Variadic<Mesh_IndexTensor>:$components);
  let results = (outs Mesh_GraphType:$graph);
  let assemblyFormat = "$components attr-dict `:` type($components) `->` qualified(type($graph))";
  let hasVerifier = 1;
}

def Mesh_GraphComponentsOp : Mesh_Op<"graph_components", [Pure]> {
  let summary = "the eight component tensors of a graph";
  let description = [{
    The inverse of `mesh.make_graph`.

    Constraints:
    - (graph_components_c1) eight tensors of the graph's index type.

    Example: inspect `--mesh-lower-graph`.
  }];
  let arguments = (ins Mesh_GraphType:$graph);
  let results = (outs Variadic<Mesh_IndexTensor>:$components);
  let assemblyFormat = "$graph attr-dict `:` qualified(type($graph)) `->` type($components)";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

#endif // MESH_DIALECT_MESH_IR_MESHRUNTIMEOPS_TD
