//===- CApi.cpp - graphs and memory for C programs ------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "CallError.h"
#include "mesh/Runtime/Function.h"
#include "mesh/Runtime/GraphHandle.h"
#include "mesh/Runtime/Pool.h"

#include <cstdlib>
#include <new>

using namespace mesh::runtime;

/// Not linked where the compiled code has no parallel loop.
extern "C" void omp_set_num_threads(int count) __attribute__((weak));

namespace {

template <class T> T *make() {
  void *memory = std::malloc(sizeof(T));
  return memory ? new (memory) T : nullptr;
}

template <class T> void destroy(void *object) {
  if (!object)
    return;
  static_cast<T *>(object)->~T();
  std::free(object);
}

/// Makes a handle; `fill(data, message)` builds what it holds.
template <class Index, class Fill>
std::int32_t makeGraph(mesh_graph **graph, mesh_error *error, Fill fill) {
  clearError(error);
  if (!graph)
    return reportError(error, MESH_ERROR_ARGUMENT,
                       "there is no place for the graph");
  *graph = nullptr;
  auto *data = make<GraphData<Index>>();
  void *memory = std::malloc(sizeof(mesh_graph));
  Message message;
  GraphStatus status = GraphStatus::NoMemory;
  if (data && memory)
    status = fill(*data, message);
  else
    message.set("out of memory");
  if (status != GraphStatus::Built) {
    destroy<GraphData<Index>>(data);
    std::free(memory);
    return reportError(error,
                       status == GraphStatus::NoMemory ? MESH_ERROR_MEMORY
                                                       : MESH_ERROR_ARGUMENT,
                       "%s", message.text);
  }
  *graph = new (memory) mesh_graph(*data);
  (*graph)->owned = data;
  return MESH_SUCCESS;
}

bool checkFlags(std::uint32_t flags, Message &message) {
  if ((flags & ~std::uint32_t(MESH_BORROW)) == 0)
    return true;
  message.set("unknown flags 0x%x, expects 0 or MESH_BORROW", flags);
  return false;
}

template <class Index>
std::int32_t fromCOO(mesh_graph **graph, std::int64_t sources,
                     std::int64_t targets, std::int64_t edges,
                     const Index *source, const Index *target,
                     std::uint32_t flags, mesh_error *error) {
  return makeGraph<Index>(
      graph, error, [&](GraphData<Index> &data, Message &message) {
        if (!checkFlags(flags, message))
          return GraphStatus::Invalid;
        if (edges > 0 && (!source || !target)) {
          message.set("the array of %s is null",
                      source ? "targets" : "sources");
          return GraphStatus::Invalid;
        }
        return fillGraph(data, sources, targets, edges, source, target,
                         (flags & MESH_BORROW) != 0, message);
      });
}

template <class Index>
std::int32_t fromCSR(mesh_graph **graph, std::int64_t sources,
                     std::int64_t targets, const Index *row,
                     const Index *column, std::uint32_t flags,
                     mesh_error *error) {
  return makeGraph<Index>(
      graph, error, [&](GraphData<Index> &data, Message &message) {
        if (!checkFlags(flags, message))
          return GraphStatus::Invalid;
        if (!row || (targets > 0 && row[targets] > 0 && !column)) {
          message.set("the array of %s is null",
                      row ? "columns" : "row pointers");
          return GraphStatus::Invalid;
        }
        return fillGraphFromCSR(data, sources, targets, row, column,
                                (flags & MESH_BORROW) != 0, message);
      });
}

} // namespace

std::int32_t mesh_graph_from_coo(mesh_graph **graph, std::int64_t sources,
                                 std::int64_t targets, std::int64_t edges,
                                 const std::int32_t *source,
                                 const std::int32_t *target,
                                 std::uint32_t flags, mesh_error *error) {
  return fromCOO(graph, sources, targets, edges, source, target, flags, error);
}

std::int32_t mesh_graph_from_coo64(mesh_graph **graph, std::int64_t sources,
                                   std::int64_t targets, std::int64_t edges,
                                   const std::int64_t *source,
                                   const std::int64_t *target,
                                   std::uint32_t flags, mesh_error *error) {
  return fromCOO(graph, sources, targets, edges, source, target, flags, error);
}

std::int32_t mesh_graph_from_csr(mesh_graph **graph, std::int64_t sources,
                                 std::int64_t targets, const std::int32_t *row,
                                 const std::int32_t *column,
                                 std::uint32_t flags, mesh_error *error) {
  return fromCSR(graph, sources, targets, row, column, flags, error);
}

std::int32_t mesh_graph_from_csr64(mesh_graph **graph, std::int64_t sources,
                                   std::int64_t targets,
                                   const std::int64_t *row,
                                   const std::int64_t *column,
                                   std::uint32_t flags, mesh_error *error) {
  return fromCSR(graph, sources, targets, row, column, flags, error);
}

void mesh_graph_free(mesh_graph *graph) {
  if (!graph || graph->magic != mesh_graph::kMagic)
    return;
  if (graph->indexBytes == 4)
    destroy<GraphData<std::int32_t>>(graph->owned);
  else
    destroy<GraphData<std::int64_t>>(graph->owned);
  graph->magic = 0; // a later use is noticed, if the memory still holds this
  std::free(graph);
}

std::int64_t mesh_graph_sources(const mesh_graph *graph) {
  return graph ? graph->sources : -1;
}

std::int64_t mesh_graph_targets(const mesh_graph *graph) {
  return graph ? graph->targets : -1;
}

std::int64_t mesh_graph_edges(const mesh_graph *graph) {
  return graph ? graph->edges : -1;
}

void mesh_free(void *data) { _mlir_memref_to_llvm_free(data); }

std::size_t mesh_trim(void) { return poolTrim(); }

void mesh_set_num_threads(std::int32_t count) {
  if (count < 1)
    count = 1;
  if (omp_set_num_threads)
    omp_set_num_threads(count < kMaxThreads ? count : kMaxThreads);
}
