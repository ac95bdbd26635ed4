//===- Reference.cpp - runs by the interpreter, and comparison ------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Reference.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Driver/Data/Elements.h"
#include "mesh/Reference/Interpreter.h"

#include <cmath>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

static reference::Number numberAt(const Array &array, int64_t i) {
  return isFloat(array.dtype) ? reference::ofDouble(array.doubleAt(i))
                              : reference::ofInt(array.intAt(i));
}

static reference::Value toValue(const Array &array, mlir::Type type) {
  auto tensorType = dyn_cast<mlir::RankedTensorType>(type);
  if (!tensorType)
    return reference::Scalar{type, numberAt(array, 0)};
  reference::Tensor tensor(tensorType.getElementType(), array.shape);
  for (int64_t i = 0, e = array.size(); i < e; ++i)
    tensor.fit(i, numberAt(array, i));
  return tensor;
}

template <class Index>
static reference::Value toValue(const runtime::GraphData<Index> &data,
                                GraphType type) {
  reference::Graph graph;
  graph.numSources = data.numSources;
  graph.numTargets = data.numTargets;
  graph.source.assign(data.src.begin(), data.src.end());
  graph.target.assign(data.dst.begin(), data.dst.end());
  graph.indexType = type.getIndexType();
  return graph;
}

/// The components of a graph, for a function whose graphs were lowered.
template <class Index>
static void addComponents(const runtime::GraphData<Index> &data,
                          mlir::Type element,
                          SmallVectorImpl<reference::Value> &values) {
  for (const auto *component : data.components()) {
    reference::Tensor tensor(element, {int64_t(component->size())});
    for (size_t i = 0; i < component->size(); ++i)
      tensor.set(i, reference::ofInt((*component)[i]));
    values.push_back(std::move(tensor));
  }
}

static void addValue(const ArgValue &argument, const Parameter &parameter,
                     mlir::Type actual,
                     SmallVectorImpl<reference::Value> &values) {
  if (const Array *array = argument.array()) {
    values.push_back(toValue(*array, actual));
    return;
  }
  auto type = cast<GraphType>(parameter.type);
  auto add = [&](const auto &graph) {
    if (isa<GraphType>(actual))
      values.push_back(toValue(graph, type));
    else
      addComponents(graph, type.getIndexType(), values);
  };
  if (const auto *graph = argument.graph32())
    add(*graph);
  else
    add(*argument.graph64());
}

static Expected<Array> toArray(const reference::Value &value, mlir::Type type) {
  ArgType argType = *getArgType(type);
  SmallVector<int64_t, 4> shape;
  if (value.isTensor())
    shape.assign(value.getTensor().getShape().begin(),
                 value.getTensor().getShape().end());
  auto array = allocateArray(argType.dtype, shape);
  if (!array)
    return array.takeError();
  auto get = [&](int64_t i) {
    return value.isTensor() ? value.getTensor().get(i)
                            : value.getScalar().number;
  };
  visitElement(argType.dtype, [&](auto tag) {
    using Element = typename decltype(tag)::type;
    for (int64_t i = 0, e = array->array.size(); i < e; ++i) {
      if constexpr (isFloatElement<Element>)
        array->template as<Element>()[i] = fromDouble<Element>(get(i).f);
      else if constexpr (std::is_same_v<Element, BoolElement>)
        array->template as<Element>()[i] = {uint8_t(get(i).i != 0)};
      else
        array->template as<Element>()[i] = static_cast<Element>(get(i).i);
    }
  });
  return std::move(array->array);
}

Expected<std::vector<Array>>
mesh::driver::callReference(mlir::func::FuncOp function,
                            const Signature &signature,
                            ArrayRef<ArgValue> arguments) {
  SmallVector<reference::Value> values;
  for (auto [parameter, argument] : zip(signature.parameters, arguments)) {
    if (values.size() >= function.getNumArguments())
      break;
    addValue(argument, parameter, function.getArgumentTypes()[values.size()],
             values);
  }
  if (values.size() != function.getNumArguments() ||
      function.getNumResults() != signature.results.size())
    return dataError(
        "the passes of the command line changed the arguments of @" +
        signature.function + ": it cannot be interpreted after them");
  auto results = reference::interpret(function, values);
  if (!results)
    return results.takeError();
  std::vector<Array> arrays;
  for (auto [value, result] : zip(*results, signature.results)) {
    Expected<Array> array = toArray(value, result.type);
    if (!array)
      return array.takeError();
    arrays.push_back(std::move(*array));
  }
  return std::move(arrays);
}

double mesh::driver::defaultTolerance(DType dtype) {
  switch (dtype) {
  case DType::F64:
    return 1e-10;
  case DType::F32:
    return 1e-4;
  case DType::F16:
    return 4e-3;
  case DType::BF16:
    return 3e-2;
  default:
    return 0;
  }
}

Difference mesh::driver::compareArrays(const Array &array,
                                       const Array &reference) {
  Difference result;
  int64_t size = array.size();
  double sum = 0;
  int64_t finite = 0;
  for (int64_t i = 0; i < size; ++i)
    if (double b = reference.doubleAt(i); std::isfinite(b)) {
      sum += std::fabs(b);
      ++finite;
    }
  double mean = finite ? sum / double(finite) : 0;
  for (int64_t i = 0; i < size; ++i) {
    double a = array.doubleAt(i), b = reference.doubleAt(i);
    if (a == b || (std::isnan(a) && std::isnan(b)))
      continue;
    double absolute = std::fabs(a - b);
    if (!std::isfinite(absolute))
      absolute = HUGE_VAL;
    double scale = std::max(std::fabs(b), mean);
    double relative =
        std::isfinite(absolute) && scale > 0 ? absolute / scale : HUGE_VAL;
    result.absolute = std::max(result.absolute, absolute);
    if (relative > result.relative) {
      result.relative = relative;
      result.worst = i;
    }
  }
  return result;
}
