//===- Status.h - how a call of compiled code fails -------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// Compiled code never aborts. A failing check records what happened in the
// status of the call, also from inside a parallel region, and the entry
// function returns non-zero. Plain C++17, no LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_RUNTIME_STATUS_H
#define MESH_RUNTIME_STATUS_H

#include <atomic>
#include <cstdint>

namespace mesh::runtime {

/// The outcome of one call. Compiled code reads `code` as an i32 at offset 0:
/// non-zero means failed. The message may be read once the call has returned.
/// The first error wins; later ones are dropped.
struct Status {
  /// 0: no error; 1: failed, message complete; 2: failed, message being
  /// written by another thread.
  std::atomic<int> code{0};
  /// Text of the first error, cut to fit, always terminated by a zero.
  char message[1024] = {};

  bool failed() const { return code.load(std::memory_order_acquire) != 0; }

  /// Makes the status usable for the next call.
  void reset() {
    message[0] = '\0';
    code.store(0, std::memory_order_release);
  }
};
static_assert(sizeof(std::atomic<int>) == 4, "compiled code reads an i32");

} // namespace mesh::runtime

/// Records a failure in `status` (a mesh::runtime::Status; null is ignored).
/// `format` is text with the placeholders `{0}`, `{1}` ... for
/// `values[0 .. count)`; a placeholder without a value stays as it is. The
/// message is "location: text", or the text alone if `location` is null or
/// empty. Any thread may call this.
extern "C" void mesh_rt_fail(void *status, const char *location,
                             const char *format, std::int64_t count,
                             const std::int64_t *values);

#endif // MESH_RUNTIME_STATUS_H
