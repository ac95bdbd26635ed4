//===- EdgeSweep.h - sweeps that adjoints of region ops make ----*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_AUTODIFF_RULES_EDGESWEEP_H
#define MESH_LIB_AUTODIFF_RULES_EDGESWEEP_H

#include "mesh/AutoDiff/AdjointState.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

namespace mesh {

/// Where a row stands that is read at an edge; shared tensors stand nowhere.
enum class At { Source, Target, Edge, Shared };

inline At getPlace(Endpoint endpoint) {
  return endpoint == Endpoint::Source ? At::Source : At::Target;
}

/// The rows that the edges of a graph read, and sweeps over the edges that
/// compute from them: a `mesh.map_edges`, a `mesh.aggregate` that sums at
/// either end, or a `mesh.reduce_edges`. Inputs that a sweep turns out not to
/// need are left out of it.
class EdgeSweep {
public:
  EdgeSweep(AdjointState &state, mlir::Value graph, int64_t dim,
            mlir::ArrayRef<mlir::OpFoldResult> batchSizes)
      : state(state), b(state.b), graph(graph), dim(dim),
        batchSizes(batchSizes) {}

  /// The position of its rows among those that a body gets. Rows are read from
  /// what the state knows to be equal to `value`; contributions go to `value`.
  unsigned addInput(mlir::Value value, At at, bool batched = true);
  mlir::Value getOriginal(unsigned i) const { return inputs[i].original; }
  At getPlaceOf(unsigned i) const { return inputs[i].at; }
  bool isBatched(unsigned i) const { return inputs[i].batched; }

  /// What a sweep computes at an edge, one value for each of its results.
  /// Emitted at `state.b`, in a block that has a terminator.
  using Body = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      mlir::ValueRange rows, mlir::Value ordinal)>;

  /// A row type and the sizes of its axes.
  struct Row {
    mlir::Type type;
    llvm::SmallVector<mlir::OpFoldResult> sizes;
  };
  /// The row of an input.
  Row getRow(unsigned i);

  /// `[batch..., E, row...]` for each row.
  llvm::SmallVector<mlir::Value> map(llvm::ArrayRef<Row> rows, Body body);
  /// Sums at each node of `endpoint`: `[batch..., N, row...]`. Rows narrower
  /// than f32 are summed in f32.
  llvm::SmallVector<mlir::Value> sum(Endpoint endpoint,
                                     llvm::ArrayRef<Row> rows, Body body);
  /// Sums over all edges: a tensor for each row, of rank 0 for a scalar.
  llvm::SmallVector<mlir::Value> reduce(llvm::ArrayRef<Row> rows, Body body);
  /// Values at each node of `endpoint` from the inputs that stand there; `body`
  /// gets the degree for the ordinal.
  llvm::SmallVector<mlir::Value> mapNodes(Endpoint endpoint,
                                          llvm::ArrayRef<Row> rows, Body body);

  /// An uninitialised tensor `[batch..., N or E, row...]`.
  mlir::Value createEmpty(At at, const Row &row);

  AdjointState &state;

private:
  struct Input {
    mlir::Value original, value;
    At at;
    bool batched;
  };

  mlir::Type getRowType(const Input &input) const;
  /// Emits a region with arguments `leading`, then the rows of `order`, then an
  /// index; `body` gets the arguments and returns what is yielded.
  void emitRegion(
      mlir::Region &region, mlir::TypeRange leading,
      llvm::ArrayRef<unsigned> order,
      llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange)>
          body);
  mlir::ValueRange sortRows(llvm::ArrayRef<unsigned> order,
                            mlir::ValueRange arguments,
                            llvm::SmallVectorImpl<mlir::Value> &rows) const;
  template <typename OpTy>
  llvm::SmallVector<mlir::Value> mapTo(mlir::ValueRange outs, Body body);
  llvm::SmallVector<unsigned> inputsAt(At at) const;
  llvm::SmallVector<unsigned> inOrder(llvm::ArrayRef<At> places) const;
  llvm::SmallVector<mlir::Value> valuesOf(llvm::ArrayRef<unsigned> order) const;
  mlir::DenseBoolArrayAttr getBatched(llvm::ArrayRef<unsigned> order) const;

  mlir::ImplicitLocOpBuilder &b;
  mlir::Value graph;
  int64_t dim;
  llvm::SmallVector<mlir::OpFoldResult> batchSizes;
  llvm::SmallVector<Input> inputs;
};

} // namespace mesh

#endif // MESH_LIB_AUTODIFF_RULES_EDGESWEEP_H
