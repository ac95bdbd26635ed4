//===- LowerGraphBuild.cpp - ops that build sorted edge lists -------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerGraph.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mesh;

using arith::CmpIPredicate;

static Value getLength(ImplicitLocOpBuilder &b, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(0))
    return indexConstant(b, type.getDimSize(0));
  return tensor::DimOp::create(b, tensor, 0);
}

//===----------------------------------------------------------------------===//
// mesh.graph
//===----------------------------------------------------------------------===//

/// (graph_c3) `0 <= id < count` for one end of edge `edge`.
static void checkEnd(ImplicitLocOpBuilder &b, StringRef name, Value ids,
                     Value edge, Value count) {
  Value id = loadIndex(b, ids, edge);
  // Unsigned: a negative id is large.
  check(b, CmpIPredicate::ult, id, count,
        "edge {0}: " + name + " {1} is out of range, expects 0 <= " + name +
            " < {2}",
        {edge, id, count});
}

namespace {

struct LowerGraphOp : public GraphOpPattern<GraphOp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(GraphOp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value source = adaptor.getSource().front();
    Value target = adaptor.getTarget().front();
    Value numSources = adaptor.getNumSources().front();
    Value numTargets = adaptor.getNumTargets().front();
    Type indexType = op.getType().getIndexType();

    Value numEdges = getLength(b, source);
    check(b, CmpIPredicate::eq, numEdges, getLength(b, target),
          "'mesh.graph' op expects 'source' and 'target' to have the same "
          "length, but got {0} and {1}",
          {numEdges, getLength(b, target)});
    checkCount(b, numEdges, indexType,
               "'mesh.graph' op expects the number of edges");
    checkCount(b, numSources, indexType,
               "'mesh.graph' op expects 'num_sources'");
    checkCount(b, numTargets, indexType,
               "'mesh.graph' op expects 'num_targets'");
    buildLoop(b, indexConstant(b, 0), numEdges,
              [&](ImplicitLocOpBuilder &inner, Value edge) {
                checkEnd(inner, "source", source, edge, numSources);
                checkEnd(inner, "target", target, edge, numTargets);
              });
    SmallVector<Value> components =
        buildComponents(b, source, target, numSources, numTargets);
    rewriter.replaceOpWithMultiple(op, {ValueRange(components)});
    return success();
  }
};

//===----------------------------------------------------------------------===//
// mesh.cartesian_product
//===----------------------------------------------------------------------===//

/// `a * b` for counts of the index type, checked to fit it.
Value buildCountProduct(ImplicitLocOpBuilder &b, Value lhs, Value rhs,
                        IntegerType indexType, const Twine &what) {
  Value product = arith::MulIOp::create(b, lhs, rhs);
  if (indexType.getWidth() <= 32) {
    // Both factors fit 31 bits: the product is exact.
    checkCount(b, product, indexType, what);
    return product;
  }
  // Both factors are below 2^63: dividing back finds every overflow.
  Value zero = indexConstant(b, 0), one = indexConstant(b, 1);
  Value isZero = compare(b, CmpIPredicate::eq, rhs, zero);
  Value divisor = arith::SelectOp::create(b, isZero, one, rhs);
  Value back = arith::DivUIOp::create(b, product, divisor);
  Value isExact = compare(b, CmpIPredicate::eq, back, lhs);
  Value fits = compare(b, CmpIPredicate::sge, product, zero);
  Value isGood =
      arith::OrIOp::create(b, isZero, arith::AndIOp::create(b, isExact, fits));
  AssertOp::create(
      b, isGood, (what + " to fit the index type, but got {0} times {1}").str(),
      ValueRange{lhs, rhs});
  return product;
}

/// One end of the product's edges that come from one factor, whose ids of that
/// end are `ids`. The edges are a row-major table of `counts`; axis `idAxis`
/// counts edges of the factor and the other axis nodes of the other factor.
Value buildProductEnds(ImplicitLocOpBuilder &b, Value ids, unsigned idAxis,
                       ArrayRef<OpFoldResult> counts, Value numRight) {
  Type element = getElementTypeOrSelf(ids);
  Value init = tensor::EmptyOp::create(b, counts, element);
  AffineMap maps[] = {
      AffineMap::get(2, 0, b.getAffineDimExpr(idAxis), b.getContext()),
      b.getMultiDimIdentityMap(2)};
  utils::IteratorType loops[] = {utils::IteratorType::parallel,
                                 utils::IteratorType::parallel};
  Value table =
      linalg::GenericOp::create(
          b, TypeRange(init.getType()), ids, ValueRange(init), maps, loops,
          [&](OpBuilder &nested, Location loc, ValueRange args) {
            ImplicitLocOpBuilder inner(loc, nested);
            Value id = arith::IndexCastOp::create(inner, inner.getIndexType(),
                                                  args[0]);
            Value other = linalg::IndexOp::create(inner, 1 - idAxis);
            Value left = idAxis == 0 ? id : other;
            Value right = idAxis == 0 ? other : id;
            Value node = arith::AddIOp::create(
                inner, arith::MulIOp::create(inner, left, numRight), right);
            linalg::YieldOp::create(
                inner,
                arith::IndexCastOp::create(inner, element, node).getResult());
          })
          .getResult(0);
  SmallVector<ReassociationIndices> groups = {{0, 1}};
  return tensor::CollapseShapeOp::create(b, table, groups);
}

struct LowerCartesianProduct : public GraphOpPattern<CartesianProductOp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(CartesianProductOp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    IntegerType indexType = op.getType().getIndexType();
    ValueRange left = adaptor.getLeft(), right = adaptor.getRight();
    Value numLeft = checkSquare(b, left, "left");
    Value numRight = checkSquare(b, right, "right");
    Value leftEdges = getNumEdges(b, left), rightEdges = getNumEdges(b, right);

    Value numNodes = buildCountProduct(
        b, numLeft, numRight, indexType,
        "'mesh.cartesian_product' op expects the product of node counts");
    Value fromLeft = buildCountProduct(
        b, leftEdges, numRight, indexType,
        "'mesh.cartesian_product' op expects the number of edges from 'left'");
    Value fromRight = buildCountProduct(
        b, numLeft, rightEdges, indexType,
        "'mesh.cartesian_product' op expects the number of edges from "
        "'right'");
    Value numEdges = arith::AddIOp::create(b, fromLeft, fromRight);
    checkCount(b, numEdges, indexType,
               "'mesh.cartesian_product' op expects the number of edges");

    // Left edges times right nodes, then left nodes times right edges.
    auto buildEnds = [&](GraphComponent end) {
      OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
      Value first = buildProductEnds(b, left[end], /*idAxis=*/0,
                                     {leftEdges, numRight}, numRight);
      Value second = buildProductEnds(b, right[end], /*idAxis=*/1,
                                      {numLeft, rightEdges}, numRight);
      Value ids = tensor::EmptyOp::create(b, OpFoldResult(numEdges), indexType);
      ids = tensor::InsertSliceOp::create(b, first, ids, zero,
                                          OpFoldResult(fromLeft), one);
      return tensor::InsertSliceOp::create(b, second, ids,
                                           OpFoldResult(fromLeft),
                                           OpFoldResult(fromRight), one)
          .getResult();
    };
    Value source = buildEnds(kSource);
    Value target = buildEnds(kTarget);
    SmallVector<Value> components =
        buildComponents(b, source, target, numNodes, numNodes);
    rewriter.replaceOpWithMultiple(op, {ValueRange(components)});
    return success();
  }

  /// (cartesian_product_c2) The node count of a factor with `S = T`.
  static Value checkSquare(ImplicitLocOpBuilder &b, ValueRange graph,
                           StringRef name) {
    Value numSources = getNumNodes(b, graph, Endpoint::Source);
    Value numTargets = getNumNodes(b, graph, Endpoint::Target);
    check(b, CmpIPredicate::eq, numSources, numTargets,
          "'mesh.cartesian_product' op expects '" + name +
              "' to have as many source as target nodes, but got {0} and {1}",
          {numSources, numTargets});
    return numSources;
  }
};

//===----------------------------------------------------------------------===//
// mesh.csr_transpose
//===----------------------------------------------------------------------===//

/// (csr_transpose_c2) Pointers start at 0, do not decrease and end at `E`.
void checkPointers(ImplicitLocOpBuilder &b, Value ptr, Value numRows,
                   Value numEntries) {
  Value zero = indexConstant(b, 0);
  check(b, CmpIPredicate::sge, numRows, zero,
        "'mesh.csr_transpose' op expects 'row_ptr' to have at least one entry",
        {});
  Value first = loadIndex(b, ptr, zero);
  check(b, CmpIPredicate::eq, first, zero,
        "'mesh.csr_transpose' op expects 'row_ptr' to start with 0, but entry "
        "0 is {0}",
        first);
  buildLoop(b, zero, numRows, [&](ImplicitLocOpBuilder &inner, Value row) {
    Value next = arith::AddIOp::create(inner, row, indexConstant(inner, 1));
    Value begin = loadIndex(inner, ptr, row);
    Value end = loadIndex(inner, ptr, next);
    check(inner, CmpIPredicate::sle, begin, end,
          "'mesh.csr_transpose' op expects 'row_ptr' not to decrease, but "
          "entry {0} is {1} and entry {2} is {3}",
          {row, begin, next, end});
  });
  Value last = loadIndex(b, ptr, numRows);
  check(b, CmpIPredicate::eq, last, numEntries,
        "'mesh.csr_transpose' op expects the last entry of 'row_ptr' to be "
        "the length of 'col', {0}, but got {1}",
        {numEntries, last});
}

/// The row of every entry.
Value buildEntryRows(ImplicitLocOpBuilder &b, Value ptr, Value numRows,
                     Value numEntries) {
  Type element = getElementTypeOrSelf(ptr);
  Value init = tensor::EmptyOp::create(b, OpFoldResult(numEntries), element);
  Value one = indexConstant(b, 1);
  return scf::ForOp::create(
             b, indexConstant(b, 0), numRows, one, ValueRange(init),
             [&](OpBuilder &nested, Location loc, Value row, ValueRange args) {
               ImplicitLocOpBuilder outer(loc, nested);
               Value next = arith::AddIOp::create(outer, row, one);
               Value id = arith::IndexCastOp::create(outer, element, row);
               auto entries = scf::ForOp::create(
                   outer, loadIndex(outer, ptr, row),
                   loadIndex(outer, ptr, next), one, args,
                   [&](OpBuilder &deepest, Location loc, Value entry,
                       ValueRange carried) {
                     ImplicitLocOpBuilder inner(loc, deepest);
                     Value rows =
                         tensor::InsertOp::create(inner, id, carried[0], entry);
                     scf::YieldOp::create(inner, rows);
                   });
               scf::YieldOp::create(outer, entries.getResults());
             })
      .getResult(0);
}

/// `values` in the order of `perm`.
Value permuteRows(ImplicitLocOpBuilder &b, Value values, Value perm) {
  auto type = cast<RankedTensorType>(values.getType());
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, b.getLoc(), values);
  Value init = tensor::EmptyOp::create(b, sizes, type.getElementType());
  int64_t rank = type.getRank();
  AffineMap maps[] = {
      AffineMap::get(rank, 0, b.getAffineDimExpr(0), b.getContext()),
      b.getMultiDimIdentityMap(rank)};
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, TypeRange(init.getType()), perm, ValueRange(init), maps, loops,
             [&](OpBuilder &nested, Location loc, ValueRange args) {
               ImplicitLocOpBuilder inner(loc, nested);
               SmallVector<Value> position = {arith::IndexCastOp::create(
                   inner, inner.getIndexType(), args[0])};
               for (int64_t axis = 1; axis < rank; ++axis)
                 position.push_back(linalg::IndexOp::create(inner, axis));
               linalg::YieldOp::create(
                   inner, tensor::ExtractOp::create(inner, values, position)
                              .getResult());
             })
      .getResult(0);
}

struct LowerCSRTranspose : public GraphOpPattern<CSRTransposeOp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(CSRTransposeOp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value ptr = adaptor.getRowPtr().front(), col = adaptor.getCol().front();
    Value numCols = adaptor.getNumCols().front();
    Value values = op.getValues() ? adaptor.getValues().front() : Value();
    Value numRows =
        arith::SubIOp::create(b, getLength(b, ptr), indexConstant(b, 1));
    Value numEntries = getLength(b, col);
    Type indexType = getElementTypeOrSelf(col);

    checkCount(b, numCols, indexType,
               "'mesh.csr_transpose' op expects 'num_cols'");
    checkCount(b, numEntries, indexType,
               "'mesh.csr_transpose' op expects the number of entries");
    checkPointers(b, ptr, numRows, numEntries);
    buildLoop(b, indexConstant(b, 0), numEntries,
              [&](ImplicitLocOpBuilder &inner, Value entry) {
                Value id = loadIndex(inner, col, entry);
                check(inner, CmpIPredicate::ult, id, numCols,
                      "entry {0}: column {1} is out of range, expects 0 <= "
                      "column < {2}",
                      {entry, id, numCols});
              });
    if (values)
      check(b, CmpIPredicate::eq, numEntries, getLength(b, values),
            "'mesh.csr_transpose' op expects 'values' to have {0} rows, but "
            "got {1}",
            {numEntries, getLength(b, values)});

    Value rows = buildEntryRows(b, ptr, numRows, numEntries);
    Rows sorted = buildRows(b, col, rows, numCols);
    SmallVector<Value> results = {sorted.ptr, sorted.col, sorted.edge};
    if (values)
      results.push_back(permuteRows(b, values, sorted.edge));
    for (auto [result, type] : llvm::zip_equal(results, op.getResultTypes()))
      result = castTo(b, result, type);
    rewriter.replaceOp(op, results);
    return success();
  }
};

} // namespace

void mesh::populateGraphBuilderPatterns(const TypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<LowerCartesianProduct, LowerCSRTranspose, LowerGraphOp>(
      converter, patterns.getContext());
}
