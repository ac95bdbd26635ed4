//===- Sizes.cpp - names of the sizes of a function -----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Explain/Sizes.h"

#include "RowAxes.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mesh;
using namespace mesh::explain;

int64_t explain::getElementBytes(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (!element.isIntOrFloat())
    return 8;
  return (element.getIntOrFloatBitWidth() + 7) / 8;
}

Sizes::Sizes(func::FuncOp function, StringRef prefix)
    : function(function), prefix(prefix) {
  // What runs whenever the function does: a check in a loop or in a branch may
  // not.
  for (AssertOp check : function.getOps<AssertOp>()) {
    SmallVector<Value> pending = {check.getCondition()};
    while (!pending.empty()) {
      Value condition = pending.pop_back_val();
      if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
        pending.append({both.getLhs(), both.getRhs()});
        continue;
      }
      auto compare = condition.getDefiningOp<arith::CmpIOp>();
      if (compare && compare.getPredicate() == arith::CmpIPredicate::eq &&
          compare.getLhs().getType().isIndex())
        equate(getIndex(compare.getLhs()), getIndex(compare.getRhs()));
    }
  }
  function.walk([&](Operation *op) {
    Value ids;
    if (auto aggregate = dyn_cast<AggregateOp>(op))
      ids = aggregate.getOver().back();
    else if (auto map = dyn_cast<MapEdgesOp>(op))
      ids = map.getOver().back();
    else if (auto reduce = dyn_cast<ReduceEdgesOp>(op))
      ids = reduce.getOver().back();
    else if (auto sort = dyn_cast<COOToCSROp>(op))
      ids = sort.getInputs().front();
    if (!ids || !isa<ShapedType>(ids.getType()))
      return;
    // A number says too little: other sizes may be equal by chance.
    if (std::optional<std::string> name = getAxis(ids, 0).getSymbol())
      edgeCounts.insert(*name);
  });
  for (BlockArgument argument : function.getArguments()) {
    auto component = function.getArgAttrOfType<StringAttr>(
        argument.getArgNumber(), "mesh.component");
    if (!component || component.getValue() != "source")
      continue;
    if (std::optional<std::string> name = getAxis(argument, 0).getSymbol())
      edgeCounts.insert(*name);
  }
}

//===----------------------------------------------------------------------===//
// Equal sizes
//===----------------------------------------------------------------------===//

Formula Sizes::resolve(Formula formula) const {
  for (bool again = true; again;) {
    again = false;
    for (const std::string &name : formula.getSymbols()) {
      auto it = known.find(name);
      if (it == known.end())
        continue;
      formula = formula.substitute(name, it->second);
      again = true;
    }
  }
  return formula;
}

/// Names that say more come first: nodes of a graph, counts of a graph, axes,
/// sizes without a name.
unsigned Sizes::getRank(StringRef name) const {
  auto rank = ranks.find(name);
  return rank == ranks.end() ? 0 : rank->second;
}

void Sizes::equate(const Formula &a, const Formula &b) {
  Formula difference = resolve(a) - resolve(b);
  // Solve for the size whose name says least.
  std::string worst;
  double factor = 0;
  for (const auto &[factors, coefficient] : difference.getTerms()) {
    if (factors.size() != 1 || std::abs(coefficient) != 1)
      continue;
    unsigned occurrences = 0;
    for (const auto &term : difference.getTerms())
      occurrences += llvm::is_contained(term.first, factors.front());
    if (occurrences != 1)
      continue;
    if (worst.empty() || getRank(factors.front()) >= getRank(worst)) {
      worst = factors.front();
      factor = coefficient;
    }
  }
  if (worst.empty())
    return;
  Formula value = Formula::symbol(worst) - difference * Formula::number(factor);
  std::optional<std::string> other = value.getSymbol();
  StringRef graph = StringRef(worst).rsplit('.').first;
  bool isNodeCount = StringRef(worst).ends_with(".targets") ||
                     StringRef(worst).ends_with(".sources");
  if (other && isNodeCount && getRank(worst) == 1 && getRank(*other) == 1 &&
      StringRef(*other).rsplit('.').first == graph) {
    std::string nodes = (graph + ".nodes").str();
    ranks[nodes] = 0;
    known[worst] = known[*other] = Formula::symbol(nodes);
    return;
  }
  known[worst] = value;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string Sizes::getArgumentName(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != &function.getBody().front())
    return "";
  unsigned i = argument.getArgNumber();
  auto name = function.getArgAttrOfType<StringAttr>(i, kNameAttr);
  std::string text = name ? name.getValue().str() : "arg" + std::to_string(i);
  if (auto component =
          function.getArgAttrOfType<StringAttr>(i, "mesh.component"))
    text += "." + component.getValue().str();
  return text;
}

Formula Sizes::open(Value value) {
  std::string name = prefix + std::to_string(openSizes.size() + 1);
  openSizes.push_back({name, value.getLoc()});
  ranks[name] = 4;
  return Formula::symbol(name);
}

Formula Sizes::getAxis(Value shaped, int64_t axis) {
  auto type = cast<ShapedType>(shaped.getType());
  if (!type.isDynamicDim(axis))
    return Formula::number(type.getDimSize(axis));
  auto key = std::make_pair(shaped, axis);
  if (auto it = axes.find(key); it != axes.end())
    return resolve(it->second);
  Formula formula = traceAxis(shaped, axis);
  return resolve(axes[key] = formula);
}

Formula Sizes::getIndex(Value value) {
  if (auto it = indices.find(value); it != indices.end())
    return resolve(it->second);
  Formula formula = traceIndex(value);
  return resolve(indices[value] = formula);
}

Formula Sizes::getEntries(Value shaped) {
  Formula entries = Formula::number(1);
  auto type = dyn_cast<ShapedType>(shaped.getType());
  for (int64_t axis = 0; type && axis < type.getRank(); ++axis)
    entries *= getAxis(shaped, axis);
  return entries;
}

Formula Sizes::getBytes(Value shaped) {
  return getEntries(shaped) *
         Formula::number(getElementBytes(shaped.getType()));
}

std::string Sizes::getShape(Value shaped) {
  std::string text;
  auto type = dyn_cast<ShapedType>(shaped.getType());
  for (int64_t axis = 0; type && axis < type.getRank(); ++axis) {
    Formula size = getAxis(shaped, axis);
    bool isSum = size.getTerms().size() > 1;
    text += (isSum ? "(" : "") + size.str() + (isSum ? ")" : "") + " x ";
  }
  llvm::raw_string_ostream os(text);
  os << getElementTypeOrSelf(shaped.getType());
  return text;
}

std::optional<unsigned> Sizes::findEdgeAxis(Value shaped) {
  auto type = dyn_cast<ShapedType>(shaped.getType());
  for (int64_t axis = 0; type && axis < type.getRank(); ++axis)
    if (std::optional<std::string> name = getAxis(shaped, axis).getSymbol())
      for (const std::string &count : edgeCounts)
        if (resolve(Formula::symbol(count)).getSymbol() == name)
          return axis;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Where sizes come from
//===----------------------------------------------------------------------===//

Formula Sizes::traceIndex(Value value) {
  if (std::optional<int64_t> number = getConstantIntValue(value))
    return Formula::number(*number);
  std::string name = getArgumentName(value);
  if (!name.empty()) {
    ranks[name] = 3;
    return Formula::symbol(name);
  }
  Operation *op = value.getDefiningOp();
  if (!op)
    return open(value);
  return TypeSwitch<Operation *, Formula>(op)
      .Case<tensor::DimOp, memref::DimOp>([&](auto dim) {
        std::optional<int64_t> axis = dim.getConstantIndex();
        return axis ? getAxis(dim.getSource(), *axis) : open(value);
      })
      .Case<arith::AddIOp>([&](arith::AddIOp sum) {
        return getIndex(sum.getLhs()) + getIndex(sum.getRhs());
      })
      .Case<arith::SubIOp>([&](arith::SubIOp difference) {
        return getIndex(difference.getLhs()) - getIndex(difference.getRhs());
      })
      .Case<arith::MulIOp>([&](arith::MulIOp product) {
        return getIndex(product.getLhs()) * getIndex(product.getRhs());
      })
      .Case<arith::IndexCastOp, arith::ExtSIOp>(
          [&](auto extension) { return getIndex(extension.getIn()); })
      .Default([&](Operation *) { return open(value); });
}

/// A tensor that a loop carries has the sizes that it starts with, if an
/// iteration that starts with them ends with them.
Formula Sizes::traceCarried(Value value, Value start, Value yielded,
                            int64_t axis) {
  Formula size = getAxis(start, axis);
  auto before = axes;
  auto indicesBefore = indices;
  size_t openBefore = openSizes.size();
  axes[{value, axis}] = size;
  if (getAxis(yielded, axis) == size)
    return size;
  axes = std::move(before);
  indices = std::move(indicesBefore);
  openSizes.erase(openSizes.begin() + openBefore, openSizes.end());
  return open(value);
}

static Formula fromMixed(Sizes &sizes, OpFoldResult size) {
  if (std::optional<int64_t> number = getConstantIntValue(size))
    return Formula::number(*number);
  return sizes.getIndex(cast<Value>(size));
}

Formula Sizes::traceAxis(Value shaped, int64_t axis) {
  auto type = cast<ShapedType>(shaped.getType());
  if (auto argument = dyn_cast<BlockArgument>(shaped)) {
    std::string name = getArgumentName(shaped);
    if (!name.empty()) {
      StringRef graph = StringRef(name).rsplit('.').first;
      StringRef component = StringRef(name).rsplit('.').second;
      bool isComponent = function.getArgAttr(argument.getArgNumber(),
                                             "mesh.component") != nullptr;
      auto count = [&](StringRef suffix) {
        std::string text = (graph + suffix).str();
        ranks[text] = 1;
        return Formula::symbol(text);
      };
      if (isComponent && component == "in_ptr")
        return count(".targets") + Formula::number(1);
      if (isComponent && component == "out_ptr")
        return count(".sources") + Formula::number(1);
      if (isComponent)
        return count(".edges");
      std::string text = name + ".axis" + std::to_string(axis);
      ranks[text] = 2;
      return Formula::symbol(text);
    }
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (loop && argument.getArgNumber() >= loop.getNumInductionVars()) {
      unsigned i = argument.getArgNumber() - loop.getNumInductionVars();
      return traceCarried(shaped, loop.getInitArgs()[i],
                          loop.getYieldedValues()[i], axis);
    }
    if (std::optional<RowAxis> whole = findRowAxis(argument, axis))
      return getAxis(whole->value, whole->axis);
    return open(shaped);
  }
  auto result = cast<OpResult>(shaped);
  unsigned number = result.getResultNumber();
  auto dynamicSize = [&](ValueRange dynamic) {
    return getIndex(
        dynamic[type.getNumDynamicDims() == 0
                    ? 0
                    : llvm::count_if(type.getShape().take_front(axis),
                                     ShapedType::isDynamic)]);
  };
  return TypeSwitch<Operation *, Formula>(result.getOwner())
      .Case<tensor::EmptyOp, tensor::SplatOp, memref::AllocOp>(
          [&](auto made) { return dynamicSize(made.getDynamicSizes()); })
      .Case<tensor::GenerateOp>([&](tensor::GenerateOp made) {
        return dynamicSize(made.getDynamicExtents());
      })
      .Case<tensor::CastOp, memref::CastOp>([&](auto cast) {
        auto from = dyn_cast<RankedTensorType>(cast.getSource().getType());
        auto buffer = dyn_cast<MemRefType>(cast.getSource().getType());
        return from || buffer ? getAxis(cast.getSource(), axis) : open(shaped);
      })
      .Case<tensor::ExtractSliceOp, memref::SubViewOp>([&](auto slice) {
        if (slice.getSourceType().getRank() == type.getRank())
          return fromMixed(*this, slice.getMixedSizes()[axis]);
        llvm::SmallBitVector dropped = slice.getDroppedDims();
        int64_t left = axis;
        for (auto [i, size] : llvm::enumerate(slice.getMixedSizes()))
          if (!dropped[i] && left-- == 0)
            return fromMixed(*this, size);
        return open(shaped);
      })
      .Case<tensor::ExpandShapeOp, memref::ExpandShapeOp>([&](auto reshape) {
        return fromMixed(*this, reshape.getMixedOutputShape()[axis]);
      })
      .Case<tensor::CollapseShapeOp, memref::CollapseShapeOp>(
          [&](auto reshape) {
            Formula size = Formula::number(1);
            auto groups = reshape.getReassociationIndices();
            for (int64_t from : groups[axis])
              size *= getAxis(reshape.getSrc(), from);
            return size;
          })
      .Case<tensor::InsertOp, tensor::InsertSliceOp>(
          [&](auto insert) { return getAxis(insert.getDest(), axis); })
      .Case<scf::ForOp>([&](scf::ForOp loop) {
        // As inside, where an iteration has been looked at.
        Formula inside = getAxis(loop.getRegionIterArg(number), axis);
        return inside == getAxis(loop.getInitArgs()[number], axis)
                   ? inside
                   : open(shaped);
      })
      .Case<scf::IfOp>([&](scf::IfOp branches) {
        Formula size = getAxis(branches.thenYield().getOperand(number), axis);
        return size == getAxis(branches.elseYield().getOperand(number), axis)
                   ? size
                   : open(shaped);
      })
      .Case<DestinationStyleOpInterface>([&](DestinationStyleOpInterface op) {
        return getAxis(op.getTiedOpOperand(result)->get(), axis);
      })
      .Default([&](Operation *op) {
        if (OpTrait::hasElementwiseMappableTraits(op) &&
            !isa<arith::SelectOp>(op))
          for (Value operand : op->getOperands())
            if (isa<ShapedType>(operand.getType()))
              return getAxis(operand, axis);
        return open(shaped);
      });
}
