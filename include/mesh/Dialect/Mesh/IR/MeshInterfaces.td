//===- MeshInterfaces.td - op interfaces of the mesh dialect --------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_IR_MESHINTERFACES_TD
#define MESH_DIALECT_MESH_IR_MESHINTERFACES_TD

include "mlir/IR/OpBase.td"

def Mesh_EndpointOpInterface : OpInterface<"EndpointOpInterface"> {
  let cppNamespace = "::mesh";
  let description = [{
    An op that looks at one graph from one endpoint. Reading the transposed
    graph is reading the graph from the opposite endpoint, so `mesh.transpose`
    is folded into every such op by one pattern.
  }];
  let methods = [
    InterfaceMethod<"The operand that holds the graph.",
                    "::mlir::OpOperand &", "getGraphOperand", (ins), [{}], [{
      return $_op->getOpOperand($_op.getODSOperandIndexAndLength(
          ConcreteOp::getGraphOperandGroup()).first);
    }]>,
    InterfaceMethod<"The endpoint this op looks from.", "::mesh::Endpoint",
                    "getLookedFrom", (ins), [{}], [{ return $_op.getEndpoint(); }]>,
    InterfaceMethod<"Looks from `endpoint` instead.", "void", "lookFrom",
                    (ins "::mesh::Endpoint":$endpoint), [{}],
                    [{ $_op.setEndpoint(endpoint); }]>
  ];
}

def Mesh_SizedOpInterface : OpInterface<"SizedOpInterface"> {
  let cppNamespace = "::mesh";
  let description = [{
    An op some of whose operand axes must have as many entries as a graph has
    nodes or edges. `--mesh-insert-checks` turns each constraint into a check
    that folds away when it is provable.
  }];
  let methods = [
    InterfaceMethod<"The constraints, in the order in which they are reported.",
                    "::llvm::SmallVector<::mesh::SizeConstraint>",
                    "getSizeConstraints", (ins)>
  ];
}

def Mesh_ExpandableOpInterface : OpInterface<"ExpandableOpInterface"> {
  let cppNamespace = "::mesh";
  let description = [{
    Sugar: an op that stands for a few core ops and has no lowering of its own.
    `--mesh-expand` replaces it by what `expand` builds.
  }];
  let methods = [
    InterfaceMethod<[{
      Builds the expansion before this op and returns one value for each
      result, of the result's type. On failure an error has been emitted.
    }], "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "expand",
        (ins "::mlir::OpBuilder &":$builder)>
  ];
}

#endif // MESH_DIALECT_MESH_IR_MESHINTERFACES_TD
