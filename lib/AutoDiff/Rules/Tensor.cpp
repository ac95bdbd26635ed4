//===- Tensor.cpp - adjoints of ops that move entries ---------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/Rules.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mesh;

namespace {

template <class Op, class Model>
struct TensorRule : public AdjointOpInterface::ExternalModel<Model, Op> {
  void buildAdjoint(Operation *op, AdjointState &state) const {
    Model::adjoint(cast<Op>(op), state.getCotangent(op->getResult(0)), state);
  }
};

struct CastRule : TensorRule<tensor::CastOp, CastRule> {
  static void adjoint(tensor::CastOp op, Value c, AdjointState &state) {
    // `add` casts to the type of the operand.
    state.add(op.getSource(), c);
  }
};

/// The sum of all entries.
struct SplatRule : TensorRule<tensor::SplatOp, SplatRule> {
  static void adjoint(tensor::SplatOp op, Value c, AdjointState &state) {
    ImplicitLocOpBuilder &b = state.b;
    auto type = cast<RankedTensorType>(c.getType());
    Value zero = buildConstant(
        b, RankedTensorType::get({}, type.getElementType()), {}, 0);
    SmallVector<AffineMap> maps = {
        b.getMultiDimIdentityMap(type.getRank()),
        AffineMap::get(type.getRank(), 0, b.getContext())};
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::reduction);
    auto sum = linalg::GenericOp::create(
        b, TypeRange(zero.getType()), c, ValueRange(zero), maps, iterators,
        [](OpBuilder &nested, Location loc, ValueRange args) {
          Value next = arith::AddFOp::create(nested, loc, args[1], args[0]);
          linalg::YieldOp::create(nested, loc, next);
        });
    state.add(op.getInput(),
              tensor::ExtractOp::create(b, sum.getResult(0), ValueRange()));
  }
};

struct FromElementsRule : TensorRule<tensor::FromElementsOp, FromElementsRule> {
  static void adjoint(tensor::FromElementsOp op, Value c, AdjointState &state) {
    ImplicitLocOpBuilder &b = state.b;
    auto shape = op.getType().getShape();
    for (auto [k, element] : llvm::enumerate(op.getElements())) {
      if (!state.isActive(element))
        continue;
      SmallVector<Value> position(shape.size());
      int64_t rest = k;
      for (int64_t axis = shape.size() - 1; axis >= 0; --axis) {
        position[axis] = arith::ConstantIndexOp::create(b, rest % shape[axis]);
        rest /= shape[axis];
      }
      state.add(element, tensor::ExtractOp::create(b, c, position));
    }
  }
};

// Entries that are read from a tensor: their cotangents are added in place to
// the tensor's cotangent so far, which is never written out a second time.

struct ExtractRule : TensorRule<tensor::ExtractOp, ExtractRule> {
  static void adjoint(tensor::ExtractOp op, Value c, AdjointState &state) {
    Value sum = state.getCotangent(op.getTensor());
    if (sum) {
      Value old = tensor::ExtractOp::create(state.b, sum, op.getIndices());
      c = addValues(state.b, old, c);
    } else {
      sum = state.zeroLike(op.getTensor());
    }
    state.set(op.getTensor(),
              tensor::InsertOp::create(state.b, c, sum, op.getIndices()));
  }
};

struct InsertRule : TensorRule<tensor::InsertOp, InsertRule> {
  static void adjoint(tensor::InsertOp op, Value c, AdjointState &state) {
    ImplicitLocOpBuilder &b = state.b;
    if (state.isActive(op.getScalar()))
      state.add(op.getScalar(),
                tensor::ExtractOp::create(b, c, op.getIndices()));
    if (!state.isActive(op.getDest()))
      return;
    Value zero = state.zeroLike(op.getScalar());
    state.add(op.getDest(),
              tensor::InsertOp::create(b, zero, c, op.getIndices()));
  }
};

struct ExtractSliceRule : TensorRule<tensor::ExtractSliceOp, ExtractSliceRule> {
  static void adjoint(tensor::ExtractSliceOp op, Value c, AdjointState &state) {
    ImplicitLocOpBuilder &b = state.b;
    Value sum = state.getCotangent(op.getSource());
    auto offsets = op.getMixedOffsets(), sizes = op.getMixedSizes(),
         strides = op.getMixedStrides();
    if (sum) {
      Value old = tensor::ExtractSliceOp::create(b, op.getType(), sum, offsets,
                                                 sizes, strides);
      c = addValues(b, old, c);
    } else {
      sum = state.zeroLike(op.getSource());
    }
    state.set(op.getSource(), tensor::InsertSliceOp::create(b, c, sum, offsets,
                                                            sizes, strides));
  }
};

struct InsertSliceRule : TensorRule<tensor::InsertSliceOp, InsertSliceRule> {
  static void adjoint(tensor::InsertSliceOp op, Value c, AdjointState &state) {
    ImplicitLocOpBuilder &b = state.b;
    auto offsets = op.getMixedOffsets(), sizes = op.getMixedSizes(),
         strides = op.getMixedStrides();
    if (state.isActive(op.getSource()))
      state.add(op.getSource(),
                tensor::ExtractSliceOp::create(b, op.getSourceType(), c,
                                               offsets, sizes, strides));
    if (!state.isActive(op.getDest()))
      return;
    Value zeros = state.zeroLike(op.getSource());
    state.add(op.getDest(), tensor::InsertSliceOp::create(b, zeros, c, offsets,
                                                          sizes, strides));
  }
};

/// Adds the part of `c` at `offsets` to the cotangent of `value`.
static void addPart(Value value, Value c, ArrayRef<OpFoldResult> offsets,
                    AdjointState &state) {
  SmallVector<OpFoldResult> sizes = state.getSizes(value);
  // Slices without entries are not allowed to start at the end.
  if (llvm::any_of(sizes,
                   [](OpFoldResult size) { return isZeroInteger(size); }))
    return;
  SmallVector<OpFoldResult> strides(sizes.size(), state.b.getIndexAttr(1));
  // The sizes may say more than the type of `value`; `add` casts.
  state.add(value, tensor::ExtractSliceOp::create(state.b, c, offsets, sizes,
                                                  strides));
}

struct ConcatRule : TensorRule<tensor::ConcatOp, ConcatRule> {
  static void adjoint(tensor::ConcatOp op, Value c, AdjointState &state) {
    ImplicitLocOpBuilder &b = state.b;
    int64_t axis = op.getDim();
    int64_t rank = op.getResultType().getRank();
    Value offset = arith::ConstantIndexOp::create(b, 0);
    for (Value input : op.getInputs()) {
      SmallVector<OpFoldResult> sizes = state.getSizes(input);
      Value length =
          getValueOrCreateConstantIndexOp(b, b.getLoc(), sizes[axis]);
      if (state.isActive(input)) {
        SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0));
        offsets[axis] = offset;
        addPart(input, c, offsets, state);
      }
      offset = arith::AddIOp::create(b, offset, length);
    }
  }
};

struct PadRule : TensorRule<tensor::PadOp, PadRule> {
  static void adjoint(tensor::PadOp op, Value c, AdjointState &state) {
    addPart(op.getSource(), c, op.getMixedLowPad(), state);
  }

  std::string whyNot(Operation *op, function_ref<bool(Value)> isActive) const {
    Value padding = cast<tensor::PadOp>(op).getConstantPaddingValue();
    if (padding && !isActive(padding))
      return {};
    return "the value it pads with must be one that does not depend on what is "
           "differentiated, the same everywhere";
  }
};

struct CollapseRule : TensorRule<tensor::CollapseShapeOp, CollapseRule> {
  static void adjoint(tensor::CollapseShapeOp op, Value c,
                      AdjointState &state) {
    state.add(op.getSrc(),
              tensor::ExpandShapeOp::create(state.b, op.getSrcType(), c,
                                            op.getReassociationIndices(),
                                            state.getSizes(op.getSrc())));
  }
};

struct ExpandRule : TensorRule<tensor::ExpandShapeOp, ExpandRule> {
  static void adjoint(tensor::ExpandShapeOp op, Value c, AdjointState &state) {
    state.add(op.getSrc(),
              tensor::CollapseShapeOp::create(state.b, op.getSrcType(), c,
                                              op.getReassociationIndices()));
  }
};

struct ReshapeRule : TensorRule<tensor::ReshapeOp, ReshapeRule> {
  static void adjoint(tensor::ReshapeOp op, Value c, AdjointState &state) {
    ImplicitLocOpBuilder &b = state.b;
    SmallVector<Value> sizes;
    for (OpFoldResult size : state.getSizes(op.getSource()))
      sizes.push_back(getValueOrCreateConstantIndexOp(b, b.getLoc(), size));
    auto shapeType =
        RankedTensorType::get({int64_t(sizes.size())}, b.getIndexType());
    Value shape = tensor::FromElementsOp::create(b, shapeType, sizes);
    state.add(op.getSource(),
              tensor::ReshapeOp::create(b, op.getSource().getType(), c, shape));
  }
};

} // namespace

void mesh::registerTensorRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::CastOp::attachInterface<CastRule>(*context);
    tensor::CollapseShapeOp::attachInterface<CollapseRule>(*context);
    tensor::ConcatOp::attachInterface<ConcatRule>(*context);
    tensor::DimOp::attachInterface<ZeroDerivative<tensor::DimOp>>(*context);
    tensor::ExpandShapeOp::attachInterface<ExpandRule>(*context);
    tensor::ExtractOp::attachInterface<ExtractRule>(*context);
    tensor::ExtractSliceOp::attachInterface<ExtractSliceRule>(*context);
    tensor::FromElementsOp::attachInterface<FromElementsRule>(*context);
    tensor::InsertOp::attachInterface<InsertRule>(*context);
    tensor::InsertSliceOp::attachInterface<InsertSliceRule>(*context);
    tensor::PadOp::attachInterface<PadRule>(*context);
    tensor::RankOp::attachInterface<ZeroDerivative<tensor::RankOp>>(*context);
    tensor::ReshapeOp::attachInterface<ReshapeRule>(*context);
    tensor::SplatOp::attachInterface<SplatRule>(*context);
  });
}
