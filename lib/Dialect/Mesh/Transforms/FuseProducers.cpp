//===- FuseProducers.cpp - map_edges into the ops that read its rows
//------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuse.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mesh;

int64_t mesh::getCost(MapEdgesOp producer) {
  int64_t cost = 0;
  for (Operation &op : producer.getBody().front().without_terminator()) {
    ++cost;
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!structured || structured.getNumReductionLoops() == 0)
      continue;
    SmallVector<int64_t> sizes = structured.getStaticLoopRanges();
    for (auto [size, kind] :
         llvm::zip(sizes, structured.getIteratorTypesArray()))
      if (kind == utils::IteratorType::reduction)
        cost += size;
  }
  return cost;
}

bool mesh::isInInnerLoop(Operation *reader, Operation *producer) {
  for (Operation *parent = reader->getParentOp();
       parent && !parent->isAncestor(producer); parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent))
      return true;
  return false;
}

bool mesh::mayRecompute(MapEdgesOp producer, Operation *reader) {
  if (getCost(producer) <= kRecomputedOps)
    return true;
  unsigned uses = 0;
  for (OpResult result : producer->getResults())
    uses += llvm::count_if(result.getUsers(), [](Operation *user) {
      return !isa<tensor::DimOp>(user); // Reads no row.
    });
  return uses == 1 && !isInInnerLoop(reader, producer);
}

namespace {

/// Replaces one edge input of a region op by the body that computed it.
template <typename OpTy> struct FuseProducer : public OpRewritePattern<OpTy> {
  FuseProducer(MLIRContext *context, bool intoLoops)
      : OpRewritePattern<OpTy>(context), intoLoops(intoLoops) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!op.isOverGraph())
      return failure();
    for (EdgeRegion region : EdgeRegion::of(op)) {
      OperandRange edges = region.getGroup(RowsOf::Edge);
      for (unsigned i = 0, e = edges.size(); i < e; ++i) {
        auto result = dyn_cast<OpResult>(edges[i]);
        auto producer =
            result ? dyn_cast<MapEdgesOp>(result.getOwner()) : MapEdgesOp();
        if (!producer || !producer.isOverGraph() || producer == op ||
            producer.getOver().front() != region.getGraph() ||
            // Its rows would be read in another order.
            hasAssignedOrder(producer) || region.isSorted(i) ||
            (!intoLoops && isInInnerLoop(op, producer)) ||
            !mayRecompute(producer, op))
          continue;
        // Batch axes of the producer must be those the reader sees.
        bool batched = region.isBatched(RowsOf::Edge, i);
        if (static_cast<int64_t>(producer.getDim()) !=
            (batched ? region.getDim() : 0))
          continue;
        rewriter.modifyOpInPlace(op, [&] {
          inlineProducer(rewriter, region, i, producer,
                         result.getResultNumber());
          noteFusion(op, "mesh.map_edges", producer.getLoc());
        });
        return success();
      }
    }
    return failure();
  }

  bool intoLoops;

  static void inlineProducer(PatternRewriter &rewriter, EdgeRegion reader,
                             unsigned input, MapEdgesOp producer,
                             unsigned resultNumber) {
    bool batched = reader.isBatched(RowsOf::Edge, input);
    EdgeRegion source(producer);
    IRMapping mapping;
    mapping.map(source.getOrdinal(), reader.getOrdinal());
    for (RowsOf rows : {RowsOf::Other, RowsOf::Owner, RowsOf::Edge}) {
      RowsOf group = rows;
      if (rows != RowsOf::Edge)
        group = reader.getGroupOfEndpoint(
            rows == RowsOf::Other ? Endpoint::Source : Endpoint::Target);
      for (unsigned i = 0, e = source.getGroup(rows).size(); i < e; ++i) {
        bool inputBatched = batched && source.isBatched(rows, i);
        mapping.map(
            source.getArgument(rows, i),
            reader.addInput(group, source.getGroup(rows)[i], inputBatched));
      }
    }
    for (auto [i, shared] : llvm::enumerate(source.getGroup(RowsOf::Shared)))
      mapping.map(source.getArgument(RowsOf::Shared, i),
                  reader.addInput(RowsOf::Shared, shared, false));
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(&reader.getBlock());
    for (Operation &inner : source.getBlock().without_terminator())
      rewriter.clone(inner, mapping);
    Value row = mapping.lookupOrDefault(
        source.getBlock().getTerminator()->getOperand(resultNumber));
    BlockArgument argument = reader.getArgument(RowsOf::Edge, input);
    argument.replaceAllUsesWith(row);
    reader.eraseInput(RowsOf::Edge, input);
  }
};

} // namespace

void mesh::populateFuseProducerPatterns(RewritePatternSet &patterns,
                                        bool intoFolds) {
  patterns.add<FuseProducer<MapEdgesOp>>(patterns.getContext(), intoFolds);
  if (intoFolds)
    patterns.add<FuseProducer<AggregateOp>, FuseProducer<ReduceEdgesOp>>(
        patterns.getContext(), /*intoLoops=*/true);
}
