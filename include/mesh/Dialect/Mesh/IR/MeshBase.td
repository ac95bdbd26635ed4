//===- MeshBase.td - dialect, graph type, enums and constraints -----------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_IR_MESHBASE_TD
#define MESH_DIALECT_MESH_IR_MESHBASE_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "mlir/Interfaces/RuntimeVerifiableOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/TilingInterface.td"
include "mesh/Dialect/Mesh/IR/MeshInterfaces.td"

//===----------------------------------------------------------------------===//
// Dialect
//===----------------------------------------------------------------------===//

def Mesh_Dialect : Dialect {
  let name = "mesh";
  let cppNamespace = "::mesh";
  let summary = "Message passing on graphs.";
  let description = [{
    A layer of a graph neural network is a message per edge, an aggregate per
    node and an update per node. The `mesh` dialect owns what depends on the
    graph: its topology (`!mesh.graph`), the moves between node rows and edge
    rows (`mesh.gather` and the segment reductions) and the two region ops in
    which whole chains of them are fused (`mesh.aggregate`, `mesh.map_edges`).
    Everything else is `arith`, `math`, `linalg`, `tensor`, `scf` and `func`.

    Tensors of node rows have shape `[N, ...]`, tensors of edge rows `[E, ...]`
    in the order in which the caller listed the edges (COO order).
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect"
  ];
}

/// Inference leaves node and edge axes unknown; a program may declare results
/// with static sizes there.
def Mesh_RefinableResults : NativeOpTrait<"RefinableResults", [], [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange declared) {
      return ::mesh::areRefinedTypes(inferred, declared);
    }
  }]> {
  let cppNamespace = "::mesh";
}

class Mesh_Op<string mnemonic, list<Trait> traits = []>
    : Op<Mesh_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def Mesh_GraphType : TypeDef<Mesh_Dialect, "Graph"> {
  let mnemonic = "graph";
  let summary = "immutable directed multigraph";
  let description = [{
    `S` source nodes, `T` target nodes (`S = T = N` for a plain graph; they
    differ for bipartite blocks and for pooling), and `E` edges in the caller's
    COO order. Duplicate edges keep their identity and multiplicity, self-loops
    are neither added nor removed, isolated nodes are legal, and so are `E = 0`
    and `N = 0`. A value of this type is always valid: every endpoint is in
    range.

    The parameter is the type of every stored index. `!mesh.graph` is short for
    `!mesh.graph<i32>`; `!mesh.graph<i64>` is for more than 2^31 - 1 edges.

    Lowering replaces a graph by eight tensors of that index type: `source[E]`
    and `target[E]` in COO order; in-edges by target, `in_ptr[T+1]`,
    `in_col[E]` (their sources), `in_edge[E]` (their COO ordinals); out-edges by
    source, `out_ptr[S+1]`, `out_col[E]`, `out_edge[E]`. Within a row, edges
    keep COO order.
  }];
  let parameters = (ins
    DefaultValuedParameter<"::mlir::IntegerType",
                           "::mlir::IntegerType::get($_ctxt, 32)">:$indexType);
  let assemblyFormat = "(`<` $indexType^ `>`)?";
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

def Mesh_Endpoint : I32EnumAttr<"Endpoint", "an end of a directed edge", [
    I32EnumAttrCase<"Source", 0, "source">,
    I32EnumAttrCase<"Target", 1, "target">]> {
  let cppNamespace = "::mesh";
  let genSpecializedAttr = 0;
}
def Mesh_EndpointAttr : EnumAttr<Mesh_Dialect, Mesh_Endpoint, "endpoint"> {
  let assemblyFormat = "$value";
}

def Mesh_Stabilize : I32EnumAttr<"Stabilize", "how an aggregate turns logits into weights", [
    I32EnumAttrCase<"Softmax", 0, "softmax">]> {
  let cppNamespace = "::mesh";
  let genSpecializedAttr = 0;
}
def Mesh_StabilizeAttr : EnumAttr<Mesh_Dialect, Mesh_Stabilize, "stabilize"> {
  let assemblyFormat = "$value";
}

def Mesh_GraphProperty : I32BitEnumAttr<"GraphProperty", "a property a graph can be required to have", [
    I32BitEnumAttrCaseBit<"Symmetric", 0, "symmetric">,
    I32BitEnumAttrCaseBit<"LoopFree", 1, "loop_free">,
    I32BitEnumAttrCaseBit<"Sorted", 2, "sorted">]> {
  let cppNamespace = "::mesh";
  let separator = ", ";
  let genSpecializedAttr = 0;
}
def Mesh_GraphPropertyAttr : EnumAttr<Mesh_Dialect, Mesh_GraphProperty, "property"> {
  let assemblyFormat = "$value";
}

//===----------------------------------------------------------------------===//
// Operand constraints
//===----------------------------------------------------------------------===//

def Mesh_FloatElement : AnyTypeOf<[F16, BF16, F32, F64]>;

/// Floating-point rows of nodes or edges, any trailing shape.
def Mesh_FloatTensor : RankedTensorOf<[F16, BF16, F32, F64]>;

/// Rows that are only moved, never computed with.
def Mesh_RowTensor
    : RankedTensorOf<[F16, BF16, F32, F64, I1, I8, I16, I32, I64, Index]>;

def Mesh_IndexTensor : 1DTensorOf<[I32, I64]>;

/// The `dim` attribute: which axis is the node or edge axis.
def Mesh_DimAttr : DefaultValuedAttr<
    ConfinedAttr<I64Attr, [IntNonNegative]>, "0">;

#endif // MESH_DIALECT_MESH_IR_MESHBASE_TD
