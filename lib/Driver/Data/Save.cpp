//===- Save.cpp - results to files ----------------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Save.h"
#include "mesh/Driver/Data/Npy.h"
#include "mesh/Driver/Data/Progress.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

#include <csignal>

using namespace llvm;
using namespace mesh::driver;

using WriteFunction = function_ref<Error(raw_ostream &)>;

static Error pathError(StringRef path, const Twine &text) {
  return dataError("cannot write '" + path + "': " + text);
}

namespace {
/// Lets a write beyond the limit on the size of files fail, instead of ending
/// the program by a signal.
class IgnoreFileSizeSignal {
public:
  IgnoreFileSizeSignal() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &ignore, &before);
  }
  ~IgnoreFileSizeSignal() { sigaction(SIGXFSZ, &before, nullptr); }

private:
  struct sigaction before;
};
} // namespace

/// Writes and closes a stream. Its errors are cleared, since the stream's
/// destructor would otherwise end the program.
static Error writeAndClose(StringRef path, int fd, WriteFunction write) {
  Progress progress("writing " + path);
  IgnoreFileSizeSignal ignore;
  raw_fd_ostream os(fd, /*shouldClose=*/true);
  Error error = write(os);
  os.close();
  std::error_code code = os.error();
  os.clear_error();
  if (error)
    return pathError(path, toString(std::move(error)));
  if (code)
    return pathError(path, code.message());
  return Error::success();
}

static Error writeWhole(StringRef path, WriteFunction write) {
  sys::fs::file_status status;
  bool exists = !sys::fs::status(path, status);
  if (exists && sys::fs::is_directory(status))
    return pathError(path, "it is a folder");
  int fd;
  // A device or pipe cannot be replaced by a file.
  if (exists && !sys::fs::is_regular_file(status)) {
    if (std::error_code code =
            sys::fs::openFileForWrite(path, fd, sys::fs::CD_OpenExisting))
      return pathError(path, code.message());
    return writeAndClose(path, fd, write);
  }
  // Follow a link, so that the file it names is replaced, not the link.
  SmallString<256> target(path);
  if (exists && sys::fs::real_path(path, target))
    target = path;
  SmallString<256> temporary;
  if (std::error_code code = sys::fs::createUniqueFile(
          target + ".tmp-%%%%%%%%", fd, temporary, sys::fs::OF_None,
          sys::fs::all_read | sys::fs::all_write))
    return pathError(path, code.message());
  sys::RemoveFileOnSignal(temporary);
  Error error = writeAndClose(path, fd, write);
  if (!error)
    if (std::error_code code = sys::fs::rename(temporary, target))
      error = pathError(path, code.message());
  if (error)
    (void)sys::fs::remove(temporary);
  sys::DontRemoveFileOnSignal(temporary);
  return error;
}

Error mesh::driver::saveNpy(StringRef path, const Array &array) {
  return writeWhole(path, [&](raw_ostream &os) { return writeNpy(os, array); });
}

Error mesh::driver::saveNpz(StringRef path, ArrayRef<NamedArray> arrays) {
  return writeWhole(path,
                    [&](raw_ostream &os) { return writeNpz(os, arrays); });
}

Error mesh::driver::saveArrays(StringRef path, ArrayRef<NamedArray> arrays) {
  std::string extension = sys::path::extension(path).lower();
  if (extension == ".npz")
    return saveNpz(path, arrays);
  if (extension != ".npy")
    return pathError(path, "expects a name that ends in .npy or .npz");
  if (arrays.size() != 1)
    return pathError(path, "a .npy file holds one array, but there are " +
                               Twine(arrays.size()) + "; use .npz");
  return saveNpy(path, arrays.front().array);
}
