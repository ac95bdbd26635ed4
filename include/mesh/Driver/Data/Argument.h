//===- Argument.h - one argument of a function -*- C++ -* -------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// From what a user writes after `--arg=` to data that a compiled function
// takes.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_ARGUMENT_H
#define MESH_DRIVER_DATA_ARGUMENT_H

#include "mesh/Driver/Data/Array.h"
#include "mesh/Driver/Data/Coo.h"
#include "mesh/Runtime/Graph.h"

#include <functional>
#include <memory>
#include <optional>
#include <variant>

namespace mesh::driver {

/// What the function's signature asks for.
struct ArgType {
  enum Kind { Graph, Tensor, Scalar };
  Kind kind = Tensor;
  /// Graph: 32 or 64, the width of its indices.
  unsigned indexBits = 32;
  /// Tensor and scalar: the element type.
  DType dtype = DType::F32;
  /// Tensor: the dimensions, -1 where dynamic. Empty for a scalar.
  llvm::SmallVector<int64_t, 4> shape;

  /// "!mesh.graph<i64>", "tensor<?x16xf32>" or "f32".
  std::string name() const;
};

/// What a function is given.
struct ArgValue {
  std::variant<std::shared_ptr<runtime::GraphData<int32_t>>,
               std::shared_ptr<runtime::GraphData<int64_t>>, Array>
      value;
  /// Graphs: how the edges relate to those of the data.
  EdgeOrigin edges;

  /// The array of a tensor or scalar, or null.
  const Array *array() const { return std::get_if<Array>(&value); }
  const runtime::GraphData<int32_t> *graph32() const;
  const runtime::GraphData<int64_t> *graph64() const;
};

/// What is known beyond the text of the argument. All members are optional.
struct LoadContext {
  /// Named in front of every error: "argument 'x': ...".
  std::string argumentName;
  /// Size of a dynamic dimension, for generators; nothing if not known.
  std::function<std::optional<int64_t>(unsigned dim)> resolveDim;
  /// Sizes for generators where `resolveDim` knows none (one per dimension).
  std::optional<llvm::SmallVector<int64_t, 4>> fallbackShape;
  /// Where relative paths are looked for second; by default MESH_DATA_DIR.
  std::optional<std::string> dataDir;
};

/// Loads one argument. `spec` is one of
///   @path              .npy; .npz with one member or a SciPy csr matrix; .mtx;
///                      a text edge list (.txt .edges .tsv .csv .el); another
///                      extension is decided by the file's first bytes
///   @path.npz:member
///   [[1,2],[3,4]]      a literal
///   uniform:7          a generator (Generators.h); dynamic dimensions from
///                      `shape=34x16` in the text or from the context
/// Graphs come from index arrays of shape [2, E] in any of these, from sparse
/// matrices (row = target, column = source), edge lists and graph generators,
/// followed by modifiers (GraphModifiers.h).
/// Tensors of rank 1 from sparse matrices and edge lists are the values in edge
/// order; of rank 2, the dense matrix, or the [2, E] indices of an edge list.
/// Values are converted to the wanted type by the rules of `convert`.
/// Every error says what was expected and what was found.
llvm::Expected<ArgValue> loadArgument(llvm::StringRef spec, const ArgType &type,
                                      const LoadContext &context = {});

/// The graph part of `loadArgument`, before its arrays are built.
llvm::Expected<CooGraph>
loadGraph(llvm::StringRef spec, const LoadContext &context, EdgeOrigin &origin);

/// The tensor part of `loadArgument`.
llvm::Expected<Array> loadTensor(llvm::StringRef spec, const ArgType &type,
                                 const LoadContext &context);

/// Compares a shape with the one that is wanted: rank, then each static
/// dimension.
llvm::Error checkShape(const ArgType &type, DType dtype,
                       llvm::ArrayRef<int64_t> shape);

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_ARGUMENT_H
