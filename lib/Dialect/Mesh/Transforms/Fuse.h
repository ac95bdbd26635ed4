//===- Fuse.h - pattern sets of --mesh-fuse
//-------------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DIALECT_MESH_TRANSFORMS_FUSE_H
#define MESH_LIB_DIALECT_MESH_TRANSFORMS_FUSE_H

#include "mlir/IR/PatternMatch.h"

namespace mesh {

/// gather and segment ops but segment_softmax become map_edges and aggregate.
void populateCoreToRegionPatterns(mlir::RewritePatternSet &patterns);

/// segment_softmax becomes an aggregate and a map_edges.
void populateSoftmaxToRegionPatterns(mlir::RewritePatternSet &patterns);

/// An aggregate whose terms are linear in the weights of a segment_softmax
/// computes the weights itself.
void populateFuseSoftmaxPatterns(mlir::RewritePatternSet &patterns);

/// Elementwise ops next to a region op, on its edge rows, become map_edges.
void populateElementwiseToRegionPatterns(mlir::RewritePatternSet &patterns);

/// The same for linalg ops, reductions over trailing axes and small products
/// among them; sums over all edges become reduce_edges.
void populateLinalgToRegionPatterns(mlir::RewritePatternSet &patterns);

/// The same for slices, reshapes and concatenations of trailing axes.
void populateShapeToRegionPatterns(mlir::RewritePatternSet &patterns);

/// A map_edges moves into the region ops that read its rows.
/// `intoFolds`: into those that reduce as well, and into loops; not only into
/// other map_edges beside it.
void populateFuseProducerPatterns(mlir::RewritePatternSet &patterns,
                                  bool intoFolds);

/// Ops on node rows, entry by entry, move into the fold whose result they read.
void populateNodePatterns(mlir::RewritePatternSet &patterns);

/// Merges folds that sweep over the same segments. Whether there were any; what
/// nobody uses any more is left to canonicalisation.
bool mergeSweeps(mlir::Operation *root);

} // namespace mesh

#endif // MESH_LIB_DIALECT_MESH_TRANSFORMS_FUSE_H
