//===- MeshTopology.cpp - graphs, counts, degrees, CSR forms --------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rows.h"

#include "mesh/Reference/Registry.h"

#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mesh;
using namespace mesh::reference;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Building graphs
//===----------------------------------------------------------------------===//

/// Fails `op` unless `count`, which `what` names, fits the index type.
static LogicalResult checkCount(Operation *op, Frame &frame, int64_t count,
                                IntegerType type, const Twine &what) {
  int64_t limit = llvm::maxIntN(type.getWidth());
  if (count >= 0 && count <= limit)
    return success();
  return frame.fail(op, "expects " + what + " to be in 0 .. " + Twine(limit) +
                            ", but got " + Twine(count));
}

/// (graph_c2), (graph_c3), (graph_c4).
static LogicalResult runGraph(GraphOp op, Frame &frame) {
  Graph graph;
  graph.indexType =
      cast<mesh::GraphType>(op.getGraph().getType()).getIndexType();
  graph.numSources = frame.integer(op.getNumSources());
  graph.numTargets = frame.integer(op.getNumTargets());
  const Tensor &source = frame.tensor(op.getSource());
  const Tensor &target = frame.tensor(op.getTarget());
  for (int64_t e = 0; e < source.size(); ++e)
    graph.source.push_back(source.getInt(e));
  for (int64_t e = 0; e < target.size(); ++e)
    graph.target.push_back(target.getInt(e));
  if (source.size() != target.size())
    return frame.fail(op, "expects 'source' and 'target' to have the same "
                          "length, but got " +
                              Twine(source.size()) + " and " +
                              Twine(target.size()));
  if (failed(checkCount(op, frame, graph.numEdges(), graph.indexType,
                        "the number of edges")) ||
      failed(checkCount(op, frame, graph.numSources, graph.indexType,
                        "'num_sources'")) ||
      failed(checkCount(op, frame, graph.numTargets, graph.indexType,
                        "'num_targets'")))
    return failure();
  if (auto fault = findGraphFault(graph))
    return frame.failWith(op.getLoc(), *fault);
  frame.set(op, std::move(graph));
  return success();
}

static LogicalResult runTranspose(TransposeOp op, Frame &frame) {
  Graph graph = frame.graph(op.getGraph());
  std::swap(graph.source, graph.target);
  std::swap(graph.numSources, graph.numTargets);
  frame.set(op, std::move(graph));
  return success();
}

/// The product of two counts, or a failure that says of what.
static FailureOr<int64_t> multiply(Operation *op, Frame &frame, int64_t a,
                                   int64_t b, IntegerType type,
                                   const Twine &what) {
  int64_t product = 0;
  if (llvm::MulOverflow(a, b, product))
    return frame.fail(op, "expects " + what +
                              " to fit the index type, but got " + Twine(a) +
                              " times " + Twine(b));
  if (failed(checkCount(op, frame, product, type, what)))
    return failure();
  return product;
}

/// (cartesian_product_c2), (cartesian_product_c3).
static LogicalResult runCartesianProduct(CartesianProductOp op, Frame &frame) {
  const Graph &left = frame.graph(op.getLeft());
  const Graph &right = frame.graph(op.getRight());
  IntegerType type = left.indexType;
  for (auto [name, graph] : {std::pair("left", &left), {"right", &right}})
    if (graph->numSources != graph->numTargets)
      return frame.fail(op, "expects '" + Twine(name) +
                                "' to have as many source as target nodes, "
                                "but got " +
                                Twine(graph->numSources) + " and " +
                                Twine(graph->numTargets));
  int64_t numLeft = left.numSources, numRight = right.numSources;
  auto nodes = multiply(op, frame, numLeft, numRight, type,
                        "the product of node counts");
  if (failed(nodes))
    return failure();
  auto ofLeft = multiply(op, frame, left.numEdges(), numRight, type,
                         "the number of edges from 'left'");
  if (failed(ofLeft))
    return failure();
  auto ofRight = multiply(op, frame, numLeft, right.numEdges(), type,
                          "the number of edges from 'right'");
  if (failed(ofRight))
    return failure();
  int64_t edges = 0;
  if (llvm::AddOverflow(*ofLeft, *ofRight, edges))
    edges = -1;
  if (failed(checkCount(op, frame, edges, type, "the number of edges")) ||
      failed(frame.checkSize(op, edges)))
    return failure();

  Graph graph;
  graph.indexType = left.indexType;
  graph.numSources = graph.numTargets = *nodes;
  for (int64_t e = 0; e < left.numEdges(); ++e)
    for (int64_t b = 0; b < numRight; ++b) {
      graph.source.push_back(left.source[e] * numRight + b);
      graph.target.push_back(left.target[e] * numRight + b);
    }
  for (int64_t a = 0; a < numLeft; ++a)
    for (int64_t e = 0; e < right.numEdges(); ++e) {
      graph.source.push_back(a * numRight + right.source[e]);
      graph.target.push_back(a * numRight + right.target[e]);
    }
  frame.set(op, std::move(graph));
  return success();
}

//===----------------------------------------------------------------------===//
// Reading graphs
//===----------------------------------------------------------------------===//

static LogicalResult setIds(Operation *op, Frame &frame, unsigned number,
                            IntegerType type, ArrayRef<int64_t> ids) {
  auto result = frame.makeTensor(op, type, static_cast<int64_t>(ids.size()));
  if (failed(result))
    return failure();
  for (auto [i, id] : llvm::enumerate(ids))
    result->set(i, ofInt(id));
  frame.set(op->getResult(number), std::move(*result));
  return success();
}

/// (csr_c1).
static LogicalResult runCSR(CSROp op, Frame &frame) {
  const Graph &graph = frame.graph(op.getGraph());
  Endpoint endpoint = op.getEndpoint();
  int64_t nodes = numNodes(graph, endpoint);
  for (unsigned number : {1, 2})
    if (failed(checkDeclared(op, frame, number, 0, graph.numEdges(), "edges")))
      return failure();
  if (failed(frame.checkSize(op, nodes)))
    return failure();
  Segments segments(graph, endpoint);
  std::vector<int64_t> columns;
  const std::vector<int64_t> &other = nodesOf(graph, opposite(endpoint));
  for (int64_t e : segments.edges)
    columns.push_back(other[e]);
  return success(
      succeeded(setIds(op, frame, 0, graph.indexType, segments.pointers)) &&
      succeeded(setIds(op, frame, 1, graph.indexType, columns)) &&
      succeeded(setIds(op, frame, 2, graph.indexType, segments.edges)));
}

static LogicalResult runDegree(DegreeOp op, Frame &frame) {
  const Graph &graph = frame.graph(op.getGraph());
  int64_t nodes = numNodes(graph, op.getEndpoint());
  if (failed(
          checkDeclared(op, frame, 0, 0, nodes, nodesName(op.getEndpoint()))) ||
      failed(frame.checkSize(op, nodes)))
    return failure();
  return setIds(op, frame, 0, graph.indexType,
                degrees(graph, op.getEndpoint()));
}

static LogicalResult runNumNodes(NumNodesOp op, Frame &frame) {
  frame.setInteger(op, numNodes(frame.graph(op.getGraph()), op.getEndpoint()));
  return success();
}

static LogicalResult runNumEdges(NumEdgesOp op, Frame &frame) {
  frame.setInteger(op, frame.graph(op.getGraph()).numEdges());
  return success();
}

static LogicalResult runEndpoints(EndpointsOp op, Frame &frame) {
  const Graph &graph = frame.graph(op.getGraph());
  for (unsigned number : {0, 1})
    if (failed(checkDeclared(op, frame, number, 0, graph.numEdges(), "edges")))
      return failure();
  return success(
      succeeded(setIds(op, frame, 0, graph.indexType, graph.source)) &&
      succeeded(setIds(op, frame, 1, graph.indexType, graph.target)));
}

static LogicalResult runEdgeIds(EdgeIdsOp op, Frame &frame) {
  const Graph &graph = frame.graph(op.getGraph());
  if (failed(checkDeclared(op, frame, 0, 0, graph.numEdges(), "edges")))
    return failure();
  auto ids = llvm::to_vector(llvm::seq<int64_t>(0, graph.numEdges()));
  return setIds(op, frame, 0, graph.indexType, ids);
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

using Edge = std::pair<int64_t, int64_t>;

/// The first edge that occurs more often than its reverse, or -1.
static int64_t findUnmatchedEdge(const Graph &graph) {
  std::map<Edge, int64_t> count;
  for (int64_t e = 0; e < graph.numEdges(); ++e)
    ++count[{graph.source[e], graph.target[e]}];
  for (int64_t e = 0; e < graph.numEdges(); ++e)
    if (count[{graph.source[e], graph.target[e]}] >
        count[{graph.target[e], graph.source[e]}])
      return e;
  return -1;
}

static int64_t findLoop(const Graph &graph) {
  for (int64_t e = 0; e < graph.numEdges(); ++e)
    if (graph.source[e] == graph.target[e])
      return e;
  return -1;
}

/// The first edge that comes after one it should come before, or -1.
static int64_t findUnsortedEdge(const Graph &graph) {
  for (int64_t e = 1; e < graph.numEdges(); ++e)
    if (Edge(graph.target[e], graph.source[e]) <
        Edge(graph.target[e - 1], graph.source[e - 1]))
      return e;
  return -1;
}

static LogicalResult runRequire(RequireOp op, Frame &frame) {
  const Graph &graph = frame.graph(op.getGraph());
  auto edge = [&](int64_t e) {
    return std::to_string(graph.source[e]) + " -> " +
           std::to_string(graph.target[e]);
  };
  auto has = [&](GraphProperty property) {
    return bitEnumContainsAll(op.getRequired(), property);
  };
  if (has(GraphProperty::Symmetric)) {
    if (graph.numSources != graph.numTargets)
      return frame.fail(op, "expects a graph that is symmetric, but it has " +
                                Twine(graph.numSources) + " source and " +
                                Twine(graph.numTargets) + " target nodes");
    if (int64_t e = findUnmatchedEdge(graph); e >= 0)
      return frame.fail(op, "expects a graph that is symmetric, but edge " +
                                Twine(e) + " (" + edge(e) + ") has no reverse");
  }
  if (has(GraphProperty::LoopFree))
    if (int64_t e = findLoop(graph); e >= 0)
      return frame.fail(op, "expects a graph that is loop_free, but edge " +
                                Twine(e) + " is a loop at node " +
                                Twine(graph.source[e]));
  if (has(GraphProperty::Sorted))
    if (int64_t e = findUnsortedEdge(graph); e >= 0)
      return frame.fail(op, "expects a graph that is sorted by target, then "
                            "source, but edge " +
                                Twine(e) + " (" + edge(e) + ") follows " +
                                edge(e - 1));
  return success();
}

//===----------------------------------------------------------------------===//
// CSR transpose
//===----------------------------------------------------------------------===//

/// (csr_transpose_c2), (csr_transpose_c3), (csr_transpose_c4).
static LogicalResult checkCSR(CSRTransposeOp op, Frame &frame) {
  const Tensor &pointers = frame.tensor(op.getRowPtr());
  const Tensor &columns = frame.tensor(op.getCol());
  int64_t rows = pointers.size() - 1, numCols = frame.integer(op.getNumCols());
  auto type = cast<IntegerType>(columns.getElementType());
  if (failed(checkCount(op, frame, numCols, type, "'num_cols'")) ||
      failed(
          checkCount(op, frame, columns.size(), type, "the number of entries")))
    return failure();
  if (rows < 0)
    return frame.fail(op, "expects 'row_ptr' to have at least one entry");
  if (pointers.getInt(0) != 0)
    return frame.fail(op, "expects 'row_ptr' to start with 0, but entry 0 is " +
                              Twine(pointers.getInt(0)));
  for (int64_t r = 0; r < rows; ++r)
    if (pointers.getInt(r) > pointers.getInt(r + 1))
      return frame.fail(op, "expects 'row_ptr' not to decrease, but entry " +
                                Twine(r) + " is " + Twine(pointers.getInt(r)) +
                                " and entry " + Twine(r + 1) + " is " +
                                Twine(pointers.getInt(r + 1)));
  if (pointers.getInt(rows) != columns.size())
    return frame.fail(op, "expects the last entry of 'row_ptr' to be the "
                          "length of 'col', " +
                              Twine(columns.size()) + ", but got " +
                              Twine(pointers.getInt(rows)));
  for (int64_t k = 0; k < columns.size(); ++k)
    if (columns.getInt(k) < 0 || columns.getInt(k) >= numCols)
      return frame.failWith(
          op.getLoc(),
          "entry " + Twine(k) + ": column " + Twine(columns.getInt(k)) +
              " is out of range, expects 0 <= column < " + Twine(numCols));
  if (!op.getValues())
    return success();
  int64_t valueRows = frame.tensor(op.getValues()).getDim(0);
  if (valueRows == columns.size())
    return success();
  return frame.fail(op, "expects 'values' to have " + Twine(columns.size()) +
                            " rows, but got " + Twine(valueRows));
}

static LogicalResult runCSRTranspose(CSRTransposeOp op, Frame &frame) {
  if (failed(checkCSR(op, frame)))
    return failure();
  const Tensor &pointers = frame.tensor(op.getRowPtr());
  const Tensor &columns = frame.tensor(op.getCol());
  int64_t numCols = frame.integer(op.getNumCols());
  auto type = cast<IntegerType>(columns.getElementType());
  if (failed(frame.checkSize(op, numCols)))
    return failure();

  // A matrix is a graph whose targets are the rows.
  Graph graph;
  graph.numSources = numCols;
  graph.numTargets = pointers.size() - 1;
  graph.indexType = type;
  for (int64_t r = 0; r < graph.numTargets; ++r)
    for (int64_t k = pointers.getInt(r); k < pointers.getInt(r + 1); ++k) {
      graph.target.push_back(r);
      graph.source.push_back(columns.getInt(k));
    }
  Segments byColumn(graph, Endpoint::Source);
  std::vector<int64_t> newColumns;
  for (int64_t k : byColumn.edges)
    newColumns.push_back(graph.target[k]);
  if (failed(setIds(op, frame, 0, type, byColumn.pointers)) ||
      failed(setIds(op, frame, 1, type, newColumns)) ||
      failed(setIds(op, frame, 2, type, byColumn.edges)))
    return failure();
  if (!op.getValues())
    return success();
  Tensor values = frame.tensor(op.getValues());
  Tensor result = values;
  RowLayout rows(values.getShape(), 0);
  for (int64_t k = 0; k < rows.rows; ++k)
    for (int64_t i = 0; i < rows.inner; ++i)
      result.set(rows.at(0, k, i),
                 values.get(rows.at(0, byColumn.edges[k], i)));
  frame.set(op.getTValues(), std::move(result));
  return success();
}

void mesh::reference::registerMeshTopologyHandlers(Registry &registry) {
  registry.add<CSROp>(runCSR);
  registry.add<CSRTransposeOp>(runCSRTranspose);
  registry.add<CartesianProductOp>(runCartesianProduct);
  registry.add<DegreeOp>(runDegree);
  registry.add<EdgeIdsOp>(runEdgeIds);
  registry.add<EndpointsOp>(runEndpoints);
  registry.add<GraphOp>(runGraph);
  registry.add<NumEdgesOp>(runNumEdges);
  registry.add<NumNodesOp>(runNumNodes);
  registry.add<RequireOp>(runRequire);
  registry.add<TransposeOp>(runTranspose);
}
