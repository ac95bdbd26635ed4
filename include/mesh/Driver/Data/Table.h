//===- Table.h - numbers as text in rows ------------------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_TABLE_H
#define MESH_DRIVER_DATA_TABLE_H

#include "mesh/Driver/Data/Array.h"

namespace mesh::driver {

/// Reads a table of numbers: a row on each line, its entries between blanks,
/// tabs, or commas (a line with a comma is split at its commas). Blank lines
/// and lines that start with `#` or `%` are skipped. The result is I64 of shape
/// [rows, columns] if every entry is a whole number, else F64.
///
/// Errors give the line: an entry that is not a number, rows of different
/// lengths.
llvm::Expected<Array> parseTable(llvm::StringRef text, llvm::StringRef name);
llvm::Expected<Array> readTable(llvm::StringRef path);

/// Number of entries on the first line that has any; 0 if none has.
llvm::Expected<size_t> countColumns(llvm::StringRef path);

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_TABLE_H
