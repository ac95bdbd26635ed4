//===- LowerGraphRequire.cpp - check properties of a graph ----------------===//
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

/// Runs `body` where `condition` holds.
static void buildIf(ImplicitLocOpBuilder &b, Value condition,
                    function_ref<void(ImplicitLocOpBuilder &)> body) {
  scf::IfOp::create(b, condition, [&](OpBuilder &nested, Location loc) {
    ImplicitLocOpBuilder inner(loc, nested);
    body(inner);
    scf::YieldOp::create(inner);
  });
}

static Value plusOne(ImplicitLocOpBuilder &b, Value value) {
  return arith::AddIOp::create(b, value, indexConstant(b, 1));
}

//===----------------------------------------------------------------------===//
// loop_free and sorted
//===----------------------------------------------------------------------===//

static void requireLoopFree(ImplicitLocOpBuilder &b, ValueRange graph) {
  buildLoop(b, indexConstant(b, 0), getNumEdges(b, graph),
            [&](ImplicitLocOpBuilder &inner, Value edge) {
              Value source = loadIndex(inner, graph[kSource], edge);
              Value target = loadIndex(inner, graph[kTarget], edge);
              check(inner, CmpIPredicate::ne, source, target,
                    "'mesh.require' op expects a graph that is loop_free, but "
                    "edge {0} is a loop at node {1}",
                    {edge, source});
            });
}

static void requireSorted(ImplicitLocOpBuilder &b, ValueRange graph) {
  buildLoop(
      b, indexConstant(b, 1), getNumEdges(b, graph),
      [&](ImplicitLocOpBuilder &inner, Value edge) {
        Value before =
            arith::SubIOp::create(inner, edge, indexConstant(inner, 1));
        Value source = loadIndex(inner, graph[kSource], edge);
        Value target = loadIndex(inner, graph[kTarget], edge);
        Value sourceBefore = loadIndex(inner, graph[kSource], before);
        Value targetBefore = loadIndex(inner, graph[kTarget], before);
        Value rises = compare(inner, CmpIPredicate::ult, targetBefore, target);
        Value stays = arith::AndIOp::create(
            inner, compare(inner, CmpIPredicate::eq, targetBefore, target),
            compare(inner, CmpIPredicate::ule, sourceBefore, source));
        AssertOp::create(
            inner, arith::OrIOp::create(inner, rises, stays),
            "'mesh.require' op expects a graph that is sorted by target, then "
            "source, but edge {0} ({1} -> {2}) follows {3} -> {4}",
            ValueRange{edge, source, target, sourceBefore, targetBefore});
      });
}

//===----------------------------------------------------------------------===//
// symmetric
//===----------------------------------------------------------------------===//

/// The neighbours of every node at the other end of its in-edges (`Target`) or
/// out-edges, in ascending order: the edges in the order of the opposite
/// endpoint, sorted again in `O(N + E)`. Edge ordinals of the result are
/// positions in the rows of the opposite endpoint.
static Rows buildAscendingRows(ImplicitLocOpBuilder &b, ValueRange graph,
                               Endpoint endpoint, Value numNodes) {
  Rows other = getRows(graph, opposite(endpoint));
  // The owner of each entry of `other`, by way of its COO ordinal.
  Value ids = graph[endpoint == Endpoint::Target ? kSource : kTarget];
  OpFoldResult numEdges = getNumEdges(b, graph);
  Value init = tensor::EmptyOp::create(b, numEdges, getElementTypeOrSelf(ids));
  AffineMap identity = b.getMultiDimIdentityMap(1);
  Value owners =
      linalg::GenericOp::create(
          b, TypeRange(init.getType()), other.edge, ValueRange(init),
          ArrayRef<AffineMap>{identity, identity},
          utils::IteratorType::parallel,
          [&](OpBuilder &nested, Location loc, ValueRange args) {
            ImplicitLocOpBuilder inner(loc, nested);
            Value edge = arith::IndexCastOp::create(inner, inner.getIndexType(),
                                                    args[0]);
            linalg::YieldOp::create(
                inner, tensor::ExtractOp::create(inner, ids, edge).getResult());
          })
          .getResult(0);
  return buildRows(b, other.col, owners, numNodes);
}

/// Fails: the edge at `position` of `rows`, whose ordinals point into `other`,
/// has no reverse.
static void failAt(ImplicitLocOpBuilder &b, ValueRange graph, const Rows &rows,
                   const Rows &other, Value position) {
  Value entry = loadIndex(b, rows.edge, position);
  Value edge = loadIndex(b, other.edge, entry);
  Value never = arith::ConstantOp::create(b, b.getBoolAttr(false));
  AssertOp::create(b, never,
                   "'mesh.require' op expects a graph that is symmetric, but "
                   "edge {0} ({1} -> {2}) has no reverse",
                   ValueRange{edge, loadIndex(b, graph[kSource], edge),
                              loadIndex(b, graph[kTarget], edge)});
}

static void requireSymmetric(ImplicitLocOpBuilder &b, ValueRange graph) {
  Value numNodes = getNumNodes(b, graph, Endpoint::Target);
  Value numSources = getNumNodes(b, graph, Endpoint::Source);
  check(b, CmpIPredicate::eq, numSources, numNodes,
        "'mesh.require' op expects a graph that is symmetric, but it has {0} "
        "source and {1} target nodes",
        {numSources, numNodes});

  // The multiset of edges equals that of the reversed edges exactly if each
  // node has the same neighbours by its in-edges and by its out-edges.
  Rows in = buildAscendingRows(b, graph, Endpoint::Target, numNodes);
  Rows out = buildAscendingRows(b, graph, Endpoint::Source, numNodes);
  Rows inOrder = getRows(graph, Endpoint::Target);
  Rows outOrder = getRows(graph, Endpoint::Source);
  buildLoop(
      b, indexConstant(b, 0), numNodes,
      [&](ImplicitLocOpBuilder &row, Value node) {
        // Rows before this one agree, so both begin at the same position.
        Value next = plusOne(row, node);
        Value begin = loadIndex(row, in.ptr, node);
        Value inEnd = loadIndex(row, in.ptr, next);
        Value outEnd = loadIndex(row, out.ptr, next);
        Value bothEnd = arith::MinSIOp::create(row, inEnd, outEnd);
        buildLoop(
            row, begin, bothEnd,
            [&](ImplicitLocOpBuilder &inner, Value position) {
              Value inCol = loadIndex(inner, in.col, position);
              Value outCol = loadIndex(inner, out.col, position);
              // The smaller neighbour is the one that is missing on the
              // other side.
              buildIf(inner, compare(inner, CmpIPredicate::slt, inCol, outCol),
                      [&](ImplicitLocOpBuilder &then) {
                        failAt(then, graph, in, outOrder, position);
                      });
              buildIf(inner, compare(inner, CmpIPredicate::slt, outCol, inCol),
                      [&](ImplicitLocOpBuilder &then) {
                        failAt(then, graph, out, inOrder, position);
                      });
            });
        buildIf(row, compare(row, CmpIPredicate::slt, bothEnd, inEnd),
                [&](ImplicitLocOpBuilder &then) {
                  failAt(then, graph, in, outOrder, bothEnd);
                });
        buildIf(row, compare(row, CmpIPredicate::slt, bothEnd, outEnd),
                [&](ImplicitLocOpBuilder &then) {
                  failAt(then, graph, out, inOrder, bothEnd);
                });
      });
}

namespace {

struct LowerRequire : public GraphOpPattern<RequireOp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(RequireOp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    ValueRange graph = adaptor.getGraph();
    GraphProperty required = op.getRequired();
    if (bitEnumContainsAny(required, GraphProperty::LoopFree))
      requireLoopFree(b, graph);
    if (bitEnumContainsAny(required, GraphProperty::Sorted))
      requireSorted(b, graph);
    if (bitEnumContainsAny(required, GraphProperty::Symmetric))
      requireSymmetric(b, graph);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void mesh::populateRequirePatterns(const TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<LowerRequire>(converter, patterns.getContext());
}
