//===- Memory.h - aligned memory for the runtime ----------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// Aligned arrays, and the size above which a request is refused before it
// reaches the system. Plain C++17, no LLVM: this is shipped in small libraries.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_RUNTIME_MEMORY_H
#define MESH_RUNTIME_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <pthread.h>
#include <vector>

namespace mesh::runtime {

/// Alignment of every array that compiled code sees, in bytes: one cache line,
/// and one full vector register of the widest CPU target.
inline constexpr std::size_t kAlignment = 64;

/// Memory of this machine in bytes, as the operating system states it. Larger
/// requests are refused up front: with overcommit they would be granted and
/// the process killed when it writes to them.
std::uint64_t physicalMemoryBytes();

/// What of it can be had now without taking memory from other programs, in
/// bytes; all of it where the system does not say.
std::uint64_t freeMemoryBytes();

/// Below this many bytes nobody asks how much is free.
inline constexpr std::uint64_t kLargeRequest = std::uint64_t(1) << 28;

/// Asks for huge pages where a large block is about to be written for the first
/// time: with small ones the page faults take longer than the writing. A wish
/// that changes nothing but time.
void useHugePages(void *memory, std::uint64_t bytes);

/// Room for `count` elements in huge pages.
template <class T> void reserveHuge(std::vector<T> &list, std::size_t count) {
  list.reserve(count);
  useHugePages(list.data(), list.capacity() * sizeof(T));
}

/// A mutual exclusion that needs no C++ library at link time, no construction
/// and no destruction.
class Mutex {
public:
  void lock() { pthread_mutex_lock(&mutex); }
  void unlock() { pthread_mutex_unlock(&mutex); }

private:
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
};

/// Holds a mutex for the length of a block.
class Lock {
public:
  explicit Lock(Mutex &mutex) : mutex(mutex) { mutex.lock(); }
  ~Lock() { mutex.unlock(); }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;

private:
  Mutex &mutex;
};

/// An array, owned unless it is borrowed, of `size()` trivially copyable
/// elements, aligned to kAlignment. `data()` is never null once `allocate`
/// succeeded, also for size 0, so that it can be handed to compiled code as it
/// is.
template <class T> class AlignedBuffer {
public:
  /// Replaces the contents by `count` uninitialised elements. Returns false,
  /// with the buffer left empty, if the memory cannot be had.
  [[nodiscard]] bool allocate(std::uint64_t count) {
    storage = Storage();
    length = 0;
    if (count > physicalMemoryBytes() / sizeof(T))
      return false;
    std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T);
    bytes = (bytes + kAlignment) / kAlignment * kAlignment;
    storage.reset(static_cast<T *>(std::aligned_alloc(kAlignment, bytes)));
    if (!storage)
      return false;
    length = static_cast<std::size_t>(count);
    useHugePages(storage.get(), bytes);
    return true;
  }

  /// Replaces the contents by `count` elements at `elements` that are the
  /// caller's and outlive this object. They are not written to.
  void borrow(const T *elements, std::uint64_t count) {
    static T none{};
    T *pointer = count ? const_cast<T *>(elements) : &none;
    storage = Storage(pointer, Free{/*isOwner=*/false});
    length = static_cast<std::size_t>(count);
  }

  T *data() { return storage.get(); }
  const T *data() const { return storage.get(); }
  std::size_t size() const { return length; }
  T &operator[](std::size_t i) { return storage.get()[i]; }
  const T &operator[](std::size_t i) const { return storage.get()[i]; }
  T *begin() { return data(); }
  T *end() { return data() + length; }
  const T *begin() const { return data(); }
  const T *end() const { return data() + length; }

private:
  struct Free {
    bool isOwner = true;
    void operator()(T *pointer) const {
      if (isOwner)
        std::free(pointer);
    }
  };
  using Storage = std::unique_ptr<T, Free>;
  Storage storage;
  std::size_t length = 0;
};

} // namespace mesh::runtime

#endif // MESH_RUNTIME_MEMORY_H
