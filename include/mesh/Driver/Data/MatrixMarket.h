//===- MatrixMarket.h - Matrix Market .mtx files -*- C++ -* -----*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// The format of the NIST Matrix Market: coordinate and array; real, integer and
// pattern; general, symmetric and skew-symmetric. Complex and hermitian files
// are refused. Words of the first line may be in any case; blank lines,
// comments and any number of blanks between numbers are accepted.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_MATRIXMARKET_H
#define MESH_DRIVER_DATA_MATRIXMARKET_H

#include "mesh/Driver/Data/SparseMatrix.h"

namespace mesh::driver {

/// Reads the text of a file. `name` is for messages, which give the line, what
/// was expected and what was found.
llvm::Expected<SparseMatrix> parseMatrixMarket(llvm::StringRef text,
                                               llvm::StringRef name);
llvm::Expected<SparseMatrix> readMatrixMarket(llvm::StringRef path);

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_MATRIXMARKET_H
