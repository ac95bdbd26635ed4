//===- LowerGraph.h - parts of the lowering of graphs -----------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DIALECT_MESH_TRANSFORMS_LOWERGRAPH_H
#define MESH_LIB_DIALECT_MESH_TRANSFORMS_LOWERGRAPH_H

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mesh {

/// A pattern of the 1:N conversion: each graph operand is the range of its
/// component tensors.
template <typename OpT>
class GraphOpPattern : public mlir::OpConversionPattern<OpT> {
public:
  using mlir::OpConversionPattern<OpT>::OpConversionPattern;
  using Adaptor = typename mlir::OpConversionPattern<OpT>::OneToNOpAdaptor;
  using Rewriter = mlir::ConversionPatternRewriter;
};

/// Ops that read components: counts, degrees, endpoints, the region ops, ...
void populateGraphReaderPatterns(const mlir::TypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
/// `mesh.graph`, `mesh.cartesian_product`, `mesh.csr_transpose`.
void populateGraphBuilderPatterns(const mlir::TypeConverter &converter,
                                  mlir::RewritePatternSet &patterns);
/// `mesh.require`.
void populateRequirePatterns(const mlir::TypeConverter &converter,
                             mlir::RewritePatternSet &patterns);

//===----------------------------------------------------------------------===//
// Shared by the patterns
//===----------------------------------------------------------------------===//

/// The sorted forms of a graph seen from one endpoint (see `mesh.csr`).
struct Rows {
  mlir::Value ptr, col, edge;
};
Rows getRows(mlir::ValueRange components, Endpoint endpoint);

/// Sorts edges by `segment`; there are `numRows` rows.
Rows buildRows(mlir::ImplicitLocOpBuilder &b, mlir::Value segment,
               mlir::Value other, mlir::Value numRows);

/// The eight components of the graph with these endpoints, which are in range.
llvm::SmallVector<mlir::Value> buildComponents(mlir::ImplicitLocOpBuilder &b,
                                               mlir::Value source,
                                               mlir::Value target,
                                               mlir::Value numSources,
                                               mlir::Value numTargets);

/// `S` or `T`, and `E`, from components.
mlir::Value getNumNodes(mlir::ImplicitLocOpBuilder &b,
                        mlir::ValueRange components, Endpoint endpoint);
mlir::Value getNumEdges(mlir::ImplicitLocOpBuilder &b,
                        mlir::ValueRange components);

/// `tensor` as `type`, which has the same element type.
mlir::Value castTo(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                   mlir::Type type);

/// An entry of a one-dimensional index tensor, as `index`.
mlir::Value loadIndex(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                      mlir::Value position);

mlir::Value indexConstant(mlir::ImplicitLocOpBuilder &b, int64_t value);
mlir::Value compare(mlir::ImplicitLocOpBuilder &b,
                    mlir::arith::CmpIPredicate predicate, mlir::Value lhs,
                    mlir::Value rhs);

/// Emits a check that `lhs` and `rhs` (both `index`) compare as `predicate`.
void check(mlir::ImplicitLocOpBuilder &b, mlir::arith::CmpIPredicate predicate,
           mlir::Value lhs, mlir::Value rhs, const llvm::Twine &message,
           mlir::ValueRange values);

/// A check that `0 <= count`, and that it fits the graph's index type.
void checkCount(mlir::ImplicitLocOpBuilder &b, mlir::Value count,
                mlir::Type indexType, const llvm::Twine &what);

using LoopBody =
    llvm::function_ref<void(mlir::ImplicitLocOpBuilder &, mlir::Value)>;
/// A loop over `[lower, upper)` that carries nothing.
void buildLoop(mlir::ImplicitLocOpBuilder &b, mlir::Value lower,
               mlir::Value upper, LoopBody body);

} // namespace mesh

#endif // MESH_LIB_DIALECT_MESH_TRANSFORMS_LOWERGRAPH_H
