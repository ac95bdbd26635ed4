//===- FuseLinalg.cpp - structured ops on edge rows -----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linalg op whose results are edge rows is a map_edges; one that sums over
// the edges is a reduce_edges. Seen from one edge it is the op with the loops
// that are left: a broadcast of a number over a row, a dot product of two rows,
// a product of a row and a small matrix, an outer product.
//
//===----------------------------------------------------------------------===//

#include "EdgeMaps.h"
#include "Fuse.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

/// Small maps only: rows computed by more multiplications than this are better
/// stored, by a product that keeps its registers full.
static constexpr int64_t kMaxRowWork = 4096;
/// What the lowering unrolls.
static constexpr int64_t kMaxTerms = 1024;

namespace {

/// The loops of a linalg op: which are those over batches and edges, and how
/// the others are numbered for one edge.
class EdgeLoops {
public:
  /// `map` is the map of an operand with edge rows on axis `dim`.
  static std::optional<EdgeLoops> of(linalg::LinalgOp op, AffineMap map,
                                     int64_t dim);

  bool isEdge(unsigned loop) const { return edge == loop; }
  bool isOuter(unsigned loop) const {
    return isEdge(loop) || llvm::is_contained(batch, loop);
  }
  /// The map of an operand for one edge.
  std::optional<AffineMap> getRowMap(AffineMap map,
                                     RowOperand::Kind &kind) const;
  unsigned getRowLoop(unsigned loop) const {
    return llvm::find(inner, loop) - inner.begin();
  }

  SmallVector<unsigned> batch, inner;
  unsigned edge;
};

} // namespace

static std::optional<SmallVector<unsigned>> getLoopsOf(AffineMap map) {
  if (!map.isProjectedPermutation())
    return std::nullopt;
  return llvm::map_to_vector(map.getResults(), [](AffineExpr expr) {
    return cast<AffineDimExpr>(expr).getPosition();
  });
}

std::optional<EdgeLoops> EdgeLoops::of(linalg::LinalgOp op, AffineMap map,
                                       int64_t dim) {
  std::optional<SmallVector<unsigned>> loops = getLoopsOf(map);
  if (!loops || int64_t(loops->size()) <= dim)
    return std::nullopt;
  EdgeLoops result;
  result.batch.assign(loops->begin(), loops->begin() + dim);
  result.edge = (*loops)[dim];
  for (unsigned loop = 0, e = op.getNumLoops(); loop < e; ++loop)
    if (!result.isOuter(loop))
      result.inner.push_back(loop);
  return result;
}

std::optional<AffineMap> EdgeLoops::getRowMap(AffineMap map,
                                              RowOperand::Kind &kind) const {
  std::optional<SmallVector<unsigned>> loops = getLoopsOf(map);
  if (!loops)
    return std::nullopt;
  unsigned skip = 0;
  ArrayRef<unsigned> all(*loops);
  if (all.size() > batch.size() &&
      all.take_front(batch.size()) == ArrayRef<unsigned>(batch) &&
      isEdge(all[batch.size()])) {
    kind = RowOperand::Batched;
    skip = batch.size() + 1;
  } else if (!all.empty() && isEdge(all.front())) {
    kind = RowOperand::Unbatched;
    skip = 1;
  } else {
    kind = RowOperand::Shared;
  }
  SmallVector<AffineExpr> exprs;
  for (unsigned loop : all.drop_front(skip)) {
    // Batches or edges on other axes.
    if (isOuter(loop))
      return std::nullopt;
    exprs.push_back(getAffineDimExpr(getRowLoop(loop), map.getContext()));
  }
  return AffineMap::get(inner.size(), 0, exprs, map.getContext());
}

namespace {

/// A linalg op from the view of one edge.
struct RowForm {
  EdgeLoops loops;
  SmallVector<RowOperand> operands;
  SmallVector<AffineMap> maps; ///< of inputs, then of inits
};

} // namespace

/// The work of one edge: the product of the sizes of its loops; nothing where
/// one of a reduction is not known or too long.
static bool isSmall(linalg::LinalgOp op, const EdgeLoops &loops) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  int64_t work = 1, terms = 1;
  for (unsigned loop : loops.inner) {
    bool isReduction = iterators[loop] == utils::IteratorType::reduction;
    if (ShapedType::isDynamic(sizes[loop])) {
      if (isReduction)
        return false;
      continue;
    }
    work *= std::max<int64_t>(1, sizes[loop]);
    if (isReduction)
      terms *= std::max<int64_t>(1, sizes[loop]);
  }
  return terms == 1 || (terms <= kMaxTerms && work <= kMaxRowWork);
}

/// The number that an init is filled with, as a value of the function.
static Value getFill(Value init) {
  if (auto cast = init.getDefiningOp<tensor::CastOp>())
    init = cast.getSource();
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    return fill.getInputs().front();
  if (auto splat = init.getDefiningOp<tensor::SplatOp>())
    return splat.getInput();
  return {};
}

static FailureOr<RowForm> getRowForm(linalg::LinalgOp op, EdgeLoops loops) {
  if (capturesTensor(op))
    return failure();
  RowForm form{std::move(loops), {}, {}};
  bool anyRow = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (op.isScalar(input)) {
      form.operands.push_back({input->get(), RowOperand::Scalar});
      form.maps.push_back(
          AffineMap::get(form.loops.inner.size(), 0, op.getContext()));
      continue;
    }
    RowOperand::Kind kind;
    std::optional<AffineMap> map =
        form.loops.getRowMap(op.getMatchingIndexingMap(input), kind);
    if (!map)
      return failure();
    anyRow |= kind != RowOperand::Shared;
    form.operands.push_back({input->get(), kind});
    form.maps.push_back(*map);
  }
  if (!anyRow)
    return failure();
  // A loop over batches has no number inside the region.
  bool readsBatch = false;
  op->walk([&](linalg::IndexOp index) {
    readsBatch |= llvm::is_contained(form.loops.batch, index.getDim());
  });
  return readsBatch ? FailureOr<RowForm>(failure()) : form;
}

/// Clones the scalar body of `op` onto `arguments`; `getIndex` gives what
/// stands for a loop.
static SmallVector<Value> cloneBody(OpBuilder &builder, linalg::LinalgOp op,
                                    ValueRange arguments,
                                    function_ref<Value(unsigned)> getIndex) {
  Block &body = op->getRegion(0).front();
  IRMapping mapping;
  for (auto [from, to] : llvm::zip(body.getArguments(), arguments))
    if (to)
      mapping.map(from, to);
  for (Operation &inner : body.without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), getIndex(index.getDim()));
    else
      builder.clone(inner, mapping);
  }
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

/// The op on one row. `rowTypes` are the types of the results, `inits` their
/// initial values, null where the body does not read them.
static SmallVector<Value> buildRow(OpBuilder &rewriter, linalg::LinalgOp op,
                                   const RowForm &form, ArrayRef<Value> inner,
                                   TypeRange rowTypes, ArrayRef<Value> inits,
                                   Value ordinal, ValueRange sizes) {
  Location loc = op.getLoc();
  unsigned numLoops = form.loops.inner.size();
  auto getIndex = [&](OpBuilder &builder, unsigned loop) -> Value {
    if (form.loops.isEdge(loop))
      return ordinal;
    return linalg::IndexOp::create(builder, loc, form.loops.getRowLoop(loop));
  };
  if (numLoops == 0) {
    SmallVector<Value> arguments(inner);
    llvm::append_range(arguments, inits);
    return cloneBody(rewriter, op, arguments,
                     [&](unsigned loop) { return getIndex(rewriter, loop); });
  }
  SmallVector<Value> outs;
  for (auto [type, init] : llvm::zip(rowTypes, inits)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      tensor = RankedTensorType::get({}, type);
    if (init && isa<RankedTensorType>(init.getType())) {
      outs.push_back(init);
      continue;
    }
    Value out = tensor::EmptyOp::create(
        rewriter, loc, tensor, tensor.getRank() ? sizes : ValueRange());
    if (init)
      out = linalg::FillOp::create(rewriter, loc, init, out).getResult(0);
    outs.push_back(out);
  }
  SmallVector<utils::IteratorType> iterators;
  for (unsigned loop : form.loops.inner)
    iterators.push_back(op.getIteratorTypesArray()[loop]);
  auto generic = linalg::GenericOp::create(
      rewriter, loc, ValueRange(outs).getTypes(), inner, outs, form.maps,
      iterators, [&](OpBuilder &builder, Location, ValueRange arguments) {
        linalg::YieldOp::create(
            builder, loc, cloneBody(builder, op, arguments, [&](unsigned loop) {
              return getIndex(builder, loop);
            }));
      });
  SmallVector<Value> results;
  for (auto [type, result] : llvm::zip(rowTypes, generic.getResults()))
    results.push_back(
        isa<RankedTensorType>(type)
            ? result
            : tensor::ExtractOp::create(rewriter, loc, result, ValueRange())
                  .getResult());
  return results;
}

namespace {

/// Results are edge rows.
struct ConvertLinalg : public OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || isInRegionOp(op))
      return failure();
    std::optional<EdgeRows> rows = findEdgeRows(op);
    if (!rows)
      return failure();
    int64_t dim = rows->dim;
    auto loops = EdgeLoops::of(
        op, op.getMatchingIndexingMap(op.getDpsInitOperand(0)), dim);
    if (!loops)
      return failure();
    if (rows->operand) {
      // Its batch and edge axes must be those of the results: with its edges on
      // axis `dim`, its first axis has batches.
      RowOperand::Kind kind;
      auto map = op.getMatchingIndexingMap(rows->operand);
      if (!loops->getRowMap(map, kind) || kind != RowOperand::Batched)
        return failure();
    }
    if (!isSmall(op, *loops))
      return failure();
    for (unsigned loop = 0, e = op.getNumLoops(); loop < e; ++loop)
      if (loops->isOuter(loop) &&
          op.getIteratorTypesArray()[loop] != utils::IteratorType::parallel)
        return failure();
    FailureOr<RowForm> form = getRowForm(op, *loops);
    if (failed(form))
      return failure();

    // What the body reads of an init is one more row, or a number.
    bool isReduction = op.getNumReductionLoops() != 0;
    if (isReduction && op.getNumDpsInits() != 1)
      return failure();
    SmallVector<RowOperand> operands = form->operands;
    SmallVector<int> initOperands;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      RowOperand::Kind kind;
      std::optional<AffineMap> map =
          form->loops.getRowMap(op.getMatchingIndexingMap(&init), kind);
      if (!map || kind != RowOperand::Batched)
        return failure();
      if (!isReduction && !map->isIdentity())
        return failure();
      form->maps.push_back(*map);
      initOperands.push_back(-1);
      if (!op.payloadUsesValueFromOperand(&init))
        continue;
      initOperands.back() = operands.size();
      if (Value number = getFill(init.get()))
        operands.push_back({number, RowOperand::Scalar});
      else
        operands.push_back({init.get(), kind});
    }

    Location loc = op.getLoc();
    SmallVector<Value> outs;
    for (auto [k, init] : llvm::enumerate(op.getDpsInits())) {
      if (initOperands[k] < 0) {
        outs.push_back(init);
        continue;
      }
      // Not what the body reads: the rows are overwritten.
      auto type = cast<RankedTensorType>(init.getType());
      outs.push_back(tensor::EmptyOp::create(
          rewriter, loc, type, getRowSizes(rewriter, loc, init, 0)));
    }
    SmallVector<Value> sizes =
        getRowSizes(rewriter, loc, outs.front(), dim + 1);
    auto map = createEdgeMap<MapEdgesOp>(
        rewriter, op, *rows, operands, outs,
        [&](MapEdgesOp created, ArrayRef<Value> inner) {
          SmallVector<Type> rowTypes;
          SmallVector<Value> inits;
          for (auto [k, position] : llvm::enumerate(initOperands)) {
            rowTypes.push_back(created.getOutRowType(k));
            inits.push_back(position < 0 ? Value() : inner[position]);
          }
          return buildRow(
              rewriter, op, *form, inner.take_front(form->operands.size()),
              rowTypes, inits, created.getBody().front().getArguments().back(),
              sizes);
        });
    rewriter.replaceOp(op, map.getResults());
    return success();
  }
};

/// Sums over the edges of rows that an op next to it computes.
struct ConvertEdgeSum : public OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || isInRegionOp(op) ||
        op.getNumDpsInits() != 1)
      return failure();
    std::optional<EdgeRows> rows = findEdgeRows(op);
    if (!rows || !rows->operand ||
        !isa<MapEdgesOp>(rows->operand->get().getDefiningOp()))
      return failure();
    auto loops =
        EdgeLoops::of(op, op.getMatchingIndexingMap(rows->operand), rows->dim);
    if (!loops || !isSmall(op, *loops))
      return failure();
    for (unsigned loop = 0, e = op.getNumLoops(); loop < e; ++loop)
      if (loops->isOuter(loop) &&
          op.getIteratorTypesArray()[loop] != utils::IteratorType::reduction)
        return failure();
    // init + term
    OpOperand *init = op.getDpsInitOperand(0);
    BlockArgument before = op.getMatchingBlockArgument(init);
    auto add = op.getBlock()
                   ->getTerminator()
                   ->getOperand(0)
                   .getDefiningOp<arith::AddFOp>();
    if (!add || !before.hasOneUse() || *before.user_begin() != add)
      return failure();
    auto type = cast<RankedTensorType>(init->get().getType());
    // Narrow sums would be rounded differently.
    if (type.getElementType().getIntOrFloatBitWidth() < 32)
      return failure();
    int64_t size = 1;
    for (int64_t axis : type.getShape())
      size = ShapedType::isDynamic(axis) ? size
                                         : size * std::max<int64_t>(axis, 1);
    if (size > kMaxRowWork)
      return failure();
    FailureOr<RowForm> form = getRowForm(op, *loops);
    RowOperand::Kind kind;
    std::optional<AffineMap> out =
        loops->getRowMap(op.getMatchingIndexingMap(init), kind);
    if (failed(form) || !out || kind != RowOperand::Shared)
      return failure();
    form->maps.push_back(*out);

    Location loc = op.getLoc();
    SmallVector<Value> sizes = getRowSizes(rewriter, loc, init->get(), 0);
    Value empty = tensor::EmptyOp::create(rewriter, loc, type, sizes);
    auto sum = createEdgeMap<ReduceEdgesOp>(
        rewriter, op, *rows, form->operands, empty,
        [&](ReduceEdgesOp created, ArrayRef<Value> inner) {
          Value zero = arith::ConstantOp::create(
              rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
          return buildRow(rewriter, op, *form, inner, created.getOutRowType(0),
                          zero, created.getBody().front().getArguments().back(),
                          sizes);
        });
    Value total = sum.getResult(0);
    if (!matchPattern(init->get(), m_AnyZeroFloat())) {
      Value number = getFill(init->get());
      if (!number || !matchPattern(number, m_AnyZeroFloat()))
        total = arith::AddFOp::create(rewriter, loc, init->get(), total);
    }
    rewriter.replaceOp(op, total);
    return success();
  }
};

} // namespace

void mesh::populateLinalgToRegionPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertLinalg, ConvertEdgeSum>(patterns.getContext());
}
