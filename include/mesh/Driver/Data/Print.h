//===- Print.h - arrays for reading -*- C++ -* ------------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_PRINT_H
#define MESH_DRIVER_DATA_PRINT_H

#include "mesh/Driver/Data/Array.h"

#include "llvm/Support/raw_ostream.h"

namespace mesh::driver {

/// Most elements that are printed in full.
inline constexpr int64_t kPrintLimit = 1000;

/// Prints a line with the type, then the values in nested brackets, one row a
/// line; the value of a scalar stands alone. Ends with a line end. Above
/// kPrintLimit elements only the first and last three of each axis are shown.
/// Floats have six significant digits, or are `nan`, `inf`.
void printArray(llvm::raw_ostream &os, const Array &array);

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_PRINT_H
