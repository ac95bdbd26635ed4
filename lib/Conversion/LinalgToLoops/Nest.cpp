//===- Nest.cpp - loop nests of linalg ops --------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nest.h"

#include "mesh/Conversion/ParallelWork.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mesh;

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// The parallel loop that results are contiguous along, if there is one.
static std::optional<unsigned> getContiguousLoop(linalg::LinalgOp op) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (map.getNumResults() == 0)
    return std::nullopt;
  auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
  if (!last || op.getIteratorTypesArray()[last.getPosition()] !=
                   utils::IteratorType::parallel)
    return std::nullopt;
  return last.getPosition();
}

/// A parallel loop that an operand is contiguous along, other than the one that
/// results are.
static std::optional<unsigned> getCrossingLoop(linalg::LinalgOp op,
                                               unsigned contiguous) {
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  for (OpOperand *operand : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(operand);
    if (map.getNumResults() == 0)
      continue;
    auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
    if (last && last.getPosition() != contiguous &&
        types[last.getPosition()] == utils::IteratorType::parallel)
      return last.getPosition();
  }
  return std::nullopt;
}

/// Moves a loop with many iterations to the front, so that it can be shared
/// among threads.
static void putLongestFirst(SmallVectorImpl<unsigned> &loops,
                            ArrayRef<int64_t> sizes) {
  auto *longest = llvm::find_if(loops, [&](unsigned loop) {
    return ShapedType::isDynamic(sizes[loop]) || sizes[loop] >= kAssumedSize;
  });
  if (longest != loops.end())
    std::rotate(loops.begin(), longest, longest + 1);
}

NestPlan mesh::planNest(linalg::LinalgOp op, int64_t vectorBits,
                        const Combiner *combiner) {
  NestPlan plan;
  SmallVector<unsigned> parallel, reductions;
  for (auto [loop, type] : llvm::enumerate(op.getIteratorTypesArray()))
    (type == utils::IteratorType::parallel ? parallel : reductions)
        .push_back(loop);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();

  std::optional<unsigned> contiguous = getContiguousLoop(op);
  if (contiguous && canVectorize(op, *contiguous)) {
    llvm::erase(parallel, *contiguous);
    putLongestFirst(parallel, sizes);
    plan.order = parallel;
    plan.order.append(reductions);
    plan.order.push_back(*contiguous);
    plan.lanes = getLanes(op, *contiguous, vectorBits);
    plan.isMasked = canMask(op);
    return plan;
  }

  if (contiguous && reductions.empty())
    if (auto crossing = getCrossingLoop(op, *contiguous))
      plan.tiled = {*crossing, *contiguous};
  putLongestFirst(parallel, sizes);
  plan.order = parallel;
  if (!plan.tiled.empty()) {
    llvm::erase(plan.order, *contiguous);
    plan.order.push_back(*contiguous);
  }
  bool areResultsKept =
      llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &operand) {
        AffineMap map = op.getMatchingIndexingMap(&operand);
        return llvm::none_of(reductions, [&](unsigned loop) {
          return map.isFunctionOfDim(loop);
        });
      });
  if (areResultsKept)
    plan.carriedLoops = reductions.size();
  if (combiner && areResultsKept) {
    auto found = llvm::find_if(llvm::reverse(reductions), [&](unsigned loop) {
      return canVectorize(op, loop);
    });
    if (found != reductions.rend()) {
      unsigned lanesLoop = *found;
      llvm::erase(reductions, lanesLoop);
      reductions.push_back(lanesLoop);
      plan.lanes = getLanes(op, lanesLoop, vectorBits);
      plan.isMasked = canMask(op);
      plan.isLaneReduction = plan.lanes > 1;
    }
  }
  plan.order.append(reductions);
  return plan;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
class NestBuilder {
public:
  using Values = LoopBuilder::Values;

  NestBuilder(LoopBuilder &b, linalg::LinalgOp op, const NestPlan &plan,
              const Combiner *combiner, ArrayRef<OperandView> views,
              ValueRange begins, ValueRange ends)
      : b(b), op(op), plan(plan), combiner(combiner), body(b, op, views),
        begins(begins), ends(ends) {
    point.indices.resize(op.getNumLoops());
  }

  /// Builds the loops from `level` inwards; `carried` are results in registers,
  /// and the values returned those after the loops.
  Values build(unsigned level, ValueRange carried);

private:
  Values buildPoint(ValueRange carried);
  void buildVectors(unsigned loop);
  Values buildLanes(unsigned loop, Value carried);
  /// Builds `whole` and, for what is left of the loop, `rest`.
  Value getVectorEnd(unsigned loop);
  Value buildMask(unsigned loop, Value vectorEnd);
  unsigned getOperandNumber(unsigned result) {
    return op.getNumDpsInputs() + result;
  }

  LoopBuilder &b;
  linalg::LinalgOp op;
  const NestPlan &plan;
  const Combiner *combiner;
  BodyBuilder body;
  ValueRange begins, ends;
  Point point;
};
} // namespace

LoopBuilder::Values NestBuilder::buildPoint(ValueRange carried) {
  Values results = body.build(point, carried);
  if (plan.carriedLoops == 0)
    for (auto [i, result] : llvm::enumerate(results))
      body.store(point, getOperandNumber(i), result);
  return results;
}

Value NestBuilder::getVectorEnd(unsigned loop) {
  Value count = b.sub(ends[loop], begins[loop]);
  return b.add(begins[loop], b.roundDown(count, plan.lanes));
}

Value NestBuilder::buildMask(unsigned loop, Value vectorEnd) {
  auto type = VectorType::get({plan.lanes}, b.getI1Type());
  return b.createOrFold<vector::CreateMaskOp>(
      type, ValueRange{b.sub(ends[loop], vectorEnd)});
}

void NestBuilder::buildVectors(unsigned loop) {
  point.vectorLoop = loop;
  point.lanes = plan.lanes;
  Value vectorEnd = getVectorEnd(loop);
  b.loop(begins[loop], vectorEnd, plan.lanes, [&](Value index) {
    point.indices[loop] = index;
    buildPoint({});
  });
  if (plan.isMasked) {
    b.conditional(b.isLess(vectorEnd, ends[loop]), [&] {
      point.indices[loop] = vectorEnd;
      point.mask = buildMask(loop, vectorEnd);
      buildPoint({});
      point.mask = nullptr;
    });
    return;
  }
  point.lanes = 1;
  b.loop(vectorEnd, ends[loop], 1, [&](Value index) {
    point.indices[loop] = index;
    buildPoint({});
  });
}

LoopBuilder::Values NestBuilder::buildLanes(unsigned loop, Value carried) {
  point.vectorLoop = loop;
  point.lanes = plan.lanes;
  Value neutral = combiner->buildNeutral(b);
  Value neutrals = body.splat(point, neutral);
  Value vectorEnd = getVectorEnd(loop);
  Value lanes = b.loop(begins[loop], vectorEnd, plan.lanes, neutrals,
                       [&](Value index, ValueRange sums) {
                         point.indices[loop] = index;
                         Value term = body.buildTerm(point, *combiner);
                         return Values{combiner->build(b, sums[0], term)};
                       })[0];
  if (plan.isMasked) {
    point.indices[loop] = vectorEnd;
    point.mask = buildMask(loop, vectorEnd);
    Value term = body.buildTerm(point, *combiner);
    term = arith::SelectOp::create(b, point.mask, term, neutrals);
    lanes = combiner->build(b, lanes, term);
    point.mask = nullptr;
  }
  Value result = combiner->build(b, carried, combiner->buildTree(b, lanes));
  point.lanes = 1;
  if (plan.isMasked)
    return {result};
  return b.loop(vectorEnd, ends[loop], 1, result,
                [&](Value index, ValueRange sums) {
                  point.indices[loop] = index;
                  Value term = body.buildTerm(point, *combiner);
                  return Values{combiner->build(b, sums[0], term)};
                });
}

LoopBuilder::Values NestBuilder::build(unsigned level, ValueRange carried) {
  unsigned firstCarried = plan.order.size() - plan.carriedLoops;
  if (plan.carriedLoops != 0 && level == firstCarried && carried.empty()) {
    Values results;
    for (unsigned i = 0; i < op.getNumDpsInits(); ++i)
      results.push_back(body.load(point, getOperandNumber(i)));
    results = build(level, results);
    for (auto [i, result] : llvm::enumerate(results))
      body.store(point, getOperandNumber(i), result);
    return {};
  }
  if (level == plan.order.size())
    return buildPoint(carried);
  unsigned loop = plan.order[level];
  if (level + 1 == plan.order.size() && plan.lanes > 1) {
    if (plan.isLaneReduction)
      return buildLanes(loop, carried[0]);
    buildVectors(loop);
    return {};
  }
  if (carried.empty()) {
    b.loop(begins[loop], ends[loop], 1, [&](Value index) {
      point.indices[loop] = index;
      build(level + 1, {});
    });
    return {};
  }
  return b.loop(begins[loop], ends[loop], 1, carried,
                [&](Value index, ValueRange values) {
                  point.indices[loop] = index;
                  return build(level + 1, values);
                });
}

void mesh::buildNest(LoopBuilder &b, linalg::LinalgOp op, const NestPlan &plan,
                     const Combiner *combiner, ArrayRef<OperandView> views,
                     ValueRange begins, ValueRange ends) {
  if (plan.tiled.empty()) {
    NestBuilder(b, op, plan, combiner, views, begins, ends).build(0, {});
    return;
  }
  // A tile of either order fits in the first-level cache.
  constexpr int64_t size = 32;
  SmallVector<Value> tileBegins(begins), tileEnds(ends);
  auto buildTiles = [&](unsigned loop, llvm::function_ref<void()> body) {
    b.loop(begins[loop], ends[loop], size, [&](Value index) {
      tileBegins[loop] = index;
      tileEnds[loop] = b.min(b.add(index, b.index(size)), ends[loop]);
      body();
    });
  };
  buildTiles(plan.tiled[0], [&] {
    buildTiles(plan.tiled[1], [&] {
      NestBuilder(b, op, plan, combiner, views, tileBegins, tileEnds)
          .build(0, {});
    });
  });
}
