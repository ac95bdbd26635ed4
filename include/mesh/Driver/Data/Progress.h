//===- Progress.h - how far long work is ------------------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_PROGRESS_H
#define MESH_DRIVER_DATA_PROGRESS_H

#include "llvm/ADT/Twine.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

namespace mesh::driver {

/// Tells on standard error how far a piece of work is, while the object lives:
/// one line, written after a second and renewed every second, wiped at the end.
/// Nothing is written where standard error is not a terminal, or before the
/// first second is over.
///
///   Progress progress("reading g.txt", bytes);
///   for (...)
///     progress.update(bytesRead);
///
/// Where one lives inside another, the inner one has the line. They are made
/// and ended on one thread; `update` may be called on any.
class Progress {
public:
  struct Output {
    int descriptor = 2;
    std::chrono::milliseconds interval{1000};
  };

  /// `total` is in the unit of `update`; without it the time alone is shown.
  explicit Progress(const llvm::Twine &what, uint64_t total = 0)
      : Progress(what, total, Output()) {}
  Progress(const llvm::Twine &what, uint64_t total, Output output);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// Costs a store to memory.
  void update(uint64_t amount) {
    done.store(amount, std::memory_order_relaxed);
  }

private:
  struct Writer;
  std::atomic<uint64_t> done{0};
  std::unique_ptr<Writer> writer; ///< null where nothing is written
};

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_PROGRESS_H
