//===- CallFunction.cpp - calls a compiled function on data ---------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Function.h"
#include "mesh/Runtime/GraphHandle.h"

#include <cstring>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;
using runtime::FunctionInfo;
using runtime::ValueInfo;

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

static ValueInfo describeValue(const ValueSpec &value, const char *type) {
  ValueInfo info{};
  info.name = value.name.c_str();
  info.type = type;
  if (value.type.kind == ArgType::Graph) {
    info.kind = ValueInfo::Graph;
    info.bytes = static_cast<std::int32_t>(value.type.indexBits / 8);
    return info;
  }
  info.kind = value.type.kind == ArgType::Tensor ? ValueInfo::Tensor
                                                 : ValueInfo::Scalar;
  info.bytes = static_cast<std::int32_t>(byteWidth(value.type.dtype));
  info.rank = static_cast<std::int32_t>(value.type.shape.size());
  info.dtype = static_cast<std::int32_t>(value.type.dtype);
  info.shape = value.type.shape.data();
  return info;
}

FunctionTable::FunctionTable(const FunctionSpec &spec,
                             void (*invoke)(void **)) {
  texts.reserve(spec.parameters.size() + spec.results.size());
  for (const auto *list : {&spec.parameters, &spec.results})
    for (const ValueSpec &value : *list) {
      texts.push_back(value.type.name());
      values.push_back(describeValue(value, texts.back().c_str()));
    }
  function = FunctionInfo{};
  function.name = spec.name.c_str();
  function.numParameters = static_cast<std::int32_t>(spec.parameters.size());
  function.numResults = static_cast<std::int32_t>(spec.results.size());
  function.parameters = values.data();
  function.results = values.data() + spec.parameters.size();
  function.features = "";
  function.processorState = &processorState;
  function.invoke = invoke;
}

static ValueSpec readValue(const ValueInfo &info) {
  ValueSpec value;
  value.name = info.name;
  switch (info.kind) {
  case ValueInfo::Graph:
    value.type.kind = ArgType::Graph;
    value.type.indexBits = static_cast<unsigned>(info.bytes) * 8;
    return value;
  case ValueInfo::Tensor:
    value.type.kind = ArgType::Tensor;
    break;
  default:
    value.type.kind = ArgType::Scalar;
    break;
  }
  value.type.dtype = static_cast<DType>(info.dtype);
  value.type.shape.assign(info.shape, info.shape + info.rank);
  for (std::int32_t axis = 0; info.counts && axis < info.rank; ++axis) {
    std::int32_t graph = info.counts[2 * axis];
    if (graph < 0)
      value.rows.push_back(std::nullopt);
    else
      value.rows.push_back(
          RowCount{static_cast<unsigned>(graph),
                   static_cast<RowCount::Kind>(info.counts[2 * axis + 1])});
  }
  return value;
}

FunctionSpec mesh::driver::describeFunction(const FunctionInfo &info) {
  FunctionSpec function;
  function.name = info.name;
  for (std::int32_t i = 0; i < info.numParameters; ++i)
    function.parameters.push_back(readValue(info.parameters[i]));
  for (std::int32_t i = 0; i < info.numResults; ++i)
    function.results.push_back(readValue(info.results[i]));
  return function;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static std::int64_t toEntry(const void *pointer) {
  return static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(pointer));
}

/// Adds what stands in the frame for one argument.
static void addArgument(const ValueSpec &value, const ArgValue &argument,
                        std::vector<std::unique_ptr<mesh_graph>> &graphs,
                        SmallVectorImpl<std::int64_t> &frame) {
  if (const Array *array = argument.array()) {
    if (value.type.kind == ArgType::Scalar) {
      std::int64_t number = 0;
      std::memcpy(&number, array->data(), byteWidth(array->dtype));
      frame.push_back(number);
      return;
    }
    frame.push_back(toEntry(array->data()));
    for (auto [wanted, size] : zip(value.type.shape, array->shape))
      if (wanted < 0)
        frame.push_back(size);
    return;
  }
  if (const auto *graph = argument.graph32())
    graphs.push_back(std::make_unique<mesh_graph>(*graph));
  else
    graphs.push_back(std::make_unique<mesh_graph>(*argument.graph64()));
  frame.push_back(toEntry(graphs.back().get()));
}

/// The result as an array that owns its memory.
static Expected<Array> takeResult(const ValueSpec &value,
                                  const mesh_output &output,
                                  std::int64_t number) {
  if (value.type.kind == ArgType::Tensor) {
    std::shared_ptr<const void> owner(output.data, mesh_free);
    return borrowArray(value.type.dtype,
                       ArrayRef<int64_t>(output.shape, value.type.shape.size()),
                       static_cast<const char *>(output.data),
                       std::move(owner));
  }
  Expected<NewArray> array = allocateArray(value.type.dtype, {});
  if (!array)
    return array.takeError();
  std::memcpy(array->bytes, &number, byteWidth(value.type.dtype));
  return std::move(array->array);
}

Expected<std::vector<Array>>
mesh::driver::callFunction(const FunctionInfo &info,
                           const FunctionSpec &function,
                           ArrayRef<ArgValue> arguments) {
  std::vector<std::unique_ptr<mesh_graph>> graphs;
  SmallVector<std::int64_t> frame;
  for (auto [value, argument] : zip_equal(function.parameters, arguments))
    addArgument(value, argument, graphs, frame);
  std::vector<mesh_output> outputs(function.results.size());
  std::vector<std::int64_t> numbers(function.results.size());
  for (auto [i, value] : enumerate(function.results))
    frame.push_back(value.type.kind == ArgType::Tensor ? toEntry(&outputs[i])
                                                       : toEntry(&numbers[i]));
  mesh_error error;
  if (mesh_rt_call(&info, frame.data(), &error) != MESH_SUCCESS)
    return dataError(error.message);

  std::vector<Array> results;
  std::string failure;
  for (auto [value, output, number] :
       zip_equal(function.results, outputs, numbers)) {
    Expected<Array> array = takeResult(value, output, number);
    if (array)
      results.push_back(std::move(*array));
    else
      failure = toString(array.takeError());
  }
  if (!failure.empty())
    return dataError(failure);
  return results;
}
