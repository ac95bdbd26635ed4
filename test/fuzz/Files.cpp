//===- Files.cpp - fuzz targets of the file formats -----------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include "mesh/Driver/Data/EdgeList.h"
#include "mesh/Driver/Data/MatrixMarket.h"
#include "mesh/Driver/Data/Npy.h"
#include "mesh/Driver/Data/Npz.h"
#include "mesh/Driver/Data/SparseMatrix.h"

#include <cstring>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

/// What the bytes of a file become; the readers borrow them.
static FileBytes fileOf(StringRef bytes) {
  auto copy = std::make_shared<std::string>(bytes);
  return {"input", StringRef(*copy), copy};
}

static bool sameBytes(const Array &a, const Array &b) {
  return a.shape == b.shape && a.dtype == b.dtype &&
         std::memcmp(a.data(), b.data(), a.byteSize()) == 0;
}

/// What is read and written again reads as the same.
static void roundTrip(const Array &array) {
  if (array.dtype == DType::BF16) // is written as f32
    return;
  std::string text;
  raw_string_ostream os(text);
  cantFail(writeNpy(os, array));
  FileBytes file = fileOf(text);
  FUZZ_CHECK(
      sameBytes(array, cantFail(parseNpy(file.bytes, file.owner, "again"))));
}

void fuzz::npy(StringRef bytes) {
  FileBytes file = fileOf(bytes);
  std::optional<Array> array =
      check(parseNpy(file.bytes, file.owner, file.path));
  if (!array)
    return;
  FUZZ_CHECK(array->byteSize() <= bytes.size());
  roundTrip(*array);
  check(graphFromIndices(*array));
  for (DType dtype : {DType::Bool, DType::I8, DType::U64, DType::F16,
                      DType::BF16, DType::F32, DType::Index})
    check(convert(*array, dtype));
}

void fuzz::npz(StringRef bytes) {
  std::optional<NpzFile> file = check(NpzFile::parse(fileOf(bytes)));
  if (!file)
    return;
  std::vector<std::string> names = file->names();
  names.resize(std::min<size_t>(names.size(), 8));
  for (const std::string &name : names) {
    if (std::optional<Array> array = check(file->read(name)))
      roundTrip(*array);
    check(file->readText(name));
  }
  if (isScipyMatrix(*file))
    check(readScipyMatrix(*file, /*withValues=*/true));
}

void fuzz::mtx(StringRef bytes) {
  std::optional<SparseMatrix> matrix = check(parseMatrixMarket(bytes, "input"));
  if (!matrix)
    return;
  // Every entry takes four bytes and can have a mirror image.
  FUZZ_CHECK(matrix->row.size() <= bytes.size());
  FUZZ_CHECK(matrix->row.size() == matrix->column.size());
  for (size_t e = 0; e < matrix->row.size(); ++e) {
    FUZZ_CHECK(matrix->row[e] >= 0 && matrix->row[e] < matrix->rows);
    FUZZ_CHECK(matrix->column[e] >= 0 && matrix->column[e] < matrix->columns);
  }
  check(graphFromMatrix(*matrix));
  if (matrix->rows < 100 && matrix->columns < 100)
    check(denseMatrix(*matrix, DType::F32));
}

/// The same edges, each of them alone in its text, so that none is read the
/// fast way.
static void compareSlowly(StringRef bytes, const EdgeList &list) {
  size_t next = 0;
  while (!bytes.empty()) {
    auto [line, rest] = bytes.split('\n');
    bytes = rest;
    EdgeList one = cantFail(parseEdgeList(line, "line"));
    if (one.graph.numEdges() == 0)
      continue;
    FUZZ_CHECK(one.graph.source[0] == list.graph.source[next]);
    FUZZ_CHECK(one.graph.target[0] == list.graph.target[next]);
    FUZZ_CHECK(one.weights.has_value() == list.weights.has_value());
    if (one.weights)
      FUZZ_CHECK(std::memcmp(one.weights->as<double>(),
                             list.weights->as<double>() + next, 8) == 0);
    ++next;
  }
  FUZZ_CHECK(next == list.graph.source.size());
}

void fuzz::edges(StringRef bytes) {
  std::optional<EdgeList> list = check(parseEdgeList(bytes, "input"));
  if (!list)
    return;
  FUZZ_CHECK(list->graph.source.size() <= bytes.size() / 3 + 1);
  for (const auto *ids : {&list->graph.source, &list->graph.target})
    for (int64_t id : *ids)
      FUZZ_CHECK(id >= 0 && id < list->graph.numSources);
  compareSlowly(bytes, *list);
}
