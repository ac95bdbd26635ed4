//===- MatmulToVector.h - parts of the lowering of products --- -*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_CONVERSION_MATMULTOVECTOR_MATMULTOVECTOR_H
#define MESH_LIB_CONVERSION_MATMULTOVECTOR_MATMULTOVECTOR_H

#include "../LoopBuilder.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mesh {

/// C += A B on memrefs of rank 2, the innermost dimension of C contiguous.
struct Product {
  mlir::Value a, b, c;
  /// A is stored [K, M].
  bool isATransposed = false;
  /// B is stored [N, K].
  bool isBTransposed = false;
  mlir::Value m, n, k;
  /// What products and sums are computed in: f32 or f64.
  mlir::Type compute;
  /// C is this scalar, of C's type, before; null to read it.
  mlir::Value initial;

  mlir::Type getResultType() const { return mlir::getElementTypeOrSelf(c); }
};

/// The tile of C that a kernel keeps in registers.
struct TileShape {
  int64_t rows;
  int64_t vectors;
  int64_t lanes;

  int64_t getWidth() const { return vectors * lanes; }
};

/// Chosen so that accumulators, one row of B and a broadcast of A fit in the
/// registers: 16 of them up to 256 bits, else 32.
TileShape getTileShape(int64_t vectorBits, mlir::Type compute);

/// The reduction advances in blocks, so that a panel of B (16 KiB) stays in
/// the first-level cache.
constexpr int64_t kReductionBlock = 256;
/// Columns of one parallel iteration: sums stay in the second-level cache. A
/// multiple of the width of every tile.
constexpr int64_t kColumnBlock = 256;
/// Rows of one parallel iteration: a block of A stays in the second-level
/// cache. A multiple of the rows of every tile.
constexpr int64_t kRowBlock = 96;

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// A contraction that this lowering takes.
struct Contraction {
  /// Loops of the product.
  unsigned m = 0, n = 0, k = 0;
  /// Loops around it: batch dimensions, further rows, columns and reductions.
  llvm::SmallVector<unsigned> outer;
  /// Whether a reduction is among `outer`.
  bool hasOuterReduction = false;
  /// Operands that are A and B. They change places if C is stored [N, M].
  unsigned lhs = 0, rhs = 1;
  mlir::Type compute;
};

/// Fails for what is left to other passes.
llvm::FailureOr<Contraction> matchContraction(mlir::linalg::LinalgOp op);

/// The number of iterations of a loop of `op`.
mlir::Value getLoopSize(LoopBuilder &b, mlir::linalg::LinalgOp op,
                        unsigned loop);

/// The product of one iteration of the outer loops, at indices `outer`.
Product buildProduct(LoopBuilder &b, mlir::linalg::LinalgOp op,
                     const Contraction &contraction, mlir::ValueRange outer);

/// The `linalg.fill` that writes the result of `op` right before it, where
/// nothing looks at the filled values.
mlir::linalg::FillOp findFoldableFill(mlir::linalg::LinalgOp op);

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

/// Whether the kernel reads B where it is: it is one panel by itself.
bool isPanel(const Product &product, const TileShape &tile);

/// Copies all of B to a new buffer [ceil(N / width), K, width], zeros beyond N.
mlir::Value packPanels(LoopBuilder &b, const Product &product,
                       const TileShape &tile);

/// Copies rows [kBegin, kEnd) of the columns [columnBegin, columnEnd) of B to
/// the first panels of `block`, [panels, rows, width].
void packRhsBlock(LoopBuilder &b, const Product &product, const TileShape &tile,
                  mlir::Value kBegin, mlir::Value kEnd, mlir::Value columnBegin,
                  mlir::Value columnEnd, mlir::Value block);

/// Copies `count` neighbours from `source` at `from` to `target` at `to`, the
/// last index of both advancing, and converts the elements.
void copyRun(LoopBuilder &b, mlir::Value source, mlir::ValueRange from,
             mlir::Value target, mlir::ValueRange to, mlir::Value count);

/// Whether a block of A is copied before the kernel reads it: rows are not
/// contiguous, or elements need a conversion.
bool needsLhsBlock(const Product &product);

/// A buffer on the stack for a block of A with `k` steps of the reduction, in
/// the order A is stored.
mlir::Value allocateLhsBlock(LoopBuilder &b, const Product &product, int64_t k);

/// Copies A[rowBegin:rowEnd, kBegin:kEnd] to `block`.
void packLhsBlock(LoopBuilder &b, const Product &product, mlir::Value rowBegin,
                  mlir::Value rowEnd, mlir::Value kBegin, mlir::Value kEnd,
                  mlir::Value block);

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

/// What a kernel works on. Indices into `lhs` and `panel` are relative to
/// `lhsRow`, `lhsK` and `panelK`.
struct KernelOperands {
  /// A or a block of it; stored [K, M] if `isLhsTransposed`.
  mlir::Value lhs, lhsRow, lhsK;
  bool isLhsTransposed;
  /// [K, width], or [panels, K, width] with `panelIndex`.
  mlir::Value panel, panelK, panelIndex;
  /// The panel to prefetch meanwhile, null for none.
  mlir::Value nextPanelIndex;
  mlir::Value kBegin, kEnd;
  /// Where sums are kept: indices of `sums` are `sumsIndex`, row, column, the
  /// last two relative to `sumsRow` and `sumsColumn`.
  mlir::Value sums, sumsRow, sumsColumn;
  mlir::ValueRange sumsIndex;
  /// Sums start from this scalar; null to read them always.
  mlir::Value initial;
  /// Whether to start from `initial`; null for always.
  mlir::Value isFirst;
  mlir::Type compute;
};

/// Updates the tiles of rows [rowBegin, rowEnd) in the panel at `column`, the
/// first `remaining` columns of it only unless null. Every element is one chain
/// of fused multiply-adds in the order of the reduction, whatever the tile.
void buildKernelRows(LoopBuilder &b, const TileShape &tile,
                     const KernelOperands &operands, mlir::Value rowBegin,
                     mlir::Value rowEnd, mlir::Value column,
                     mlir::Value remaining);

/// Calls `body(index, column, tile, remaining)` for the panels of columns
/// [begin, end): in a loop for whole ones, then for a narrower one. `begin` is
/// the first column of a panel.
void forEachPanel(LoopBuilder &b, const Product &product, const TileShape &tile,
                  mlir::Value begin, mlir::Value end,
                  llvm::function_ref<void(mlir::Value, mlir::Value,
                                          const TileShape &, mlir::Value)>
                      body);

//===----------------------------------------------------------------------===//
// Loop nests
//===----------------------------------------------------------------------===//

/// Blocks of rows in parallel. `panels` is packed B, or null.
void buildRowBlocks(LoopBuilder &b, const Product &product,
                    const TileShape &tile, mlir::Value panels);

/// Chunks of the reduction in parallel, partial results added in order.
void buildSplitReduction(LoopBuilder &b, const Product &product,
                         const TileShape &tile);

} // namespace mesh

#endif // MESH_LIB_CONVERSION_MATMULTOVECTOR_MATMULTOVECTOR_H
