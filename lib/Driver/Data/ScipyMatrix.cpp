//===- ScipyMatrix.cpp - SciPy's sparse matrices --------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Npz.h"
#include "mesh/Driver/Data/SparseMatrix.h"

#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace mesh::driver;

bool mesh::driver::isScipyMatrix(const NpzFile &npz) {
  return npz.contains("indptr") && npz.contains("shape");
}

/// A member as a vector of integers; rank 1.
static Expected<Array> readIntegers(const NpzFile &npz, StringRef member) {
  Expected<Array> array = npz.read(member);
  if (!array)
    return array.takeError();
  if (array->rank() != 1 || isFloat(array->dtype))
    return dataError(npz.path() + ":" + member +
                     ": expects integers of rank 1, but got " +
                     array->typeName());
  return convert(*array, DType::I64);
}

Expected<SparseMatrix> mesh::driver::readScipyMatrix(const NpzFile &npz,
                                                     bool withValues) {
  if (npz.contains("format")) {
    Expected<std::string> format = npz.readText("format");
    if (!format)
      return format.takeError();
    if (*format != "csr")
      return dataError(npz.path() +
                       ": expects a SciPy matrix in 'csr' format, "
                       "but got '" +
                       *format + "'");
  }
  Expected<Array> shape = readIntegers(npz, "shape");
  if (!shape)
    return shape.takeError();
  Expected<Array> pointers = readIntegers(npz, "indptr");
  if (!pointers)
    return pointers.takeError();
  Expected<Array> indices = readIntegers(npz, "indices");
  if (!indices)
    return indices.takeError();
  auto fail = [&](const Twine &text) {
    return dataError(npz.path() + ": " + text);
  };
  if (shape->size() != 2 || shape->intAt(0) < 0 || shape->intAt(1) < 0)
    return fail("'shape' expects two numbers of 0 or more");

  SparseMatrix matrix;
  matrix.rows = shape->intAt(0);
  matrix.columns = shape->intAt(1);
  int64_t entries = indices->size();
  // Not rows + 1, which could overflow.
  if (pointers->size() - 1 != matrix.rows)
    return fail("'indptr' expects one more than the " + Twine(matrix.rows) +
                " rows, but got " + Twine(pointers->size()));
  const int64_t *pointer = pointers->as<int64_t>();
  const int64_t *index = indices->as<int64_t>();
  if (pointer[0] != 0)
    return fail("'indptr' expects 0 as its first value, but got " +
                Twine(pointer[0]));
  for (int64_t r = 0; r < matrix.rows; ++r)
    if (pointer[r + 1] < pointer[r])
      return fail("'indptr' decreases at row " + Twine(r) + ": " +
                  Twine(pointer[r]) + ", then " + Twine(pointer[r + 1]));
  if (pointer[matrix.rows] != entries)
    return fail("'indptr' expects the number of entries " + Twine(entries) +
                " as its last value, but got " + Twine(pointer[matrix.rows]));
  for (int64_t i = 0; i < entries; ++i)
    if (index[i] < 0 || index[i] >= matrix.columns)
      return fail("entry " + Twine(i) + ": column " + Twine(index[i]) +
                  " is out of range, expects 0 <= column < " +
                  Twine(matrix.columns));
  matrix.column.assign(index, index + entries);
  matrix.row.resize(entries);
  for (int64_t r = 0; r < matrix.rows; ++r)
    std::fill(matrix.row.begin() + pointer[r],
              matrix.row.begin() + pointer[r + 1], r);
  if (!withValues)
    return matrix;
  Expected<Array> values = npz.read("data");
  if (!values)
    return values.takeError();
  if (values->rank() != 1 || values->size() != entries)
    return fail("'data' expects one value for each of the " + Twine(entries) +
                " entries, but got " + values->typeName());
  matrix.values = *values;
  return matrix;
}
