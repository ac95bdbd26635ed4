//===- SparseMatrix.cpp - matrices as positions and values ----------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/SparseMatrix.h"
#include "mesh/Driver/Data/Elements.h"

#include "llvm/ADT/Twine.h"

#include <cstring>

using namespace llvm;
using namespace mesh::driver;

/// Adds `term` to `sum`; false if an integer sum does not fit.
template <class T> static bool accumulate(T &sum, T term) {
  if constexpr (std::is_same_v<T, BoolElement>) {
    if (sum.value && term.value)
      return false;
    sum.value |= term.value;
    return true;
  } else if constexpr (isFloatElement<T>) {
    sum = fromDouble<T>(toDouble(sum) + toDouble(term));
    return true;
  } else {
    return !__builtin_add_overflow(sum, term, &sum);
  }
}

Expected<Array> mesh::driver::denseMatrix(const SparseMatrix &matrix,
                                          DType dtype) {
  if (matrix.dense)
    return convert(matrix.values, dtype);
  const std::vector<int64_t> &row = matrix.row, &column = matrix.column;
  Expected<Array> typed = convert(matrix.values, dtype);
  if (!typed)
    return typed.takeError();
  Expected<NewArray> made = allocateArray(dtype, {matrix.rows, matrix.columns});
  if (!made)
    return made.takeError();
  std::memset(made->bytes, 0, made->array.byteSize());
  int64_t bad = visitElement(dtype, [&](auto tag) -> int64_t {
    using T = typename decltype(tag)::type;
    T *out = made->as<T>();
    const T *in = typed->as<T>();
    for (size_t i = 0; i < row.size(); ++i)
      if (!accumulate(out[row[i] * matrix.columns + column[i]], in[i]))
        return i;
    return -1;
  });
  if (bad >= 0)
    return dataError("the sum of the duplicate entries of row " +
                     Twine(row[bad]) + ", column " + Twine(column[bad]) +
                     " (counted from 0) does not fit '" + typeName(dtype) +
                     "'");
  return made->array;
}

Expected<CooGraph> mesh::driver::graphFromMatrix(const SparseMatrix &matrix) {
  if (matrix.dense)
    return dataError("a graph expects a 'coordinate' file, but got an 'array' "
                     "file");
  CooGraph graph;
  graph.numSources = matrix.columns;
  graph.numTargets = matrix.rows;
  graph.source = matrix.column;
  graph.target = matrix.row;
  return graph;
}
