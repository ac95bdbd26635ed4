//===- Loop.cpp - adjoints of scf.for -------------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is reversed by a second loop that runs backwards over it. In each
// iteration it takes the state that the forward loop had there, computes the
// body again and reverses that. The only values that the forward loop stores
// are its states, and only those that the reversed body turns out to read.
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/Rules.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

namespace {

/// The states of one iteration argument, stored in a tensor with one more axis.
class StateStack {
public:
  StateStack(Value init, Value length, AdjointState &state)
      : type(init.getType()), length(length) {
    if (auto tensorType = dyn_cast<RankedTensorType>(type))
      sizes = state.getSizes(init);
  }

  Value create(ImplicitLocOpBuilder &b) const {
    SmallVector<OpFoldResult> all = {length};
    llvm::append_range(all, sizes);
    return tensor::EmptyOp::create(b, all, getElementTypeOrSelf(type));
  }

  Value store(ImplicitLocOpBuilder &b, Value stack, Value state,
              Value position) const {
    if (!isa<RankedTensorType>(type))
      return tensor::InsertOp::create(b, state, stack, position);
    auto [offsets, extents, strides] = getSlice(b, position);
    return tensor::InsertSliceOp::create(b, state, stack, offsets, extents,
                                         strides);
  }

  Value load(ImplicitLocOpBuilder &b, Value stack, Value position) const {
    if (!isa<RankedTensorType>(type))
      return tensor::ExtractOp::create(b, stack, position);
    auto [offsets, extents, strides] = getSlice(b, position);
    return tensor::ExtractSliceOp::create(b, cast<RankedTensorType>(type),
                                          stack, offsets, extents, strides);
  }

private:
  using Indices = SmallVector<OpFoldResult>;
  std::tuple<Indices, Indices, Indices> getSlice(OpBuilder &b,
                                                 Value position) const {
    Indices offsets(sizes.size() + 1, b.getIndexAttr(0));
    offsets[0] = position;
    Indices extents = {b.getIndexAttr(1)};
    llvm::append_range(extents, sizes);
    Indices strides(sizes.size() + 1, b.getIndexAttr(1));
    return {offsets, extents, strides};
  }

  Type type;
  Value length;
  Indices sizes;
};

/// Stands for a state until it is known whether the state must be stored.
Value createPlaceholder(ImplicitLocOpBuilder &b, Value position, Type type) {
  return UnrealizedConversionCastOp::create(b, TypeRange(type),
                                            ValueRange(position))
      .getResult(0);
}

struct LoopAdjoint {
  LoopAdjoint(scf::ForOp loop, AdjointState &state)
      : loop(loop), state(state), b(state.b) {}

  void build();

private:
  void countIterations();
  void collectCarried();
  scf::ForOp buildReversedLoop();
  void reverseBody(scf::ForOp reversed);
  void saveStates();
  void checkShape(unsigned i);

  scf::ForOp loop;
  AdjointState &state;
  ImplicitLocOpBuilder &b;
  Value zero, one, count;
  SmallVector<unsigned> activeArguments;
  SmallVector<Value> captures;
  /// The states at the start of a reversed iteration, and at its end.
  SmallVector<Value> before, after;
  Value position, nextPosition;
};

} // namespace

void LoopAdjoint::countIterations() {
  // Before the loop: stacks need it there.
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(loop);
  Type type = loop.getInductionVar().getType();
  zero = arith::ConstantIndexOp::create(b, 0);
  one = arith::ConstantIndexOp::create(b, 1);
  Value extent =
      arith::SubIOp::create(b, loop.getUpperBound(), loop.getLowerBound());
  Value trips = arith::CeilDivSIOp::create(b, extent, loop.getStep());
  if (!type.isIndex())
    trips = arith::IndexCastOp::create(b, b.getIndexType(), trips);
  count = arith::MaxSIOp::create(b, trips, zero);
}

void LoopAdjoint::collectCarried() {
  for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs()))
    if (state.isActive(argument))
      activeArguments.push_back(i);
  captures = getActiveCaptures(loop, state.context);
}

scf::ForOp LoopAdjoint::buildReversedLoop() {
  SmallVector<Value> inits;
  for (unsigned i : activeArguments)
    inits.push_back(state.getCotangentOrZero(loop.getResult(i)));
  for (Value capture : captures)
    inits.push_back(state.getCotangentOrZero(capture));
  auto reversed = scf::ForOp::create(b, zero, count, one, inits);
  if (!reversed.getBody()->empty())
    reversed.getBody()->getTerminator()->erase();
  return reversed;
}

void LoopAdjoint::reverseBody(scf::ForOp reversed) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(reversed.getBody());
  Value last = arith::SubIOp::create(b, count, one);
  position = arith::SubIOp::create(b, last, reversed.getInductionVar());
  nextPosition = arith::AddIOp::create(b, position, one);
  Value steps = position;
  Type type = loop.getInductionVar().getType();
  if (!type.isIndex())
    steps = arith::IndexCastOp::create(b, type, steps);
  Value induction = arith::AddIOp::create(
      b, loop.getLowerBound(), arith::MulIOp::create(b, steps, loop.getStep()));

  IRMapping mapping;
  mapping.map(loop.getInductionVar(), induction);
  for (auto [argument, init] :
       llvm::zip(loop.getRegionIterArgs(), loop.getInitArgs())) {
    Value placeholder = createPlaceholder(b, position, argument.getType());
    before.push_back(placeholder);
    mapping.map(argument, placeholder);
    state.context.shapes[placeholder] = init;
    if (state.isActive(argument))
      state.context.active.insert(placeholder);
    else
      state.context.active.erase(placeholder);
  }
  SmallVector<Operation *> ops =
      cloneForRecomputation(b, getOps(*loop.getBody()), mapping, state.context);

  // What an iteration yields is the state of the next one: it need not be
  // computed again where that is stored.
  AdjointState inner(b, state.context, &state);
  DenseSet<Value> seen;
  SmallVector<std::pair<Value, Value>> trackers;
  for (auto [yielded, init] :
       llvm::zip(loop.getYieldedValues(), loop.getInitArgs())) {
    Value clone = mapping.lookupOrDefault(yielded);
    after.push_back({});
    if (clone == yielded || clone.getDefiningOp<UnrealizedConversionCastOp>() ||
        !seen.insert(clone).second)
      continue;
    OpBuilder::InsertionGuard inserted(b);
    b.setInsertionPoint(before.front().getDefiningOp());
    Value placeholder = createPlaceholder(b, nextPosition, init.getType());
    state.context.shapes[placeholder] = init;
    state.context.active.erase(placeholder);
    after.back() = placeholder;
    inner.setKnown(clone, placeholder);
    // Follows the value if its op is rebuilt meanwhile.
    b.setInsertionPointAfterValue(clone);
    trackers.push_back(
        {createPlaceholder(b, clone, clone.getType()), placeholder});
    // Sizes of the value itself are asked for as well.
    state.context.shapes[clone] = init;
  }

  auto cotangents = reversed.getRegionIterArgs();
  for (auto [capture, cotangent] :
       llvm::zip(captures, cotangents.drop_front(activeArguments.size())))
    inner.set(capture, cotangent);
  for (auto [i, cotangent] : llvm::zip(activeArguments, cotangents))
    inner.add(mapping.lookupOrDefault(loop.getYieldedValues()[i]), cotangent);
  buildAdjoints(ops, inner);

  SmallVector<Value> results;
  for (unsigned i : activeArguments)
    results.push_back(inner.getCotangentOrZero(before[i]));
  for (Value capture : captures)
    results.push_back(inner.getCotangentOrZero(capture));
  for (auto [result, argument] : llvm::zip(results, cotangents))
    if (result.getType() != argument.getType())
      result = tensor::CastOp::create(b, argument.getType(), result);
  scf::YieldOp::create(b, results);
  for (auto [tracker, placeholder] : trackers) {
    Operation *op = tracker.getDefiningOp();
    Value current = op->getOperand(0);
    state.context.shapes.erase(current);
    current.replaceAllUsesExcept(placeholder, op);
    op->erase();
  }
}

/// Whether two values are computed alike from the same values.
static bool isSameComputation(Value lhs, Value rhs) {
  if (lhs == rhs)
    return true;
  Operation *left = lhs.getDefiningOp(), *right = rhs.getDefiningOp();
  return left && right && left->getNumRegions() == 0 && isPure(left) &&
         cast<OpResult>(lhs).getResultNumber() ==
             cast<OpResult>(rhs).getResultNumber() &&
         OperationEquivalence::isEquivalentTo(
             left, right,
             [](Value a, Value b) { return success(isSameComputation(a, b)); },
             /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

/// A state whose shape changes would not fit its stack.
void LoopAdjoint::checkShape(unsigned i) {
  Operation *yield = loop.getBody()->getTerminator();
  Value yielded = yield->getOperand(i);
  auto type = dyn_cast<RankedTensorType>(yielded.getType());
  if (!type || type.hasStaticShape() || yielded == loop.getRegionIterArgs()[i])
    return;
  ImplicitLocOpBuilder forward(loop.getLoc(), yield);
  AdjointState shapes(forward, state.context);
  auto expected = shapes.getSizes(loop.getInitArgs()[i]);
  auto actual = shapes.getSizes(yielded);
  for (auto [axis, want, got] : llvm::enumerate(expected, actual)) {
    if (want == got)
      continue;
    Value wanted =
        getValueOrCreateConstantIndexOp(forward, forward.getLoc(), want);
    Value found =
        getValueOrCreateConstantIndexOp(forward, forward.getLoc(), got);
    if (isSameComputation(wanted, found))
      continue;
    Value same =
        arith::CmpIOp::create(forward, arith::CmpIPredicate::eq, wanted, found);
    AssertOp::create(forward, same,
                     "'scf.for' op cannot be differentiated: axis " +
                         std::to_string(axis) + " of its carried value " +
                         std::to_string(i) +
                         " has {0} entries before the loop, but {1} after an "
                         "iteration",
                     ValueRange{wanted, found});
  }
}

void LoopAdjoint::saveStates() {
  ImplicitLocOpBuilder forward(loop.getLoc(), loop);
  Value length;
  SmallVector<std::pair<unsigned, StateStack>> stacks;
  SmallVector<Value> inits;
  for (unsigned i = 0, e = before.size(); i < e; ++i) {
    bool isRead = !before[i].use_empty() || (after[i] && !after[i].use_empty());
    // Cotangents have the shapes of states.
    if (isRead || llvm::is_contained(activeArguments, i))
      checkShape(i);
    if (!isRead)
      continue;
    // Without entries there is nothing to store, and no slice is in bounds.
    auto type = dyn_cast<RankedTensorType>(before[i].getType());
    if (type && llvm::is_contained(type.getShape(), 0)) {
      for (Value placeholder : {before[i], after[i]})
        if (placeholder) {
          ImplicitLocOpBuilder inner(loop.getLoc(),
                                     placeholder.getDefiningOp());
          AdjointState shapes(inner, state.context);
          placeholder.replaceAllUsesWith(tensor::EmptyOp::create(
              inner, shapes.getSizes(placeholder), type.getElementType()));
        }
      continue;
    }
    if (!length) {
      // The state after the last iteration is stored as well.
      length = arith::AddIOp::create(forward, count, one);
    }
    AdjointState shapes(forward, state.context);
    StateStack stack(loop.getInitArgs()[i], length, shapes);
    inits.push_back(stack.create(forward));
    stacks.push_back({i, stack});
  }
  if (stacks.empty())
    return;

  // Positions count iterations from 0.
  ImplicitLocOpBuilder body(loop.getLoc(), loop);
  body.setInsertionPointToStart(loop.getBody());
  Value current =
      arith::SubIOp::create(body, loop.getInductionVar(), loop.getLowerBound());
  current = arith::DivSIOp::create(body, current, loop.getStep());
  if (!current.getType().isIndex())
    current = arith::IndexCastOp::create(body, body.getIndexType(), current);
  Operation *lastIndexOp = current.getDefiningOp();

  for (Value value : loop.getResults())
    state.forget(value);
  for (Value value : loop.getBody()->getArguments())
    state.forget(value);
  unsigned numResults = loop.getNumResults();
  IRRewriter rewriter(loop.getContext());
  rewriter.setInsertionPoint(loop);
  auto replaced = loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false,
      [&](OpBuilder &, Location loc, ArrayRef<BlockArgument> arguments) {
        ImplicitLocOpBuilder inner(loc, rewriter);
        inner.setInsertionPointAfter(lastIndexOp);
        SmallVector<Value> stored;
        // The body has not moved yet.
        auto states = loop.getRegionIterArgs();
        for (auto [entry, argument] : llvm::zip(stacks, arguments))
          stored.push_back(entry.second.store(inner, argument,
                                              states[entry.first], current));
        return stored;
      });
  assert(succeeded(replaced) && "scf.for takes additional results");
  loop = cast<scf::ForOp>(replaced->getOperation());

  forward.setInsertionPointAfter(loop);
  for (auto [k, entry] : llvm::enumerate(stacks)) {
    auto i = entry.first;
    auto &stack = entry.second;
    Value stored = loop.getResult(numResults + k);
    if (after[i] && !after[i].use_empty())
      stored = stack.store(forward, stored, loop.getResult(i), count);
    auto replace = [&](Value placeholder, Value where) {
      if (!placeholder || placeholder.use_empty())
        return;
      ImplicitLocOpBuilder inner(loop.getLoc(), placeholder.getDefiningOp());
      placeholder.replaceAllUsesWith(stack.load(inner, stored, where));
    };
    replace(before[i], position);
    replace(after[i], nextPosition);
  }
}

void LoopAdjoint::build() {
  countIterations();
  collectCarried();
  scf::ForOp reversed = buildReversedLoop();
  SmallVector<Value> inits(loop.getInitArgs());
  reverseBody(reversed);

  // Cotangents after the reversed loop, before anything is rebuilt. That of a
  // captured value started from what it was.
  SmallVector<std::pair<Value, unsigned>> added;
  eraseDeadCode(reversed.getRegion());
  for (auto [k, capture] : llvm::enumerate(captures))
    state.set(capture, reversed.getResult(activeArguments.size() + k));
  for (auto [k, i] : llvm::enumerate(activeArguments))
    state.add(inits[i], reversed.getResult(k));
  saveStates();
  for (auto values : {before, after})
    for (Value placeholder : values)
      if (placeholder) {
        state.forget(placeholder);
        if (placeholder.use_empty())
          placeholder.getDefiningOp()->erase();
      }
}

namespace {

struct ForRule : public AdjointOpInterface::ExternalModel<ForRule, scf::ForOp> {
  void buildAdjoint(Operation *op, AdjointState &state) const {
    LoopAdjoint(cast<scf::ForOp>(op), state).build();
  }

  std::string whyNot(Operation *op, function_ref<bool(Value)>) const {
    auto loop = cast<scf::ForOp>(op);
    if (loop.getUnsignedCmp())
      return "its bounds are compared as unsigned numbers";
    for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
      Type type = argument.getType();
      if (!isa<RankedTensorType>(type) && !type.isIntOrIndexOrFloat())
        return "its carried value " + std::to_string(i) +
               " is neither a tensor nor a number";
    }
    return {};
  }
};

} // namespace

void mesh::attachLoopRule(MLIRContext *context) {
  scf::ForOp::attachInterface<ForRule>(*context);
}
