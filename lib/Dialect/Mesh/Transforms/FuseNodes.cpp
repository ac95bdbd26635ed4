//===- FuseNodes.cpp - node-wise ops after a fold -------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is computed entry by entry from the result of a fold is part of its
// `finish`: the result is not written and read again. Ops before a fold stay
// where they are: computed at each edge, a scaled row took 1.03 to 1.1 of the
// time of a pass over the rows before the fold, which gathers wait for memory
// anyway.
//
//===----------------------------------------------------------------------===//

#include "EdgeMaps.h"
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

/// An op on node rows, entry by entry, from the view of one node.
struct NodeOp {
  Operation *op;
  int64_t dim;
  /// In operand order; empty kinds stand for outs.
  SmallVector<RowOperand> operands;

  static std::optional<NodeOp> of(Operation *op, int64_t dim);
  /// The op on rows: `inner` has what stands for each operand.
  Value build(OpBuilder &b, ArrayRef<Value> inner, Type row,
              ValueRange sizes) const;
};

} // namespace

/// Where the rows of an operand stand; `map` is from the loops of an op whose
/// first `dim + 1` loops are batches and nodes.
static std::optional<RowOperand::Kind> getKind(AffineMap map, int64_t dim) {
  if (!map.isProjectedPermutation())
    return std::nullopt;
  auto loops = llvm::map_to_vector(map.getResults(), [](AffineExpr expr) {
    return int64_t(cast<AffineDimExpr>(expr).getPosition());
  });
  RowOperand::Kind kind = RowOperand::Shared;
  size_t skip = 0;
  if (int64_t(loops.size()) > dim &&
      llvm::equal(ArrayRef(loops).take_front(dim + 1),
                  llvm::seq<int64_t>(0, dim + 1))) {
    kind = RowOperand::Batched;
    skip = dim + 1;
  } else if (!loops.empty() && loops.front() == dim) {
    kind = RowOperand::Unbatched;
    skip = 1;
  }
  for (int64_t loop : ArrayRef(loops).drop_front(skip))
    if (loop <= dim)
      return std::nullopt;
  return kind;
}

std::optional<NodeOp> NodeOp::of(Operation *op, int64_t dim) {
  if (op->getNumResults() != 1)
    return std::nullopt;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || type.getRank() <= dim)
    return std::nullopt;
  NodeOp node{op, dim, {}};
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    OpOperand *init = structured.getDpsInitOperand(0);
    if (!structured.hasPureTensorSemantics() ||
        structured.getNumParallelLoops() != structured.getNumLoops() ||
        structured.getNumDpsInits() != 1 ||
        structured.payloadUsesValueFromOperand(init) ||
        !structured.getMatchingIndexingMap(init).isIdentity() ||
        isa<linalg::FillOp>(op) || capturesTensor(op))
      return std::nullopt;
    bool usesIndex = false;
    op->walk([&](linalg::IndexOp) { usesIndex = true; });
    if (usesIndex)
      return std::nullopt;
    for (OpOperand *input : structured.getDpsInputOperands()) {
      if (structured.isScalar(input)) {
        node.operands.push_back({input->get(), RowOperand::Scalar});
        continue;
      }
      auto kind = getKind(structured.getMatchingIndexingMap(input), dim);
      if (!kind)
        return std::nullopt;
      node.operands.push_back({input->get(), *kind});
    }
    return node;
  }
  if (!OpTrait::hasElementwiseMappableTraits(op) || op->getNumRegions() != 0)
    return std::nullopt;
  auto select = dyn_cast<arith::SelectOp>(op);
  if (select && !isa<ShapedType>(select.getCondition().getType()))
    return std::nullopt;
  for (Value operand : op->getOperands()) {
    if (!isa<RankedTensorType>(operand.getType()))
      node.operands.push_back({operand, RowOperand::Scalar});
    else if (operand.getDefiningOp<tensor::SplatOp>())
      node.operands.push_back({operand, RowOperand::Splat});
    else
      node.operands.push_back({operand, RowOperand::Batched});
  }
  return node;
}

Value NodeOp::build(OpBuilder &b, ArrayRef<Value> inner, Type row,
                    ValueRange sizes) const {
  Location loc = op->getLoc();
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured) {
    IRMapping mapping;
    for (auto [operand, value, original] :
         llvm::zip(operands, inner, op->getOperands())) {
      if (operand.kind != RowOperand::Splat) {
        mapping.map(original, value);
        continue;
      }
      auto splat = original.getDefiningOp<tensor::SplatOp>();
      mapping.map(original, createRowSplat(
                                b, loc,
                                getRowTypeWithElement(
                                    row, getElementTypeOrSelf(splat.getType())),
                                splat.getInput(), sizes));
    }
    Operation *clone = b.clone(*op, mapping);
    clone->getResult(0).setType(row);
    return clone->getResult(0);
  }
  unsigned rowLoops = structured.getNumLoops() - dim - 1;
  auto cloneBody = [&](OpBuilder &body, ValueRange arguments) -> Value {
    IRMapping mapping;
    Block &block = *structured.getBlock();
    for (auto [from, to] : llvm::zip(block.getArguments(), arguments))
      mapping.map(from, to);
    for (Operation &each : block.without_terminator())
      body.clone(each, mapping);
    return mapping.lookupOrDefault(block.getTerminator()->getOperand(0));
  };
  if (rowLoops == 0)
    return cloneBody(b, inner);
  SmallVector<AffineMap> maps;
  for (OpOperand *input : structured.getDpsInputOperands()) {
    AffineMap map = structured.getMatchingIndexingMap(input);
    SmallVector<AffineExpr> exprs;
    for (AffineExpr expr : map.getResults()) {
      int64_t loop = cast<AffineDimExpr>(expr).getPosition();
      if (loop > dim)
        exprs.push_back(b.getAffineDimExpr(loop - dim - 1));
    }
    maps.push_back(AffineMap::get(rowLoops, 0, exprs, b.getContext()));
  }
  maps.push_back(b.getMultiDimIdentityMap(rowLoops));
  auto type = cast<RankedTensorType>(row);
  Value empty = tensor::EmptyOp::create(b, loc, type, sizes);
  auto generic = linalg::GenericOp::create(
      b, loc, TypeRange(type), inner, empty, maps,
      SmallVector<utils::IteratorType>(rowLoops, utils::IteratorType::parallel),
      [&](OpBuilder &body, Location, ValueRange arguments) {
        linalg::YieldOp::create(body, loc, cloneBody(body, arguments));
      });
  return generic.getResult(0);
}

/// The only reader of the rows of `result`; those that ask for its size do not
/// count.
static bool isOnlyReadBy(Value result, Operation *op) {
  return llvm::all_of(result.getUsers(), [&](Operation *user) {
    return user == op || isa<tensor::DimOp>(user);
  });
}

namespace {

struct FoldEpilogue : public RewritePattern {
  FoldEpilogue(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 || isInRegionOp(op))
      return failure();
    for (Value operand : op->getOperands()) {
      auto fold = operand.getDefiningOp<AggregateOp>();
      if (!fold || !fold.isOverGraph() || !isOnlyReadBy(operand, op) ||
          fold->getBlock() != op->getBlock())
        continue;
      std::optional<NodeOp> node = NodeOp::of(op, fold.getDim());
      if (!node || !canMove(fold, op) || !isRowOfFold(*node, fold))
        continue;
      fuse(rewriter, fold, *node);
      return success();
    }
    return failure();
  }

  /// The fold may be computed where `op` stands: nothing between reads it.
  static bool canMove(AggregateOp fold, Operation *op) {
    return llvm::all_of(fold->getUsers(), [&](Operation *user) {
      if (user == op || isa<tensor::DimOp>(user))
        return true;
      Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
      return ancestor && op->isBeforeInBlock(ancestor);
    });
  }

  /// Every result of the fold that the op reads is read as node rows, and by
  /// nobody else.
  static bool isRowOfFold(const NodeOp &node, AggregateOp fold) {
    unsigned reads = 0, uses = 0;
    for (const RowOperand &operand : node.operands) {
      if (operand.value.getDefiningOp() != fold)
        continue;
      ++reads;
      if (operand.kind != RowOperand::Batched ||
          !isOnlyReadBy(operand.value, node.op))
        return false;
    }
    // Entry by entry: a fold of wide rows has one piece of them at a time.
    if (auto structured = dyn_cast<linalg::LinalgOp>(node.op))
      for (OpOperand *input : structured.getDpsInputOperands())
        if (input->get().getDefiningOp() == fold &&
            !structured.getMatchingIndexingMap(input).isIdentity())
          return false;
    // Not as a destination.
    for (Value operand : node.op->getOperands())
      uses += operand.getDefiningOp() == fold;
    return reads > 0 && reads == uses;
  }

  static void fuse(PatternRewriter &rewriter, AggregateOp fold,
                   const NodeOp &node) {
    Operation *op = node.op;
    Location loc = op->getLoc();
    // Sizes are those of the outs.
    for (Value result : fold.getResults())
      for (OpOperand &use : llvm::make_early_inc_range(result.getUses()))
        if (auto dim = dyn_cast<tensor::DimOp>(use.getOwner()))
          rewriter.modifyOpInPlace(dim, [&] {
            use.set(fold.getOuts()[cast<OpResult>(result).getResultNumber()]);
          });
    rewriter.setInsertionPoint(op);
    unsigned replaced = 0;
    for (const RowOperand &operand : node.operands)
      if (operand.value.getDefiningOp() == fold)
        replaced = cast<OpResult>(operand.value).getResultNumber();

    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Value like = fold.getOuts()[replaced];
    SmallVector<Value> dynamic;
    for (int64_t axis = 0; axis < type.getRank(); ++axis) {
      if (!type.isDynamicDim(axis))
        continue;
      // Batches and nodes are those of the fold, trailing axes too: the op
      // works entry by entry.
      dynamic.push_back(tensor::DimOp::create(rewriter, loc, like, axis));
    }
    Value out = tensor::EmptyOp::create(rewriter, loc, type, dynamic);
    // Those that are not known in the type of the result.
    SmallVector<Value> rowSizes(ArrayRef(dynamic).drop_front(llvm::count_if(
        type.getShape().take_front(fold.getDim() + 1), ShapedType::isDynamic)));

    SmallVector<Value> outs(fold.getOuts());
    outs[replaced] = out;
    auto fused = AggregateOp::create(
        rewriter, rewriter.getFusedLoc({fold.getLoc(), loc}),
        ValueRange(outs).getTypes(), fold.getOver(), fold.getSources(),
        fold.getOwners(), fold.getEdges(), fold.getScoreSources(),
        fold.getScoreOwners(), fold.getScoreEdges(), fold.getShared(), outs,
        fold.getEndpointAttr(), fold.getDimAttr(), fold.getStabilizeAttr(),
        fold.getBatchedAttr(), fold.getSortedAttr());
    fused->setDiscardableAttrs(fold->getDiscardableAttrDictionary());
    {
      OpBuilder::InsertionGuard guard(rewriter);
      makeFinish(rewriter, fold);
    }
    for (auto [from, to] : llvm::zip(fold->getRegions(), fused->getRegions()))
      rewriter.inlineRegionBefore(from, to, to.begin());

    EdgeRegion rows(fused, /*score=*/false);
    Block &finish = fused.getFinish().front();
    Operation *yield = finish.getTerminator();
    SmallVector<Value> inner;
    for (const RowOperand &operand : node.operands) {
      if (operand.value.getDefiningOp() == fold) {
        inner.push_back(
            yield->getOperand(cast<OpResult>(operand.value).getResultNumber()));
        continue;
      }
      switch (operand.kind) {
      case RowOperand::Scalar:
      case RowOperand::Splat:
        inner.push_back(operand.value);
        break;
      case RowOperand::Shared:
        rows.addInput(RowsOf::Shared, operand.value, false);
        inner.push_back(Value());
        break;
      case RowOperand::Batched:
      case RowOperand::Unbatched:
        rows.addInput(RowsOf::Owner, operand.value,
                      operand.kind == RowOperand::Batched);
        inner.push_back(Value());
      }
    }
    // Where they are in `finish` once all have been added.
    for (auto [value, operand] : llvm::zip(inner, node.operands))
      if (!value)
        value = getFinishArgument(fused, operand);
    rewriter.setInsertionPoint(yield);
    Value row =
        node.build(rewriter, inner, fused.getOutRowType(replaced), rowSizes);
    rewriter.modifyOpInPlace(yield, [&] { yield->setOperand(replaced, row); });

    for (auto [i, result] : llvm::enumerate(fold.getResults()))
      if (i != replaced)
        rewriter.replaceAllUsesWith(result, fused.getResult(i));
    rewriter.replaceOp(op, fused.getResult(replaced));
    rewriter.eraseOp(fold);
  }

  static Value getFinishArgument(AggregateOp op, const RowOperand &operand) {
    Block &finish = op.getFinish().front();
    unsigned owners = op.getOwners().size(), shared = op.getShared().size();
    unsigned firstOwner = finish.getNumArguments() - 1 - shared - owners;
    if (operand.kind == RowOperand::Shared) {
      auto at = llvm::find(op.getShared(), operand.value);
      return finish.getArgument(firstOwner + owners +
                                (at - op.getShared().begin()));
    }
    EdgeRegion rows(op, /*score=*/false);
    for (auto [i, owner] : llvm::enumerate(op.getOwners()))
      if (owner == operand.value &&
          (op.getDim() == 0 || rows.isBatched(RowsOf::Owner, i) ==
                                   (operand.kind == RowOperand::Batched)))
        return finish.getArgument(firstOwner + i);
    llvm_unreachable("an operand that was added is missing");
  }
};

} // namespace

void mesh::populateNodePatterns(RewritePatternSet &patterns) {
  patterns.add<FoldEpilogue>(patterns.getContext());
}
