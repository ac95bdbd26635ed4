//===- EdgeTensors.cpp - why edge rows are in memory ----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reasons follow the conditions of the patterns of --mesh-fuse:
// FuseElementwise.cpp (what becomes a map_edges) and FuseProducers.cpp (what of
// these moves into its readers).
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/Transforms/EdgeTensors.h"

#include "Fuse.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"
#include "mesh/Dialect/Mesh/Transforms/SizeTracing.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mesh;

static bool isView(Operation *op) {
  return isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             tensor::ExtractSliceOp>(op);
}

static std::string quote(Operation *op) {
  return ("'" + op->getName().getStringRef() + "'").str();
}

/// The axis of the edges in `rows`, where that is known.
static std::optional<unsigned> findEdgeAxis(Value rows) {
  auto type = dyn_cast<RankedTensorType>(rows.getType());
  if (!type)
    return std::nullopt;
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    for (const Size &size : getEqualSizes(Size::axis(rows, axis)))
      if (size.kind == Size::Kind::Edges)
        return axis;
  return std::nullopt;
}

/// Why a linalg op on edge rows is no map_edges, as "which is ..."; empty where
/// nothing speaks against it but its neighbours.
static std::string explainLinalg(linalg::LinalgOp op, Value rows,
                                 const FindEdgeAxis &findAxis) {
  unsigned edge = findAxis(rows).value_or(0);
  OpOperand *use = nullptr;
  for (OpOperand &operand : op->getOpOperands())
    if (operand.get() == rows)
      use = &operand;
  AffineExpr loop;
  if (use) {
    AffineMap map = op.getMatchingIndexingMap(use);
    if (edge < map.getNumResults())
      loop = map.getResult(edge);
  } else if (auto result = dyn_cast<OpResult>(rows);
             result && result.getOwner() == op) {
    AffineMap map = op.getMatchingIndexingMap(
        op.getDpsInitOperand(result.getResultNumber()));
    if (edge < map.getNumResults())
      loop = map.getResult(edge);
  }
  if (linalg::isaContractionOpInterface(op) && op.getNumReductionLoops() > 0)
    return "which is a matrix product of more than 4,096 multiplications for "
           "each edge, or of unknown size";
  if (op.getNumReductionLoops() > 0) {
    auto dim = dyn_cast_or_null<AffineDimExpr>(loop);
    bool overEdges = dim && op.getIteratorTypesArray()[dim.getPosition()] ==
                                utils::IteratorType::reduction;
    return overEdges
               ? "which is a reduction over the edges, but no sum of small "
                 "rows that an op over edges computes"
               : "which is a reduction over trailing axes of more than "
                 "1,024 terms, or of unknown size";
  }
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (op.isScalar(input))
      continue;
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isProjectedPermutation())
      return ("which reads operand " + Twine(input->getOperandNumber()) +
              " in another order than row by row")
          .str();
    if (loop && llvm::is_contained(map.getResults(), loop) &&
        map.getResult(0) != loop && edge == 0)
      return ("whose operand " + Twine(input->getOperandNumber()) +
              " has the edge axis not in front")
          .str();
  }
  for (OpOperand &init : op.getDpsInitsMutable()) {
    if (!op.getMatchingIndexingMap(&init).isIdentity())
      return "which permutes or repeats rows";
  }
  return "";
}

/// Why `op`, which reads or writes `rows`, is no op over edges.
static std::string explainOp(Operation *op, Value rows,
                             const FindEdgeAxis &findAxis) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    std::string reason = explainLinalg(linalgOp, rows, findAxis);
    return reason.empty() ? "which neither reads nor feeds an op over edges"
                          : reason;
  }
  if (isa<tensor::InsertSliceOp, tensor::InsertOp, tensor::PadOp,
          tensor::ConcatOp>(op))
    return "which puts rows together";
  if (isa<tensor::ExtractOp>(op))
    return "which reads single entries";
  if (op->hasTrait<OpTrait::ReturnLike>() &&
      isa<FunctionOpInterface>(op->getParentOp()))
    return "as a result of the function";
  if (op->hasTrait<OpTrait::IsTerminator>())
    return ("which hands them on to " + quote(op->getParentOp()));
  if (op->getNumRegions() > 0)
    return "which carries them along";
  if (OpTrait::hasElementwiseMappableTraits(op))
    return "which neither reads nor feeds an op over edges";
  return "which is no op on rows";
}

namespace {

/// Reads of rows, by way of views.
struct Reader {
  OpOperand *use;
  Operation *view; ///< the last view on the way, or null
};

} // namespace

static void findReaders(Value rows, Operation *view,
                        SmallVectorImpl<Reader> &readers) {
  for (OpOperand &use : rows.getUses()) {
    Operation *op = use.getOwner();
    if (isa<tensor::DimOp>(op))
      continue;
    if (isView(op)) {
      findReaders(op->getResult(0), op, readers);
      continue;
    }
    readers.push_back({&use, view});
  }
}

static bool readsAsEdgeRows(Operation *op, Value rows) {
  for (EdgeRegion region : EdgeRegion::of(op))
    if (llvm::is_contained(region.getGroup(RowsOf::Edge), rows))
      return true;
  return false;
}

/// Why a region op that reads edge rows of a map_edges did not take its body.
static std::string explainMap(MapEdgesOp map, Operation *reader, Value rows) {
  if (map.isOverGraph() && reader->getOperand(0) != map.getOver().front())
    return "which is over another graph";
  for (EdgeRegion region : EdgeRegion::of(reader))
    for (auto [i, value] : llvm::enumerate(region.getGroup(RowsOf::Edge)))
      if (value == rows &&
          (region.isBatched(RowsOf::Edge, i) ? region.getDim() : 0) !=
              static_cast<int64_t>(map.getDim()))
        return "which has other batch axes";
  if (!mayRecompute(map, reader)) {
    std::string body = "a body of " + std::to_string(getCost(map)) + " ops";
    std::string limit = " (at most " + std::to_string(kRecomputedOps) + " are)";
    if (isInInnerLoop(reader, map))
      return "in a loop that would compute " + body + " again and again" +
             limit;
    return "as are others, and " + body + " is not computed again for each" +
           limit;
  }
  return "although nothing speaks against computing them there (fusion of "
         "producers is off)";
}

static std::string explainReader(Reader reader, OpResult rows,
                                 const FindEdgeAxis &findAxis) {
  Operation *op = reader.use->getOwner();
  Value read = reader.use->get();
  Operation *producer = rows.getOwner();
  bool isReturn = op->hasTrait<OpTrait::ReturnLike>() &&
                  isa<FunctionOpInterface>(op->getParentOp());
  std::string text = isReturn ? "returned" : "read by " + quote(op);
  if (reader.view)
    text += " by way of " + quote(reader.view);
  if (!isRegionOp(op))
    return isReturn ? text + " " + explainOp(op, read, findAxis)
                    : text + ", " + explainOp(op, read, findAxis);
  if (!readsAsEdgeRows(op, read))
    return text + ", which reads them as rows of nodes, or whole";
  if (reader.view)
    return text + ", which does not move rows through views";
  if (auto map = dyn_cast<MapEdgesOp>(producer))
    return text + ", " + explainMap(map, op, read);
  std::string own = explainOp(producer, rows, findAxis);
  return text + ", and made by " + quote(producer) + ", " + own;
}

std::vector<EdgeReader> mesh::explainEdgeRows(OpResult rows,
                                              FindEdgeAxis findAxis) {
  if (!findAxis)
    findAxis = findEdgeAxis;
  SmallVector<Reader> readers;
  findReaders(rows, nullptr, readers);
  std::vector<EdgeReader> reasons;
  for (const Reader &reader : llvm::reverse(readers)) {
    std::string reason = explainReader(reader, rows, findAxis);
    bool isKnown = llvm::any_of(reasons, [&](const EdgeReader &other) {
      return other.op == reader.use->getOwner() && other.reason == reason;
    });
    if (!isKnown)
      reasons.push_back({reader.use->getOwner(), std::move(reason)});
  }
  return reasons;
}

bool mesh::isEdgeRows(Value rows) {
  auto result = dyn_cast<OpResult>(rows);
  if (!result || !isa<RankedTensorType>(rows.getType()) ||
      isInRegionOp(result.getOwner()))
    return false;
  Operation *op = result.getOwner();
  // These have no memory of their own, or are no rows but their indices.
  if (isView(op) ||
      isa<tensor::EmptyOp, linalg::FillOp, tensor::SplatOp, EndpointsOp,
          EdgeIdsOp, CSROp>(op) ||
      op->hasTrait<OpTrait::ConstantLike>())
    return false;
  return isa<MapEdgesOp>(op) || findEdgeAxis(rows).has_value() ||
         llvm::any_of(rows.getUsers(), [&](Operation *user) {
           return readsAsEdgeRows(user, rows);
         });
}

/// A category and the function that `op` is in.
static remark::RemarkOpts getRemark(StringRef name, Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return remark::RemarkOpts::name(name)
      .category("mesh-fuse")
      .function(function ? function.getName() : StringRef());
}

static std::string describePlace(Location location) {
  auto place = location->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "";
  return (" of line " + Twine(place.getLine()) + ":" + Twine(place.getColumn()))
      .str();
}

void mesh::noteFusion(Operation *into, StringRef name, Location from) {
  into->setLoc(FusedLoc::get(into->getContext(), {into->getLoc(), from}));
  remark::passed(into->getLoc(), getRemark("Fused", into))
      << remark::add("'{0}'{1} is computed by '{2}'", name.str(),
                     describePlace(from), into->getName().getStringRef().str());
}

void mesh::reportEdgeTensors(Operation *root, bool asDiagnostics) {
  if (!asDiagnostics && !root->getContext()->getRemarkEngine())
    return;
  root->walk([&](Operation *op) {
    if (op == root || isa<FunctionOpInterface>(op) || isInRegionOp(op))
      return;
    for (OpResult result : op->getResults()) {
      if (!isEdgeRows(result))
        continue;
      for (const EdgeReader &reader : explainEdgeRows(result)) {
        remark::missed(op->getLoc(), getRemark("EdgeRows", op))
            << remark::reason("edge rows stay in memory: {0}", reader.reason);
        if (asDiagnostics)
          op->emitRemark() << "edge rows stay in memory: " << reader.reason;
      }
    }
  });
}
