//===- Mesh.cpp - adjoints of message passing -----------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adjoints of mesh ops are mesh ops: they fuse, and have adjoints themselves.
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/Rules.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

namespace {

template <class Op, class Model>
struct MeshRule : public AdjointOpInterface::ExternalModel<Model, Op> {
  void buildAdjoint(Operation *op, AdjointState &state) const {
    Model::adjoint(cast<Op>(op), state.getCotangent(op->getResult(0)), state);
  }
};

using Entry = llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange)>;

/// One entry from the entries of `inputs` at the same place; an input of rank 1
/// has one for each position on axis `dim`.
Value mapEntries(AdjointState &state, ValueRange inputs, Value like,
                 unsigned dim, Entry entry) {
  ImplicitLocOpBuilder &b = state.b;
  auto type = cast<RankedTensorType>(like.getType());
  unsigned rank = type.getRank();
  SmallVector<AffineMap> maps;
  for (Value input : inputs) {
    bool isWhole =
        cast<RankedTensorType>(input.getType()).getRank() == int64_t(rank);
    maps.push_back(isWhole ? b.getMultiDimIdentityMap(rank)
                           : AffineMap::get(rank, 0, b.getAffineDimExpr(dim)));
  }
  maps.push_back(b.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  Value init =
      tensor::EmptyOp::create(b, state.getSizes(like), type.getElementType());
  auto generic = linalg::GenericOp::create(
      b, TypeRange(init.getType()), inputs, ValueRange(init), maps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        ImplicitLocOpBuilder body(loc, nested);
        linalg::YieldOp::create(body, entry(body, args));
      });
  return generic.getResult(0);
}

Value gather(ImplicitLocOpBuilder &b, Value rows, Value graph,
             Endpoint endpoint, unsigned dim, Type like) {
  auto type =
      cast<RankedTensorType>(like).clone(getElementTypeOrSelf(rows.getType()));
  return GatherOp::create(b, type, rows, graph, endpoint, dim);
}

struct GatherRule : MeshRule<GatherOp, GatherRule> {
  static void adjoint(GatherOp op, Value c, AdjointState &state) {
    state.add(op.getX(), SegmentSumOp::create(state.b, op.getX().getType(), c,
                                              op.getGraph(), op.getEndpoint(),
                                              op.getDim()));
  }
};

struct SumRule : MeshRule<SegmentSumOp, SumRule> {
  static void adjoint(SegmentSumOp op, Value c, AdjointState &state) {
    Value m = op.getMessages();
    state.add(m, gather(state.b, c, op.getGraph(), op.getEndpoint(),
                        op.getDim(), m.getType()));
  }
};

struct MeanRule : MeshRule<SegmentMeanOp, MeanRule> {
  static void adjoint(SegmentMeanOp op, Value c, AdjointState &state) {
    ImplicitLocOpBuilder &b = state.b;
    auto graphType = cast<mesh::GraphType>(op.getGraph().getType());
    auto degreeType =
        RankedTensorType::get({ShapedType::kDynamic}, graphType.getIndexType());
    Value degree =
        DegreeOp::create(b, degreeType, op.getGraph(), op.getEndpoint());
    Type element = getElementTypeOrSelf(c.getType());
    // The count in the type of the accumulator, as in the op itself.
    Type wide = element.getIntOrFloatBitWidth() < 32 ? b.getF32Type() : element;
    Value share =
        mapEntries(state, {c, degree}, op.getResult(), op.getDim(),
                   [&](ImplicitLocOpBuilder &body, ValueRange args) -> Value {
                     Value one = arith::ConstantOp::create(
                         body, body.getIntegerAttr(args[1].getType(), 1));
                     Value count = arith::MaxSIOp::create(body, args[1], one);
                     count = arith::SIToFPOp::create(body, wide, count);
                     if (wide == element)
                       return arith::DivFOp::create(body, args[0], count);
                     Value c = arith::ExtFOp::create(body, wide, args[0]);
                     c = arith::DivFOp::create(body, c, count);
                     return arith::TruncFOp::create(body, element, c);
                   });
    Value m = op.getMessages();
    state.add(m, gather(b, share, op.getGraph(), op.getEndpoint(), op.getDim(),
                        m.getType()));
  }
};

/// To the winner of each segment, the lowest ordinal among ties.
template <class Op>
static void passToWinner(Op op, Value scores, Value c, AdjointState &state) {
  ImplicitLocOpBuilder &b = state.b;
  Value graph = op.getGraph(), m = op.getMessages();
  Type index = cast<mesh::GraphType>(graph.getType()).getIndexType();
  auto winnerType = cast<RankedTensorType>(op.getType()).clone(index);
  Value winner = SegmentArgmaxOp::create(b, winnerType, scores, graph,
                                         op.getEndpoint(), op.getDim());
  Value atEdge =
      gather(b, winner, graph, op.getEndpoint(), op.getDim(), m.getType());
  Value cotangent =
      gather(b, c, graph, op.getEndpoint(), op.getDim(), m.getType());
  auto idsType = RankedTensorType::get({ShapedType::kDynamic}, index);
  Value ids = EdgeIdsOp::create(b, idsType, graph);
  state.add(m, mapEntries(
                   state, {cotangent, atEdge, ids}, m, op.getDim(),
                   [](ImplicitLocOpBuilder &body, ValueRange args) -> Value {
                     Value wins = arith::CmpIOp::create(
                         body, arith::CmpIPredicate::eq, args[1], args[2]);
                     Value zero = buildConstant(body, args[0].getType(), {}, 0);
                     return arith::SelectOp::create(body, wins, args[0], zero);
                   }));
}

struct MaxRule : MeshRule<SegmentMaxOp, MaxRule> {
  static void adjoint(SegmentMaxOp op, Value c, AdjointState &state) {
    passToWinner(op, state.value(op.getMessages()), c, state);
  }
};

struct MinRule : MeshRule<SegmentMinOp, MinRule> {
  static void adjoint(SegmentMinOp op, Value c, AdjointState &state) {
    Value negated =
        arith::NegFOp::create(state.b, state.value(op.getMessages()));
    passToWinner(op, negated, c, state);
  }
};

struct SoftmaxRule : MeshRule<SegmentSoftmaxOp, SoftmaxRule> {
  static void adjoint(SegmentSoftmaxOp op, Value c, AdjointState &state) {
    ImplicitLocOpBuilder &b = state.b;
    Value weights = state.value(op.getResult());
    Value graph = op.getGraph(), m = op.getMessages();
    Value weighted = arith::MulFOp::create(b, weights, c);
    SmallVector<int64_t> shape(cast<RankedTensorType>(m.getType()).getShape());
    shape[op.getDim()] = ShapedType::kDynamic;
    auto nodeType = RankedTensorType::get(shape, getElementTypeOrSelf(m));
    Value total = SegmentSumOp::create(b, nodeType, weighted, graph,
                                       op.getEndpoint(), op.getDim());
    Value spread =
        gather(b, total, graph, op.getEndpoint(), op.getDim(), m.getType());
    Value centred = arith::SubFOp::create(b, c, spread);
    state.add(m, arith::MulFOp::create(b, weights, centred));
  }
};

/// The entries move by a permutation; back by the edges of a graph from each
/// entry's old place to its new one.
struct CSRTransposeRule
    : public AdjointOpInterface::ExternalModel<CSRTransposeRule,
                                               CSRTransposeOp> {
  void buildAdjoint(Operation *operation, AdjointState &state) const {
    auto op = cast<CSRTransposeOp>(operation);
    Value values = op.getValues();
    Value c = state.getCotangent(op.getTValues());
    if (!c || !state.isActive(values))
      return;
    ImplicitLocOpBuilder &b = state.b;
    Value perm = state.value(op.getPerm());
    auto permType = cast<RankedTensorType>(perm.getType());
    Type index = permType.getElementType();
    OpFoldResult size = state.getSizes(values)[0];
    Value count = getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
    Value init = tensor::EmptyOp::create(
        b, ArrayRef<OpFoldResult>(tensor::getMixedSizes(b, b.getLoc(), perm)),
        index);
    auto positions = linalg::GenericOp::create(
        b, TypeRange(init.getType()), ValueRange(), ValueRange(init),
        b.getMultiDimIdentityMap(1), utils::IteratorType::parallel,
        [&](OpBuilder &nested, Location loc, ValueRange) {
          Value i = linalg::IndexOp::create(nested, loc, 0);
          i = arith::IndexCastOp::create(nested, loc, index, i);
          linalg::YieldOp::create(nested, loc, i);
        });
    Value graph =
        GraphOp::create(b, perm, positions.getResult(0), count, count);
    state.add(values, SegmentSumOp::create(b, values.getType(), c, graph,
                                           Endpoint::Source, 0));
  }

  std::string whyNot(Operation *, function_ref<bool(Value)>) const {
    return {};
  }
};

} // namespace

void mesh::registerMeshRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, MeshDialect *) {
    GatherOp::attachInterface<GatherRule>(*context);
    SegmentSumOp::attachInterface<SumRule>(*context);
    SegmentMeanOp::attachInterface<MeanRule>(*context);
    SegmentMaxOp::attachInterface<MaxRule>(*context);
    SegmentMinOp::attachInterface<MinRule>(*context);
    SegmentSoftmaxOp::attachInterface<SoftmaxRule>(*context);
    CSRTransposeOp::attachInterface<CSRTransposeRule>(*context);
    SegmentArgmaxOp::attachInterface<ZeroDerivative<SegmentArgmaxOp>>(*context);
    StopGradientOp::attachInterface<ZeroDerivative<StopGradientOp>>(*context);
    attachAggregateRule(context);
    attachMapEdgesRule(context);
  });
}

void mesh::registerAdjointRules(DialectRegistry &registry) {
  registerPointwiseRules(registry);
  registerLinalgRules(registry);
  registerTensorRules(registry);
  registerControlFlowRules(registry);
  registerMeshRules(registry);
}
