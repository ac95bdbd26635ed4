//===- FiniteDifferences.cpp - derivatives by calling a function ----------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/Differentiate.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

/// About the cube root of the rounding error, where the errors of truncation
/// and of rounding are alike; a power of two, so that steps are exact.
static double getStep(Type element) {
  return element.isF64() ? 0x1p-17 : 0x1p-7;
}

static Value like(ImplicitLocOpBuilder &b, Value value, double number) {
  AutoDiffContext none;
  return AdjointState(b, none).constantLike(value, number);
}

/// The sum of all entries of `seed * (plus - minus)`.
static Value dotDifference(ImplicitLocOpBuilder &b, Value seed, Value plus,
                           Value minus) {
  Value difference = arith::SubFOp::create(b, plus, minus);
  auto type = dyn_cast<RankedTensorType>(seed.getType());
  if (!type)
    return arith::MulFOp::create(b, seed, difference);
  unsigned rank = type.getRank();
  AffineMap entry = b.getMultiDimIdentityMap(rank);
  Value zero =
      buildConstant(b, RankedTensorType::get({}, type.getElementType()), {}, 0);
  SmallVector<AffineMap> maps = {entry, entry,
                                 AffineMap::get(rank, 0, b.getContext())};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::reduction);
  SmallVector<Value> operands = {seed, difference};
  auto sum = linalg::GenericOp::create(
      b, TypeRange(zero.getType()), operands, ValueRange(zero), maps, iterators,
      [](OpBuilder &nested, Location loc, ValueRange args) {
        Value term = arith::MulFOp::create(nested, loc, args[0], args[1]);
        Value next = arith::AddFOp::create(nested, loc, args[2], term);
        linalg::YieldOp::create(nested, loc, next);
      });
  return tensor::ExtractOp::create(b, sum.getResult(0), ValueRange());
}

namespace {

struct Differences {
  func::FuncOp callee;
  ValueRange inputs, seeds;
  ArrayRef<int64_t> seeded;

  /// The derivative with respect to the number `x`, which is part of an
  /// argument: `replace` puts another one in its place.
  Value differentiate(ImplicitLocOpBuilder &b, Value x,
                      function_ref<SmallVector<Value>(Value)> replace) const {
    Type type = x.getType();
    Value one = buildConstant(b, type, {}, 1);
    Value size = arith::MaximumFOp::create(b, math::AbsFOp::create(b, x), one);
    Value step = arith::MulFOp::create(
        b, size, buildConstant(b, type, {}, getStep(type)));
    Value plus = arith::AddFOp::create(b, x, step);
    Value minus = arith::SubFOp::create(b, x, step);
    auto above = func::CallOp::create(b, callee, replace(plus));
    auto below = func::CallOp::create(b, callee, replace(minus));
    Value sum;
    for (auto [seed, position] : llvm::zip(seeds, seeded)) {
      Value term = dotDifference(b, seed, above.getResult(position),
                                 below.getResult(position));
      if (term.getType() != type)
        term = term.getType().getIntOrFloatBitWidth() <
                       type.getIntOrFloatBitWidth()
                   ? arith::ExtFOp::create(b, type, term).getResult()
                   : arith::TruncFOp::create(b, type, term).getResult();
      sum = sum ? arith::AddFOp::create(b, sum, term).getResult() : term;
    }
    if (!sum)
      return buildConstant(b, type, {}, 0);
    // What the step is after rounding.
    Value width = arith::SubFOp::create(b, plus, minus);
    return arith::DivFOp::create(b, sum, width);
  }

  SmallVector<Value> with(int64_t position, Value value) const {
    SmallVector<Value> all(inputs);
    all[position] = value;
    return all;
  }

  /// Loops over the entries of an argument.
  Value visitEntries(ImplicitLocOpBuilder &b, int64_t position, Value gradient,
                     SmallVector<Value> &index) const {
    Value tensor = inputs[position];
    auto type = cast<RankedTensorType>(tensor.getType());
    if (int64_t(index.size()) == type.getRank()) {
      Value x = tensor::ExtractOp::create(b, tensor, index);
      Value entry = differentiate(b, x, [&](Value other) {
        return with(position,
                    tensor::InsertOp::create(b, other, tensor, index));
      });
      return tensor::InsertOp::create(b, entry, gradient, index);
    }
    Value zero = arith::ConstantIndexOp::create(b, 0);
    Value one = arith::ConstantIndexOp::create(b, 1);
    Value size = b.createOrFold<tensor::DimOp>(tensor, int64_t(index.size()));
    auto loop = scf::ForOp::create(
        b, zero, size, one, gradient,
        [&](OpBuilder &nested, Location loc, Value i, ValueRange carried) {
          ImplicitLocOpBuilder inner(loc, nested);
          index.push_back(i);
          Value next = visitEntries(inner, position, carried[0], index);
          index.pop_back();
          scf::YieldOp::create(inner, next);
        });
    return loop.getResult(0);
  }
};

} // namespace

void mesh::buildFiniteReverse(func::FuncOp function, func::FuncOp callee,
                              ArrayRef<int64_t> wrt, ArrayRef<int64_t> seeded) {
  Block *block = function.addEntryBlock();
  ImplicitLocOpBuilder b(function.getLoc(), function.getContext());
  b.setInsertionPointToStart(block);
  unsigned numInputs = callee.getNumArguments();
  Differences differences = {
      callee, block->getArguments().take_front(numInputs),
      block->getArguments().drop_front(numInputs), seeded};
  auto call = func::CallOp::create(b, callee, differences.inputs);
  SmallVector<Value> results(call.getResults());
  for (int64_t position : wrt) {
    Value input = block->getArgument(position);
    if (!isa<RankedTensorType>(input.getType())) {
      results.push_back(differences.differentiate(b, input, [&](Value other) {
        return differences.with(position, other);
      }));
      continue;
    }
    SmallVector<Value> index;
    results.push_back(
        differences.visitEntries(b, position, like(b, input, 0), index));
  }
  func::ReturnOp::create(b, results);
}

void mesh::buildFiniteForward(func::FuncOp function, func::FuncOp callee,
                              ArrayRef<int64_t> wrt) {
  Block *block = function.addEntryBlock();
  ImplicitLocOpBuilder b(function.getLoc(), function.getContext());
  b.setInsertionPointToStart(block);
  unsigned numInputs = callee.getNumArguments();
  ValueRange inputs = block->getArguments().take_front(numInputs);
  SmallVector<Value> above(inputs), below(inputs);
  for (auto [k, position] : llvm::enumerate(wrt)) {
    Value input = inputs[position];
    Value tangent = block->getArgument(numInputs + k);
    Value step = like(b, input, getStep(getElementTypeOrSelf(input.getType())));
    Value move = arith::MulFOp::create(b, tangent, step);
    above[position] = arith::AddFOp::create(b, input, move);
    below[position] = arith::SubFOp::create(b, input, move);
  }
  auto call = func::CallOp::create(b, callee, inputs);
  auto callAbove = func::CallOp::create(b, callee, above);
  auto callBelow = func::CallOp::create(b, callee, below);
  SmallVector<Value> results(call.getResults());
  for (auto [plus, minus] :
       llvm::zip(callAbove.getResults(), callBelow.getResults())) {
    if (!isDifferentiable(plus.getType()))
      continue;
    Value difference = arith::SubFOp::create(b, plus, minus);
    double step = getStep(getElementTypeOrSelf(plus.getType()));
    results.push_back(
        arith::DivFOp::create(b, difference, like(b, difference, 2 * step)));
  }
  func::ReturnOp::create(b, results);
}
