//===- Literal.h - arrays written out -*- C++ -* ----------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_LITERAL_H
#define MESH_DRIVER_DATA_LITERAL_H

#include "mesh/Driver/Data/Array.h"

namespace mesh::driver {

/// Whether an argument is meant as a literal: it starts with a bracket, a
/// digit, a sign or a point, or is one of nan, inf, true, false.
bool looksLikeLiteral(llvm::StringRef text);

/// Reads `[[1,2],[3,4]]`, `3.5`, `-inf`, `true`. The result is I64 if every
/// number is written as an integer, else F64; convert it to the type that is
/// wanted. Errors give the column (from 1): rows of different lengths or
/// depths, something that is not a number, a bracket too many or too few.
llvm::Expected<Array> parseLiteral(llvm::StringRef text);

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_LITERAL_H
