//===- MeshDialect.h - the mesh dialect, its types and ops ------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_IR_MESHDIALECT_H
#define MESH_DIALECT_MESH_IR_MESHDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h.inc"
#include "mesh/Dialect/Mesh/IR/MeshEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "mesh/Dialect/Mesh/IR/MeshAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "mesh/Dialect/Mesh/IR/MeshTypes.h.inc"

namespace mesh {

/// The attribute by which programs name arguments and results.
inline constexpr llvm::StringLiteral kNameAttr = "mesh.name";

/// The other end of an edge.
inline Endpoint opposite(Endpoint endpoint) {
  return endpoint == Endpoint::Source ? Endpoint::Target : Endpoint::Source;
}

/// Whether declared result types refine the inferred ones: same element types,
/// and no two static sizes that differ. Inference gives `?` for node and edge
/// axes; a program may write a static size instead, which is checked when it
/// runs.
bool areRefinedTypes(mlir::TypeRange inferred, mlir::TypeRange declared);

/// See `Mesh_RefinableResults`.
template <typename ConcreteType>
class RefinableResults
    : public mlir::OpTrait::TraitBase<ConcreteType, RefinableResults> {};

/// Operand `operand` of an op must have, on axis `axis`, as many entries as its
/// graph (operand `graph`) has nodes at an endpoint, or edges.
struct SizeConstraint {
  enum class Count { Sources, Targets, Edges };

  mlir::OpOperand *operand;
  int64_t axis;
  mlir::Value graph;
  Count count;
  /// The operand's name in error messages.
  std::string name;
};

/// On a function: the symbol of another one that computes its adjoint, see
/// docs/autodiff.md.
inline constexpr llvm::StringLiteral kAdjointAttr = "mesh.adjoint";

/// On a scf.for: its adjoint stores the states of every so many iterations only
/// (an integer), or of every square root of their number (unit).
inline constexpr llvm::StringLiteral kCheckpointAttr = "mesh.checkpoint";

/// Whether values of `type` have derivatives: floats and tensors of floats.
bool isDifferentiable(mlir::Type type);

/// Where `mesh.assert` records that a call has failed. No memory of the program
/// is touched, so loads and stores may move across a check only if they are
/// speculatable.
struct StatusResource
    : public mlir::SideEffects::Resource::Base<StatusResource> {
  llvm::StringRef getName() final { return "mesh.status"; }
};

/// Positions of the component tensors of a lowered graph (see `!mesh.graph`).
enum GraphComponent : unsigned {
  kSource,
  kTarget,
  kInPtr,
  kInCol,
  kInEdge,
  kOutPtr,
  kOutCol,
  kOutEdge,
  kNumGraphComponents
};

} // namespace mesh

#include "mesh/Dialect/Mesh/IR/MeshInterfaces.h.inc"

#define GET_OP_CLASSES
#include "mesh/Dialect/Mesh/IR/MeshOps.h.inc"

#endif // MESH_DIALECT_MESH_IR_MESHDIALECT_H
