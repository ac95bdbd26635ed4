//===- LoadTensor.cpp - tensor and scalar arguments -----------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "InputFile.h"
#include "mesh/Driver/Data/Argument.h"
#include "mesh/Driver/Data/EdgeList.h"
#include "mesh/Driver/Data/Generators.h"
#include "mesh/Driver/Data/Literal.h"
#include "mesh/Driver/Data/MatrixMarket.h"
#include "mesh/Driver/Data/Npy.h"
#include "mesh/Driver/Data/Npz.h"
#include "mesh/Driver/Data/Table.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace mesh::driver;

namespace {

/// Checks the shape first, so that a mistake is named before anything large is
/// converted.
Expected<Array> fit(const Array &array, const ArgType &type) {
  if (Error error = checkShape(type, array.dtype, array.shape))
    return std::move(error);
  Expected<Array> converted = convert(array, type.dtype);
  if (!converted)
    return dataError("expects " + type.name() + ", but " +
                     toString(converted.takeError()));
  return converted;
}

Expected<Array> fitMatrix(const SparseMatrix &matrix, const ArgType &type) {
  if (type.shape.size() == 1) {
    if (!matrix.dense)
      return fit(matrix.values, type);
    if (matrix.rows == 1 || matrix.columns == 1) {
      Array flat = matrix.values;
      flat.shape = {matrix.values.size()};
      return fit(flat, type);
    }
  }
  if (Error error =
          checkShape(type, matrix.values.dtype, {matrix.rows, matrix.columns}))
    return std::move(error);
  Expected<Array> dense = denseMatrix(matrix, type.dtype);
  if (!dense)
    return dataError("expects " + type.name() + ", but " +
                     toString(dense.takeError()));
  return dense;
}

Expected<Array> fitEdgeList(const EdgeList &list, const ArgType &type) {
  if (type.shape.size() == 1) {
    if (list.weights)
      return fit(*list.weights, type);
    return dataError("expects " + type.name() +
                     ", but the edge list has no weights");
  }
  Expected<NewArray> made =
      allocateArray(DType::I64, {2, list.graph.numEdges()});
  if (!made)
    return made.takeError();
  auto *out = std::copy(list.graph.source.begin(), list.graph.source.end(),
                        made->as<int64_t>());
  std::copy(list.graph.target.begin(), list.graph.target.end(), out);
  return fit(made->array, type);
}

/// Whether a text is a table for this tensor, not a list of edges: edges are
/// indices of shape [2, E], or, with a third entry on each line, a value each.
Expected<bool> holdsTable(const InputFile &file, const ArgType &type) {
  if (type.shape.size() == 2)
    return isFloat(type.dtype) || type.shape[0] != 2;
  if (type.shape.size() != 1)
    return false;
  Expected<size_t> columns = countColumns(file.path);
  if (!columns)
    return columns.takeError();
  return *columns == 1;
}

Expected<Array> tensorFromTable(const InputFile &file, const ArgType &type) {
  Expected<Array> table = readTable(file.path);
  if (!table)
    return table.takeError();
  if (type.shape.size() == 1)
    table->shape = {table->shape[0]};
  else if (table->shape[0] == 0 && type.shape[1] >= 0)
    table->shape[1] = type.shape[1]; // no line says how long it is
  return fit(*table, type);
}

Expected<Array> tensorFromNpz(const InputFile &file, const ArgType &type) {
  Expected<NpzFile> npz = NpzFile::open(file.path);
  if (!npz)
    return npz.takeError();
  std::string member = file.member;
  if (member.empty() && isScipyMatrix(*npz)) {
    Expected<SparseMatrix> matrix = readScipyMatrix(*npz, /*withValues=*/true);
    if (!matrix)
      return matrix.takeError();
    return fitMatrix(*matrix, type);
  }
  std::vector<std::string> names = npz->names();
  if (member.empty() && names.size() != 1)
    return dataError("name a member as '@" + file.path +
                     ":name', the members are: " + npz->nameList());
  Expected<Array> array = npz->read(member.empty() ? names.front() : member);
  if (!array)
    return array.takeError();
  return fit(*array, type);
}

Expected<Array> tensorFromFile(const InputFile &file, const ArgType &type) {
  switch (file.format) {
  case FileFormat::Npy: {
    Expected<Array> array = readNpy(file.path);
    if (!array)
      return array.takeError();
    return fit(*array, type);
  }
  case FileFormat::Npz:
    return tensorFromNpz(file, type);
  case FileFormat::MatrixMarket: {
    Expected<SparseMatrix> matrix = readMatrixMarket(file.path);
    if (!matrix)
      return matrix.takeError();
    return fitMatrix(*matrix, type);
  }
  case FileFormat::EdgeList: {
    Expected<bool> isTable = holdsTable(file, type);
    if (!isTable)
      return isTable.takeError();
    if (*isTable)
      return tensorFromTable(file, type);
    Expected<EdgeList> list = readEdgeList(file.path);
    if (!list)
      return list.takeError();
    return fitEdgeList(*list, type);
  }
  }
  llvm_unreachable("unknown file format");
}

/// The sizes of a generated tensor.
Expected<SmallVector<int64_t, 4>> shapeFor(const GeneratorSpec &spec,
                                           StringRef text, const ArgType &type,
                                           const LoadContext &context) {
  Expected<std::optional<SmallVector<int64_t, 4>>> given = generatorShape(spec);
  if (!given)
    return given.takeError();
  if (*given) {
    if (Error error = checkShape(type, type.dtype, **given))
      return std::move(error);
    return **given;
  }
  SmallVector<int64_t, 4> shape(type.shape);
  for (unsigned d = 0; d < shape.size(); ++d) {
    if (shape[d] >= 0)
      continue;
    std::optional<int64_t> size;
    if (context.resolveDim)
      size = context.resolveDim(d);
    if (!size && context.fallbackShape && d < context.fallbackShape->size())
      size = (*context.fallbackShape)[d];
    if (size && *size >= 0) {
      shape[d] = *size;
      continue;
    }
    std::string example;
    for (int64_t dim : type.shape)
      example += (example.empty() ? "" : "x") +
                 (dim < 0 ? std::string("N") : std::to_string(dim));
    return dataError("the size of dimension " + Twine(d) + " of " +
                     type.name() + " is not known, expects it as in '" + text +
                     ":shape=" + example + "'");
  }
  return shape;
}

Expected<Array> generate(StringRef text, const ArgType &type,
                         const LoadContext &context) {
  Expected<GeneratorSpec> generator = parseGenerator(text);
  if (!generator)
    return generator.takeError();
  if (isGraphGenerator(generator->name))
    return dataError("expects " + type.name() + ", but '" + generator->name +
                     "' generates graphs");
  if (!isTensorGenerator(generator->name)) {
    if (text.find_first_of("./") != StringRef::npos)
      return dataError("expects " + type.name() + ", but got '" + text +
                       "'; a file is written '@" + text + "'");
    // Its message lists the generators.
    return generateTensor(*generator, type.dtype, {});
  }
  Expected<SmallVector<int64_t, 4>> shape =
      shapeFor(*generator, text, type, context);
  if (!shape)
    return shape.takeError();
  return generateTensor(*generator, type.dtype, *shape);
}

} // namespace

Expected<Array> mesh::driver::loadTensor(StringRef spec, const ArgType &type,
                                         const LoadContext &context) {
  if (spec.starts_with("@")) {
    Expected<InputFile> file =
        findInputFile(spec.drop_front(), context.dataDir);
    if (!file)
      return file.takeError();
    Expected<Array> array = tensorFromFile(*file, type);
    if (array)
      return array;
    // The readers name the file themselves, the checks of shape and type not.
    std::string message = toString(array.takeError());
    if (StringRef(message).starts_with(file->path))
      return dataError(message);
    return dataError(file->path + ": " + message);
  }
  if (!looksLikeLiteral(spec))
    return generate(spec, type, context);
  Expected<Array> literal = parseLiteral(spec);
  if (!literal)
    return literal.takeError();
  return fit(*literal, type);
}
