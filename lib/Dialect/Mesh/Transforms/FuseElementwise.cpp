//===- FuseElementwise.cpp - elementwise ops on edge rows as map_edges
//----------===//
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
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

namespace {

/// The graph whose edges the rows of `op` belong to, and their axis.
struct EdgeRows {
  Value graph;
  int64_t dim;
};

/// One operand of an elementwise op, seen from a single edge.
struct RowOperand {
  Value value;
  enum Kind { Batched, Unbatched, Scalar, Splat } kind;
};

} // namespace

/// Looks at the producers and readers of `op` for a region op that fixes what
/// its rows are.
static std::optional<EdgeRows> findEdgeRows(Operation *op) {
  for (Value operand : op->getOperands()) {
    auto map = operand.getDefiningOp<MapEdgesOp>();
    if (map && map.isOverGraph())
      return EdgeRows{map.getOver().front(),
                      static_cast<int64_t>(map.getDim())};
    if (auto softmax = operand.getDefiningOp<SegmentSoftmaxOp>())
      return EdgeRows{softmax.getGraph(),
                      static_cast<int64_t>(softmax.getDim())};
  }
  for (OpOperand &use : op->getUses()) {
    if (auto softmax = dyn_cast<SegmentSoftmaxOp>(use.getOwner()))
      return EdgeRows{softmax.getGraph(),
                      static_cast<int64_t>(softmax.getDim())};
    for (EdgeRegion region : EdgeRegion::of(use.getOwner())) {
      if (!isa<mesh::GraphType>(region.getGraph().getType()))
        continue;
      for (auto [i, value] : llvm::enumerate(region.getGroup(RowsOf::Edge)))
        if (value == use.get())
          return EdgeRows{region.getGraph(), region.isBatched(RowsOf::Edge, i)
                                                 ? region.getDim()
                                                 : 0};
    }
  }
  return std::nullopt;
}

/// The graph must be available where `op` stands.
static bool isAvailableAt(Value graph, Operation *op) {
  Operation *def = graph.getDefiningOp();
  if (!def)
    return graph.getParentRegion()->isAncestor(op->getParentRegion());
  if (def->getBlock() == op->getBlock())
    return def->isBeforeInBlock(op);
  Operation *ancestor = def->getBlock()->findAncestorOpInBlock(*op);
  return ancestor && def->isBeforeInBlock(ancestor);
}

static Type dropAxes(RankedTensorType type, int64_t count) {
  if (type.getRank() == count)
    return type.getElementType();
  return RankedTensorType::get(type.getShape().drop_front(count),
                               type.getElementType());
}

/// Creates the map_edges that computes the results of `op` from `operands`,
/// with `outs` of the result types, and calls `fill` with the arguments for the
/// tensor operands (null for scalars), in order.
static MapEdgesOp
createMap(PatternRewriter &rewriter, Operation *op, EdgeRows rows,
          ArrayRef<RowOperand> operands, ValueRange outs,
          function_ref<SmallVector<Value>(MapEdgesOp, ArrayRef<Value>)> fill) {
  SmallVector<Value> edges;
  SmallVector<bool> batched;
  SmallVector<Type> arguments;
  for (const RowOperand &operand : operands) {
    if (operand.kind != RowOperand::Batched &&
        operand.kind != RowOperand::Unbatched)
      continue;
    edges.push_back(operand.value);
    batched.push_back(operand.kind == RowOperand::Batched || rows.dim == 0);
    arguments.push_back(
        dropAxes(cast<RankedTensorType>(operand.value.getType()),
                 (batched.back() ? rows.dim : 0) + 1));
  }
  bool all = llvm::all_of(batched, [](bool b) { return b; });
  ValueRange none;
  auto map = MapEdgesOp::create(
      rewriter, op->getLoc(), outs.getTypes(), rows.graph, none, none, edges,
      none, outs, rewriter.getI64IntegerAttr(rows.dim),
      all ? DenseBoolArrayAttr() : rewriter.getDenseBoolArrayAttr(batched));
  arguments.push_back(rewriter.getIndexType());
  OpBuilder::InsertionGuard guard(rewriter);
  Block *body = rewriter.createBlock(
      &map.getBody(), map.getBody().end(), arguments,
      SmallVector<Location>(arguments.size(), op->getLoc()));
  SmallVector<Value> inner;
  unsigned next = 0;
  for (const RowOperand &operand : operands)
    inner.push_back(operand.kind == RowOperand::Batched ||
                            operand.kind == RowOperand::Unbatched
                        ? Value(body->getArgument(next++))
                        : operand.value);
  YieldOp::create(rewriter, op->getLoc(), fill(map, inner));
  return map;
}

/// The sizes of the dynamic axes of a row `row` of `like`, computed outside.
static SmallVector<Value> getRowSizes(OpBuilder &builder, Location loc,
                                      Value like, int64_t skip) {
  SmallVector<Value> sizes;
  auto type = cast<RankedTensorType>(like.getType());
  for (int64_t axis = skip; axis < type.getRank(); ++axis)
    if (type.isDynamicDim(axis))
      sizes.push_back(tensor::DimOp::create(builder, loc, like, axis));
  return sizes;
}

namespace {

/// arith and math ops on tensors.
struct ConvertElementwise : public RewritePattern {
  ConvertElementwise(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!OpTrait::hasElementwiseMappableTraits(op) ||
        op->getNumResults() == 0 || op->getNumRegions() != 0)
      return failure();
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type)
      return failure();
    // A choice between two whole tensors, whose sizes may differ.
    auto select = dyn_cast<arith::SelectOp>(op);
    if (select && !isa<ShapedType>(select.getCondition().getType()))
      return failure();
    std::optional<EdgeRows> rows = findEdgeRows(op);
    if (!rows || type.getRank() <= rows->dim || !isAvailableAt(rows->graph, op))
      return failure();

    SmallVector<RowOperand> operands;
    Value like;
    for (Value operand : op->getOperands()) {
      if (!isa<RankedTensorType>(operand.getType())) {
        operands.push_back({operand, RowOperand::Scalar});
      } else if (operand.getDefiningOp<tensor::SplatOp>()) {
        operands.push_back({operand, RowOperand::Splat});
      } else {
        operands.push_back({operand, RowOperand::Batched});
        like = operand;
      }
    }
    if (!like)
      return failure();

    Location loc = op->getLoc();
    SmallVector<Value> outs;
    for (Value result : op->getResults()) {
      auto resultType = cast<RankedTensorType>(result.getType());
      outs.push_back(tensor::EmptyOp::create(
          rewriter, loc, resultType, getRowSizes(rewriter, loc, like, 0)));
    }
    SmallVector<Value> sizes = getRowSizes(rewriter, loc, like, rows->dim + 1);
    MapEdgesOp map = createMap(
        rewriter, op, *rows, operands, outs,
        [&](MapEdgesOp created, ArrayRef<Value> inner) {
          IRMapping mapping;
          for (auto [operand, value, original] :
               llvm::zip(operands, inner, op->getOperands())) {
            if (operand.kind != RowOperand::Splat) {
              mapping.map(original, value);
              continue;
            }
            auto splat = original.getDefiningOp<tensor::SplatOp>();
            Type row = dropAxes(splat.getType(), rows->dim + 1);
            mapping.map(original, createRowSplat(rewriter, loc, row,
                                                 splat.getInput(), sizes));
          }
          Operation *clone = rewriter.clone(*op, mapping);
          for (auto [i, result] : llvm::enumerate(clone->getResults()))
            result.setType(created.getOutRowType(i));
          return SmallVector<Value>(clone->getResults());
        });
    rewriter.replaceOp(op, map.getResults());
    return success();
  }
};

/// linalg.generic and named elementwise ops.
struct ConvertLinalg : public OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  /// The loop of dimension `d` counted from the row axis on; fails for maps
  /// that touch batch or edge dimensions in any other way than in front.
  static FailureOr<AffineMap> getRowMap(AffineMap map, int64_t dim,
                                        RowOperand::Kind &kind) {
    if (!map.isProjectedPermutation())
      return failure();
    unsigned row = static_cast<unsigned>(dim), skip = 0;
    auto dims = llvm::map_to_vector(map.getResults(), [](AffineExpr e) {
      return cast<AffineDimExpr>(e).getPosition();
    });
    auto startsWith = [&](unsigned first) {
      if (dims.size() < row - first + 1)
        return false;
      for (unsigned d = first; d <= row; ++d)
        if (dims[d - first] != d)
          return false;
      return true;
    };
    if (startsWith(0)) {
      kind = RowOperand::Batched;
      skip = row + 1;
    } else if (startsWith(row)) {
      kind = RowOperand::Unbatched;
      skip = 1;
    } else {
      return failure();
    }
    MLIRContext *context = map.getContext();
    SmallVector<AffineExpr> exprs;
    for (unsigned d : ArrayRef(dims).drop_front(skip)) {
      if (d <= row)
        return failure();
      exprs.push_back(getAffineDimExpr(d - row - 1, context));
    }
    return AffineMap::get(map.getNumDims() - row - 1, 0, exprs, context);
  }

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() ||
        op.getNumParallelLoops() != op.getNumLoops())
      return failure();
    std::optional<EdgeRows> rows = findEdgeRows(op);
    if (!rows || op.getNumLoops() <= rows->dim ||
        !isAvailableAt(rows->graph, op))
      return failure();
    Block &scalarBody = op->getRegion(0).front();
    SmallVector<AffineMap> maps;
    SmallVector<RowOperand> operands;
    for (OpOperand *input : op.getDpsInputOperands()) {
      if (op.isScalar(input)) {
        operands.push_back({input->get(), RowOperand::Scalar});
        maps.push_back(AffineMap::get(op.getNumLoops() - rows->dim - 1, 0,
                                      rewriter.getContext()));
        continue;
      }
      RowOperand::Kind kind;
      FailureOr<AffineMap> map =
          getRowMap(op.getMatchingIndexingMap(input), rows->dim, kind);
      if (failed(map))
        return failure();
      operands.push_back({input->get(), kind});
      maps.push_back(*map);
    }
    if (operands.empty())
      return failure();
    for (OpOperand &init : op.getDpsInitsMutable()) {
      if (op.payloadUsesValueFromOperand(&init) ||
          !op.getMatchingIndexingMap(&init).isIdentity())
        return failure();
      maps.push_back(AffineMap::getMultiDimIdentityMap(
          op.getNumLoops() - rows->dim - 1, rewriter.getContext()));
    }
    bool batchIndex = false;
    scalarBody.walk([&](linalg::IndexOp index) {
      batchIndex |= static_cast<int64_t>(index.getDim()) < rows->dim;
    });
    if (batchIndex)
      return failure();

    Location loc = op.getLoc();
    SmallVector<Value> outs(op.getDpsInits());
    SmallVector<Value> sizes =
        getRowSizes(rewriter, loc, outs.front(), rows->dim + 1);
    MapEdgesOp map = createMap(rewriter, op, *rows, operands, outs,
                               [&](MapEdgesOp created, ArrayRef<Value> inner) {
                                 return buildRow(rewriter, op, created, *rows,
                                                 inner, maps, sizes);
                               });
    rewriter.replaceOp(op, map.getResults());
    return success();
  }

  /// The op on one row: its scalar body where nothing is left of the row, a
  /// linalg.generic otherwise.
  static SmallVector<Value> buildRow(PatternRewriter &rewriter,
                                     linalg::LinalgOp op, MapEdgesOp map,
                                     EdgeRows rows, ArrayRef<Value> inner,
                                     ArrayRef<AffineMap> maps,
                                     ValueRange sizes) {
    Location loc = op.getLoc();
    Block &scalarBody = op->getRegion(0).front();
    Value ordinal = map.getBody().front().getArguments().back();
    unsigned numLoops = op.getNumLoops() - rows.dim - 1;

    auto cloneBody = [&](OpBuilder &builder, ValueRange arguments) {
      IRMapping mapping;
      for (auto [from, to] : llvm::zip(scalarBody.getArguments(), arguments))
        mapping.map(from, to);
      for (Operation &inner : scalarBody.without_terminator()) {
        auto index = dyn_cast<linalg::IndexOp>(inner);
        if (!index) {
          builder.clone(inner, mapping);
          continue;
        }
        int64_t d = index.getDim();
        mapping.map(index.getResult(),
                    d == rows.dim ? ordinal
                                  : linalg::IndexOp::create(builder, loc,
                                                            d - rows.dim - 1)
                                        .getResult());
      }
      SmallVector<Value> results;
      for (Value value : scalarBody.getTerminator()->getOperands())
        results.push_back(mapping.lookupOrDefault(value));
      return results;
    };
    if (numLoops == 0)
      return cloneBody(rewriter, inner);

    SmallVector<Type> types;
    SmallVector<Value> inits;
    for (unsigned i = 0, e = op.getNumDpsInits(); i < e; ++i) {
      types.push_back(map.getOutRowType(i));
      inits.push_back(tensor::EmptyOp::create(
          rewriter, loc, cast<RankedTensorType>(types.back()), sizes));
    }
    SmallVector<utils::IteratorType> iterators(numLoops,
                                               utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        rewriter, loc, types, inner, inits, maps, iterators,
        [&](OpBuilder &builder, Location, ValueRange arguments) {
          linalg::YieldOp::create(builder, loc, cloneBody(builder, arguments));
        });
    return SmallVector<Value>(generic.getResults());
  }
};

} // namespace

void mesh::populateElementwiseToRegionPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertElementwise, ConvertLinalg>(patterns.getContext());
}
