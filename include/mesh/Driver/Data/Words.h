//===- Words.h - words of a command line ------------------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_WORDS_H
#define MESH_DRIVER_DATA_WORDS_H

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace mesh::driver {

/// The words of a command line with "--arg" and the word that follows it as
/// one,
/// "--arg=@x.npy": LLVM would take a word that begins with `@` for a file with
/// more options, and data for options.
class Words {
public:
  Words(int argc, const char *const *argv);

  int count() const { return static_cast<int>(pointers.size()); }
  const char **data() { return pointers.data(); }

private:
  std::vector<std::string> texts;
  std::vector<const char *> pointers;
};

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_WORDS_H
