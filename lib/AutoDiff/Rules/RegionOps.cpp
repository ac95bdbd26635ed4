//===- RegionOps.cpp - adjoints of fused message passing ------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The adjoints of a fused op are fused: nothing of the size of the edges is
// stored but what is asked for, the cotangents of edge rows. Each contribution
// is a sweep that computes the row of an edge again and reverses it: summed at
// the sources for source rows, at the targets for target rows, and one row for
// each edge for edge rows.
//
//===----------------------------------------------------------------------===//

#include "EdgeSweep.h"
#include "FoldForm.h"

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

//===----------------------------------------------------------------------===//
// What both have in common
//===----------------------------------------------------------------------===//

namespace {

/// A value that an edge computes, and its cotangent there; the cotangent is
/// zero where the mask does not hold.
struct EdgeSeed {
  Value term, cotangent;
  Mask mask;
};

/// The contributions of the edges to what they read.
class EdgeAdjoint {
public:
  /// Computes the edge's values again from `rows`, and returns those with
  /// cotangents.
  using Forward =
      std::function<SmallVector<EdgeSeed>(ValueRange rows, Value ordinal)>;

  EdgeAdjoint(EdgeSweep &sweep, Forward forward, Endpoint endpoint)
      : sweep(sweep), state(sweep.state), forward(std::move(forward)),
        endpoint(endpoint) {}

  void contributeToInputs(ArrayRef<unsigned> inputs);
  void contributeToCaptures(ArrayRef<Value> captures);

private:
  void contributeAt(At at, ArrayRef<unsigned> inputs);
  /// The cotangents of `sources`, rows or captured values.
  SmallVector<Value> reverse(ValueRange rows, Value ordinal,
                             function_ref<SmallVector<Value>()> getSources);

  EdgeSweep &sweep;
  AdjointState &state;
  Forward forward;
  Endpoint endpoint;
};

} // namespace

SmallVector<Value>
EdgeAdjoint::reverse(ValueRange rows, Value ordinal,
                     function_ref<SmallVector<Value>()> getSources) {
  SmallVector<EdgeSeed> seeds = forward(rows, ordinal);
  SmallVector<Value> sources = getSources(), terms;
  for (const EdgeSeed &seed : seeds)
    terms.push_back(seed.term);
  Block &block = *state.b.getInsertionBlock();
  AutoDiffContext local;
  local.active = findActive(block, sources, terms);
  SmallVector<Operation *> ops = getOps(block);
  AdjointState inner(state.b, local, &state);
  for (const EdgeSeed &seed : seeds)
    inner.add(seed.term, seed.cotangent, seed.mask);
  buildAdjoints(ops, inner);
  state.context.failed |= local.failed;
  return llvm::map_to_vector(
      sources, [&](Value source) { return inner.getCotangentOrZero(source); });
}

/// The sum of `value` over its leading axes, as many as `count`.
static Value sumLeading(ImplicitLocOpBuilder &b, Value value, int64_t count,
                        ArrayRef<OpFoldResult> sizes) {
  auto type = cast<RankedTensorType>(value.getType());
  Value empty = tensor::EmptyOp::create(b, sizes, type.getElementType());
  Value zero = buildConstant(b, type.getElementType(), {}, 0);
  Value zeros = linalg::FillOp::create(b, zero, empty).getResult(0);
  auto reduce = linalg::ReduceOp::create(
      b, ValueRange(value), ValueRange(zeros),
      llvm::to_vector(llvm::seq<int64_t>(0, count)),
      [](OpBuilder &nested, Location loc, ValueRange args) {
        Value sum = arith::AddFOp::create(nested, loc, args[1], args[0]);
        linalg::YieldOp::create(nested, loc, sum);
      });
  return reduce.getResult(0);
}

void EdgeAdjoint::contributeAt(At at, ArrayRef<unsigned> inputs) {
  SmallVector<EdgeSweep::Row> rows;
  for (unsigned i : inputs)
    rows.push_back(sweep.getRow(i));
  auto body = [&](ValueRange edgeRows, Value ordinal) {
    return reverse(edgeRows, ordinal, [&] {
      return llvm::map_to_vector(
          inputs, [&](unsigned i) -> Value { return edgeRows[i]; });
    });
  };
  SmallVector<Value> contributions =
      at == At::Edge
          ? sweep.map(rows, body)
          : sweep.sum(at == At::Source ? Endpoint::Source : Endpoint::Target,
                      rows, body);
  for (auto [i, contribution] : llvm::zip(inputs, contributions)) {
    Value input = sweep.getInput(i);
    auto type = cast<RankedTensorType>(input.getType());
    int64_t extra = cast<RankedTensorType>(contribution.getType()).getRank() -
                    type.getRank();
    // Rows that all batches read get the sum over the batches.
    if (extra != 0)
      contribution =
          sumLeading(state.b, contribution, extra, state.getSizes(input));
    state.add(input, contribution);
  }
}

void EdgeAdjoint::contributeToInputs(ArrayRef<unsigned> inputs) {
  for (At at : {At::Source, At::Target, At::Edge}) {
    SmallVector<unsigned> here = llvm::filter_to_vector(
        inputs, [&](unsigned i) { return sweep.getPlaceOf(i) == at; });
    if (!here.empty())
      contributeAt(at, here);
  }
}

void EdgeAdjoint::contributeToCaptures(ArrayRef<Value> captures) {
  if (captures.empty())
    return;
  SmallVector<EdgeSweep::Row> rows;
  for (Value capture : captures)
    rows.push_back({capture.getType(), {}});
  SmallVector<Value> sums =
      sweep.sum(endpoint, rows, [&](ValueRange edgeRows, Value ordinal) {
        return reverse(edgeRows, ordinal,
                       [&] { return SmallVector<Value>(captures); });
      });
  for (auto [capture, atNodes] : llvm::zip(captures, sums)) {
    int64_t rank = cast<RankedTensorType>(atNodes.getType()).getRank();
    Value total = sumLeading(state.b, atNodes, rank, {});
    state.add(capture, tensor::ExtractOp::create(state.b, total, ValueRange()));
  }
}

/// Clones the ops of `block`, whose arguments are `arguments` (null for those
/// that no needed op reads), and returns what it yields.
static SmallVector<Value> cloneBlock(ImplicitLocOpBuilder &b, Block &block,
                                     ValueRange arguments) {
  IRMapping mapping;
  for (auto [from, to] : llvm::zip(block.getArguments(), arguments))
    if (to)
      mapping.map(from, to);
  for (Operation &op : block.without_terminator())
    b.clone(op, mapping);
  SmallVector<Value> yielded;
  for (Value value : block.getTerminator()->getOperands())
    yielded.push_back(mapping.lookupOrDefault(value));
  return yielded;
}

/// The sizes of a row that a region of `op` makes, where they are known outside
/// of it.
static FailureOr<SmallVector<OpFoldResult>> getSizesOutside(Value row,
                                                            Operation *op) {
  auto type = cast<RankedTensorType>(row.getType());
  Builder builder(op->getContext());
  SmallVector<OpFoldResult> sizes;
  for (int64_t size : type.getShape())
    sizes.push_back(builder.getIndexAttr(size));
  if (type.hasStaticShape())
    return sizes;
  Operation *maker = row.getDefiningOp();
  while (maker && isa<linalg::FillOp, tensor::CastOp>(maker)) {
    Value from = isa<linalg::FillOp>(maker)
                     ? cast<linalg::FillOp>(maker).getOutputs().front()
                     : maker->getOperand(0);
    maker = from.getDefiningOp();
  }
  SmallVector<OpFoldResult> made;
  if (auto splat = dyn_cast_or_null<tensor::SplatOp>(maker))
    made = getMixedValues(splat.getType().getShape(), splat.getDynamicSizes(),
                          builder);
  else if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(maker))
    made = empty.getMixedSizes();
  else
    return failure();
  for (auto [axis, size] : llvm::enumerate(made)) {
    auto value = dyn_cast<Value>(size);
    if (value && op->isAncestor(value.getParentRegion()->getParentOp()))
      return failure();
    if (type.isDynamicDim(axis))
      sizes[axis] = size;
  }
  return sizes;
}

/// Why the regions of `op` have no adjoint, or empty.
static std::string explainRegions(Operation *op, bool isOverGraph,
                                  function_ref<bool(Value)> isActive) {
  if (!isOverGraph)
    return "it works on a lowered graph; run --mesh-autodiff before "
           "--mesh-lower-graph";
  SetVector<Value> captures;
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  for (Value capture : captures)
    if (isa<RankedTensorType>(capture.getType()) && isActive(capture))
      return "a region reads a tensor that is not one of its operands";
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    Block &block = region.front();
    SmallVector<Value> sources, targets;
    for (Value argument : block.getArguments())
      if (isDifferentiable(argument.getType()))
        sources.push_back(argument);
    for (Value capture : captures)
      if (isActive(capture))
        sources.push_back(capture);
    for (Value yielded : block.getTerminator()->getOperands())
      if (isDifferentiable(yielded.getType()))
        targets.push_back(yielded);
    for (const MissingRule &missing : findMissingRules(block, sources, targets))
      return ("a region has '" + missing.op->getName().getStringRef() +
              "', which has no derivative" +
              (missing.reason.empty() ? "" : ": " + missing.reason))
          .str();
  }
  return {};
}

static SmallVector<Value> getActiveScalars(Operation *op,
                                           const AutoDiffContext &context) {
  return llvm::filter_to_vector(
      getActiveCaptures(op, context),
      [](Value value) { return isDifferentiable(value.getType()); });
}

//===----------------------------------------------------------------------===//
// mesh.map_edges
//===----------------------------------------------------------------------===//

namespace {

struct MapEdgesRule
    : public AdjointOpInterface::ExternalModel<MapEdgesRule, MapEdgesOp> {
  void buildAdjoint(Operation *operation, AdjointState &state) const;
  std::string whyNot(Operation *op, function_ref<bool(Value)> isActive) const {
    return explainRegions(op, cast<MapEdgesOp>(op).isOverGraph(), isActive);
  }
};

} // namespace

void MapEdgesRule::buildAdjoint(Operation *operation,
                                AdjointState &state) const {
  auto op = cast<MapEdgesOp>(operation);
  int64_t dim = op.getDim();
  SmallVector<OpFoldResult> sizes = state.getSizes(op.getResult(0));
  EdgeSweep sweep(state, op.getOver().front(), dim,
                  ArrayRef(sizes).take_front(dim));
  unsigned numSources = op.getSources().size();
  unsigned numEnds = numSources + op.getTargets().size();
  SmallVector<unsigned> active;
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    sweep.addInput(state.value(input),
                   i < numSources ? At::Source
                   : i < numEnds  ? At::Target
                                  : At::Edge,
                   op.isBatched(i));
    if (state.isActive(input))
      active.push_back(i);
  }
  unsigned numInputs = op.getInputs().size();
  SmallVector<std::pair<unsigned, unsigned>> seeds;
  for (auto [k, result] : llvm::enumerate(op.getResults()))
    if (Value c = state.isActive(result) ? state.getCotangent(result) : Value())
      seeds.push_back({k, sweep.addInput(c, At::Edge)});
  auto forward = [&](ValueRange rows, Value ordinal) {
    SmallVector<Value> arguments(rows.take_front(numInputs));
    arguments.push_back(ordinal);
    SmallVector<Value> yielded =
        cloneBlock(state.b, op.getBody().front(), arguments);
    return llvm::map_to_vector(seeds, [&](auto seed) {
      return EdgeSeed{yielded[seed.first], rows[seed.second], {}};
    });
  };
  EdgeAdjoint adjoint(sweep, forward, Endpoint::Target);
  adjoint.contributeToInputs(active);
  adjoint.contributeToCaptures(getActiveScalars(op, state.context));
}

//===----------------------------------------------------------------------===//
// mesh.aggregate
//===----------------------------------------------------------------------===//

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

  bool isSoftmax() { return op.getStabilize().has_value(); }
  Value getStatistic(unsigned k);
  void reverseFinish();
  void addSeedInputs();
  void addMaximum();
  Forward computeEdge(ValueRange rows, Value ordinal);
  Value weigh(Value logit, Value maximum);
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
      sweep.addInput(state.value(value), at, op.isBatched(next));
      ++next;
    }
  };
  add(op.getSources(), other);
  add(op.getOwners(), owner);
  add(op.getEdges(), At::Edge);
  add(op.getScoreSources(), other);
  add(op.getScoreOwners(), owner);
  add(op.getScoreEdges(), At::Edge);
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

/// Accumulator `k` at each node as it is before `finish`; the maximum of the
/// logits and the sum of the weights come after the accumulators.
Value AggregateAdjoint::getStatistic(unsigned k) {
  if (statistics)
    return statistics.getResult(k);
  unsigned count = numAccs + (isSoftmax() ? 2 : 0);
  SmallVector<Value> outs;
  for (unsigned i = 0; i < count; ++i)
    outs.push_back(sweep.createEmpty(getPlace(endpoint), getAccumulatorRow(i)));
  auto values = [&](OperandRange range) {
    return llvm::map_to_vector(range, [&](Value v) { return state.value(v); });
  };
  statistics = AggregateOp::create(
      b, ValueRange(outs).getTypes(), op.getOver(), values(op.getSources()),
      values(op.getOwners()), values(op.getEdges()),
      values(op.getScoreSources()), values(op.getScoreOwners()),
      values(op.getScoreEdges()), outs, op.getEndpointAttr(), op.getDimAttr(),
      op.getStabilizeAttr(), op.getBatchedAttr());
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
  SmallVector<Type> types(op.getAccumulatorTypes());
  if (isSoftmax())
    types.append(2, op.getYield(op.getScore())->getOperand(0).getType());
  for (unsigned i = 0, e = op.getOwners().size(); i < e; ++i)
    types.push_back(op.getRowType(op.getSources().size() + i));
  types.push_back(b.getIndexType());
  OpBuilder::InsertionGuard guard(b);
  Block *finish =
      b.createBlock(&statistics.getFinish(), {}, types,
                    SmallVector<Location>(types.size(), op.getLoc()));
  YieldOp::create(b, finish->getArguments().take_front(count));
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
  unsigned numStatistics = numAccs + (isSoftmax() ? 2 : 0);
  SmallVector<Value> candidates, targets;
  for (unsigned i = 0, e = finish.getNumArguments() - 1; i < e; ++i) {
    BlockArgument argument = finish.getArgument(i);
    if (!isDifferentiable(argument.getType()))
      continue;
    if (i >= numStatistics &&
        !state.isActive(op.getOwners()[i - numStatistics]))
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
    nodes.addInput(state.value(owner), at, op.isBatched(firstOwner + i));
  unsigned firstCotangent = numStatistics + op.getOwners().size();
  for (auto [i, c] : results)
    nodes.addInput(c, at);
  for (unsigned output : outputs)
    rows.push_back(nodes.getRow(output));
  for (Value scalar : scalars)
    rows.push_back({scalar.getType(), {}});
  if (rows.empty())
    return;
  SmallVector<Value> values =
      nodes.mapNodes(endpoint, rows, [&](ValueRange nodeRows, Value degree) {
        SmallVector<Value> arguments(nodeRows.take_front(firstCotangent));
        arguments.push_back(degree);
        SmallVector<Value> yielded = cloneBlock(b, finish, arguments);
        SmallVector<Value> sources, terms;
        for (unsigned output : outputs)
          sources.push_back(arguments[output]);
        llvm::append_range(sources, scalars);
        for (auto [i, c] : results)
          terms.push_back(yielded[i]);
        Block &block = *b.getInsertionBlock();
        AutoDiffContext local;
        local.active = findActive(block, sources, terms);
        SmallVector<Operation *> ops = getOps(block);
        AdjointState inner(b, local, &state);
        for (auto [j, term] : llvm::enumerate(terms))
          inner.add(term, nodeRows[firstCotangent + j]);
        buildAdjoints(ops, inner);
        state.context.failed |= local.failed;
        return llvm::map_to_vector(sources, [&](Value source) {
          return inner.getCotangentOrZero(source);
        });
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
      Value owner = op.getOwners()[output - numStatistics];
      state.add(owner, reduceBatches(value, owner));
    }
  }
  for (auto [scalar, value] :
       llvm::zip(scalars, ArrayRef(values).drop_front(outputs.size()))) {
    int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
    state.add(scalar, tensor::ExtractOp::create(
                          b, sumLeading(b, value, rank, {}), ValueRange()));
  }
}

/// exp(logit - m), and 0 while m is -inf.
Value AggregateAdjoint::weigh(Value logit, Value m) {
  AutoDiffContext none;
  AdjointState constants(b, none);
  Value lowest =
      constants.constantLike(m, -std::numeric_limits<double>::infinity());
  Value masked = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, m, lowest);
  Value shifted = arith::SubFOp::create(b, logit, m);
  Value weight = math::ExpOp::create(b, shifted);
  return arith::SelectOp::create(b, masked, constants.zeroLike(logit), weight);
}

AggregateAdjoint::Forward AggregateAdjoint::computeEdge(ValueRange rows,
                                                        Value ordinal) {
  Forward forward;
  unsigned numStep =
      op.getSources().size() + op.getOwners().size() + op.getEdges().size();
  SmallVector<Value> arguments(numAccs);
  if (!op.getScore().empty()) {
    SmallVector<Value> scoreArguments(rows.slice(numStep, numInputs - numStep));
    scoreArguments.push_back(ordinal);
    SmallVector<Value> scores =
        cloneBlock(b, op.getScore().front(), scoreArguments);
    forward.logit = scores[0];
    forward.weight = isSoftmax() ? weigh(scores[0], rows[*maximum]) : scores[0];
    arguments.push_back(forward.weight);
    llvm::append_range(arguments, ArrayRef(scores).drop_front());
  }
  llvm::append_range(arguments, rows.take_front(numStep));
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
    Value change = sweep.sum(
        endpoint, row,
        [&](ValueRange rows, Value ordinal) -> SmallVector<Value> {
          SmallVector<EdgeSeed> values = computeSeeds(rows, ordinal);
          Value weight = last.weight;
          SmallVector<Value> terms;
          for (const EdgeSeed &value : values)
            terms.push_back(value.term);
          Block &block = *b.getInsertionBlock();
          AutoDiffContext local;
          local.active = findActive(block, weight, terms);
          // What comes before would take its cotangent further.
          SmallVector<Operation *> ops =
              llvm::filter_to_vector(getOps(block), [&](Operation *inner) {
                return weight.getDefiningOp()->isBeforeInBlock(inner);
              });
          AdjointState inner(b, local, &state);
          for (const EdgeSeed &value : values)
            inner.add(value.term, value.cotangent, value.mask);
          buildAdjoints(ops, inner);
          state.context.failed |= local.failed;
          return {arith::MulFOp::create(b, inner.getCotangentOrZero(weight),
                                        weight)};
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
  reverseFinish();
  if (isSoftmax())
    maximum = sweep.addInput(getStatistic(numAccs), getPlace(endpoint));
  addSeedInputs();
  if (isSoftmax())
    addMaximum();
  if (seeds.empty())
    return;
  SmallVector<unsigned> active;
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    if (state.isActive(input))
      active.push_back(i);
  EdgeAdjoint adjoint(
      sweep,
      [this](ValueRange rows, Value ordinal) {
        return computeSeeds(rows, ordinal);
      },
      endpoint);
  adjoint.contributeToInputs(active);
  SetVector<Value> captures;
  for (Region *region : {&op.getScore(), &op.getStep()})
    getUsedValuesDefinedAbove(*region, captures);
  adjoint.contributeToCaptures(llvm::filter_to_vector(captures, [&](Value v) {
    return state.isActive(v) && isDifferentiable(v.getType());
  }));
}

static std::string explainFold(AggregateOp op) {
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
    return reason.empty() ? explainFold(aggregate) : reason;
  }
};

} // namespace

void mesh::attachRegionOpRules(MLIRContext *context) {
  MapEdgesOp::attachInterface<MapEdgesRule>(*context);
  AggregateOp::attachInterface<AggregateRule>(*context);
}
