//===- Targets.h - what is fuzzed -----------------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_TEST_FUZZ_TARGETS_H
#define MESH_TEST_FUZZ_TARGETS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdlib>

/// Stops where a target finds a promise broken. No assertion, since those are
/// not compiled into every build.
#define FUZZ_CHECK(condition)                                                  \
  do {                                                                         \
    if (!(condition))                                                          \
      std::abort();                                                            \
  } while (false)

namespace mesh::fuzz {

/// A target takes any bytes and may not crash, hang, or allocate more than some
/// multiple of their number.
using Target = void(llvm::StringRef bytes);

Target npy;      ///< a .npy file
Target npz;      ///< a .npz file
Target mtx;      ///< a Matrix Market file
Target edges;    ///< a text edge list
Target argument; ///< what follows --arg=, but for files
Target program;  ///< an MLIR program: parsed, verified, lowered for the CPU

/// The value, or nothing after an error. An error without a text is a fault.
template <class T> std::optional<T> check(llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  FUZZ_CHECK(!llvm::toString(value.takeError()).empty());
  return std::nullopt;
}
inline void check(llvm::Error error) {
  if (error)
    FUZZ_CHECK(!llvm::toString(std::move(error)).empty());
}

} // namespace mesh::fuzz

#endif // MESH_TEST_FUZZ_TARGETS_H
