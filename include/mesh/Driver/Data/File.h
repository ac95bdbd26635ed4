//===- File.h - files as bytes -*- C++ -* -----------------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_FILE_H
#define MESH_DRIVER_DATA_FILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace mesh::driver {

/// A whole file, mapped where it is large. Copies share the bytes.
struct FileBytes {
  std::string path;
  llvm::StringRef bytes;
  std::shared_ptr<const void> owner;
};

/// Puts a device in the place of every closed standard stream, one that refuses
/// to be read or written. Else the next file that is opened would take the
/// stream's number, and what is printed would go to that file.
void holdStandardStreams();

/// Opens a regular file or a pipe. Errors name the path: absent, not readable,
/// a folder, a device.
llvm::Expected<FileBytes> openFile(llvm::StringRef path);

/// Where the file of an argument is: an absolute `path` as it is; a relative
/// one in the current folder, then in `dataDir` (by default the environment's
/// MESH_DATA_DIR). The error names both places.
llvm::Expected<std::string>
resolvePath(llvm::StringRef path, const std::optional<std::string> &dataDir);

/// "file: byte 12: text".
llvm::Error byteError(llvm::StringRef file, uint64_t byte,
                      const llvm::Twine &text);
/// "file: line 3: text".
llvm::Error lineError(llvm::StringRef file, uint64_t line,
                      const llvm::Twine &text);

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_FILE_H
