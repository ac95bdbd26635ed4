//===- MeshOps.td - all ops of the mesh dialect ---------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_IR_MESHOPS_TD
#define MESH_DIALECT_MESH_IR_MESHOPS_TD

include "mesh/Dialect/Mesh/IR/MeshTopologyOps.td"
include "mesh/Dialect/Mesh/IR/MeshMessageOps.td"
include "mesh/Dialect/Mesh/IR/MeshLayerOps.td"
include "mesh/Dialect/Mesh/IR/MeshRegionOps.td"
include "mesh/Dialect/Mesh/IR/MeshRuntimeOps.td"
include "mesh/Dialect/Mesh/IR/MeshDerivativeOps.td"

#endif // MESH_DIALECT_MESH_IR_MESHOPS_TD
