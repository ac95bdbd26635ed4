//===- LiftOverTime.cpp - ops of a loop body for all steps at once --------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftOverTime.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mesh;

using Lifted = DenseMap<Value, Value>;

Type mesh::getLiftedType(Type type, StepAxis axis, OpFoldResult numSteps) {
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape(tensor.getShape());
  shape.insert(shape.begin() + axis.axis,
               getConstantIntValue(numSteps).value_or(ShapedType::kDynamic));
  return RankedTensorType::get(shape, tensor.getElementType());
}

/// The axis that all lifted operands of `op` have.
static std::optional<StepAxis> getCommonAxis(Operation *op,
                                             const StepAxes &axes) {
  std::optional<StepAxis> common;
  for (Value operand : op->getOperands()) {
    auto it = axes.find(operand);
    if (it == axes.end())
      continue;
    if (common && (common->axis != it->second.axis ||
                   common->reversed != it->second.reversed))
      return std::nullopt;
    common = it->second;
  }
  return common;
}

static bool areAllLifted(Operation *op, const StepAxes &axes) {
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return axes.contains(operand) || !isa<RankedTensorType>(operand.getType());
  });
}

//===----------------------------------------------------------------------===//
// linalg
//===----------------------------------------------------------------------===//

/// Whether the destination of `op` can be made again in another size.
static bool isInitReplaceable(linalg::LinalgOp op) {
  OpOperand *init = op.getDpsInitOperand(0);
  return op.getMatchingBlockArgument(init).use_empty() ||
         init->get().getDefiningOp<linalg::FillOp>();
}

SmallVector<Value> mesh::getReadOperands(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || !structured.hasPureTensorSemantics() ||
      op->getNumResults() != 1 || !isInitReplaceable(structured))
    return op->getOperands();
  SmallVector<Value> read;
  for (OpOperand *input : structured.getDpsInputOperands())
    read.push_back(input->get());
  OpOperand *init = structured.getDpsInitOperand(0);
  if (!structured.getMatchingBlockArgument(init).use_empty())
    read.push_back(init->get().getDefiningOp<linalg::FillOp>().getInputs()[0]);
  return read;
}

/// The loop over steps comes before the loop that `axis` of the result had.
static std::optional<unsigned> getStepLoop(linalg::LinalgOp op, StepAxis axis) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return axis.axis <= map.getNumResults() ? std::optional(axis.axis)
                                          : std::nullopt;
}

static std::optional<StepAxis> getLinalgAxis(linalg::LinalgOp op,
                                             const StepAxes &axes) {
  if (!op.hasPureTensorSemantics() || op.hasIndexSemantics() ||
      op->getNumResults() != 1 ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return std::nullopt;
  // The result of the op has its axis where the first operand of as many axes
  // has it: what is entrywise stays so.
  std::optional<StepAxis> found;
  int64_t rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
  for (OpOperand &operand : op->getOpOperands()) {
    auto it = axes.find(operand.get());
    if (it == axes.end())
      continue;
    bool isWhole =
        cast<RankedTensorType>(operand.get().getType()).getRank() == rank;
    if (found && found->reversed != it->second.reversed)
      return std::nullopt;
    if (!found || isWhole)
      found = it->second;
  }
  if (!found || found->axis > rank)
    return std::nullopt;
  return getStepLoop(op, *found) ? found : std::nullopt;
}

static AffineMap addLoop(AffineMap map, unsigned loop,
                         std::optional<unsigned> axis) {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults()) {
    unsigned position = cast<AffineDimExpr>(expr).getPosition();
    results.push_back(getAffineDimExpr(position + (position >= loop), context));
  }
  if (axis)
    results.insert(results.begin() + *axis, getAffineDimExpr(loop, context));
  return AffineMap::get(map.getNumDims() + 1, 0, results, context);
}

/// The destination of `op` for all steps: as it was made.
static Value liftInit(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                      StepAxis axis, ArrayRef<OpFoldResult> sizes) {
  OpOperand *init = op.getDpsInitOperand(0);
  Type element = getElementTypeOrSelf(init->get());
  Value empty = tensor::EmptyOp::create(b, sizes, element);
  if (op.getMatchingBlockArgument(init).use_empty())
    return empty;
  if (auto fill = init->get().getDefiningOp<linalg::FillOp>())
    return linalg::FillOp::create(b, fill.getInputs()[0], empty).getResult(0);
  return linalg::BroadcastOp::create(b, init->get(), empty,
                                     ArrayRef<int64_t>{axis.axis})
      ->getResult(0);
}

static Value liftLinalg(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                        const StepAxes &axes, StepAxis axis,
                        const Lifted &lifted, OpFoldResult numSteps) {
  unsigned loop = *getStepLoop(op, axis);
  OpOperand *init = op.getDpsInitOperand(0);
  // Sizes of the result: of the operands that the same loop runs over.
  SmallVector<OpFoldResult> sizes;
  AffineMap initMap = op.getMatchingIndexingMap(init);
  auto type = cast<RankedTensorType>(init->get().getType());
  for (auto [position, expr] : llvm::enumerate(initMap.getResults())) {
    OpFoldResult size;
    if (!type.isDynamicDim(position))
      size = b.getIndexAttr(type.getDimSize(position));
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      std::optional<unsigned> place = map.getResultPosition(expr);
      if (size || !place || !isa<RankedTensorType>(input->get().getType()))
        continue;
      auto it = axes.find(input->get());
      if (it == axes.end())
        size = tensor::getMixedSize(b, b.getLoc(), input->get(), *place);
      else
        size = tensor::getMixedSize(b, b.getLoc(), lifted.lookup(input->get()),
                                    *place + (*place >= it->second.axis));
    }
    if (!size)
      size = tensor::getMixedSize(b, b.getLoc(), init->get(), position);
    sizes.push_back(size);
  }
  sizes.insert(sizes.begin() + axis.axis, numSteps);

  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto it = axes.find(input->get());
    bool isLifted = it != axes.end();
    inputs.push_back(isLifted ? lifted.lookup(input->get()) : input->get());
    maps.push_back(
        addLoop(op.getMatchingIndexingMap(input), loop,
                isLifted ? std::optional(it->second.axis) : std::nullopt));
  }
  maps.push_back(addLoop(initMap, loop, axis.axis));
  SmallVector<utils::IteratorType> loops = op.getIteratorTypesArray();
  loops.insert(loops.begin() + loop, utils::IteratorType::parallel);
  Value destination = axes.contains(init->get()) && !isInitReplaceable(op)
                          ? lifted.lookup(init->get())
                          : liftInit(b, op, axis, sizes);
  if (linalg::isaContractionOpInterface(op))
    return linalg::ContractOp::create(b, TypeRange(destination.getType()),
                                      inputs, ValueRange(destination),
                                      b.getAffineMapArrayAttr(maps))
        .getResult(0);
  auto generic =
      linalg::GenericOp::create(b, TypeRange(destination.getType()), inputs,
                                ValueRange(destination), maps, loops);
  IRMapping mapping;
  op->getRegion(0).cloneInto(&generic.getRegion(), mapping);
  return generic.getResult(0);
}

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

/// As a linalg op: fixed operands are the same for all steps.
static Value liftMixed(ImplicitLocOpBuilder &b, Operation *op,
                       const StepAxes &axes, StepAxis axis,
                       const Lifted &lifted) {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  unsigned rank = type.getRank() + 1;
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  Value like;
  for (Value operand : op->getOperands()) {
    if (axes.contains(operand)) {
      like = lifted.lookup(operand);
      inputs.push_back(like);
      maps.push_back(identity);
    } else if (isa<RankedTensorType>(operand.getType())) {
      inputs.push_back(operand);
      maps.push_back(identity.dropResult(axis.axis));
    }
  }
  maps.push_back(identity);
  Value empty = tensor::EmptyOp::create(
      b, tensor::getMixedSizes(b, b.getLoc(), like), type.getElementType());
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, TypeRange(empty.getType()), inputs, ValueRange(empty), maps,
             loops,
             [&](OpBuilder &nested, Location loc, ValueRange entries) {
               SmallVector<Value> operands;
               unsigned next = 0;
               for (Value operand : op->getOperands())
                 operands.push_back(isa<RankedTensorType>(operand.getType())
                                        ? entries[next++]
                                        : operand);
               Operation *scalar =
                   mlir::clone(nested, op, type.getElementType(), operands);
               linalg::YieldOp::create(nested, loc, scalar->getResult(0));
             })
      .getResult(0);
}

bool mesh::isEntrywise(Operation *op) {
  if (OpTrait::hasElementwiseMappableTraits(op))
    return true;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && structured->getNumResults() == 1 &&
         structured.getNumParallelLoops() == structured.getNumLoops() &&
         structured.getMatchingIndexingMap(structured.getDpsInitOperand(0))
             .isIdentity();
}

//===----------------------------------------------------------------------===//
// All ops
//===----------------------------------------------------------------------===//

/// A slice of other axes than that of the steps, at a fixed place.
static Value liftSlice(ImplicitLocOpBuilder &b, tensor::ExtractSliceOp slice,
                       StepAxis axis, Value source, OpFoldResult numSteps) {
  auto offsets = slice.getMixedOffsets(), sizes = slice.getMixedSizes(),
       strides = slice.getMixedStrides();
  offsets.insert(offsets.begin() + axis.axis, b.getIndexAttr(0));
  sizes.insert(sizes.begin() + axis.axis, numSteps);
  strides.insert(strides.begin() + axis.axis, b.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(
      b, cast<RankedTensorType>(getLiftedType(slice.getType(), axis, numSteps)),
      source, offsets, sizes, strides);
}

template <typename... Ops>
static std::optional<unsigned> getRowAxis(Operation *op) {
  std::optional<unsigned> dim;
  ((isa<Ops>(op) ? (void)(dim = cast<Ops>(op).getDim()) : (void)0), ...);
  return dim;
}

static std::optional<unsigned> getRowAxisOf(Operation *op) {
  return getRowAxis<GatherOp, SegmentSumOp, SegmentMeanOp, SegmentMaxOp,
                    SegmentMinOp, SegmentSoftmaxOp>(op);
}

std::optional<StepAxis> mesh::getLiftedAxis(Operation *op,
                                            const StepAxes &axes) {
  if (op->getNumResults() != 1 ||
      !isa<RankedTensorType>(op->getResult(0).getType()))
    return std::nullopt;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return getLinalgAxis(structured, axes);
  if (getRowAxisOf(op) || OpTrait::hasElementwiseMappableTraits(op))
    return getCommonAxis(op, axes);
  if (isa<tensor::CastOp, tensor::ConcatOp>(op))
    return areAllLifted(op, axes) ? getCommonAxis(op, axes) : std::nullopt;
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    if (slice.getSourceType().getRank() == slice.getType().getRank())
      return getCommonAxis(op, axes);
  return std::nullopt;
}

static Value buildLifted(ImplicitLocOpBuilder &b, Operation *op,
                         const StepAxes &axes, StepAxis axis,
                         const Lifted &lifted, Type type,
                         OpFoldResult numSteps) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return liftLinalg(b, structured, axes, axis, lifted, numSteps);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return liftSlice(b, slice, axis, lifted.lookup(slice.getSource()),
                     numSteps);
  if (OpTrait::hasElementwiseMappableTraits(op) && !areAllLifted(op, axes))
    return liftMixed(b, op, axes, axis, lifted);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(axes.contains(operand) ? lifted.lookup(operand)
                                              : operand);
  Operation *clone = mlir::clone(b, op, type, operands);
  std::optional<unsigned> dim = getRowAxisOf(op);
  if (auto concat = dyn_cast<tensor::ConcatOp>(clone))
    concat.setDim(concat.getDim() + (concat.getDim() >= axis.axis));
  else if (dim)
    clone->setAttr("dim", b.getI64IntegerAttr(*dim + (*dim >= axis.axis)));
  return clone->getResult(0);
}

Value mesh::liftOp(OpBuilder &builder, Operation *op, const StepAxes &axes,
                   StepAxis axis, const Lifted &lifted, OpFoldResult numSteps) {
  ImplicitLocOpBuilder b(op->getLoc(), builder);
  Type type = getLiftedType(op->getResult(0).getType(), axis, numSteps);
  Value value = buildLifted(b, op, axes, axis, lifted, type, numSteps);
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(b, type, value);
}
