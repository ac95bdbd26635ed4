//===- InsertChecks.cpp - check row counts against graphs -----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"
#include "mesh/Dialect/Mesh/Transforms/SizeTracing.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "llvm/ADT/TypeSwitch.h"

namespace mesh {
#define GEN_PASS_DEF_MESHINSERTCHECKS
#include "mesh/Dialect/Mesh/Transforms/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

namespace {

/// Rows `tensor` has on `axis` must be as many as `count` says.
struct Check {
  Size rows;
  Size count;
  /// `{0}` is the count, `{1}` the rows.
  std::string message;
};

/// A check that the program makes: `made` passes only if the sizes are equal.
struct Fact {
  Size rows;
  Size count;
  AssertOp made;
};

class CheckInserter {
public:
  explicit CheckInserter(Operation *root) : dominance(root) {}

  void insert(Operation *op, const Check &check);

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

/// Whether a size can be computed at the entry of the function around `op`.
static bool isKnownAtEntry(Operation *op, const Size &size) {
  if (size.kind == Size::Kind::Constant)
    return true;
  auto argument = dyn_cast<BlockArgument>(size.value);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return false;
  return op->getParentOfType<FunctionOpInterface>() ==
         argument.getOwner()->getParentOp();
}

/// The size to compute a check from: a number, else one that is known at the
/// entry, so that the check can go there, else the size as it was given.
static Size chooseSize(Operation *op, ArrayRef<Size> sizes) {
  for (const Size &size : sizes)
    if (size.kind == Size::Kind::Constant)
      return size;
  for (const Size &size : sizes)
    if (isKnownAtEntry(op, size))
      return size;
  return sizes.front();
}

static Value buildSize(ImplicitLocOpBuilder &b, const Size &size) {
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

void CheckInserter::insert(Operation *op, const Check &check) {
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

//===----------------------------------------------------------------------===//
// What is checked
//===----------------------------------------------------------------------===//

/// Constraints on operands, as the ops state them.
static void collectOperandChecks(SizedOpInterface op,
                                 SmallVectorImpl<Check> &checks) {
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
                               Size count, SmallVectorImpl<Check> &checks) {
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

static void collectResultChecks(Operation *op, SmallVectorImpl<Check> &checks) {
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

namespace {

struct MeshInsertChecks
    : public mesh::impl::MeshInsertChecksBase<MeshInsertChecks> {
  void runOnOperation() override {
    SmallVector<std::pair<Operation *, SmallVector<Check>>> work;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      SmallVector<Check> checks;
      if (auto sized = dyn_cast<SizedOpInterface>(op))
        collectOperandChecks(sized, checks);
      collectResultChecks(op, checks);
      if (!checks.empty())
        work.emplace_back(op, std::move(checks));
    });
    CheckInserter inserter(getOperation());
    for (auto &[op, checks] : work)
      for (const Check &check : checks)
        inserter.insert(op, check);
  }
};

} // namespace
