//===- Argument.cpp - one argument of a function --------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Argument.h"
#include "mesh/Driver/Data/Progress.h"

#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

std::string ArgType::name() const {
  switch (kind) {
  case Graph:
    return indexBits == 32 ? "!mesh.graph"
                           : "!mesh.graph<i" + std::to_string(indexBits) + ">";
  case Tensor:
    return tensorTypeName(dtype, shape);
  case Scalar:
    return typeName(dtype).str();
  }
  llvm_unreachable("unknown kind of argument");
}

const runtime::GraphData<int32_t> *ArgValue::graph32() const {
  auto *graph =
      std::get_if<std::shared_ptr<runtime::GraphData<int32_t>>>(&value);
  return graph ? graph->get() : nullptr;
}

const runtime::GraphData<int64_t> *ArgValue::graph64() const {
  auto *graph =
      std::get_if<std::shared_ptr<runtime::GraphData<int64_t>>>(&value);
  return graph ? graph->get() : nullptr;
}

Error mesh::driver::checkShape(const ArgType &type, DType dtype,
                               ArrayRef<int64_t> shape) {
  ArrayRef<int64_t> wanted = type.shape;
  auto fail = [&](const Twine &why) {
    return dataError("expects " + type.name() + ", but got " +
                     tensorTypeName(dtype, shape) + ": " + why);
  };
  if (shape.size() != wanted.size())
    return fail("rank is " + Twine(shape.size()) + ", expects " +
                Twine(wanted.size()));
  for (size_t d = 0; d < wanted.size(); ++d)
    if (wanted[d] >= 0 && wanted[d] != shape[d])
      return fail("dimension " + Twine(d) + " is " + Twine(shape[d]) +
                  ", expects " + Twine(wanted[d]));
  return Error::success();
}

template <class Index>
static Expected<ArgValue> build(const CooGraph &coo, EdgeOrigin origin) {
  std::string error;
  auto graph = runtime::buildGraph<Index, int64_t>(
      coo.numSources, coo.numTargets, coo.numEdges(), coo.source.data(),
      coo.target.data(), error);
  if (!graph)
    return dataError(error);
  return ArgValue{std::move(graph), std::move(origin)};
}

static Expected<ArgValue> load(StringRef spec, const ArgType &type,
                               const LoadContext &context) {
  Progress progress("loading " + spec);
  if (spec.empty())
    return dataError("expects " + type.name() + ", but got an empty text");
  if (type.kind != ArgType::Graph) {
    Expected<Array> array = loadTensor(spec, type, context);
    if (!array)
      return array.takeError();
    return ArgValue{std::move(*array), {}};
  }
  EdgeOrigin origin;
  Expected<CooGraph> coo = loadGraph(spec, context, origin);
  if (!coo)
    return coo.takeError();
  if (type.indexBits == 64)
    return build<int64_t>(*coo, std::move(origin));
  return build<int32_t>(*coo, std::move(origin));
}

Expected<ArgValue> mesh::driver::loadArgument(StringRef spec,
                                              const ArgType &type,
                                              const LoadContext &context) {
  Expected<ArgValue> value = load(spec.trim(), type, context);
  if (value || context.argumentName.empty())
    return value;
  return dataError("argument '" + context.argumentName +
                   "': " + toString(value.takeError()));
}
