//===- Sizes.h - names of the sizes of a function ---------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_EXPLAIN_SIZES_H
#define MESH_EXPLAIN_SIZES_H

#include "mesh/Explain/Formula.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/DenseMap.h"

namespace mesh::explain {

/// A size that follows from no argument's shape.
struct OpenSize {
  std::string name; ///< n1, n2, ... or with another prefix
  mlir::Location origin;
};

/// The sizes of the tensors (or buffers) of a function without graphs, as
/// formulas in those of its arguments: `graph.nodes` (or `graph.sources` and
/// `graph.targets`, where they may differ), `graph.edges` and `x.axis1`, by the
/// names that arguments have as `mesh.name`. Sizes that a run-time check of the
/// function compares have one name.
class Sizes {
public:
  /// Sizes without a name are `prefix` and a number.
  explicit Sizes(mlir::func::FuncOp function, llvm::StringRef prefix = "n");

  /// The size of an axis of a tensor or buffer.
  Formula getAxis(mlir::Value shaped, int64_t axis);
  /// A value of type index.
  Formula getIndex(mlir::Value value);
  /// The number of entries.
  Formula getEntries(mlir::Value shaped);
  /// Bytes of all entries.
  Formula getBytes(mlir::Value shaped);
  /// The shape and element type: "graph.nodes x 4 x f32".
  std::string getShape(mlir::Value shaped);
  /// The axis that has an entry for each edge of a graph, if there is one.
  std::optional<unsigned> findEdgeAxis(mlir::Value shaped);

  /// "x", "graph.in_ptr"; empty for a value that is no argument.
  std::string getArgumentName(mlir::Value value);
  llvm::ArrayRef<OpenSize> getOpenSizes() const { return openSizes; }

private:
  Formula resolve(Formula formula) const;
  Formula traceAxis(mlir::Value shaped, int64_t axis);
  Formula traceIndex(mlir::Value value);
  Formula traceCarried(mlir::Value value, mlir::Value start,
                       mlir::Value yielded, int64_t axis);
  Formula open(mlir::Value value);
  void equate(const Formula &a, const Formula &b);
  unsigned getRank(llvm::StringRef name) const;

  mlir::func::FuncOp function;
  std::string prefix;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, Formula> axes;
  llvm::DenseMap<mlir::Value, Formula> indices;
  std::map<std::string, Formula> known;
  llvm::StringMap<unsigned> ranks;
  std::set<std::string> edgeCounts;
  std::vector<OpenSize> openSizes;
};

/// Bytes of an element of a tensor or buffer; an index has 8.
int64_t getElementBytes(mlir::Type elementOrShaped);

} // namespace mesh::explain

#endif // MESH_EXPLAIN_SIZES_H
