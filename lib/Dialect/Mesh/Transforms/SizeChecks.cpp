//===- SizeChecks.cpp - what ops on graphs require of sizes ---------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeChecks.h"

#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mesh;

bool mesh::isKnownAtEntry(Operation *op, const Size &size) {
  if (size.kind == Size::Kind::Constant)
    return true;
  auto argument = dyn_cast<BlockArgument>(size.value);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return false;
  return op->getParentOfType<FunctionOpInterface>() ==
         argument.getOwner()->getParentOp();
}

Size mesh::chooseSize(Operation *op, ArrayRef<Size> sizes) {
  for (const Size &size : sizes)
    if (size.kind == Size::Kind::Constant)
      return size;
  for (const Size &size : sizes)
    if (isKnownAtEntry(op, size))
      return size;
  return sizes.front();
}

Value mesh::buildSize(ImplicitLocOpBuilder &b, const Size &size) {
  switch (size.kind) {
  case Size::Kind::Sources:
    return NumNodesOp::create(b, size.value, Endpoint::Source);
  case Size::Kind::Targets:
    return NumNodesOp::create(b, size.value, Endpoint::Target);
  case Size::Kind::Edges:
    return NumEdgesOp::create(b, size.value);
  case Size::Kind::Axis:
    return tensor::DimOp::create(b, size.value, size.number);
  case Size::Kind::Index:
    return size.value;
  case Size::Kind::Constant:
    break;
  }
  return arith::ConstantIndexOp::create(b, size.number);
}

/// Constraints on operands, as the ops state them.
static void collectOperandChecks(SizedOpInterface op,
                                 SmallVectorImpl<SizeCheck> &checks) {
  for (const SizeConstraint &constraint : op.getSizeConstraints()) {
    std::string message;
    llvm::raw_string_ostream(message)
        << "'" << op->getName() << "' op expects '" << constraint.name
        << "' to have {0} rows on axis " << constraint.axis << ", but got {1}";
    checks.push_back({Size::axis(constraint.operand->get(), constraint.axis),
                      Size::count(constraint.graph, constraint.count),
                      std::move(message)});
  }
}

/// A program may declare how many rows a result has; only the graph knows.
static void collectResultCheck(Operation *op, Value result, int64_t axis,
                               Size count, SmallVectorImpl<SizeCheck> &checks) {
  auto type = cast<RankedTensorType>(result.getType());
  // Out of range axes are the verifier's matter.
  if (axis >= type.getRank() || type.isDynamicDim(axis))
    return;
  std::string message;
  llvm::raw_string_ostream(message)
      << "'" << op->getName() << "' op declares {1} rows on axis " << axis
      << " of its result, but the graph has {0} "
      << (count.kind == Size::Kind::Edges     ? "edges"
          : count.kind == Size::Kind::Sources ? "source nodes"
                                              : "target nodes");
  checks.push_back(
      {Size::constant(type.getDimSize(axis)), count, std::move(message)});
}

static void collectResultChecks(Operation *op,
                                SmallVectorImpl<SizeCheck> &checks) {
  TypeSwitch<Operation *>(op)
      .Case<GatherOp>([&](GatherOp gather) {
        collectResultCheck(op, gather.getResult(), gather.getDim(),
                           Size::edges(gather.getGraph()), checks);
      })
      .Case<SegmentSumOp, SegmentMeanOp, SegmentMaxOp, SegmentMinOp,
            SegmentArgmaxOp>([&](auto segment) {
        collectResultCheck(
            op, segment.getResult(), segment.getDim(),
            Size::nodes(segment.getGraph(), segment.getEndpoint()), checks);
      })
      .Case<SegmentSoftmaxOp>([&](SegmentSoftmaxOp softmax) {
        collectResultCheck(op, softmax.getResult(), softmax.getDim(),
                           Size::edges(softmax.getGraph()), checks);
      })
      .Case<DegreeOp>([&](DegreeOp degree) {
        collectResultCheck(op, degree.getResult(), 0,
                           Size::nodes(degree.getGraph(), degree.getEndpoint()),
                           checks);
      })
      .Case<EndpointsOp, EdgeIdsOp>([&](auto ids) {
        for (Value result : op->getResults())
          collectResultCheck(op, result, 0, Size::edges(ids.getGraph()),
                             checks);
      })
      .Case<CSROp>([&](CSROp csr) {
        for (Value result : op->getResults().drop_front())
          collectResultCheck(op, result, 0, Size::edges(csr.getGraph()),
                             checks);
      });
}

/// Tensors that are put side by side agree on all other axes.
static void collectConcatChecks(tensor::ConcatOp op,
                                SmallVectorImpl<SizeCheck> &checks) {
  if (isInRegionOp(op))
    return;
  Value first = op.getInputs().front();
  for (auto [i, input] : llvm::enumerate(op.getInputs().drop_front()))
    for (int64_t axis = 0; axis < op.getRank(); ++axis) {
      auto isDynamic = [&](Value value) {
        return cast<RankedTensorType>(value.getType()).isDynamicDim(axis);
      };
      if (axis != int64_t(op.getDim()) &&
          (isDynamic(first) || isDynamic(input)))
        checks.push_back({Size::axis(input, axis), Size::axis(first, axis),
                          ("'tensor.concat' op expects operand " +
                           Twine(i + 1) + " to have {0} entries on axis " +
                           Twine(axis) + ", as the first, but got {1}")
                              .str()});
    }
}

SmallVector<SizeCheck> mesh::getSizeChecks(Operation *op) {
  SmallVector<SizeCheck> checks;
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    collectConcatChecks(concat, checks);
  if (auto sized = dyn_cast<SizedOpInterface>(op))
    collectOperandChecks(sized, checks);
  collectResultChecks(op, checks);
  return checks;
}
