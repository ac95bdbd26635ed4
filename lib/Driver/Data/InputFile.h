//===- InputFile.h - which reader a file needs -*- C++ -* -------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DRIVER_DATA_INPUTFILE_H
#define MESH_LIB_DRIVER_DATA_INPUTFILE_H

#include "mesh/Driver/Data/Array.h"

namespace mesh::driver {

enum class FileFormat { Npy, Npz, MatrixMarket, EdgeList };

/// A file argument taken apart.
struct InputFile {
  std::string path;
  /// The member of an .npz; empty if none is named.
  std::string member;
  FileFormat format;
};

/// Takes the text after '@' apart, finds the file and decides its format: by
/// extension, or by its first bytes. Errors: no such file, an unknown format, a
/// member of something that is no archive.
llvm::Expected<InputFile>
findInputFile(llvm::StringRef text, const std::optional<std::string> &dataDir);

} // namespace mesh::driver

#endif // MESH_LIB_DRIVER_DATA_INPUTFILE_H
