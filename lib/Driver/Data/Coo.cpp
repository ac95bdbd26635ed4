//===- Coo.cpp - graphs outside compiled code -----------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Coo.h"
#include "mesh/Driver/Data/Elements.h"
#include "mesh/Runtime/Memory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <cstring>
#include <limits>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

void CooGraph::reserve(size_t edges) {
  runtime::reserveHuge(source, edges);
  runtime::reserveHuge(target, edges);
}

Expected<Array> mesh::driver::selectEdgeRows(const Array &array,
                                             const EdgeOrigin &origin,
                                             unsigned axis) {
  if (!origin.addedBy.empty())
    return dataError("the modifier " + origin.addedBy +
                     " added edges to the graph, and there are no rows of "
                     "edge data for them");
  if (array.shape.size() <= axis ||
      array.shape[axis] != origin.numOriginalEdges)
    return dataError("expects one row for each of the " +
                     Twine(origin.numOriginalEdges) + " edges" +
                     (axis == 0 ? Twine() : " on axis " + Twine(axis)) +
                     ", but got " + array.typeName());
  if (!origin.permutation)
    return array;
  SmallVector<int64_t, 4> shape(array.shape);
  shape[axis] = origin.permutation->size();
  Expected<NewArray> made = allocateArray(array.dtype, shape);
  if (!made)
    return made.takeError();
  // Blocks of rows, one for each entry of the axes before.
  uint64_t blocks = 1;
  for (int64_t size : ArrayRef(shape).take_front(axis))
    blocks *= size;
  uint64_t rows = blocks * array.shape[axis];
  uint64_t rowBytes = rows == 0 ? 0 : array.byteSize() / rows;
  if (rowBytes == 0)
    return made->array;
  for (uint64_t block = 0; block != blocks; ++block)
    for (auto [row, original] : enumerate(*origin.permutation))
      std::memcpy(made->bytes + (block * shape[axis] + row) * rowBytes,
                  array.data() +
                      (block * array.shape[axis] + original) * rowBytes,
                  rowBytes);
  return made->array;
}

Error mesh::driver::inferNodeCounts(CooGraph &graph) {
  constexpr int64_t limit = std::numeric_limits<int64_t>::max();
  int64_t largest = -1, smallest = 0;
  for (const std::vector<int64_t> *ids : {&graph.source, &graph.target})
    for (int64_t id : *ids) {
      largest = std::max(largest, id);
      smallest = std::min(smallest, id);
    }
  if (smallest >= 0 && largest < limit) {
    graph.numSources = graph.numTargets = largest + 1;
    return Error::success();
  }
  for (int64_t e = 0;; ++e)
    for (auto [name, id] :
         {std::pair<const char *, int64_t>{"source", graph.source[e]},
          {"target", graph.target[e]}})
      if (id < 0 || id == limit)
        return dataError("edge " + Twine(e) + ": " + name + " " + Twine(id) +
                         " is out of range, expects 0 <= " + name);
}

Error mesh::driver::checkEdgeCount(uint64_t count, const char *what) {
  uint64_t memory = runtime::physicalMemoryBytes();
  if (count <= memory / (2 * sizeof(int64_t)))
    return Error::success();
  return dataError(Twine(count) + " " + what + " need more than the " +
                   Twine(memory) + " bytes of memory of this machine");
}

Expected<CooGraph> mesh::driver::graphFromIndices(const Array &indices) {
  bool integer = !isFloat(indices.dtype) && indices.dtype != DType::Bool;
  if (!integer || indices.rank() != 2 || indices.shape[0] != 2)
    return dataError(
        "a graph expects an integer index array of shape [2, E] "
        "(row 0 source, row 1 target), but got " +
        indices.typeName() +
        (indices.rank() == 2 && indices.shape[1] == 2 ? ": transpose it" : ""));
  CooGraph graph;
  int64_t edges = indices.shape[1];
  graph.reserve(edges);
  auto assign = [&](const auto *ids) {
    graph.source.assign(ids, ids + edges);
    graph.target.assign(ids + edges, ids + 2 * edges);
  };
  // Straight from the array's type, but for the one whose values may not fit.
  if (indices.dtype == DType::U64) {
    Expected<Array> wide = convert(indices, DType::I64);
    if (!wide)
      return wide.takeError();
    assign(wide->as<int64_t>());
  } else {
    visitElement(indices.dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      if constexpr (std::is_integral_v<T>)
        assign(indices.as<T>());
    });
  }
  if (Error error = inferNodeCounts(graph))
    return std::move(error);
  return graph;
}
