//===- RowEvaluator.cpp - region bodies on vectors ------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowEvaluator.h"

#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

FailureOr<Value> RowEvaluator::evaluate(Value value, const Lanes &lanes) {
  for (auto &[knownLanes, result] : known[value])
    if (knownLanes == lanes)
      return result;
  FailureOr<Value> result = compute(value, lanes);
  if (succeeded(result))
    known[value].emplace_back(lanes, *result);
  return result;
}

Value RowEvaluator::broadcast(Value scalar, const Lanes &lanes) {
  if (lanes.isScalar())
    return scalar;
  return vector::BroadcastOp::create(
      builder, loc, cast<VectorType>(lanes.getType(scalar.getType())), scalar);
}

FailureOr<Value> mesh::rejectRowOp(Operation *op, StringRef reason) {
  return op->emitOpError("is not supported inside a mesh region: ") << reason;
}
static FailureOr<Value> reject(Operation *op, StringRef reason) {
  return rejectRowOp(op, reason);
}

FailureOr<Value> RowEvaluator::compute(Value value, const Lanes &lanes) {
  // One element for all lanes is computed once.
  auto shaped = dyn_cast<ShapedType>(value.getType());
  bool isOne =
      !shaped || (shaped.hasStaticShape() && shaped.getNumElements() == 1);
  if (isOne && lanes.getKind() == Lanes::Kind::Element && shaped)
    return evaluate(value, Lanes::getScalar());
  if (!lanes.isScalar() && (isOne || lanes.isUniform())) {
    int64_t position = lanes.isUniform() ? lanes.getPositions().front() : 0;
    FailureOr<Value> scalar =
        loadFromRow(value, position, lanes.isScalar() ? 1 : lanes.getWidth());
    if (succeeded(scalar) && !*scalar)
      scalar = evaluate(value, Lanes::getScalar(position));
    if (failed(scalar))
      return failure();
    return broadcast(*scalar, lanes);
  }
  auto leaf = leaves.find(value);
  if (leaf != leaves.end())
    return leaf->second(lanes);

  auto result = dyn_cast<OpResult>(value);
  if (!result) // A scalar of an enclosing function or loop.
    return value;
  Operation *op = result.getOwner();
  Attribute attr;
  if (matchPattern(op, m_Constant(&attr)))
    return computeConstant(op, attr, lanes);
  if (!isa<ShapedType>(value.getType()) && !isInRegionOp(op))
    return value;
  if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
    FailureOr<Value> scalar = evaluate(splat.getInput(), Lanes::getScalar());
    if (failed(scalar))
      return failure();
    return broadcast(*scalar, lanes);
  }
  if (isa<tensor::EmptyOp>(op)) {
    // Never read by a well-formed body; any value will do.
    Type element = getElementTypeOrSelf(value.getType());
    return computeConstant(op, builder.getZeroAttr(element), lanes);
  }
  if (isa<tensor::CastOp>(op))
    return evaluate(op->getOperand(0), lanes);
  if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op)) {
    // Flat positions stay; coordinates do not.
    if (lanes.getKind() == Lanes::Kind::Element)
      return reject(op, "a row of unknown shape is reshaped");
    return evaluate(op->getOperand(0), lanes);
  }
  if (isa<tensor::ExtractOp>(op))
    return computeExtract(op, lanes);
  if (auto insert = dyn_cast<tensor::InsertOp>(op))
    return computeInsert(insert, lanes);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return computeExtractSlice(slice, lanes);
  if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
    return computeInsertSlice(slice, lanes);
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return computeConcat(concat, lanes);
  if (isa<tensor::DimOp>(op))
    return reject(op, "the size of a row is not known there");
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return computeLinalg(linalgOp, result.getResultNumber(), lanes);
  if (OpTrait::hasElementwiseMappableTraits(op))
    return computeElementwise(result, lanes);
  if (!isScalarOnly(op))
    return reject(op, "it has no form on vectors");
  auto find = [&](Value captured) -> Value {
    FailureOr<Value> scalar = evaluate(captured, Lanes::getScalar());
    return failed(scalar) ? Value() : *scalar;
  };
  FailureOr<Operation *> clone = cloneScalar(op, find, nullptr);
  if (failed(clone))
    return failure();
  // Each result is asked for by itself.
  for (auto [of, is] : llvm::zip(op->getResults(), (*clone)->getResults()))
    if (of != value)
      known[of].emplace_back(lanes, is);
  return (*clone)->getResult(result.getResultNumber());
}

FailureOr<Value> RowEvaluator::computeConstant(Operation *op, Attribute attr,
                                               const Lanes &lanes) {
  auto dense = dyn_cast<DenseElementsAttr>(attr);
  auto constant = [&](TypedAttr value) -> Value {
    if (!lanes.isScalar())
      value = DenseElementsAttr::get(
          cast<VectorType>(lanes.getType(value.getType())), Attribute(value));
    return arith::ConstantOp::create(builder, loc, value);
  };
  if (!dense)
    return constant(cast<TypedAttr>(attr));
  if (dense.isSplat())
    return constant(dense.getSplatValue<TypedAttr>());
  if (lanes.getKind() != Lanes::Kind::Static)
    return reject(op, "a row of unknown shape meets a constant of many values");
  auto values = dense.getValues<Attribute>();
  if (lanes.isScalar())
    return constant(cast<TypedAttr>(values[lanes.getPositions().front()]));
  SmallVector<Attribute> chosen;
  for (int64_t position : lanes.getPositions())
    chosen.push_back(values[position]);
  auto type = cast<VectorType>(lanes.getType(dense.getElementType()));
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, chosen))
      .getResult();
}

FailureOr<Value> RowEvaluator::computeElementwise(OpResult result,
                                                  const Lanes &lanes) {
  Operation *op = result.getOwner();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    // A scalar condition selects whole vectors.
    bool isScalar = !isa<ShapedType>(operand.getType());
    FailureOr<Value> value = evaluate(
        operand,
        isScalar && isa<arith::SelectOp>(op) ? Lanes::getScalar() : lanes);
    if (failed(value))
      return failure();
    if (isScalar && !isa<IntegerType>(operand.getType()))
      value = broadcast(*value, value->getType() == operand.getType()
                                    ? lanes
                                    : Lanes::getScalar());
    operands.push_back(*value);
  }
  return createOnLanes(op, operands, lanes)
      ->getResult(result.getResultNumber());
}

/// Lanes beyond the row hold anything, zeros too: divide by 1 there.
Value RowEvaluator::makeDivisorSafe(Value divisor, const Lanes &lanes) {
  auto type = cast<VectorType>(divisor.getType());
  Value mask = lanes.getMask();
  if (lanes.getKind() == Lanes::Kind::Static) {
    if (lanes.getActive() == lanes.getWidth())
      return divisor;
    SmallVector<bool> isActive(lanes.getWidth(), false);
    std::fill_n(isActive.begin(), lanes.getActive(), true);
    mask = arith::ConstantOp::create(builder, loc,
                                     builder.getBoolVectorAttr(isActive));
  }
  if (!mask)
    return divisor;
  Value one = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(
          type, Attribute(builder.getIntegerAttr(type.getElementType(), 1))));
  return arith::SelectOp::create(builder, loc, mask, divisor, one);
}

Operation *RowEvaluator::createOnLanes(Operation *op,
                                       SmallVectorImpl<Value> &operands,
                                       const Lanes &lanes) {
  if (!lanes.isScalar() &&
      isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp,
          math::IPowIOp>(op))
    operands[1] = makeDivisorSafe(operands[1], lanes);
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(lanes.getType(getElementTypeOrSelf(type)));
  OperationState state(op->getLoc(), op->getName(), operands, types,
                       op->getAttrs());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  return builder.create(state);
}

FailureOr<Value> RowEvaluator::computeExtract(Operation *op,
                                              const Lanes &lanes) {
  auto extract = cast<tensor::ExtractOp>(op);
  auto type = cast<RankedTensorType>(extract.getTensor().getType());
  SmallVector<Value> coordinates;
  int64_t position = 0;
  bool isConstant = type.hasStaticShape();
  for (auto [axis, index] : llvm::enumerate(extract.getIndices())) {
    std::optional<int64_t> constant = getConstantIntValue(index);
    if (constant && isConstant) {
      if (*constant < 0 || *constant >= type.getDimSize(axis))
        return reject(op, "its index is outside of the row");
      position = position * type.getDimSize(axis) + *constant;
    } else {
      isConstant = false;
    }
  }
  if (isConstant)
    return evaluate(extract.getTensor(), Lanes::getScalar(position));
  return reject(op, "its index is not a constant");
}

//===----------------------------------------------------------------------===//
// linalg
//===----------------------------------------------------------------------===//

SmallVector<int64_t> mesh::delinearize(int64_t position,
                                       ArrayRef<int64_t> shape) {
  SmallVector<int64_t> coordinates(shape.size());
  for (int64_t axis = shape.size() - 1; axis >= 0; --axis) {
    coordinates[axis] = position % shape[axis];
    position /= shape[axis];
  }
  return coordinates;
}

int64_t mesh::linearize(AffineMap map, ArrayRef<int64_t> point,
                        ArrayRef<int64_t> shape) {
  int64_t position = 0;
  for (auto [expr, size] : llvm::zip(map.getResults(), shape))
    position = position * size + point[cast<AffineDimExpr>(expr).getPosition()];
  return position;
}

FailureOr<Value> RowEvaluator::computeBody(
    linalg::LinalgOp op, unsigned result, ArrayRef<Value> arguments,
    function_ref<Value(int64_t)> coordinate, const Lanes &lanes) {
  Block &body = op->getRegion(0).front();
  RowEvaluator inner(builder, loc);
  // Bindings are valid for these lanes only; every value of a scalar body is
  // asked for with the same ones.
  for (auto [argument, value] : llvm::zip(body.getArguments(), arguments))
    if (value)
      inner.leaves[argument] = [value = value](const Lanes &) { return value; };
  IRMapping mapping;
  for (auto [argument, value] : llvm::zip(body.getArguments(), arguments))
    if (value)
      mapping.map(argument, value);
  auto toLanes = [&](Value operand) -> Value {
    if (Value mapped = mapping.lookupOrNull(operand))
      return mapped;
    // Defined outside of the body.
    FailureOr<Value> outer = evaluate(operand, Lanes::getScalar());
    return failed(outer) ? Value() : broadcast(*outer, lanes);
  };
  for (Operation &inside : body.without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inside)) {
      mapping.map(index.getResult(), coordinate(index.getDim()));
      continue;
    }
    Attribute attr;
    if (matchPattern(&inside, m_Constant(&attr))) {
      FailureOr<Value> constant = computeConstant(&inside, attr, lanes);
      if (failed(constant))
        return failure();
      mapping.map(inside.getResult(0), *constant);
      continue;
    }
    if (isScalarOnly(&inside)) {
      FailureOr<SmallVector<Value>> values =
          computeLaneByLane(&inside, toLanes, coordinate, lanes);
      if (failed(values))
        return failure();
      mapping.map(inside.getResults(), *values);
      continue;
    }
    if (!OpTrait::hasElementwiseMappableTraits(&inside))
      return reject(&inside, "it has no form on vectors");
    SmallVector<Value> operands;
    for (Value operand : inside.getOperands()) {
      Value value = toLanes(operand);
      if (!value)
        return failure();
      operands.push_back(value);
    }
    mapping.map(inside.getResults(),
                createOnLanes(&inside, operands, lanes)->getResults());
  }
  Value yielded = body.getTerminator()->getOperand(result);
  Value value = toLanes(yielded);
  if (!value)
    return failure();
  return value;
}

Value RowEvaluator::getCoordinate(ArrayRef<SmallVector<int64_t>> points,
                                  int64_t loop, bool isScalar) {
  SmallVector<int64_t> values;
  for (ArrayRef<int64_t> point : points)
    values.push_back(point[loop]);
  if (isScalar)
    return arith::ConstantIndexOp::create(builder, loc, values.front());
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIndexVectorAttr(values));
}

FailureOr<Value> RowEvaluator::computeLinalg(linalg::LinalgOp op,
                                             unsigned result,
                                             const Lanes &lanes) {
  if (!llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return reject(op, "an indexing map is not a projected permutation");
  if (op.getNumParallelLoops() != op.getNumLoops())
    return computeReduction(op, result, lanes);
  OpOperand *init = op.getDpsInitOperand(result);
  AffineMap outMap = op.getMatchingIndexingMap(init);
  if (outMap.getNumResults() != op.getNumLoops())
    return reject(op, "its result does not cover its loops");

  auto initShape = cast<ShapedType>(init->get().getType()).getShape();
  SmallVector<SmallVector<int64_t>> points;
  if (lanes.getKind() == Lanes::Kind::Static) {
    for (int64_t position : lanes.getPositions()) {
      SmallVector<int64_t> coordinates = delinearize(position, initShape);
      SmallVector<int64_t> point(op.getNumLoops());
      for (auto [expr, c] : llvm::zip(outMap.getResults(), coordinates))
        point[cast<AffineDimExpr>(expr).getPosition()] = c;
      points.push_back(point);
    }
  }
  SmallVector<Value> arguments;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!op.payloadUsesValueFromOperand(&operand)) {
      arguments.push_back(Value());
      continue;
    }
    Lanes wanted = lanes;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (op.isScalar(&operand)) {
      wanted = Lanes::getScalar();
    } else if (lanes.getKind() == Lanes::Kind::Static) {
      auto shape = cast<ShapedType>(operand.get().getType()).getShape();
      SmallVector<int64_t> positions;
      for (ArrayRef<int64_t> point : points)
        positions.push_back(linearize(map, point, shape));
      wanted = Lanes::getStatic(positions, lanes.getActive());
    } else if (lanes.getKind() == Lanes::Kind::Element) {
      SmallVector<Value> loops(op.getNumLoops());
      for (auto [expr, c] :
           llvm::zip(outMap.getResults(), lanes.getCoordinates()))
        loops[cast<AffineDimExpr>(expr).getPosition()] = c;
      SmallVector<Value> coordinates;
      for (AffineExpr expr : map.getResults())
        coordinates.push_back(loops[cast<AffineDimExpr>(expr).getPosition()]);
      wanted = Lanes::getElement(coordinates);
    } else if (map.getNumResults() != 0 && map != outMap) {
      return reject(op, "a row of unknown shape is permuted or broadcast");
    }
    FailureOr<Value> value = evaluate(operand.get(), wanted);
    if (failed(value))
      return failure();
    // Scalars and uniform lanes come back as they are asked for.
    arguments.push_back(value->getType() == lanes.getType(getElementTypeOrSelf(
                                                operand.get().getType()))
                            ? *value
                            : broadcast(*value, lanes));
  }
  auto coordinate = [&](int64_t loop) -> Value {
    if (lanes.getKind() == Lanes::Kind::Static)
      return getCoordinate(points, loop, lanes.isScalar());
    if (lanes.getKind() == Lanes::Kind::Element) {
      for (auto [expr, c] :
           llvm::zip(outMap.getResults(), lanes.getCoordinates()))
        if (cast<AffineDimExpr>(expr).getPosition() == loop)
          return c;
    }
    auto type = cast<VectorType>(lanes.getType(builder.getIndexType()));
    Value base =
        vector::BroadcastOp::create(builder, loc, type, lanes.getBase());
    Value step = vector::StepOp::create(builder, loc, type);
    return arith::AddIOp::create(builder, loc, base, step);
  };
  return computeBody(op, result, arguments, coordinate, lanes);
}

//===----------------------------------------------------------------------===//
// Rows of unknown width
//===----------------------------------------------------------------------===//

bool mesh::isElementwiseBody(Block &body) {
  for (Operation &op : body) {
    // These need to know their position when the code is built.
    bool hasScalarOps = false;
    op.walk([&](Operation *inner) { hasScalarOps |= isScalarOnly(inner); });
    if (hasScalarOps)
      return false;
    bool isPart = isa<tensor::InsertOp, tensor::ExtractSliceOp,
                      tensor::InsertSliceOp, tensor::ConcatOp>(op);
    if (isPart && getRowSize(op.getResult(0).getType()) != 1)
      return false;
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
      if (linalgOp.getNumParallelLoops() != linalgOp.getNumLoops())
        return false;
      AffineMap out =
          linalgOp.getMatchingIndexingMap(linalgOp.getDpsInitOperand(0));
      for (AffineMap map : linalgOp.getIndexingMapsArray())
        if (map.getNumResults() != 0 && map != out)
          return false;
      bool usesIndex = false;
      op.walk([&](linalg::IndexOp) { usesIndex = true; });
      if (usesIndex && linalgOp.getNumLoops() != 1)
        return false;
    }
  }
  return true;
}
