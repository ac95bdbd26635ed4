//===- Prepare.cpp - functions in a form that can be differentiated -------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules/LinalgBody.h"

#include "mesh/AutoDiff/Differentiate.h"
#include "mesh/AutoDiff/Shapes.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mesh;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Inlines the calls of `function`; `path` has the functions whose bodies it is
/// part of.
static void inlineCallsOn(Operation *root, SmallVectorImpl<Operation *> &path) {
  SmallVector<func::CallOp> calls;
  root->walk([&](func::CallOp call) { calls.push_back(call); });
  for (func::CallOp call : calls) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    if (!callee || callee.isDeclaration() || !callee.getBody().hasOneBlock() ||
        callee->hasAttr(kAdjointAttr) || llvm::is_contained(path, callee))
      continue;
    Block &body = callee.getBody().front();
    OpBuilder b(call);
    IRMapping mapping;
    mapping.map(body.getArguments(), call.getOperands());
    SmallVector<Operation *> clones;
    for (Operation &op : body.without_terminator()) {
      clones.push_back(b.clone(op, mapping));
      // As MLIR's inliner does, so that two calls are told apart.
      clones.back()->walk([&](Operation *inner) {
        inner->setLoc(CallSiteLoc::get(inner->getLoc(), call.getLoc()));
      });
    }
    for (auto [result, returned] :
         llvm::zip(call.getResults(), body.getTerminator()->getOperands()))
      result.replaceAllUsesWith(mapping.lookupOrDefault(returned));
    call.erase();
    path.push_back(callee);
    for (Operation *clone : clones) {
      auto nested = dyn_cast<func::CallOp>(clone);
      if (nested || clone->getNumRegions() > 0)
        inlineCallsOn(clone, path);
    }
    path.pop_back();
  }
}

void mesh::inlineCalls(func::FuncOp function) {
  SmallVector<Operation *> path = {function};
  inlineCallsOn(function, path);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// A nest of loops that carries one tensor; `body` gets the induction variables
/// and the tensor, and returns the next one.
static Value
buildNest(OpBuilder &builder, Location loc, ArrayRef<Value> bounds, Value init,
          SmallVector<Value> &indices,
          function_ref<Value(OpBuilder &, ValueRange, Value)> body) {
  if (indices.size() == bounds.size())
    return body(builder, indices, init);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ForOp::create(
      builder, loc, zero, bounds[indices.size()], one, init,
      [&](OpBuilder &nested, Location, Value index, ValueRange carried) {
        indices.push_back(index);
        Value next = buildNest(nested, loc, bounds, carried[0], indices, body);
        indices.pop_back();
        scf::YieldOp::create(nested, loc, next);
      });
  return loop.getResult(0);
}

/// tensor.generate as a loop: its body may read other tensors at computed
/// places.
static void expandGenerate(tensor::GenerateOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<Value> bounds;
  unsigned next = 0;
  for (int64_t size : type.getShape())
    bounds.push_back(ShapedType::isDynamic(size)
                         ? op.getDynamicExtents()[next++]
                         : arith::ConstantIndexOp::create(b, size).getResult());
  Value init = tensor::EmptyOp::create(b, type, op.getDynamicExtents());
  SmallVector<Value> indices;
  Value result = buildNest(
      b, op.getLoc(), bounds, init, indices,
      [&](OpBuilder &nested, ValueRange position, Value tensor) -> Value {
        IRMapping mapping;
        Block &body = op.getBody().front();
        mapping.map(body.getArguments(), position);
        for (Operation &inner : body.without_terminator())
          nested.clone(inner, mapping);
        Value element =
            mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
        return tensor::InsertOp::create(nested, op.getLoc(), element, tensor,
                                        position);
      });
  op.replaceAllUsesWith(result);
  op.erase();
}

/// A product over loops: its derivative is not a quotient where factors are
/// zero, so factors are multiplied one after the other and each partial product
/// is kept.
static void expandProduct(linalg::LinalgOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  SmallVector<Value> bounds;
  for (unsigned loop = 0, e = op.getNumLoops(); loop < e; ++loop) {
    Value bound;
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [axis, expr] : llvm::enumerate(map.getResults()))
        if (!bound && expr == b.getAffineDimExpr(loop))
          bound = getValueOrCreateConstantIndexOp(
              b, b.getLoc(), getSourceSizes(b, operand.get())[axis]);
    }
    bounds.push_back(bound);
  }
  SmallVector<Value> indices;
  auto at = [&](AffineMap map, ValueRange position) {
    SmallVector<Value> entry;
    for (AffineExpr expr : map.getResults())
      entry.push_back(position[cast<AffineDimExpr>(expr).getPosition()]);
    return entry;
  };
  OpOperand *init = op.getDpsInitOperand(0);
  Value result = buildNest(
      b, op.getLoc(), bounds, init->get(), indices,
      [&](OpBuilder &nested, ValueRange position, Value tensor) -> Value {
        Location loc = op.getLoc();
        IRMapping mapping;
        for (OpOperand *input : op.getDpsInputOperands()) {
          Value value = input->get();
          if (isa<RankedTensorType>(value.getType()))
            value = tensor::ExtractOp::create(
                nested, loc, value,
                at(op.getMatchingIndexingMap(input), position));
          mapping.map(op.getMatchingBlockArgument(input), value);
        }
        SmallVector<Value> entry =
            at(op.getMatchingIndexingMap(init), position);
        Value old = tensor::ExtractOp::create(nested, loc, tensor, entry);
        mapping.map(op.getMatchingBlockArgument(init), old);
        for (Operation &inner : op.getBlock()->without_terminator()) {
          if (auto index = dyn_cast<linalg::IndexOp>(inner))
            mapping.map(index.getResult(), position[index.getDim()]);
          else
            nested.clone(inner, mapping);
        }
        Value next = mapping.lookupOrDefault(
            op.getBlock()->getTerminator()->getOperand(0));
        return tensor::InsertOp::create(nested, loc, next, tensor, entry);
      });
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
}

/// A loop over chunks of its iterations: the adjoint stores the states between
/// chunks, and those within one chunk at a time.
static void cutIntoChunks(scf::ForOp loop, Attribute length) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Type type = loop.getInductionVar().getType();
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value step = loop.getStep();
  auto toType = [&](Value value) -> Value {
    if (value.getType() == type)
      return value;
    if (type.isIndex() || value.getType().isIndex())
      return arith::IndexCastOp::create(b, type, value);
    if (type.getIntOrFloatBitWidth() < 64)
      return arith::TruncIOp::create(b, type, value);
    return value;
  };
  Value chunk;
  if (auto number = dyn_cast<IntegerAttr>(length)) {
    chunk = toType(arith::ConstantIndexOp::create(b, number.getInt()));
  } else {
    // The square root of the number of iterations, rounded up.
    Value count = arith::CeilDivSIOp::create(
        b, arith::SubIOp::create(b, upper, lower), step);
    Value one = arith::ConstantOp::create(b, b.getIntegerAttr(type, 1));
    count = arith::MaxSIOp::create(b, count, one);
    Type i64 = b.getI64Type();
    if (type.isIndex())
      count = arith::IndexCastOp::create(b, i64, count);
    Value root = math::SqrtOp::create(
        b, arith::SIToFPOp::create(b, b.getF64Type(), count));
    chunk =
        toType(arith::FPToSIOp::create(b, i64, math::CeilOp::create(b, root)));
  }
  Value stride = arith::MulIOp::create(b, chunk, step);
  auto outer = scf::ForOp::create(b, lower, upper, stride, loop.getInitArgs());
  Block *body = outer.getBody();
  if (!body->empty())
    body->getTerminator()->erase();
  b.setInsertionPointToStart(body);
  Value end = arith::AddIOp::create(b, outer.getInductionVar(), stride);
  end = arith::MinSIOp::create(b, end, upper);
  auto inner = scf::ForOp::create(b, outer.getInductionVar(), end, step,
                                  outer.getRegionIterArgs());
  inner.getRegion().takeBody(loop.getRegion());
  b.setInsertionPointAfter(inner);
  scf::YieldOp::create(b, inner.getResults());
  loop.replaceAllUsesWith(outer.getResults());
  loop.erase();
}

static bool isProduct(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         llvm::all_of(
             op.getIndexingMapsArray(),
             [](AffineMap map) { return map.isProjectedPermutation(); }) &&
         isDifferentiable(op->getResult(0).getType()) &&
         getResultForm(op, 0).kind == ResultKind::Product;
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

bool mesh::isExpandedFirst(OperationName name) {
  StringRef text = name.getStringRef();
  return name.hasInterface<ExpandableOpInterface>() ||
         text == linalg::SoftmaxOp::getOperationName() ||
         text == math::ClampFOp::getOperationName() ||
         text == tensor::GenerateOp::getOperationName();
}

/// The bounds win ties, as the second operands of maxima and minima do.
static void expandClamp(math::ClampFOp op, IRRewriter &rewriter) {
  rewriter.setInsertionPoint(op);
  Value above = arith::MaximumFOp::create(rewriter, op.getLoc(), op.getValue(),
                                          op.getMin(), op.getFastmath());
  rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, above, op.getMax(),
                                                 op.getFastmath());
}

LogicalResult mesh::prepare(func::FuncOp function) {
  SmallVector<ExpandableOpInterface> sugar;
  function->walk<WalkOrder::PreOrder>(
      [&](ExpandableOpInterface op) { sugar.push_back(op); });
  IRRewriter rewriter(function.getContext());
  for (ExpandableOpInterface op : sugar) {
    rewriter.setInsertionPoint(op);
    FailureOr<SmallVector<Value>> values = op.expand(rewriter);
    if (failed(values))
      return failure();
    rewriter.replaceOp(op, *values);
  }

  function->walk([](linalg::GenericOp op) {
    if (op.hasPureTensorSemantics())
      dropFixedAxes(op);
  });

  SmallVector<Operation *> expanded;
  function->walk([&](Operation *op) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (isExpandedFirst(op->getName()) ||
        (isa<scf::ForOp>(op) && op->hasAttr(kCheckpointAttr)) ||
        (structured && isProduct(structured)))
      expanded.push_back(op);
  });
  for (Operation *op : expanded) {
    if (auto generate = dyn_cast<tensor::GenerateOp>(op)) {
      expandGenerate(generate);
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      cutIntoChunks(loop, loop->getAttr(kCheckpointAttr));
    } else if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
      expandProduct(structured);
    } else if (auto clamp = dyn_cast<math::ClampFOp>(op)) {
      expandClamp(clamp, rewriter);
    } else {
      auto softmax = cast<linalg::SoftmaxOp>(op);
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> values =
          softmax.decomposeOperation(rewriter);
      if (succeeded(values))
        rewriter.replaceOp(op, *values);
    }
  }
  return success();
}
