//===- MeshRuntime.cpp - checks and graph components ----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rows.h"

#include "mesh/Reference/Registry.h"

using namespace mesh;
using namespace mesh::reference;
using namespace mlir;

/// `message` with {0}, {1} ... replaced by the values.
static std::string fillIn(StringRef message, ArrayRef<int64_t> values) {
  std::string text;
  while (!message.empty()) {
    size_t open = message.find('{');
    text += message.substr(0, open);
    message = message.substr(open);
    unsigned number = 0;
    StringRef rest = message.drop_front(message.empty() ? 0 : 1);
    if (!rest.consumeInteger(10, number) && rest.consume_front("}") &&
        number < values.size()) {
      text += std::to_string(values[number]);
      message = rest;
    } else if (!message.empty()) {
      text += message.front();
      message = message.drop_front();
    }
  }
  return text;
}

static LogicalResult runAssert(AssertOp op, Frame &frame) {
  if (frame.integer(op.getCondition()))
    return success();
  SmallVector<int64_t> values;
  for (mlir::Value value : op.getValues())
    values.push_back(frame.integer(value));
  return frame.failWith(op.getLoc(), fillIn(op.getMessage(), values));
}

static Tensor makeIds(Type type, ArrayRef<int64_t> ids) {
  Tensor tensor(type, static_cast<int64_t>(ids.size()));
  for (auto [i, id] : llvm::enumerate(ids))
    tensor.set(i, ofInt(id));
  return tensor;
}

static LogicalResult runGraphComponents(GraphComponentsOp op, Frame &frame) {
  const Graph &graph = frame.graph(op.getGraph());
  if (failed(frame.checkSize(op, graph.numSources)) ||
      failed(frame.checkSize(op, graph.numTargets)))
    return failure();
  Type type = graph.indexType;
  auto setRows = [&](Endpoint endpoint, unsigned ptr, unsigned col,
                     unsigned edge) {
    Segments segments(graph, endpoint);
    std::vector<int64_t> columns;
    for (int64_t e : segments.edges)
      columns.push_back(nodesOf(graph, opposite(endpoint))[e]);
    frame.set(op.getResult(ptr), makeIds(type, segments.pointers));
    frame.set(op.getResult(col), makeIds(type, columns));
    frame.set(op.getResult(edge), makeIds(type, segments.edges));
  };
  frame.set(op.getResult(kSource), makeIds(type, graph.source));
  frame.set(op.getResult(kTarget), makeIds(type, graph.target));
  setRows(Endpoint::Target, kInPtr, kInCol, kInEdge);
  setRows(Endpoint::Source, kOutPtr, kOutCol, kOutEdge);
  return success();
}

/// The caller vouches for the components, but what comes out is checked: no
/// graph may lead outside of a tensor.
static LogicalResult runMakeGraph(MakeGraphOp op, Frame &frame) {
  auto component = [&](unsigned i) -> const Tensor & {
    return frame.tensor(op.getComponents()[i]);
  };
  Graph graph;
  graph.indexType =
      cast<mesh::GraphType>(op.getGraph().getType()).getIndexType();
  graph.numSources = component(kOutPtr).size() - 1;
  graph.numTargets = component(kInPtr).size() - 1;
  for (int64_t e = 0; e < component(kSource).size(); ++e)
    graph.source.push_back(component(kSource).getInt(e));
  for (int64_t e = 0; e < component(kTarget).size(); ++e)
    graph.target.push_back(component(kTarget).getInt(e));
  if (auto fault = findGraphFault(graph))
    return frame.fail(op, *fault);
  frame.set(op, std::move(graph));
  return success();
}

static LogicalResult runCOOToCSR(COOToCSROp op, Frame &frame) {
  if (op.getNumResults() != 3)
    return frame.fail(op, "cannot be interpreted on buffers");
  const Tensor &owner = frame.tensor(op.getInputs()[0]);
  const Tensor &other = frame.tensor(op.getInputs()[1]);
  Graph graph;
  graph.indexType = cast<IntegerType>(owner.getElementType());
  graph.numTargets = frame.tensor(op.getOuts()[0]).size() - 1;
  for (int64_t e = 0; e < owner.size(); ++e)
    graph.target.push_back(owner.getInt(e));
  // Only the ids of owners are sorted by; the others may be anything.
  graph.source.assign(owner.size(), 0);
  graph.numSources = 1;
  if (other.size() != owner.size())
    return frame.fail(op, "expects inputs of one length, but got " +
                              Twine(owner.size()) + " and " +
                              Twine(other.size()));
  for (unsigned i : {1, 2})
    if (failed(checkRows(op, frame, "outs", frame.tensor(op.getOuts()[i]), 0,
                         owner.size())))
      return failure();
  if (auto fault = findGraphFault(graph))
    return frame.fail(op, *fault);
  Segments segments(graph, Endpoint::Target);
  std::vector<int64_t> columns;
  for (int64_t e : segments.edges)
    columns.push_back(other.getInt(e));
  frame.set(op.getResult(0), makeIds(graph.indexType, segments.pointers));
  frame.set(op.getResult(1), makeIds(graph.indexType, columns));
  frame.set(op.getResult(2), makeIds(graph.indexType, segments.edges));
  return success();
}

void mesh::reference::registerMeshRuntimeHandlers(Registry &registry) {
  registry.add<AssertOp>(runAssert);
  registry.add<COOToCSROp>(runCOOToCSR);
  registry.add<GraphComponentsOp>(runGraphComponents);
  registry.add<MakeGraphOp>(runMakeGraph);
}
