//===- Function.h - a compiled function and how to call it ------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// Each function of a compiled program comes with a description of its arguments
// and results. One routine reads it, checks what a caller gives and calls the
// code; the functions that C programs see only collect their arguments.
//
// The compiler writes these structures as constants: their layout is part of
// what it emits. Plain C++17, no LLVM, no C++ library at link time.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_RUNTIME_FUNCTION_H
#define MESH_RUNTIME_FUNCTION_H

#include "mesh/Runtime/mesh_runtime.h"

#include <cstddef>
#include <cstdint>

namespace mesh::runtime {

/// Most threads of a call. More would fail in the OpenMP runtime, which aborts.
inline constexpr std::int32_t kMaxThreads = 1024;

/// One argument or result.
struct ValueInfo {
  enum Kind : std::int32_t { Graph = 0, Tensor = 1, Scalar = 2 };

  const char *name;
  const char *type; ///< as the program spells it
  std::int32_t kind;
  std::int32_t bytes;        ///< of an element, or of a graph's index
  std::int32_t rank;         ///< 0 unless a tensor
  std::int32_t dtype;        ///< a mesh::driver::DType; 0 for graphs
  const std::int64_t *shape; ///< [rank], -1 where it is open
  /// [rank][2]: where an axis is a count of a graph, the number of that
  /// parameter (else -1), and 0 for sources, 1 for targets, 2 for edges. Null
  /// for results.
  const std::int32_t *counts;
};

struct FunctionInfo {
  const char *name;
  std::int32_t numParameters, numResults;
  const ValueInfo *parameters, *results;
  /// Instructions that the code uses, as names separated by commas.
  const char *features;
  /// Whether the processor has them: 0 not known yet, 1 yes, 2 no.
  std::int32_t *processorState;
  /// Calls the code. `slots` are, in this order: where the results go (if there
  /// are any), the status, for each parameter a pointer to its memref
  /// descriptors (8 for a graph), or to a number, and, if there are no results,
  /// where the code goes.
  void (*invoke)(void **slots);
  /// The same for the sizes of the results that are open, as results of type
  /// `index`. Null if there are none, or `shapesReason` says why not.
  void (*invokeShapes)(void **slots);
  const char *shapesReason;
};

} // namespace mesh::runtime

extern "C" {

/// Calls a function. `frame` holds one 8-byte entry for each argument of the C
/// function, in its order: for a graph its handle, for a tensor its address and
/// then each open size, for a number the number itself; for a result a
/// mesh_output, or the address of a number. Returns a code of mesh_runtime.h.
std::int32_t mesh_rt_call(const mesh::runtime::FunctionInfo *info,
                          const std::int64_t *frame, mesh_error *error);

/// Gives the shapes of the results. `frame` is as for mesh_rt_call but without
/// the addresses of tensors, and holds an `int64_t *` for each result that is a
/// tensor, where its sizes go.
std::int32_t mesh_rt_shapes(const mesh::runtime::FunctionInfo *info,
                            const std::int64_t *frame, mesh_error *error);

/// Says that the next allocation of this call becomes its result `index`.
void mesh_rt_next_result(std::int32_t index);
}

#endif // MESH_RUNTIME_FUNCTION_H
