//===- Npz.h - numpy's .npz archives -*- C++ -* -----------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// A .npz file is a zip archive of .npy members. Read through the central
// directory: stored and deflated members, 64-bit sizes, checksums verified.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_NPZ_H
#define MESH_DRIVER_DATA_NPZ_H

#include "mesh/Driver/Data/Array.h"
#include "mesh/Driver/Data/File.h"

#include "llvm/Support/raw_ostream.h"

#include <vector>

namespace mesh::driver {

/// An open archive. Members may be read in any order and any number of times.
class NpzFile {
public:
  /// Reads the directory. Errors: not a zip archive, truncated, a directory
  /// that points outside the file.
  static llvm::Expected<NpzFile> open(llvm::StringRef path);
  static llvm::Expected<NpzFile> parse(FileBytes bytes);

  const std::string &path() const { return file.path; }
  /// Names in file order, without ".npy".
  std::vector<std::string> names() const;
  /// The names as a list for messages; the first 20.
  std::string nameList() const;
  bool contains(llvm::StringRef name) const;

  /// The array of a member. Stored members are borrowed from the file where
  /// alignment allows. Errors: no such member (the members are listed), an
  /// encrypted or unknown compression, a checksum that does not match, a size
  /// that does not match the member's own header, and those of `parseNpy`.
  llvm::Expected<Array> read(llvm::StringRef name) const;

  /// Text of a member that holds a short byte string (numpy's `S` and `U`
  /// types), such as `format` of a SciPy matrix. At most 64 bytes are read.
  llvm::Expected<std::string> readText(llvm::StringRef name) const;

private:
  struct Member {
    std::string name;
    unsigned method = 0;
    unsigned flags = 0;
    uint32_t crc = 0;
    uint64_t packedBytes = 0;
    uint64_t bytes = 0;
    uint64_t localHeader = 0;
  };

  llvm::Error readDirectory();
  llvm::Error readEntry(uint64_t &position, uint64_t end);
  llvm::Expected<const Member *> find(llvm::StringRef name) const;
  llvm::Expected<llvm::StringRef> packed(const Member &member) const;
  llvm::Expected<Array> inflateArray(const Member &member,
                                     llvm::StringRef packedBytes) const;
  std::string memberName(const Member &member) const;

  FileBytes file;
  std::vector<Member> members;
};

/// One member to write.
struct NamedArray {
  std::string name;
  Array array;
};

/// Writes an archive of stored members, with 64-bit sizes where needed and a
/// fixed date, so that equal arrays give equal files. Errors: want of memory, a
/// name that is empty, repeated or longer than 65,000 bytes.
llvm::Error writeNpz(llvm::raw_ostream &os, llvm::ArrayRef<NamedArray> arrays);

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_NPZ_H
