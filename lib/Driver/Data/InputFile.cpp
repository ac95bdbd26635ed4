//===- InputFile.cpp - which reader a file needs --------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "InputFile.h"
#include "mesh/Driver/Data/File.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace mesh::driver;

static std::optional<FileFormat> formatOfName(StringRef path) {
  return StringSwitch<std::optional<FileFormat>>(
             sys::path::extension(path).lower())
      .Case(".npy", FileFormat::Npy)
      .Case(".npz", FileFormat::Npz)
      .Case(".mtx", FileFormat::MatrixMarket)
      .Cases({".txt", ".edges", ".tsv", ".csv", ".el"}, FileFormat::EdgeList)
      .Default(std::nullopt);
}

/// What is known by its extension but not read.
static StringRef knownFormat(StringRef path) {
  return StringSwitch<StringRef>(sys::path::extension(path).lower())
      .Cases({".graph", ".metis"}, "METIS graph")
      .Cases({".pt", ".pth"}, "PyTorch")
      .Cases({".pkl", ".pickle"}, "pickle")
      .Cases({".mat"}, "MATLAB")
      .Cases({".h5", ".hdf5"}, "HDF5")
      .Cases({".gml", ".graphml", ".gexf"}, "XML or GML graph")
      .Cases({".gz", ".bz2", ".xz", ".zst"}, "compressed")
      .Default("");
}

static std::optional<FileFormat> formatOfBytes(StringRef bytes) {
  if (bytes.starts_with("\x93NUMPY"))
    return FileFormat::Npy;
  if (bytes.starts_with("PK"))
    return FileFormat::Npz;
  if (bytes.starts_with_insensitive("%%MatrixMarket"))
    return FileFormat::MatrixMarket;
  return std::nullopt;
}

Expected<InputFile>
mesh::driver::findInputFile(StringRef text,
                            const std::optional<std::string> &dataDir) {
  InputFile file;
  StringRef path = text;
  // "a.npz:x" is member x of a.npz; a colon elsewhere belongs to the name.
  size_t colon = text.rfind(".npz:");
  if (colon != StringRef::npos) {
    path = text.take_front(colon + 4);
    file.member = text.drop_front(colon + 5).str();
    if (file.member.empty())
      return dataError("expects the name of a member after '" + text + "'");
  }
  Expected<std::string> found = resolvePath(path, dataDir);
  if (!found) {
    auto [name, member] = text.rsplit(':');
    if (file.member.empty() && !member.empty() && formatOfName(name))
      return dataError(toString(found.takeError()) +
                       " (only .npz files have members after a ':')");
    return found.takeError();
  }
  file.path = *found;
  std::optional<FileFormat> format = formatOfName(path);
  if (!format) {
    Expected<FileBytes> bytes = openFile(file.path);
    if (!bytes)
      return bytes.takeError();
    format = formatOfBytes(bytes->bytes);
  }
  StringRef known = knownFormat(path);
  if (!format)
    return dataError(file.path + ": " +
                     (known.empty() ? "unknown file format"
                                    : known + " files are not supported") +
                     ", expects .npy, .npz, .mtx or a "
                     "text edge list (.txt, .edges, .tsv, .csv, .el)");
  file.format = *format;
  return file;
}
