//===- LoadGraph.cpp - graph arguments ------------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "InputFile.h"
#include "mesh/Driver/Data/Argument.h"
#include "mesh/Driver/Data/EdgeList.h"
#include "mesh/Driver/Data/Generators.h"
#include "mesh/Driver/Data/GraphModifiers.h"
#include "mesh/Driver/Data/Literal.h"
#include "mesh/Driver/Data/MatrixMarket.h"
#include "mesh/Driver/Data/Npy.h"
#include "mesh/Driver/Data/Npz.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace mesh::driver;

/// Puts the name of the file in front of an error that lacks it.
static Expected<CooGraph> inFile(StringRef path, Expected<CooGraph> graph) {
  if (graph)
    return graph;
  return dataError(path + ": " + toString(graph.takeError()));
}

static Expected<CooGraph> graphFromNpz(const InputFile &file) {
  Expected<NpzFile> npz = NpzFile::open(file.path);
  if (!npz)
    return npz.takeError();
  std::string member = file.member;
  if (member.empty() && isScipyMatrix(*npz)) {
    Expected<SparseMatrix> matrix = readScipyMatrix(*npz, /*withValues=*/false);
    if (!matrix)
      return matrix.takeError();
    return inFile(file.path, graphFromMatrix(*matrix));
  }
  std::vector<std::string> names = npz->names();
  if (member.empty()) {
    if (names.size() != 1)
      return dataError(file.path +
                       ": a graph expects a SciPy csr matrix or one index "
                       "array; name a member as '@" +
                       file.path +
                       ":name', the members are: " + npz->nameList());
    member = names.front();
  }
  Expected<Array> indices = npz->read(member);
  if (!indices)
    return indices.takeError();
  return inFile(file.path + ":" + member, graphFromIndices(*indices));
}

static Expected<CooGraph> graphFromFile(StringRef text,
                                        const LoadContext &context) {
  Expected<InputFile> file = findInputFile(text, context.dataDir);
  if (!file) {
    std::string message = toString(file.takeError());
    // A misspelt modifier has been taken as part of the name.
    return dataError(text.contains('+') ? message + modifierHint() : message);
  }
  switch (file->format) {
  case FileFormat::Npy: {
    Expected<Array> indices = readNpy(file->path);
    if (!indices)
      return indices.takeError();
    return inFile(file->path, graphFromIndices(*indices));
  }
  case FileFormat::Npz:
    return graphFromNpz(*file);
  case FileFormat::MatrixMarket: {
    Expected<SparseMatrix> matrix = readMatrixMarket(file->path);
    if (!matrix)
      return matrix.takeError();
    return inFile(file->path, graphFromMatrix(*matrix));
  }
  case FileFormat::EdgeList: {
    Expected<EdgeList> list = readEdgeList(file->path);
    if (!list)
      return list.takeError();
    return std::move(list->graph);
  }
  }
  llvm_unreachable("unknown file format");
}

static Expected<CooGraph> graphFromText(StringRef text,
                                        const LoadContext &context) {
  if (text.starts_with("@"))
    return graphFromFile(text.drop_front(), context);
  if (looksLikeLiteral(text)) {
    Expected<Array> indices = parseLiteral(text);
    if (!indices)
      return indices.takeError();
    return graphFromIndices(*indices);
  }
  Expected<GeneratorSpec> generator = parseGenerator(text);
  if (!generator)
    return generator.takeError();
  if (isTensorGenerator(generator->name))
    return dataError("expects a graph, but '" + generator->name +
                     "' generates tensors");
  if (!isGraphGenerator(generator->name) &&
      text.find_first_of("./") != StringRef::npos)
    return dataError("expects a graph, but got '" + text +
                     "'; a file is written '@" + text + "'");
  return generateGraph(*generator);
}

Expected<CooGraph> mesh::driver::loadGraph(StringRef spec,
                                           const LoadContext &context,
                                           EdgeOrigin &origin) {
  StringRef base;
  SmallVector<StringRef, 4> modifiers;
  if (Error error = splitModifiers(spec, base, modifiers))
    return std::move(error);
  Expected<CooGraph> graph = graphFromText(base, context);
  if (!graph)
    return graph.takeError();
  if (Error error = applyModifiers(*graph, modifiers, origin))
    return std::move(error);
  return graph;
}
