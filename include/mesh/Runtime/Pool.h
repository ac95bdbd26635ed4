//===- Pool.h - memory of compiled code -------------------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// Compiled functions allocate the same sizes on every call, and fresh pages
// cost more than the arithmetic of a small layer. Freed blocks are therefore
// kept by size class and used again. Plain C++17, no LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_RUNTIME_POOL_H
#define MESH_RUNTIME_POOL_H

#include "mesh/Runtime/Memory.h"
#include "mesh/Runtime/Status.h"

#include <cstddef>
#include <cstdint>

//===----------------------------------------------------------------------===//
// Entry points of compiled code: the names that MLIR's
// `finalize-memref-to-llvm{use-generic-functions=1}` calls
//===----------------------------------------------------------------------===//

/// A block of at least `size` bytes, aligned to 64 bytes, contents undefined.
/// Size classes waste at most 1/8 of the size (63 bytes for small ones); blocks
/// of 4 MiB and more ask for transparent huge pages. If memory cannot be had,
/// see CallScope; without one the result is null. Thread safe.
extern "C" void *_mlir_memref_to_llvm_alloc(std::size_t size);

/// The same for any `alignment` that is a power of two.
extern "C" void *_mlir_memref_to_llvm_aligned_alloc(std::size_t alignment,
                                                    std::size_t size);

/// Gives a block back to the pool. Null is ignored. Any thread may free.
extern "C" void _mlir_memref_to_llvm_free(void *pointer);

namespace mesh::runtime {

/// What the pool holds, in bytes of size classes without headers.
struct PoolStatistics {
  std::uint64_t currentBytes; ///< in use by callers now
  std::uint64_t peakBytes;    ///< most in use since start or poolResetPeak
  std::uint64_t keptBytes;    ///< freed and kept for the next request
  std::uint64_t freshBlocks;  ///< requests that went to the system
};
PoolStatistics poolStatistics();

/// Starts the peak again from the present use.
void poolResetPeak();

/// Returns all kept blocks to the system; gives the number of bytes.
std::uint64_t poolTrim();

/// Requests that would take the bytes in use above `bytes` fail. The default
/// is the memory of the machine.
void poolSetLimit(std::uint64_t bytes);

struct PoolBlock;

/// Memory of the caller for one result; null if there is none.
struct CallerMemory {
  void *data;
  std::size_t size; ///< bytes
};

/// Ties the blocks that one call allocates on this thread to the call, so that
/// a call that fails half-way leaks nothing. Scopes nest; the innermost one of
/// the thread is current. Make and destroy a scope on one thread.
class CallScope {
public:
  /// Makes this the current scope. An allocation that fails while it is
  /// current is recorded in `status` (may be null).
  explicit CallScope(Status *status = nullptr);
  /// Releases what is still linked, then makes the outer scope current.
  ~CallScope();
  CallScope(const CallScope &) = delete;
  CallScope &operator=(const CallScope &) = delete;

  /// Calls `body(context)`. Returns false if an allocation failed: the body
  /// was then left by a long jump, so it must hold nothing that needs a
  /// destructor, which is true of compiled code. Worker threads and parallel
  /// regions cannot be left that way: there a failing allocation gives null.
  bool run(void (*body)(void *), void *context);

  /// Frees every block that was allocated in this scope and neither freed nor
  /// detached. Returns their number.
  std::size_t releaseOutstanding();

  /// Takes the block that starts at `pointer` out of the scope, so that it
  /// outlives the call. Returns false, and does nothing, if this scope does not
  /// hold such a block: any pointer may be asked, such as an argument or a
  /// constant that a function returns.
  bool detach(const void *pointer);

  /// Memory for the results, by their number: the allocation that follows
  /// `mesh_rt_next_result` takes it where it is large enough.
  void setCallerMemory(CallerMemory *memory, std::size_t count) {
    callerMemory = memory;
    numCallerMemory = count;
  }

private:
  friend class ScopeAccess;

  CallScope *outer;
  Status *status;
  void *jumpBuffer = nullptr;
  PoolBlock *first = nullptr;
  CallerMemory *callerMemory = nullptr;
  std::size_t numCallerMemory = 0;
  std::int32_t nextResult = -1;
  Mutex mutex; // a block may be freed by another thread
};

} // namespace mesh::runtime

#endif // MESH_RUNTIME_POOL_H
