//===- SizeTracing.cpp - sizes that are equal by construction -------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/Transforms/SizeTracing.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mesh;

/// Bounds the search in a long chain of elementwise ops.
static constexpr unsigned kMaxSizes = 64;

Size Size::of(OpFoldResult value) {
  if (std::optional<int64_t> number = getConstantIntValue(value))
    return constant(*number);
  return index(cast<Value>(value));
}

Size Size::count(Value graph, SizeConstraint::Count count) {
  switch (count) {
  case SizeConstraint::Count::Sources:
    return nodes(graph, Endpoint::Source);
  case SizeConstraint::Count::Targets:
    return nodes(graph, Endpoint::Target);
  case SizeConstraint::Count::Edges:
    break;
  }
  return edges(graph);
}

Size Size::nodes(Value graph, Endpoint endpoint) {
  return {endpoint == Endpoint::Source ? Kind::Sources : Kind::Targets, graph,
          0};
}

/// Sizes equal to a count of a graph.
static void traceCount(const Size &size, SmallVectorImpl<Size> &equal) {
  bool isSources = size.kind == Size::Kind::Sources;
  if (auto transpose = size.value.getDefiningOp<TransposeOp>()) {
    equal.push_back(
        size.kind == Size::Kind::Edges
            ? Size::edges(transpose.getGraph())
            : Size::nodes(transpose.getGraph(),
                          isSources ? Endpoint::Target : Endpoint::Source));
  } else if (auto graph = size.value.getDefiningOp<GraphOp>()) {
    // `source` and `target` have one length: the op has checked it.
    if (size.kind == Size::Kind::Edges) {
      equal.push_back(Size::axis(graph.getSource(), 0));
      equal.push_back(Size::axis(graph.getTarget(), 0));
    } else {
      equal.push_back(
          Size::of(isSources ? graph.getNumSources() : graph.getNumTargets()));
    }
  }
}

/// Sizes equal to an `index` value.
static void traceIndex(Value value, SmallVectorImpl<Size> &equal) {
  if (auto nodes = value.getDefiningOp<NumNodesOp>())
    equal.push_back(Size::nodes(nodes.getGraph(), nodes.getEndpoint()));
  else if (auto edges = value.getDefiningOp<NumEdgesOp>())
    equal.push_back(Size::edges(edges.getGraph()));
  else if (auto dim = value.getDefiningOp<tensor::DimOp>())
    if (std::optional<int64_t> axis = dim.getConstantIndex())
      equal.push_back(Size::axis(dim.getSource(), *axis));
}

/// Sizes equal to an axis of a result of linalg: axes of other operands that
/// the same loop runs over.
static void traceLinalg(linalg::LinalgOp op, OpResult result, int64_t axis,
                        SmallVectorImpl<Size> &equal) {
  OpOperand *init = op.getDpsInitOperand(result.getResultNumber());
  AffineMap initMap = op.getMatchingIndexingMap(init);
  auto loop = dyn_cast<AffineDimExpr>(initMap.getResult(axis));
  if (!loop)
    return;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [position, expr] : llvm::enumerate(map.getResults()))
      if (expr == loop)
        equal.push_back(Size::axis(operand.get(), position));
  }
}

/// Whether every axis of `group` but `axis` has one entry.
static bool isAlone(RankedTensorType type, ArrayRef<int64_t> group,
                    int64_t axis) {
  return llvm::all_of(group, [&](int64_t other) {
    return other == axis || type.getDimSize(other) == 1;
  });
}

/// Sizes equal to an axis of a reshape: axes that are not grouped, or only with
/// axes of one entry, stay.
static void traceReshape(Operation *op, int64_t axis,
                         SmallVectorImpl<Size> &equal) {
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    equal.push_back(Size::of(expand.getMixedOutputShape()[axis]));
    for (auto [source, group] :
         llvm::enumerate(expand.getReassociationIndices()))
      if (llvm::is_contained(group, axis) &&
          isAlone(expand.getResultType(), group, axis))
        equal.push_back(Size::axis(expand.getSrc(), source));
    return;
  }
  auto collapse = cast<tensor::CollapseShapeOp>(op);
  ReassociationIndices group = collapse.getReassociationIndices()[axis];
  for (int64_t source : group)
    if (isAlone(collapse.getSrcType(), group, source))
      equal.push_back(Size::axis(collapse.getSrc(), source));
}

/// Sizes equal to axis `axis` of a result of a mesh op.
static void traceMesh(Operation *op, OpResult result, int64_t axis,
                      SmallVectorImpl<Size> &equal) {
  TypeSwitch<Operation *>(op)
      .Case<GatherOp, SegmentSoftmaxOp>([&](auto rows) {
        equal.push_back(axis == static_cast<int64_t>(rows.getDim())
                            ? Size::edges(rows.getGraph())
                            : Size::axis(op->getOperand(0), axis));
      })
      .Case<SegmentSumOp, SegmentMeanOp, SegmentMaxOp, SegmentMinOp,
            SegmentArgmaxOp>([&](auto rows) {
        equal.push_back(axis == static_cast<int64_t>(rows.getDim())
                            ? Size::nodes(rows.getGraph(), rows.getEndpoint())
                            : Size::axis(rows.getMessages(), axis));
      })
      .Case<DegreeOp>([&](DegreeOp degree) {
        equal.push_back(Size::nodes(degree.getGraph(), degree.getEndpoint()));
      })
      .Case<EndpointsOp, EdgeIdsOp>(
          [&](auto ids) { equal.push_back(Size::edges(ids.getGraph())); })
      .Case<CSROp>([&](CSROp csr) {
        if (result != csr.getRowPtr())
          equal.push_back(Size::edges(csr.getGraph()));
      });
}

/// Loops of which it is assumed that what they carry keeps its sizes.
using Assumptions = SmallVector<scf::ForOp, 2>;

static SmallVector<Size> findEqualSizes(const Size &size,
                                        const Assumptions &assumed);

/// Sizes equal to an axis of what a loop carries: those of what it starts from,
/// if an iteration that starts with such a size ends with it.
static void traceLoop(scf::ForOp loop, unsigned index, int64_t axis,
                      const Assumptions &assumed,
                      SmallVectorImpl<Size> &equal) {
  if (llvm::is_contained(assumed, loop))
    return;
  Assumptions inside = assumed;
  inside.push_back(loop);
  Size carried = Size::axis(loop.getRegionIterArg(index), axis);
  Size yielded = Size::axis(loop.getYieldedValues()[index], axis);
  if (llvm::is_contained(findEqualSizes(yielded, inside), carried))
    equal.push_back(Size::axis(loop.getInitArgs()[index], axis));
}

/// Sizes equal to an axis of a result of a condition: those that both branches
/// agree on.
static void traceBranches(scf::IfOp op, OpResult result, int64_t axis,
                          const Assumptions &assumed,
                          SmallVectorImpl<Size> &equal) {
  unsigned index = result.getResultNumber();
  SmallVector<Size> onFalse = findEqualSizes(
      Size::axis(op.elseYield().getOperand(index), axis), assumed);
  for (Size &size : findEqualSizes(
           Size::axis(op.thenYield().getOperand(index), axis), assumed)) {
    bool isInside = size.value &&
                    op->isAncestor(size.value.getParentBlock()->getParentOp());
    if (!isInside && llvm::is_contained(onFalse, size))
      equal.push_back(size);
  }
}

/// Sizes equal to an axis of a tensor.
static void traceAxis(Value tensor, int64_t axis, const Assumptions &assumed,
                      SmallVectorImpl<Size> &equal) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(axis))
    equal.push_back(Size::constant(type.getDimSize(axis)));
  auto result = dyn_cast<OpResult>(tensor);
  if (!result) {
    auto argument = cast<BlockArgument>(tensor);
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (loop && argument.getArgNumber() >= loop.getNumInductionVars())
      traceLoop(loop, argument.getArgNumber() - loop.getNumInductionVars(),
                axis, assumed, equal);
    return;
  }
  Operation *op = result.getOwner();
  traceMesh(op, result, axis, equal);
  TypeSwitch<Operation *>(op)
      .Case<tensor::CastOp>([&](tensor::CastOp cast) {
        auto source = dyn_cast<RankedTensorType>(cast.getSource().getType());
        if (source)
          equal.push_back(Size::axis(cast.getSource(), axis));
      })
      .Case<tensor::EmptyOp, tensor::SplatOp>([&](auto made) {
        if (type.isDynamicDim(axis))
          equal.push_back(Size::index(
              made.getDynamicSizes()[type.getDynamicDimIndex(axis)]));
      })
      .Case<tensor::GenerateOp>([&](tensor::GenerateOp made) {
        if (type.isDynamicDim(axis))
          equal.push_back(Size::index(
              made.getDynamicExtents()[type.getDynamicDimIndex(axis)]));
      })
      .Case<tensor::ExtractSliceOp>([&](tensor::ExtractSliceOp slice) {
        llvm::SmallBitVector dropped = slice.getDroppedDims();
        int64_t kept = -1;
        for (auto [source, size] : llvm::enumerate(slice.getMixedSizes()))
          if (!dropped.test(source) && ++kept == axis)
            equal.push_back(Size::of(size));
      })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
          [&](Operation *reshape) { traceReshape(reshape, axis, equal); })
      .Case<scf::ForOp>([&](scf::ForOp loop) {
        traceLoop(loop, result.getResultNumber(), axis, assumed, equal);
      })
      .Case<scf::IfOp>([&](scf::IfOp branches) {
        traceBranches(branches, result, axis, assumed, equal);
      })
      .Case<linalg::LinalgOp>([&](linalg::LinalgOp linalgOp) {
        traceLinalg(linalgOp, result, axis, equal);
      })
      .Case<DestinationStyleOpInterface>(
          [&](DestinationStyleOpInterface destination) {
            OpOperand *init = destination.getTiedOpOperand(result);
            equal.push_back(Size::axis(init->get(), axis));
          })
      .Default([&](Operation *other) {
        if (!OpTrait::hasElementwiseMappableTraits(other))
          return;
        // One of two whole tensors: the size is that of neither for sure.
        auto select = dyn_cast<arith::SelectOp>(other);
        if (select && !isa<ShapedType>(select.getCondition().getType()))
          return;
        for (Value operand : other->getOperands())
          if (isa<RankedTensorType>(operand.getType()))
            equal.push_back(Size::axis(operand, axis));
      });
}

static SmallVector<Size> findEqualSizes(const Size &size,
                                        const Assumptions &assumed) {
  SmallVector<Size> known = {size};
  for (unsigned next = 0; next < known.size() && known.size() < kMaxSizes;
       ++next) {
    Size current = known[next];
    SmallVector<Size> equal;
    switch (current.kind) {
    case Size::Kind::Sources:
    case Size::Kind::Targets:
    case Size::Kind::Edges:
      traceCount(current, equal);
      break;
    case Size::Kind::Axis:
      traceAxis(current.value, current.number, assumed, equal);
      break;
    case Size::Kind::Index:
      traceIndex(current.value, equal);
      break;
    case Size::Kind::Constant:
      break;
    }
    for (const Size &other : equal)
      if (!llvm::is_contained(known, other))
        known.push_back(other);
  }
  return known;
}

SmallVector<Size> mesh::getEqualSizes(const Size &size) {
  return findEqualSizes(size, {});
}
