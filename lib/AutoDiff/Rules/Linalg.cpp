//===- Linalg.cpp - adjoints of structured ops ----------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One rule for all of linalg. The adjoint of an op is a linalg.generic over the
// same loops: it computes the body again and reverses it, entry by entry, by
// the rules of arith and math. The contribution to an input has the input's
// indexing map; loops that are not in it are summed over.
//
//===----------------------------------------------------------------------===//

#include "LinalgBody.h"

#include "mesh/AutoDiff/Activity.h"
#include "mesh/AutoDiff/Rules.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

namespace {

class LinalgAdjoint {
public:
  LinalgAdjoint(linalg::LinalgOp op, AdjointState &state)
      : op(op), state(state), b(state.b) {}

  void build();

private:
  /// An input of the adjoints: values of the op, or cotangents.
  struct Input {
    Value value;
    AffineMap map;
  };
  /// A result of the op with a cotangent.
  struct Seed {
    ResultForm form;
    /// Positions in `inputs`: the cotangent (its share of one winner for an
    /// extremum), and the result.
    unsigned cotangent, result;
  };

  AffineMap getMap(Value result) {
    return op.getIndexingMapMatchingResult(cast<OpResult>(result));
  }
  void collectSeeds();
  void addToInits();
  Value countWinners(unsigned k, ResultForm form);
  Value createZeros(Value like);
  /// The entries of `targets`, of one shape where `isReduced` is false.
  void contribute(ArrayRef<LinalgTarget> targets, bool isReduced);
  SmallVector<Value> reverseEntry(ImplicitLocOpBuilder &body, ValueRange args,
                                  ArrayRef<LinalgTarget> targets,
                                  AutoDiffContext &local);
  linalg::GenericOp prune(linalg::GenericOp generic);

  linalg::LinalgOp op;
  AdjointState &state;
  ImplicitLocOpBuilder &b;
  SmallVector<Input> inputs;
  SmallVector<Seed> seeds;
  /// The results whose cotangents flow to the inits as they are, or by shares.
  SmallVector<std::pair<unsigned, Value>> initCotangents;
};

} // namespace

/// The targets among the operands and captured values of `op`.
static SmallVector<LinalgTarget>
getTargets(linalg::LinalgOp op, function_ref<bool(Value)> isActive) {
  SmallVector<LinalgTarget> targets;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isActive(operand.get()))
      continue;
    if (op.isDpsInit(&operand)) {
      unsigned k = operand.getOperandNumber() - op.getNumDpsInputs();
      if (getResultForm(op, k).kind != ResultKind::ReadsInit)
        continue;
    }
    targets.push_back({operand.get(), op.getMatchingBlockArgument(&operand),
                       op.getMatchingIndexingMap(&operand)});
  }
  unsigned loops = op.getNumLoops();
  DenseSet<Value> seen;
  op.getBlock()->walk([&](Operation *inner) {
    for (Value value : inner->getOperands())
      if (isActive(value) &&
          !op->getRegion(0).isAncestor(value.getParentRegion()) &&
          seen.insert(value).second)
        targets.push_back(
            {value, value, AffineMap::get(loops, 0, op->getContext())});
  });
  return targets;
}

/// One winner's share of the cotangent of an extremum: ties share equally, the
/// init among them.
Value LinalgAdjoint::countWinners(unsigned k, ResultForm form) {
  Value result = state.value(op->getResult(k));
  AffineMap map = getMap(op->getResult(k));
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  for (const Input &input : inputs) {
    operands.push_back(input.value);
    maps.push_back(input.map);
  }
  operands.push_back(result);
  maps.append({map, map});
  Value zeros = createZeros(op->getResult(k));
  auto count = linalg::GenericOp::create(
      b, TypeRange(zeros.getType()), operands, ValueRange(zeros), maps,
      op.getIteratorTypesArray(),
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        ImplicitLocOpBuilder body(loc, nested);
        IRMapping mapping;
        mapping.map(op.getBlock()->getArguments(),
                    args.take_front(op.getBlock()->getNumArguments()));
        AutoDiffContext local;
        cloneForRecomputation(body, getOps(*op.getBlock()), mapping, local);
        Value term = mapping.lookupOrDefault(form.term);
        Value wins = arith::CmpFOp::create(body, arith::CmpFPredicate::OEQ,
                                           term, args[args.size() - 2]);
        Type type = term.getType();
        Value yes = buildConstant(body, type, {}, 1);
        Value no = buildConstant(body, type, {}, 0);
        Value one = arith::SelectOp::create(body, wins, yes, no);
        Value sum = arith::AddFOp::create(body, args.back(), one);
        linalg::YieldOp::create(body, sum);
      });
  eraseDeadCode(count.getRegion());
  Value counted = prune(count).getResult(0);
  Value init = state.value(op.getDpsInitOperand(k)->get());
  Value wins =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, init, result);
  Value more = arith::AddFOp::create(b, counted,
                                     state.constantLike(op->getResult(k), 1));
  return arith::SelectOp::create(b, wins, more, counted);
}

Value LinalgAdjoint::createZeros(Value like) {
  auto type = dyn_cast<RankedTensorType>(like.getType());
  Type element = getElementTypeOrSelf(like.getType());
  SmallVector<OpFoldResult> sizes;
  if (type)
    sizes = state.getSizes(like);
  Value empty = tensor::EmptyOp::create(b, sizes, element);
  Value zero = buildConstant(b, element, {}, 0);
  return linalg::FillOp::create(b, zero, empty).getResult(0);
}

void LinalgAdjoint::collectSeeds() {
  for (OpOperand &operand : op->getOpOperands())
    inputs.push_back(
        {state.value(operand.get()), op.getMatchingIndexingMap(&operand)});
  unsigned numOperands = inputs.size();
  for (unsigned k = 0, e = op->getNumResults(); k < e; ++k) {
    Value result = op->getResult(k);
    if (!state.isActive(result))
      continue;
    Value cotangent = state.getCotangent(result);
    if (!cotangent)
      continue;
    ResultForm form = getResultForm(op, k);
    if (form.kind == ResultKind::Extremum) {
      Value count;
      {
        // The op's own operands only.
        SmallVector<Input> own(inputs.begin(), inputs.begin() + numOperands);
        std::swap(own, inputs);
        count = countWinners(k, form);
        std::swap(own, inputs);
      }
      cotangent = arith::DivFOp::create(b, cotangent, count);
    }
    Seed seed = {form, unsigned(inputs.size()), 0};
    inputs.push_back({cotangent, getMap(result)});
    if (form.kind == ResultKind::Extremum) {
      seed.result = inputs.size();
      inputs.push_back({state.value(result), getMap(result)});
    }
    seeds.push_back(seed);
    initCotangents.push_back({k, cotangent});
  }
}

void LinalgAdjoint::addToInits() {
  for (auto [k, cotangent] : initCotangents) {
    Value init = op.getDpsInitOperand(k)->get();
    if (!state.isActive(init))
      continue;
    ResultKind kind = getResultForm(op, k).kind;
    if (kind == ResultKind::Sum)
      state.add(init, cotangent);
    if (kind == ResultKind::Extremum) {
      Value wins =
          arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, state.value(init),
                                state.value(op->getResult(k)));
      state.add(init, cotangent, {wins});
    }
  }
}

SmallVector<Value> LinalgAdjoint::reverseEntry(ImplicitLocOpBuilder &body,
                                               ValueRange args,
                                               ArrayRef<LinalgTarget> targets,
                                               AutoDiffContext &local) {
  IRMapping mapping;
  Block *block = op.getBlock();
  for (auto [from, to] : llvm::zip(block->getArguments(), args)) {
    mapping.map(from, to);
    if (local.active.contains(from))
      local.active.insert(to);
  }
  SmallVector<Operation *> ops =
      cloneForRecomputation(body, getOps(*block), mapping, local);
  AdjointState inner(body, local, &state);
  for (const Seed &seed : seeds) {
    Value term = mapping.lookupOrDefault(seed.form.term);
    Value cotangent = args[seed.cotangent];
    Mask mask;
    if (seed.form.kind == ResultKind::Extremum)
      mask.condition = arith::CmpFOp::create(body, arith::CmpFPredicate::OEQ,
                                             term, args[seed.result]);
    inner.add(term, cotangent, mask);
  }
  buildAdjoints(ops, inner);
  SmallVector<Value> entries;
  for (const LinalgTarget &target : targets)
    entries.push_back(
        inner.getCotangentOrZero(mapping.lookupOrDefault(target.inBody)));
  return entries;
}

/// Drops inputs that the body does not read. Where one was the only one to say
/// how long a loop is, an empty tensor says it instead.
linalg::GenericOp LinalgAdjoint::prune(linalg::GenericOp generic) {
  Block *body = generic.getBlock();
  unsigned numInputs = generic.getNumDpsInputs();
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  llvm::SmallBitVector covered(generic.getNumLoops()), kept(maps.size());
  auto cover = [&](AffineMap map) {
    for (AffineExpr expr : map.getResults())
      covered.set(cast<AffineDimExpr>(expr).getPosition());
  };
  for (unsigned i = 0, e = maps.size(); i < e; ++i)
    if (i >= numInputs || !body->getArgument(i).use_empty()) {
      kept.set(i);
      cover(maps[i]);
    }
  SmallVector<Value> operands(generic.getInputs());
  for (unsigned i = 0; i < numInputs; ++i) {
    if (kept.test(i))
      continue;
    bool isMissed = llvm::any_of(maps[i].getResults(), [&](AffineExpr expr) {
      return !covered.test(cast<AffineDimExpr>(expr).getPosition());
    });
    if (!isMissed)
      continue;
    kept.set(i);
    cover(maps[i]);
    ImplicitLocOpBuilder before(generic.getLoc(), generic);
    AdjointState shapes(before, state.context);
    operands[i] =
        tensor::EmptyOp::create(before, shapes.getSizes(operands[i]),
                                getElementTypeOrSelf(operands[i].getType()));
  }
  if (kept.all())
    return generic;
  SmallVector<Value> keptOperands;
  SmallVector<AffineMap> keptMaps;
  for (unsigned i : kept.set_bits()) {
    keptMaps.push_back(maps[i]);
    if (i < numInputs)
      keptOperands.push_back(operands[i]);
  }
  OpBuilder at(generic);
  auto smaller = linalg::GenericOp::create(
      at, generic.getLoc(), generic.getResultTypes(), keptOperands,
      generic.getOutputs(), keptMaps, generic.getIteratorTypesArray());
  smaller.getRegion().takeBody(generic.getRegion());
  llvm::BitVector dropped(maps.size());
  for (unsigned i = 0, e = maps.size(); i < e; ++i)
    dropped[i] = !kept.test(i);
  smaller.getBlock()->eraseArguments(dropped);
  generic->replaceAllUsesWith(smaller);
  generic.erase();
  return smaller;
}

void LinalgAdjoint::contribute(ArrayRef<LinalgTarget> targets, bool isReduced) {
  // Only what these targets need.
  AutoDiffContext local;
  SmallVector<Value> sources, terms;
  for (const LinalgTarget &target : targets)
    sources.push_back(target.inBody);
  for (const Seed &seed : seeds)
    terms.push_back(seed.form.term);
  local.active = findActive(*op.getBlock(), sources, terms);

  SmallVector<Value> operands, outs;
  SmallVector<AffineMap> maps;
  for (const Input &input : inputs) {
    operands.push_back(input.value);
    maps.push_back(input.map);
  }
  SmallVector<utils::IteratorType> iterators(op.getNumLoops(),
                                             utils::IteratorType::parallel);
  bool continues = false;
  for (const LinalgTarget &target : targets) {
    maps.push_back(target.map);
    auto type = dyn_cast<RankedTensorType>(target.value.getType());
    if (!isReduced) {
      outs.push_back(tensor::EmptyOp::create(b, state.getSizes(target.value),
                                             type.getElementType()));
      continue;
    }
    // A sum goes on from the cotangent so far.
    continues = type && state.hasCotangent(target.value);
    outs.push_back(continues ? state.getCotangent(target.value)
                             : createZeros(target.value));
    llvm::SmallBitVector kept(op.getNumLoops());
    for (AffineExpr expr : target.map.getResults())
      kept.set(cast<AffineDimExpr>(expr).getPosition());
    for (auto [loop, iterator] : llvm::enumerate(iterators))
      if (!kept.test(loop))
        iterator = utils::IteratorType::reduction;
  }
  auto generic = linalg::GenericOp::create(
      b, ValueRange(outs).getTypes(), operands, outs, maps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        ImplicitLocOpBuilder body(loc, nested);
        SmallVector<Value> entries = reverseEntry(body, args, targets, local);
        if (isReduced)
          entries[0] = arith::AddFOp::create(body, args.back(), entries[0]);
        linalg::YieldOp::create(body, entries);
      });
  eraseDeadCode(generic.getRegion());
  generic = prune(generic);
  for (auto [target, result] : llvm::zip(targets, generic.getResults())) {
    if (continues) {
      state.set(target.value, result);
      continue;
    }
    Value contribution = result;
    if (!isa<RankedTensorType>(target.value.getType()))
      contribution = tensor::ExtractOp::create(b, result, ValueRange());
    state.add(target.value, contribution);
  }
}

void LinalgAdjoint::build() {
  SmallVector<LinalgTarget> whole, reduced;
  for (const LinalgTarget &target :
       getTargets(op, [&](Value value) { return state.isActive(value); }))
    (target.map.isPermutation() && isa<RankedTensorType>(target.value.getType())
         ? whole
         : reduced)
        .push_back(target);
  collectSeeds();
  addToInits();
  // Targets that a seed does not reach get nothing.
  auto isReached = [&](const LinalgTarget &target) {
    SmallVector<Value> terms;
    for (const Seed &seed : seeds)
      terms.push_back(seed.form.term);
    return findActive(*op.getBlock(), {target.inBody}, terms)
        .contains(target.inBody);
  };
  llvm::erase_if(whole, [&](const auto &t) { return !isReached(t); });
  llvm::erase_if(reduced, [&](const auto &t) { return !isReached(t); });
  if (!whole.empty())
    contribute(whole, /*isReduced=*/false);
  for (const LinalgTarget &target : reduced)
    contribute(target, /*isReduced=*/true);
}

namespace {

template <class Op>
struct LinalgRule
    : public AdjointOpInterface::ExternalModel<LinalgRule<Op>, Op> {
  void buildAdjoint(Operation *op, AdjointState &state) const {
    LinalgAdjoint(cast<linalg::LinalgOp>(op), state).build();
  }
  std::string whyNot(Operation *op, function_ref<bool(Value)> isActive) const {
    return explain(cast<linalg::LinalgOp>(op), isActive);
  }
  static std::string explain(linalg::LinalgOp op,
                             function_ref<bool(Value)> isActive);
};

} // namespace

/// Why `op` cannot be differentiated, or empty.
static std::string explainLinalg(linalg::LinalgOp op,
                                 function_ref<bool(Value)> isActive) {
  if (!op.hasPureTensorSemantics())
    return "it works on memory; use tensors";
  for (AffineMap map : op.getIndexingMapsArray()) {
    if (map.isProjectedPermutation())
      continue;
    std::string text;
    llvm::raw_string_ostream(text) << map;
    return "its indexing map " + text + " is not a projected permutation";
  }
  SmallVector<LinalgTarget> targets = getTargets(op, isActive);
  SmallVector<Value> sources, terms;
  for (const LinalgTarget &target : targets) {
    if (isa<RankedTensorType>(target.value.getType()) &&
        target.value == target.inBody)
      return "its body reads a tensor that is not one of its operands";
    sources.push_back(target.inBody);
  }
  for (unsigned k = 0, e = op->getNumResults(); k < e; ++k) {
    if (!isActive(op->getResult(k)))
      continue;
    ResultForm form = getResultForm(op, k);
    if (form.kind == ResultKind::Unknown || form.kind == ResultKind::Product)
      return "its reduction is not a sum, product, maximum or minimum";
    terms.push_back(form.term);
  }
  for (const MissingRule &missing :
       findMissingRules(*op.getBlock(), sources, terms))
    return ("its body has '" + missing.op->getName().getStringRef() +
            "', which has no derivative")
        .str();
  return {};
}

template <class Op>
std::string LinalgRule<Op>::explain(linalg::LinalgOp op,
                                    function_ref<bool(Value)> isActive) {
  return explainLinalg(op, isActive);
}

template <class... Ops> static void attachAll(MLIRContext *context) {
  (Ops::template attachInterface<LinalgRule<Ops>>(*context), ...);
}

void mesh::registerLinalgRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachAll<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >(context);
  });
}
