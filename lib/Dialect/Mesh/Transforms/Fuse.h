//===- Fuse.h - pattern sets of --mesh-fuse
//-------------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DIALECT_MESH_TRANSFORMS_FUSE_H
#define MESH_LIB_DIALECT_MESH_TRANSFORMS_FUSE_H

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/IR/PatternMatch.h"

namespace mesh {

/// Bodies of up to this many ops are computed again for each reader rather than
/// written to memory: reading a row again costs more than a few operations on
/// it.
inline constexpr unsigned kRecomputedOps = 8;

/// Whether `producer` may be computed where its rows are read: always when
/// there is one reader, and when it is cheap.
bool mayRecompute(MapEdgesOp producer);

/// Says that what was at `from`, an op called `name`, is computed by `into`
/// now: in the location of `into`, and as a remark.
void noteFusion(mlir::Operation *into, llvm::StringRef name,
                mlir::Location from);

/// gather and segment ops but segment_softmax become map_edges and aggregate.
void populateCoreToRegionPatterns(mlir::RewritePatternSet &patterns);

/// segment_softmax becomes an aggregate and a map_edges.
void populateSoftmaxToRegionPatterns(mlir::RewritePatternSet &patterns);

/// An aggregate whose terms are linear in the weights of a segment_softmax
/// computes the weights itself.
void populateFuseSoftmaxPatterns(mlir::RewritePatternSet &patterns);

/// Elementwise ops next to a region op, on its edge rows, become map_edges.
void populateElementwiseToRegionPatterns(mlir::RewritePatternSet &patterns);

/// A map_edges moves into the region ops that read its rows.
void populateFuseProducerPatterns(mlir::RewritePatternSet &patterns);

/// Merges folds that sweep over the same segments. Whether there were any; what
/// nobody uses any more is left to canonicalisation.
bool mergeSweeps(mlir::Operation *root);

} // namespace mesh

#endif // MESH_LIB_DIALECT_MESH_TRANSFORMS_FUSE_H
