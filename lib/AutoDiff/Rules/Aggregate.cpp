//===- Aggregate.cpp - adjoint of mesh.aggregate --------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First `finish` is reversed at each node, then the edges add to what they
// read, see EdgeAdjoint.
//
//===----------------------------------------------------------------------===//

#include "EdgeAdjoint.h"
#include "ScoreSplit.h"
#include "mesh/Dialect/Mesh/IR/FoldForm.h"

#include "mesh/AutoDiff/Activity.h"
#include "mesh/AutoDiff/Rules.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mesh;

namespace {

class AggregateAdjoint {
public:
  AggregateAdjoint(AggregateOp op, AdjointState &state);
  void build();

private:
  struct Forward {
    SmallVector<Value> terms; ///< of the accumulators
    Value logit, weight;      ///< with `score`
  };
  /// What edges add to: positions of rows in the sweep.
  struct Seed {
    unsigned accumulator; ///< or one of the two below
    unsigned cotangent;
    std::optional<unsigned> winner, value;
  };
  static constexpr unsigned kWeight = ~0u, kLogit = ~0u - 1;

  bool isReadByEdges(unsigned i);
  SmallVector<unsigned> getActiveInputs();
  bool isSoftmax() { return op.getStabilize().has_value(); }
  unsigned getNumStatistics() { return numAccs + (isSoftmax() ? 2 : 0); }
  Value getStatistic(unsigned k);
  /// What `finish` sees after the accumulators: owner rows, shared tensors.
  Value getFinishOperand(unsigned i) {
    unsigned owners = op.getOwners().size();
    return i < owners ? op.getOwners()[i] : op.getShared()[i - owners];
  }
  void reverseFinish();
  void addSeedInputs();
  void addMaximum();
  Forward computeEdge(ValueRange rows, Value ordinal);
  Value findWinners(function_ref<Value(const Forward &)> getScores,
                    const EdgeSweep::Row &row);
  EdgeSweep::Row getAccumulatorRow(unsigned k);
  bool startsBelowAll(unsigned k) const;
  Mask buildMask(const Seed &seed, ValueRange rows, Value ordinal);
  SmallVector<EdgeSeed> computeSeeds(ValueRange rows, Value ordinal);

  AggregateOp op;
  AdjointState &state;
  ImplicitLocOpBuilder &b;
  EdgeSweep sweep;
  Endpoint endpoint;
  unsigned numAccs, numInputs;
  SmallVector<FoldForm> forms;
  /// Accumulators, maximum and sum at each node: made when they are needed.
  AggregateOp statistics;
  /// Of the only owner row with a cotangent, if it works for it.
  std::optional<ScoreSplit> split;
  /// Cotangents, null where zero: of accumulators, maximum and sum.
  SmallVector<Value> cotangents;
  Value maximumCotangent, sumCotangent;

  SmallVector<Seed> seeds;
  std::optional<unsigned> maximum; ///< position in the sweep
  /// Of the edge that `computeSeeds` has computed last.
  Forward last;
};

} // namespace

AggregateAdjoint::AggregateAdjoint(AggregateOp op, AdjointState &state)
    : op(op), state(state), b(state.b),
      sweep(state, op.getOver().front(), op.getDim(),
            ArrayRef(state.getSizes(op.getResult(0))).take_front(op.getDim())),
      endpoint(op.getEndpoint()), numAccs(op.getNumAccumulators()),
      numInputs(op.getInputs().size()), cotangents(numAccs) {
  for (unsigned k = 0; k < numAccs; ++k)
    forms.push_back(getFoldForm(op, k));
  At owner = getPlace(endpoint), other = getPlace(opposite(endpoint));
  unsigned next = 0;
  auto add = [&](OperandRange group, At at) {
    for (Value value : group) {
      sweep.addInput(value, at, op.isBatched(next));
      ++next;
    }
  };
  add(op.getSources(), other);
  add(op.getOwners(), owner);
  add(op.getEdges(), At::Edge);
  add(op.getScoreSources(), other);
  add(op.getScoreOwners(), owner);
  add(op.getScoreEdges(), At::Edge);
  for (Value shared : op.getShared())
    sweep.addInput(shared, At::Shared);
}

/// The row of accumulator `k`, or of the logits for the two after the last
/// accumulator.
EdgeSweep::Row AggregateAdjoint::getAccumulatorRow(unsigned k) {
  EdgeSweep::Row row;
  Value like;
  if (k < numAccs)
    like = op.getYield(op.getInit())->getOperand(k);
  else
    like = op.getYield(op.getScore())->getOperand(0);
  row.type = like.getType();
  if (isa<RankedTensorType>(row.type))
    row.sizes = *getSizesOutside(like, op);
  return row;
}

/// Whether `step` or `score` uses input `i`; shared tensors come last.
bool AggregateAdjoint::isReadByEdges(unsigned i) {
  if (i >= numInputs)
    return llvm::any_of(EdgeRegion::of(op), [&](EdgeRegion region) {
      return !region.getArgument(RowsOf::Shared, i - numInputs).use_empty();
    });
  unsigned numStep =
      op.getSources().size() + op.getOwners().size() + op.getEdges().size();
  if (i >= numStep)
    return !op.getScore().front().getArgument(i - numStep).use_empty();
  unsigned numScores =
      op.getScore().empty() ? 0 : op.getYield(op.getScore())->getNumOperands();
  return !op.getStep().front().getArgument(numAccs + numScores + i).use_empty();
}

/// Those to which edges contribute.
SmallVector<unsigned> AggregateAdjoint::getActiveInputs() {
  SmallVector<Value> inputs(op.getInputs());
  llvm::append_range(inputs, op.getShared());
  SmallVector<unsigned> active;
  for (auto [i, input] : llvm::enumerate(inputs))
    if (state.isActive(input) && isReadByEdges(i))
      active.push_back(i);
  return active;
}

/// Accumulator `k` at each node as it is before `finish`; the maximum of the
/// logits and the sum of the weights come after the accumulators, then what the
/// split of the scores needs.
Value AggregateAdjoint::getStatistic(unsigned k) {
  if (statistics)
    return statistics.getResult(k);
  SmallVector<EdgeSweep::Row> rows;
  for (unsigned i = 0; i < getNumStatistics(); ++i)
    rows.push_back(getAccumulatorRow(i));
  if (split)
    llvm::append_range(rows, split->getRows());
  SmallVector<Value> outs;
  for (const EdgeSweep::Row &row : rows)
    outs.push_back(sweep.createEmpty(getPlace(endpoint), row));
  auto values = [&](OperandRange range) {
    return llvm::map_to_vector(range, [&](Value v) { return state.value(v); });
  };
  statistics = AggregateOp::create(
      b, ValueRange(outs).getTypes(), op.getOver(), values(op.getSources()),
      values(op.getOwners()), values(op.getEdges()),
      values(op.getScoreSources()), values(op.getScoreOwners()),
      values(op.getScoreEdges()), values(op.getShared()), outs,
      op.getEndpointAttr(), op.getDimAttr(), op.getStabilizeAttr(),
      op.getBatchedAttr());
  IRMapping mapping;
  auto copy = [&](Region &from, Region &to) {
    if (!from.empty())
      from.cloneInto(&to, mapping);
  };
  copy(op.getInit(), statistics.getInit());
  copy(op.getScore(), statistics.getScore());
  copy(op.getStep(), statistics.getStep());
  copy(op.getRescale(), statistics.getRescale());
  copy(op.getCombine(), statistics.getCombine());
  OpBuilder::InsertionGuard guard(b);
  makeFinish(b, statistics);
  Block &finish = statistics.getFinish().front();
  finish.getTerminator()->setOperands(
      finish.getArguments().take_front(getNumStatistics()));
  if (split)
    split->extend(statistics, state);
  return statistics.getResult(k);
}

/// From the cotangents of the results to those of accumulators, maximum, sum
/// and owner rows: `finish` reversed at each node.
void AggregateAdjoint::reverseFinish() {
  SmallVector<std::pair<unsigned, Value>> results;
  for (auto [i, result] : llvm::enumerate(op.getResults()))
    if (Value c = state.isActive(result) ? state.getCotangent(result) : Value())
      results.push_back({i, c});
  if (op.getFinish().empty()) {
    for (auto [k, c] : results)
      cotangents[k] = c;
    return;
  }
  Block &finish = op.getFinish().front();
  unsigned numStatistics = getNumStatistics();
  SmallVector<Value> candidates, targets;
  for (unsigned i = 0, e = finish.getNumArguments() - 1; i < e; ++i) {
    BlockArgument argument = finish.getArgument(i);
    if (!isDifferentiable(argument.getType()))
      continue;
    if (i >= numStatistics &&
        !state.isActive(getFinishOperand(i - numStatistics)))
      continue;
    candidates.push_back(argument);
  }
  SmallVector<Value> scalars;
  {
    SetVector<Value> captures;
    getUsedValuesDefinedAbove(op.getFinish(), captures);
    for (Value capture : captures)
      if (state.isActive(capture) && isDifferentiable(capture.getType()))
        scalars.push_back(capture);
  }
  for (auto [i, c] : results)
    targets.push_back(finish.getTerminator()->getOperand(i));
  DenseSet<Value> reached = findActive(finish, candidates, targets);
  SmallVector<unsigned> outputs;
  for (Value candidate : candidates)
    if (reached.contains(candidate))
      outputs.push_back(cast<BlockArgument>(candidate).getArgNumber());

  EdgeSweep nodes(
      state, op.getOver().front(), op.getDim(),
      ArrayRef(state.getSizes(op.getResult(0))).take_front(op.getDim()));
  At at = getPlace(endpoint);
  SmallVector<EdgeSweep::Row> rows;
  for (unsigned k = 0; k < numStatistics; ++k)
    nodes.addInput(getStatistic(k), at);
  unsigned firstOwner = op.getSources().size();
  for (auto [i, owner] : llvm::enumerate(op.getOwners()))
    nodes.addInput(owner, at, op.isBatched(firstOwner + i));
  for (Value shared : op.getShared())
    nodes.addInput(shared, At::Shared);
  unsigned firstCotangent =
      numStatistics + op.getOwners().size() + op.getShared().size();
  for (auto [i, c] : results)
    nodes.addInput(c, at);
  for (unsigned output : outputs)
    rows.push_back(nodes.getRow(output));
  for (Value scalar : scalars)
    rows.push_back({scalar.getType(), {}});
  if (rows.empty())
    return;
  unsigned firstSplit = firstCotangent + results.size();
  bool isSplit = split && !split->isZero();
  if (isSplit) {
    for (unsigned i = 0, e = split->getRows().size(); i < e; ++i)
      nodes.addInput(getStatistic(numStatistics + i), at);
    rows.push_back(split->getRows().front());
  }
  SmallVector<Value> values =
      nodes.mapNodes(endpoint, rows, [&](ValueRange nodeRows, Value degree) {
        SmallVector<Value> arguments(nodeRows.take_front(firstCotangent));
        arguments.push_back(degree);
        SmallVector<Value> yielded = cloneBlock(b, finish, arguments);
        SmallVector<Value> sources;
        for (unsigned output : outputs)
          sources.push_back(arguments[output]);
        llvm::append_range(sources, scalars);
        SmallVector<EdgeSeed> terms;
        for (auto [j, result] : llvm::enumerate(results))
          terms.push_back(
              {yielded[result.first], nodeRows[firstCotangent + j], {}});
        SmallVector<Value> found = reverseBlock(state, sources, terms);
        if (isSplit) {
          SmallVector<Value> ofAccumulators(numAccs);
          for (auto [output, value] : llvm::zip(outputs, found))
            if (output < numAccs)
              ofAccumulators[output] = value;
          found.push_back(split->combine(b, nodeRows.take_front(numAccs),
                                         ofAccumulators,
                                         nodeRows.drop_front(firstSplit)));
        }
        return found;
      });
  auto reduceBatches = [&](Value contribution, Value input) {
    int64_t extra = cast<RankedTensorType>(contribution.getType()).getRank() -
                    cast<RankedTensorType>(input.getType()).getRank();
    return extra == 0
               ? contribution
               : sumLeading(b, contribution, extra, state.getSizes(input));
  };
  for (auto [output, value] : llvm::zip(outputs, values)) {
    if (output < numAccs) {
      cotangents[output] = value;
    } else if (output < numStatistics) {
      (output == numAccs ? maximumCotangent : sumCotangent) = value;
    } else {
      // Shared tensors get the sum over all nodes.
      Value input = getFinishOperand(output - numStatistics);
      state.add(input, reduceBatches(value, input));
    }
  }
  if (isSplit) {
    Value input = op.getInputs()[split->getInput()];
    state.add(input, reduceBatches(values.pop_back_val(), input));
  }
  for (auto [scalar, value] :
       llvm::zip(scalars, ArrayRef(values).drop_front(outputs.size()))) {
    int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
    state.add(scalar, tensor::ExtractOp::create(
                          b, sumLeading(b, value, rank, {}), ValueRange()));
  }
}

AggregateAdjoint::Forward AggregateAdjoint::computeEdge(ValueRange rows,
                                                        Value ordinal) {
  Forward forward;
  unsigned numStep =
      op.getSources().size() + op.getOwners().size() + op.getEdges().size();
  ValueRange shared = rows.slice(numInputs, op.getShared().size());
  SmallVector<Value> arguments(numAccs);
  if (!op.getScore().empty()) {
    SmallVector<Value> scoreArguments(rows.slice(numStep, numInputs - numStep));
    llvm::append_range(scoreArguments, shared);
    scoreArguments.push_back(ordinal);
    SmallVector<Value> scores =
        cloneBlock(b, op.getScore().front(), scoreArguments);
    forward.logit = scores[0];
    forward.weight = isSoftmax()
                         ? buildSoftmaxWeight(b, scores[0], rows[*maximum])
                         : scores[0];
    arguments.push_back(forward.weight);
    llvm::append_range(arguments, ArrayRef(scores).drop_front());
  }
  llvm::append_range(arguments, rows.take_front(numStep));
  llvm::append_range(arguments, shared);
  arguments.push_back(ordinal);
  // The accumulators do not matter for the terms: any value will do.
  llvm::copy(cloneBlock(b, op.getInit().front(), {}), arguments.begin());
  IRMapping mapping;
  Block &step = op.getStep().front();
  mapping.map(step.getArguments(), arguments);
  for (Operation &inner : step.without_terminator())
    b.clone(inner, mapping);
  for (const FoldForm &form : forms)
    forward.terms.push_back(form.term ? mapping.lookupOrDefault(form.term)
                                      : Value());
  return forward;
}

/// Whether the initial value of an extremum loses against every term, so that
/// some edge always wins.
bool AggregateAdjoint::startsBelowAll(unsigned k) const {
  Attribute attr;
  Value init =
      AggregateOp(op).getYield(AggregateOp(op).getInit())->getOperand(k);
  if (auto splat = init.getDefiningOp<tensor::SplatOp>())
    init = splat.getInput();
  if (!matchPattern(init, m_Constant(&attr)))
    return false;
  if (auto dense = dyn_cast<DenseElementsAttr>(attr); dense && dense.isSplat())
    attr = dense.getSplatValue<Attribute>();
  auto number = dyn_cast<FloatAttr>(attr);
  return number && number.getValue().isInfinity() &&
         number.getValue().isNegative() == (forms[k].kind == FoldKind::Max);
}

/// The ordinals of the edges with the largest scores at each node.
Value AggregateAdjoint::findWinners(
    function_ref<Value(const Forward &)> getScores, const EdgeSweep::Row &row) {
  Value scores =
      sweep.map(row, [&](ValueRange rows, Value ordinal) -> SmallVector<Value> {
        return {getScores(computeEdge(rows, ordinal))};
      })[0];
  auto graph = cast<mesh::GraphType>(op.getOver().front().getType());
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(scores.getType()).getShape());
  shape[op.getDim()] = ShapedType::kDynamic;
  return SegmentArgmaxOp::create(
      b, RankedTensorType::get(shape, graph.getIndexType()), scores,
      op.getOver().front(), endpoint, op.getDim());
}

/// Where the edge is the winner.
Mask AggregateAdjoint::buildMask(const Seed &seed, ValueRange rows,
                                 Value ordinal) {
  Value winner = rows[*seed.winner];
  Value edge = arith::IndexCastOp::create(
      b, getElementTypeOrSelf(winner.getType()), ordinal);
  SmallVector<Value> sizes;
  if (auto type = dyn_cast<RankedTensorType>(winner.getType()))
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      if (type.isDynamicDim(axis))
        sizes.push_back(tensor::DimOp::create(b, winner, axis));
  edge = createRowSplat(b, b.getLoc(), winner.getType(), edge, sizes);
  Value wins = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, winner, edge);
  if (seed.value) {
    // The initial value wins where no edge beats it.
    Value init = cloneBlock(b, op.getInit().front(), {})[seed.accumulator];
    Value beaten = arith::CmpFOp::create(b, arith::CmpFPredicate::UNE,
                                         rows[*seed.value], init);
    wins = arith::AndIOp::create(b, wins, beaten);
  }
  return {wins};
}

SmallVector<EdgeSeed> AggregateAdjoint::computeSeeds(ValueRange rows,
                                                     Value ordinal) {
  Forward forward = computeEdge(rows, ordinal);
  last = forward;
  SmallVector<EdgeSeed> values;
  for (const Seed &seed : seeds) {
    Value term = seed.accumulator == kWeight  ? forward.weight
                 : seed.accumulator == kLogit ? forward.logit
                                              : forward.terms[seed.accumulator];
    Mask mask;
    if (seed.winner)
      mask = buildMask(seed, rows, ordinal);
    values.push_back({term, rows[seed.cotangent], mask});
  }
  return values;
}

void AggregateAdjoint::addSeedInputs() {
  At owner = getPlace(endpoint);
  for (unsigned k = 0; k < numAccs; ++k) {
    if (!cotangents[k])
      continue;
    Seed seed = {k, sweep.addInput(cotangents[k], owner), {}, {}};
    bool isMin = forms[k].kind == FoldKind::Min;
    if (isMin || forms[k].kind == FoldKind::Max) {
      Value winners = findWinners(
          [&](const Forward &forward) -> Value {
            if (!isMin)
              return forward.terms[k];
            return arith::NegFOp::create(b, forward.terms[k]);
          },
          getAccumulatorRow(k));
      seed.winner = sweep.addInput(winners, owner);
      if (!startsBelowAll(k))
        seed.value = sweep.addInput(getStatistic(k), owner);
    }
    seeds.push_back(seed);
  }
  if (sumCotangent)
    seeds.push_back({kWeight, sweep.addInput(sumCotangent, owner), {}, {}});
}

/// The maximum depends on the logits as well: through it, all weights and what
/// is made of them change. `exp(logit - m)` falls by itself with m.
void AggregateAdjoint::addMaximum() {
  if (isFreeOfMaximum(op) || (seeds.empty() && !maximumCotangent))
    return;
  EdgeSweep::Row row = getAccumulatorRow(numAccs);
  Value c = maximumCotangent;
  if (!seeds.empty()) {
    Value change =
        sweep.sum(endpoint, row,
                  [&](ValueRange rows, Value ordinal) -> SmallVector<Value> {
                    SmallVector<EdgeSeed> values = computeSeeds(rows, ordinal);
                    Value weight = last.weight;
                    // What comes before would take its cotangent further.
                    Value c = reverseBlock(state, weight, values,
                                           weight.getDefiningOp())[0];
                    return {arith::MulFOp::create(b, c, weight)};
                  })[0];
    c = c ? arith::SubFOp::create(b, c, change).getResult()
          : arith::NegFOp::create(b, change).getResult();
  }
  Value winners =
      findWinners([](const Forward &forward) { return forward.logit; }, row);
  At owner = getPlace(endpoint);
  seeds.push_back(
      {kLogit, sweep.addInput(c, owner), sweep.addInput(winners, owner), {}});
}

void AggregateAdjoint::build() {
  SmallVector<unsigned> active = getActiveInputs();
  SmallVector<unsigned> owners =
      llvm::filter_to_vector(active, [&](unsigned i) {
        return sweep.getPlaceOf(i) == getPlace(endpoint);
      });
  // With others, their sweep finds it too.
  if (owners.size() == 1)
    split = ScoreSplit::find(op, owners.front());
  if (split)
    llvm::erase(active, split->getInput());
  reverseFinish();
  if (isSoftmax())
    maximum = sweep.addInput(getStatistic(numAccs), getPlace(endpoint));
  addSeedInputs();
  if (isSoftmax())
    addMaximum();
  if (seeds.empty())
    return;
  EdgeAdjoint adjoint(sweep, [this](ValueRange rows, Value ordinal) {
    return computeSeeds(rows, ordinal);
  });
  adjoint.contributeToInputs(active);
  SetVector<Value> captures;
  for (Region *region : {&op.getScore(), &op.getStep()})
    getUsedValuesDefinedAbove(*region, captures);
  adjoint.contributeToCaptures(llvm::filter_to_vector(captures, [&](Value v) {
    return state.isActive(v) && isDifferentiable(v.getType());
  }));
}

static std::string explainFold(AggregateOp op,
                               function_ref<bool(Value)> isActive) {
  llvm::SmallBitVector used = getAccumulatorsOfResults(op);
  for (unsigned k : used.set_bits()) {
    Value init = op.getYield(op.getInit())->getOperand(k);
    if (!isDifferentiable(init.getType()))
      continue;
    std::string name = "accumulator " + std::to_string(k);
    if (getFoldForm(op, k).kind == FoldKind::Any)
      return name + " is neither a sum of terms nor their maximum or minimum";
    if (isa<RankedTensorType>(init.getType()) &&
        failed(getSizesOutside(init, op)))
      return "the width of " + name + " is not known outside of its region";
  }
  if (!op.getFinish().empty()) {
    Block &finish = op.getFinish().front();
    unsigned first = finish.getNumArguments() - 1 - op.getShared().size();
    for (auto [i, shared] : llvm::enumerate(op.getShared()))
      if (isActive(shared) && !finish.getArgument(first + i).use_empty() &&
          cast<RankedTensorType>(shared.getType()).getRank() > 1)
        return "its 'finish' uses a matrix that is differentiated; use it "
               "after the op";
  }
  if (op.getStabilize()) {
    Value logit = op.getYield(op.getScore())->getOperand(0);
    if (isa<RankedTensorType>(logit.getType()) &&
        failed(getSizesOutside(logit, op)))
      return "the width of its logits is known at run time only";
  }
  return {};
}

namespace {

struct AggregateRule
    : public AdjointOpInterface::ExternalModel<AggregateRule, AggregateOp> {
  void buildAdjoint(Operation *op, AdjointState &state) const {
    AggregateAdjoint(cast<AggregateOp>(op), state).build();
  }
  std::string whyNot(Operation *op, function_ref<bool(Value)> isActive) const {
    auto aggregate = cast<AggregateOp>(op);
    std::string reason = explainRegions(op, aggregate.isOverGraph(), isActive);
    return reason.empty() ? explainFold(aggregate, isActive) : reason;
  }
};

} // namespace

void mesh::attachAggregateRule(MLIRContext *context) {
  AggregateOp::attachInterface<AggregateRule>(*context);
}
