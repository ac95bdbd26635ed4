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
inline constexpr int64_t kRecomputedOps = 8;

/// Ops of a body; a reduction counts as many as it has terms.
int64_t getCost(MapEdgesOp producer);

/// Whether `reader` runs more often than `producer`: in a loop that it is not
/// in.
bool isInInnerLoop(mlir::Operation *reader, mlir::Operation *producer);

/// Whether `producer` may be computed where `reader` reads its rows: when that
/// is the only one, and no loop repeats it, and always when it is cheap.
bool mayRecompute(MapEdgesOp producer, mlir::Operation *reader);

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
