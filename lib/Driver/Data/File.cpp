//===- File.cpp - files as bytes ------------------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/File.h"
#include "mesh/Driver/Data/Array.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>

using namespace llvm;
using namespace mesh::driver;

void mesh::driver::holdStandardStreams() {
  for (int stream : {0, 1, 2})
    if (fcntl(stream, F_GETFD) == -1 && errno == EBADF)
      // The lowest free number is this one.
      (void)::open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
}

Expected<FileBytes> mesh::driver::openFile(StringRef path) {
  sys::fs::file_status status;
  if (std::error_code code = sys::fs::status(path, status))
    return dataError(path + ": " + code.message());
  // A device such as /dev/zero never ends.
  if (status.type() != sys::fs::file_type::regular_file &&
      status.type() != sys::fs::file_type::fifo_file)
    return dataError(path + ": expects a file, but got a " +
                     (sys::fs::is_directory(status) ? "folder" : "device"));
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return dataError(path + ": " + buffer.getError().message());
  FileBytes file;
  file.path = path.str();
  file.bytes = (*buffer)->getBuffer();
  file.owner = std::shared_ptr<const MemoryBuffer>(std::move(*buffer));
  return file;
}

Expected<std::string>
mesh::driver::resolvePath(StringRef path,
                          const std::optional<std::string> &dataDir) {
  if (path.empty())
    return dataError("expects a path after '@'");
  if (sys::fs::exists(path))
    return path.str();
  if (sys::path::is_absolute(path))
    return dataError(path + ": no such file");
  std::string folder;
  if (dataDir)
    folder = *dataDir;
  else if (const char *variable = std::getenv("MESH_DATA_DIR"))
    folder = variable;
  if (folder.empty())
    return dataError("no file '" + path +
                     "' in the current folder, and MESH_DATA_DIR is not set");
  SmallString<256> second(folder);
  sys::path::append(second, path);
  if (sys::fs::exists(second))
    return std::string(second);
  return dataError("no file '" + path + "' in the current folder, and no '" +
                   second + "' (MESH_DATA_DIR)");
}

Error mesh::driver::byteError(StringRef file, uint64_t byte,
                              const Twine &text) {
  return dataError(file + ": byte " + Twine(byte) + ": " + text);
}

Error mesh::driver::lineError(StringRef file, uint64_t line,
                              const Twine &text) {
  return dataError(file + ": line " + Twine(line) + ": " + text);
}
