//===- BufferizableOpInterfaceImpl.h - mesh ops on buffers ------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
#define MESH_DIALECT_MESH_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mesh {

/// Attaches BufferizableOpInterface to `mesh.aggregate`, `mesh.map_edges` and
/// `mesh.coo_to_csr`. All three overwrite their `outs`, so the buffers they
/// write need no initial value.
void registerBufferizableOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);

} // namespace mesh

#endif // MESH_DIALECT_MESH_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
