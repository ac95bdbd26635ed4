//===- Rows.cpp - node rows and edge rows of a tensor ---------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rows.h"

using namespace mesh::reference;
using namespace mlir;

RowLayout::RowLayout(ArrayRef<int64_t> shape, int64_t axis)
    : rows(shape[axis]) {
  for (int64_t size : shape.take_front(axis))
    batch *= size;
  for (int64_t size : shape.drop_front(axis + 1))
    inner *= size;
}

std::vector<int64_t> mesh::reference::degrees(const Graph &graph,
                                              Endpoint endpoint) {
  std::vector<int64_t> result(numNodes(graph, endpoint), 0);
  for (int64_t node : nodesOf(graph, endpoint))
    ++result[node];
  return result;
}

Segments::Segments(const Graph &graph, Endpoint endpoint)
    : pointers(numNodes(graph, endpoint) + 1, 0), edges(graph.numEdges()) {
  const std::vector<int64_t> &nodes = nodesOf(graph, endpoint);
  for (int64_t node : nodes)
    ++pointers[node + 1];
  for (size_t v = 1; v < pointers.size(); ++v)
    pointers[v] += pointers[v - 1];
  std::vector<int64_t> next(pointers.begin(), pointers.end() - 1);
  for (int64_t e = 0; e < graph.numEdges(); ++e)
    edges[next[nodes[e]]++] = e;
}

LogicalResult mesh::reference::checkRows(Operation *op, Frame &frame,
                                         StringRef name, const Tensor &tensor,
                                         int64_t axis, int64_t expected) {
  if (tensor.getDim(axis) == expected)
    return success();
  return frame.fail(op, "expects '" + name + "' to have " + Twine(expected) +
                            " rows on axis " + Twine(axis) + ", but got " +
                            Twine(tensor.getDim(axis)));
}

LogicalResult mesh::reference::checkDeclared(Operation *op, Frame &frame,
                                             unsigned number, int64_t axis,
                                             int64_t count, StringRef what) {
  auto type = cast<RankedTensorType>(op->getResult(number).getType());
  if (type.isDynamicDim(axis) || type.getDimSize(axis) == count)
    return success();
  return frame.fail(op, "declares " + Twine(type.getDimSize(axis)) +
                            " rows on axis " + Twine(axis) +
                            " of its result, but the graph has " +
                            Twine(count) + " " + what);
}
