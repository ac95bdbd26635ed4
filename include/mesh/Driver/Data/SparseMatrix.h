//===- SparseMatrix.h - matrices as positions and values --------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_SPARSEMATRIX_H
#define MESH_DRIVER_DATA_SPARSEMATRIX_H

#include "mesh/Driver/Data/Coo.h"

namespace mesh::driver {

class NpzFile;

/// A matrix as positions and values, or dense if its file was.
struct SparseMatrix {
  int64_t rows = 0;
  int64_t columns = 0;
  /// True for a dense Matrix Market file (`array`): `values` then has shape
  /// [rows, columns], and the indices below are empty.
  bool dense = false;
  /// Position of each entry, from 0, in file order; the mirror image of an
  /// off-diagonal entry of a symmetric file follows it. Explicit zeros and
  /// duplicates are entries like any other.
  std::vector<int64_t> row;
  std::vector<int64_t> column;
  /// Value of each entry. Matrix Market: I64 for integer and pattern files (1
  /// for a pattern), else F64. SciPy: the type of `data`.
  Array values;
};

/// The graph of a coordinate file: row = target, column = source. Error for an
/// array file.
llvm::Expected<CooGraph> graphFromMatrix(const SparseMatrix &matrix);

/// The dense matrix [rows, columns] in `dtype`. Duplicates are added up (an
/// integer sum that overflows is an error).
llvm::Expected<Array> denseMatrix(const SparseMatrix &matrix, DType dtype);

/// Whether an archive holds a matrix as scipy.sparse.save_npz writes it.
bool isScipyMatrix(const NpzFile &npz);

/// Reads `indptr`, `indices`, `shape` and, if `withValues`, `data` of a SciPy
/// CSR matrix; entries come row by row. Errors: another format than csr, a
/// missing member, row pointers that do not start at 0, decrease or do not end
/// at the number of entries, a column out of range, another number of values.
llvm::Expected<SparseMatrix> readScipyMatrix(const NpzFile &npz,
                                             bool withValues);

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_SPARSEMATRIX_H
