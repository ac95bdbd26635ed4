//===- LowerMatmul.cpp - matrix products to vector loops ------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulToVector.h"

#include "mesh/Conversion/ParallelWork.h"
#include "mesh/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/Support/MathExtras.h"

namespace mesh {
#define GEN_PASS_DEF_MESHLOWERMATMUL
#include "mesh/Conversion/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

namespace {

/// Reductions at least this long are cut into chunks,
constexpr int64_t kMinSplitReduction = 2048;
/// unless the result has more entries than this: there is work enough in its
/// rows, and each chunk keeps a copy of it.
constexpr int64_t kMaxSplitResult = 1 << 18;

class MatmulLowering {
public:
  MatmulLowering(LoopBuilder &b, linalg::LinalgOp op,
                 const Contraction &contraction, Value initial,
                 int64_t vectorBits)
      : b(b), op(op), contraction(contraction), initial(initial),
        tile(getTileShape(vectorBits, contraction.compute)) {}

  void build() { buildOuterLoop({}); }

private:
  void buildOuterLoop(SmallVector<Value> indices);
  void buildInner(ValueRange indices);

  LoopBuilder &b;
  linalg::LinalgOp op;
  const Contraction &contraction;
  Value initial;
  TileShape tile;
};

class LowerMatmul : public mesh::impl::MeshLowerMatmulBase<LowerMatmul> {
public:
  using MeshLowerMatmulBase::MeshLowerMatmulBase;
  void runOnOperation() override;
};

} // namespace

void MatmulLowering::buildOuterLoop(SmallVector<Value> indices) {
  if (indices.size() == contraction.outer.size())
    return buildInner(indices);
  unsigned loop = contraction.outer[indices.size()];
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  auto body = [&](Value index) {
    SmallVector<Value> inner(indices);
    inner.push_back(index);
    buildOuterLoop(inner);
  };
  // Few rows leave threads without work: products run side by side instead.
  int64_t rows = sizes[contraction.m];
  bool isParallel = indices.empty() && op.getIteratorTypesArray()[loop] ==
                                           utils::IteratorType::parallel;
  if (isParallel && ShapedType::isStatic(rows) && rows <= kRowBlock) {
    int64_t work = rows;
    for (unsigned other : {contraction.n, contraction.k})
      work *= ShapedType::isStatic(sizes[other]) ? sizes[other] : kAssumedSize;
    return b.parallel(b.index(0), getLoopSize(b, op, loop), 1, work / 16 + 1,
                      body);
  }
  b.loop(b.index(0), getLoopSize(b, op, loop), 1, body);
}

void MatmulLowering::buildInner(ValueRange indices) {
  Product product = buildProduct(b, op, contraction, indices);
  product.initial = initial;
  if (std::optional<int64_t> rows = getConstantIntValue(product.m))
    tile.rows = std::clamp<int64_t>(*rows, 1, tile.rows);
  // A narrow result that is one panel needs no second accumulator.
  if (std::optional<int64_t> columns = getConstantIntValue(product.n))
    tile.vectors = std::clamp<int64_t>(llvm::divideCeil(*columns, tile.lanes),
                                       1, tile.vectors);

  auto buildRows = [&] {
    if (isPanel(product, tile))
      return buildRowBlocks(b, product, tile, Value());
    Value panels = packPanels(b, product, tile);
    buildRowBlocks(b, product, tile, panels);
    memref::DeallocOp::create(b, panels);
  };
  auto buildSplit = [&] { buildSplitReduction(b, product, tile); };

  Value isLong = b.isLess(b.index(kMinSplitReduction - 1), product.k);
  Value isSmall =
      b.isLess(b.mul(product.m, product.n), b.index(kMaxSplitResult + 1));
  // With a small result, chunks are right for short reductions too: no need
  // for both versions.
  if (getConstantIntValue(isSmall) == 1 && !getConstantIntValue(product.k))
    return buildSplit();
  b.conditional(b.createOrFold<arith::AndIOp>(isLong, isSmall), buildSplit,
                buildRows);
}

void LowerMatmul::runOnOperation() {
  if (!llvm::is_contained({128, 256, 512}, vectorBits.getValue())) {
    getOperation().emitError()
        << "expects 'vector-bits' to be 128, 256 or 512, but got "
        << vectorBits.getValue();
    return signalPassFailure();
  }
  SmallVector<linalg::LinalgOp> ops;
  getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  for (linalg::LinalgOp op : ops) {
    FailureOr<Contraction> contraction = matchContraction(op);
    if (failed(contraction))
      continue;
    LoopBuilder b(op.getLoc(), op);
    Value initial;
    linalg::FillOp fill;
    if (!contraction->hasOuterReduction)
      fill = findFoldableFill(op);
    if (fill)
      initial = fill.value();
    MatmulLowering(b, op, *contraction, initial, vectorBits).build();
    op.erase();
    if (fill)
      fill.erase();
  }
}
