//===- InsertChecks.cpp - check row counts against graphs -----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"
#include "mesh/Dialect/Mesh/Transforms/SizeTracing.h"

#include "SizeChecks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mesh {
#define GEN_PASS_DEF_MESHINSERTCHECKS
#include "mesh/Dialect/Mesh/Transforms/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

namespace {

/// A check that the program makes: `made` passes only if the sizes are equal.
struct Fact {
  Size rows;
  Size count;
  AssertOp made;
};

class CheckInserter {
public:
  explicit CheckInserter(Operation *root) : dominance(root) {}

  void insert(Operation *op, const SizeCheck &check);

private:
  bool isKnown(Operation *op, ArrayRef<Size> rows, ArrayRef<Size> counts);
  Operation *getInsertionPoint(Operation *op, const Size &rows,
                               const Size &count);

  DominanceInfo dominance;
  SmallVector<Fact> facts;
  /// The first op of an entry block as the program had it: checks go before it,
  /// one after the other.
  DenseMap<Block *, Operation *> entryPoints;
};

} // namespace

bool CheckInserter::isKnown(Operation *op, ArrayRef<Size> rows,
                            ArrayRef<Size> counts) {
  auto shareOne = [](ArrayRef<Size> lhs, ArrayRef<Size> rhs) {
    return llvm::any_of(
        lhs, [&](const Size &size) { return llvm::is_contained(rhs, size); });
  };
  if (shareOne(rows, counts))
    return true;
  return llvm::any_of(facts, [&](Fact &fact) {
    return llvm::is_contained(rows, fact.rows) &&
           llvm::is_contained(counts, fact.count) &&
           dominance.properlyDominates(fact.made, op);
  });
}

Operation *CheckInserter::getInsertionPoint(Operation *op, const Size &rows,
                                            const Size &count) {
  // Two numbers differ wherever they are compared: not a matter of arguments.
  bool isNumeric =
      rows.kind == Size::Kind::Constant && count.kind == Size::Kind::Constant;
  if (isNumeric || !isKnownAtEntry(op, rows) || !isKnownAtEntry(op, count))
    return op;
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function)
    return op;
  Block &entry = function.getFunctionBody().front();
  return entryPoints.try_emplace(&entry, &entry.front()).first->second;
}

/// What is wrong if an argument that has a name is too long or too short: those
/// who call a function need not know its ops.
static std::optional<std::string> describeArgument(const Size &rows) {
  if (rows.kind != Size::Kind::Axis)
    return std::nullopt;
  auto argument = dyn_cast<BlockArgument>(rows.value);
  auto function =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : nullptr;
  auto name = function ? function.getArgAttrOfType<StringAttr>(
                             argument.getArgNumber(), kNameAttr)
                       : nullptr;
  if (!name)
    return std::nullopt;
  return ("expects argument '" + name.getValue() +
          "' to have {0} rows on axis " + Twine(rows.number) + ", but got {1}")
      .str();
}

void CheckInserter::insert(Operation *op, const SizeCheck &check) {
  SmallVector<Size> rows = getEqualSizes(check.rows);
  SmallVector<Size> counts = getEqualSizes(check.count);
  if (isKnown(op, rows, counts))
    return;
  Size chosenRows = chooseSize(op, rows);
  Size chosenCount = chooseSize(op, counts);
  Operation *before = getInsertionPoint(op, chosenRows, chosenCount);
  OpBuilder builder(before);
  ImplicitLocOpBuilder b(op->getLoc(), builder);
  Value expected = buildSize(b, chosenCount);
  Value got = buildSize(b, chosenRows);
  Value equal =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, expected, got);
  std::string message = describeArgument(chosenRows).value_or(check.message);
  auto made = AssertOp::create(b, equal, message, ValueRange{expected, got});
  facts.push_back({chosenRows, chosenCount, made});
}

namespace {

struct MeshInsertChecks
    : public mesh::impl::MeshInsertChecksBase<MeshInsertChecks> {
  void runOnOperation() override {
    SmallVector<std::pair<Operation *, SmallVector<SizeCheck>>> work;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      SmallVector<SizeCheck> checks = getSizeChecks(op);
      if (!checks.empty())
        work.emplace_back(op, std::move(checks));
    });
    CheckInserter inserter(getOperation());
    for (auto &[op, checks] : work)
      for (const SizeCheck &check : checks)
        inserter.insert(op, check);
  }
};

} // namespace
