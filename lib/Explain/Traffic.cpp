//===- Traffic.cpp - what an op reads, writes and computes ----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Traffic.h"

#include "CountWork.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mesh;
using namespace mesh::explain;

Value explain::getRoot(Value tensor) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (!isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             tensor::ExtractSliceOp>(op))
      break;
    tensor = op->getOperand(0);
  }
  return tensor;
}

namespace {

/// Collects the traffic of one op; each tensor is read once for each way of
/// reading it.
class Collector {
public:
  explicit Collector(Sizes &sizes) : sizes(sizes) {}

  /// `bytes` are moved from `value`, which has all of its bytes read once at
  /// least.
  void read(Value value, Formula bytes, StringRef how = "") {
    for (const Traffic::Read &known : traffic.reads)
      if (known.value == value && known.how == how)
        return;
    bool isNew = llvm::none_of(traffic.reads, [&](const Traffic::Read &known) {
      return known.value == value;
    });
    traffic.reads.push_back({value, how.str()});
    traffic.moved += bytes;
    if (isNew)
      traffic.least += sizes.getBytes(value);
  }
  void read(Value value) { read(value, sizes.getBytes(value)); }
  void write(Value value) {
    traffic.writes.push_back(value);
    traffic.moved += sizes.getBytes(value);
    traffic.least += sizes.getBytes(value);
  }

  Sizes &sizes;
  Traffic traffic;
};

} // namespace

/// The bytes of one row of `value` times `rows`; the node or edge axis is
/// `axis`.
static Formula getRowBytes(Sizes &sizes, Value value, int64_t axis,
                           const Formula &rows) {
  auto type = cast<ShapedType>(value.getType());
  Formula bytes = Formula::number(getElementBytes(type)) * rows;
  for (int64_t other = 0; other < type.getRank(); ++other)
    if (other != axis)
      bytes *= sizes.getAxis(value, other);
  return bytes;
}

/// Rows of one group of a region op.
static void readRows(Collector &collector, EdgeRegion region, RowsOf rows,
                     const Formula &count, StringRef how) {
  OperandRange group = region.getGroup(rows);
  for (unsigned i = 0, e = group.size(); i < e; ++i) {
    if (rows == RowsOf::Shared) {
      collector.read(group[i]);
      continue;
    }
    int64_t axis = region.isBatched(rows, i) ? region.getDim() : 0;
    if (how.empty())
      collector.read(group[i]);
    else
      collector.read(group[i],
                     getRowBytes(collector.sizes, group[i], axis, count), how);
  }
}

/// The product of the batch axes of a region op.
static Formula getBatch(Sizes &sizes, ValueRange outs, ValueRange inputs,
                        int64_t dim) {
  Formula batch = Formula::number(1);
  Value like = outs.empty() ? inputs.front() : outs.front();
  for (int64_t axis = 0; axis < dim; ++axis)
    batch *= sizes.getAxis(like, axis);
  return batch;
}

static Traffic describeAggregate(AggregateOp op, Sizes &sizes) {
  Collector collector(sizes);
  bool atTarget = op.getEndpoint() == Endpoint::Target;
  Traffic &traffic = collector.traffic;
  traffic.kind = std::string("fold over ") + (atTarget ? "in" : "out") +
                 "-edges" + (op.getStabilize() ? ", with softmax" : "");
  Formula edges = sizes.getAxis(op.getOver()[1], 0);
  Formula owners = sizes.getAxis(op.getOver()[0], 0) - Formula::number(1);
  Formula batch = getBatch(sizes, op.getOuts(), op.getInputs(),
                           static_cast<int64_t>(op.getDim()));

  bool readsSources = false, readsEdges = false;
  for (EdgeRegion region : EdgeRegion::of(op)) {
    readsSources |= !region.getGroup(RowsOf::Other).empty();
    readsEdges |= !region.getOrdinal().use_empty();
    for (unsigned i = 0, e = region.getGroup(RowsOf::Edge).size(); i < e; ++i)
      readsEdges |= !region.isSorted(i);
  }
  // For each entry of the batch anew.
  auto readIds = [&](Value ids) {
    collector.read(ids, sizes.getBytes(ids) * batch);
  };
  readIds(op.getOver()[0]);
  if (readsSources)
    readIds(op.getOver()[1]);
  if (readsEdges)
    readIds(op.getOver()[2]);
  std::string gathered = std::string("a row of the ") +
                         (atTarget ? "source" : "target") + " for each edge";
  for (EdgeRegion region : EdgeRegion::of(op)) {
    readRows(collector, region, RowsOf::Other, edges, gathered);
    readRows(collector, region, RowsOf::Owner, owners, "");
    readRows(collector, region, RowsOf::Edge, edges, "");
    readRows(collector, region, RowsOf::Shared, edges, "");
  }
  for (Value result : op.getResults())
    collector.write(result);

  Work edge = countRegion(op.getStep(), sizes);
  if (!op.getScore().empty())
    edge = edge + countRegion(op.getScore(), sizes);
  if (op.getStabilize()) {
    // The weight: exp(logit - m), added to the sum.
    Value logit = op.getYield(op.getScore())->getOperand(0);
    Formula logits = isa<ShapedType>(logit.getType()) ? sizes.getEntries(logit)
                                                      : Formula::number(1);
    edge = edge + Work{logits * Formula::number(2), logits};
  }
  traffic.work = edge * edges * batch;
  if (!op.getFinish().empty())
    traffic.work =
        traffic.work + countRegion(op.getFinish(), sizes) * owners * batch;
  return traffic;
}

/// map_edges and reduce_edges.
template <typename OpTy>
static Traffic describeEdgeOp(OpTy op, Sizes &sizes, StringRef kind) {
  Collector collector(sizes);
  collector.traffic.kind = kind.str();
  EdgeRegion region(op);
  // With `sweep`, `row_ptr`, `col` and `edge`.
  bool isSweep = op.getOver().size() == 3, sweepsTarget = true;
  bool readsOrdinals = !region.getOrdinal().use_empty();
  if constexpr (std::is_same_v<OpTy, MapEdgesOp>) {
    sweepsTarget = op.getSweep() == Endpoint::Target;
    for (unsigned i = 0, e = op.getEdges().size() + op.getOuts().size(); i < e;
         ++i)
      readsOrdinals |= !op.isSorted(i);
  }
  Formula edges = sizes.getAxis(op.getOver().back(), 0);
  Formula batch = Formula::number(1);
  if (int64_t dim = static_cast<int64_t>(op.getDim())) {
    // Of an operand that has the batch axes.
    for (auto [i, input] : llvm::enumerate(op.getInputs()))
      if (op.isBatched(i)) {
        batch = getBatch(sizes, {}, input, dim);
        break;
      }
  }
  auto readIds = [&](Value ids) {
    collector.read(ids, sizes.getBytes(ids) * batch);
  };
  auto readEnd = [&](RowsOf rows, unsigned ids, bool isOwner, StringRef how) {
    if (!region.getGroup(rows).empty() && !(isSweep && isOwner))
      readIds(op.getOver()[isSweep ? 1 : ids]);
    if (isSweep && isOwner)
      readRows(collector, region, rows,
               sizes.getAxis(op.getOver()[0], 0) - Formula::number(1), "");
    else
      readRows(collector, region, rows, edges, how);
  };
  if (isSweep) {
    readIds(op.getOver()[0]);
    if (readsOrdinals)
      readIds(op.getOver()[2]);
  }
  readEnd(RowsOf::Other, 0, !sweepsTarget, "a row of the source for each edge");
  readEnd(RowsOf::Owner, 1, sweepsTarget, "a row of the target for each edge");
  readRows(collector, region, RowsOf::Edge, edges, "");
  readRows(collector, region, RowsOf::Shared, edges, "");
  for (Value result : op.getResults())
    collector.write(result);
  Work perEdge = countRegion(op.getBody(), sizes);
  if (isa<ReduceEdgesOp>(op.getOperation()))
    for (Value result : op.getResults())
      perEdge.operations += sizes.getEntries(result);
  collector.traffic.work = perEdge * edges * batch;
  return collector.traffic;
}

static bool isZeroFill(Value tensor) {
  return tensor.getDefiningOp<linalg::FillOp>() != nullptr;
}

/// Whether a kernel writes over `fill` as soon as it reads it.
static bool isDestination(OpOperand &use) {
  auto destination = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
  return destination && destination.isDpsInit(&use);
}

static Traffic describeLinalg(linalg::LinalgOp op, Sizes &sizes) {
  Collector collector(sizes);
  Traffic &traffic = collector.traffic;
  bool reduces = op.getNumReductionLoops() > 0;
  if (linalg::isaContractionOpInterface(op) && reduces)
    traffic.kind = op.getNumParallelLoops() >= 2   ? "matrix product"
                   : op.getNumParallelLoops() == 1 ? "matrix-vector product"
                                                   : "inner product";
  else if (isa<linalg::FillOp>(op))
    traffic.kind = "fill";
  else if (reduces)
    traffic.kind = "reduction";
  else if (isa<linalg::CopyOp, linalg::TransposeOp>(op))
    traffic.kind = "copy";
  else
    traffic.kind = "elementwise";
  for (OpOperand *input : op.getDpsInputOperands())
    if (isa<RankedTensorType>(input->get().getType()))
      collector.read(input->get());
  for (OpOperand &init : op.getDpsInitsMutable())
    if (op.payloadUsesValueFromOperand(&init) && !isZeroFill(init.get()) &&
        !init.get().getDefiningOp<tensor::EmptyOp>())
      collector.read(init.get());
  for (Value result : op->getResults())
    collector.write(result);
  traffic.work = countLinalg(op, sizes);
  return traffic;
}

static Traffic describeSort(COOToCSROp op, Sizes &sizes) {
  Collector collector(sizes);
  collector.traffic.kind = "sort of edges by an endpoint";
  for (Value input : op.getInputs())
    collector.read(input);
  for (Value result : op.getResults())
    collector.write(result);
  return collector.traffic;
}

std::optional<Traffic> explain::describeTraffic(Operation *op, Sizes &sizes) {
  auto make = [&](StringRef kind, ValueRange reads) {
    Collector collector(sizes);
    collector.traffic.kind = kind.str();
    for (Value value : reads)
      if (isa<RankedTensorType>(value.getType()))
        collector.read(value);
    for (Value result : op->getResults())
      collector.write(result);
    return collector.traffic;
  };
  using Result = std::optional<Traffic>;
  return TypeSwitch<Operation *, Result>(op)
      .Case<AggregateOp>(
          [&](AggregateOp fold) { return describeAggregate(fold, sizes); })
      .Case<MapEdgesOp>([&](MapEdgesOp map) {
        return describeEdgeOp(map, sizes, "map over edges");
      })
      .Case<ReduceEdgesOp>([&](ReduceEdgesOp sum) {
        return describeEdgeOp(sum, sizes, "sum over all edges");
      })
      .Case<COOToCSROp>(
          [&](COOToCSROp sort) { return describeSort(sort, sizes); })
      .Case<linalg::FillOp>([&](linalg::FillOp fill) -> Result {
        if (llvm::all_of(fill->getUses(), isDestination))
          return std::nullopt;
        return describeLinalg(fill, sizes);
      })
      .Case<linalg::LinalgOp>(
          [&](linalg::LinalgOp any) { return describeLinalg(any, sizes); })
      .Case<tensor::InsertSliceOp>([&](tensor::InsertSliceOp insert) {
        // Only the slice is written; the rest stays where it is.
        Collector collector(sizes);
        collector.traffic.kind = "copy into a slice";
        collector.read(insert.getSource());
        collector.traffic.writes.push_back(insert.getResult());
        Formula bytes = sizes.getBytes(insert.getSource());
        collector.traffic.moved += bytes;
        collector.traffic.least += bytes;
        return collector.traffic;
      })
      .Case<tensor::SplatOp>([&](tensor::SplatOp splat) -> Result {
        if (splat.getType().getRank() == 0)
          return std::nullopt;
        return make("fill", {});
      })
      .Case<tensor::PadOp, tensor::ConcatOp>(
          [&](Operation *copy) { return make("copy", copy->getOperands()); })
      .Case<tensor::GenerateOp>([&](tensor::GenerateOp generate) {
        Traffic traffic = make("elementwise", {});
        traffic.work = countRegion(generate.getBody(), sizes) *
                       sizes.getEntries(generate.getResult());
        return traffic;
      })
      .Default([](Operation *) { return std::nullopt; });
}
