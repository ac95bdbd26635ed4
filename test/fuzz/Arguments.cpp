//===- Arguments.cpp - fuzz target of what follows --arg= -----------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include "mesh/Driver/Data/Argument.h"
#include "mesh/Driver/Data/Generators.h"
#include "mesh/Driver/Data/GraphModifiers.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

constexpr int64_t kLargest = 10000;

/// Whether a generator asks for a lot; it may, but that takes long.
static bool isLarge(StringRef text) {
  Expected<GeneratorSpec> spec = parseGenerator(text);
  if (!spec) {
    consumeError(spec.takeError());
    return false;
  }
  for (const auto &option : spec->options) {
    int64_t value;
    if (!StringRef(option.second).getAsInteger(10, value) && value > kLargest)
      return true;
  }
  auto shape = fuzz::check(generatorShape(*spec));
  return shape && *shape && elementCount(**shape).value_or(0) > kLargest;
}

static void loadAsGraph(StringRef text) {
  LoadContext context;
  EdgeOrigin origin;
  std::optional<CooGraph> graph = fuzz::check(loadGraph(text, context, origin));
  if (!graph)
    return;
  for (int64_t e = 0; e < graph->numEdges(); ++e) {
    FUZZ_CHECK(graph->source[e] >= 0 && graph->source[e] < graph->numSources);
    FUZZ_CHECK(graph->target[e] >= 0 && graph->target[e] < graph->numTargets);
  }
  if (origin.permutation)
    for (int64_t e : *origin.permutation)
      FUZZ_CHECK(e >= 0 && e < origin.numOriginalEdges);
  if (std::max(graph->numSources, graph->numTargets) > kLargest)
    return;
  ArgType type;
  type.kind = ArgType::Graph;
  for (unsigned bits : {32u, 64u}) {
    type.indexBits = bits;
    fuzz::check(loadArgument(text, type));
  }
}

void fuzz::argument(StringRef bytes) {
  StringRef text = bytes.trim();
  // Not the files of this machine.
  if (text.starts_with("@"))
    return;
  StringRef base;
  SmallVector<StringRef, 4> modifiers;
  check(splitModifiers(text, base, modifiers));
  if (isLarge(text) || isLarge(base))
    return;
  loadAsGraph(text);
  ArgType type;
  LoadContext context;
  context.resolveDim = [](unsigned) { return std::optional<int64_t>(3); };
  for (DType dtype : {DType::Bool, DType::I32, DType::BF16, DType::F64})
    for (unsigned rank : {0u, 1u, 2u}) {
      type.kind = rank == 0 ? ArgType::Scalar : ArgType::Tensor;
      type.dtype = dtype;
      type.shape.assign(rank, -1);
      check(loadArgument(text, type, context));
    }
}
