//===- Pool.cpp - memory of compiled code ---------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Runtime/Pool.h"
#include "mesh/Runtime/Memory.h"

#include <atomic>
#include <csetjmp>
#include <cstdlib>
#include <new>
#include <sys/mman.h>

using namespace mesh::runtime;

/// What stands before every block. For an over-aligned pointer a second header
/// with only `base` set stands before it.
struct alignas(kAlignment) mesh::runtime::PoolBlock {
  PoolBlock *base;   ///< the header that owns the memory
  struct Pool *pool; ///< where it came from: a process may hold several copies
  std::uint64_t bytes;            ///< size of the class, without the header
  unsigned sizeClass;             ///< index of the free list
  std::atomic<CallScope *> scope; ///< the scope this is linked in, or null
  PoolBlock *previous, *next;     ///< neighbours in the scope or free list

  void *payload() { return this + 1; }
  static PoolBlock *of(const void *pointer) {
    return (static_cast<PoolBlock *>(const_cast<void *>(pointer)) - 1)->base;
  }
};
static_assert(sizeof(PoolBlock) == kAlignment,
              "the header must keep the payload aligned");

/// Only present when the program itself runs OpenMP.
extern "C" int omp_in_parallel(void) __attribute__((weak));

namespace {

thread_local CallScope *currentScope = nullptr;

/// Blocks from this size on ask for transparent huge pages.
constexpr std::uint64_t kHugeBlock = std::uint64_t(4) << 20;
constexpr std::uint64_t kHugePage = std::uint64_t(2) << 20;

/// Size classes: multiples of 64 up to 512, then eight steps per doubling.
constexpr unsigned kNumClasses = 8 * 56;

/// The class of `size`; sets `bytes` to the size of its blocks.
unsigned classify(std::uint64_t size, std::uint64_t &bytes) {
  if (size <= 512) {
    unsigned steps = size == 0 ? 1 : static_cast<unsigned>((size + 63) / 64);
    bytes = steps * 64;
    return steps - 1;
  }
  // 2^power < size <= 2^(power + 1), in steps of 2^(power - 3).
  unsigned power = 63 - __builtin_clzll(size - 1);
  std::uint64_t step = std::uint64_t(1) << (power - 3);
  std::uint64_t count = (size + step - 1) / step; // 9 .. 16
  bytes = count * step;
  return 8 + (power - 9) * 8 + static_cast<unsigned>(count - 9);
}

struct FreeList {
  Mutex mutex;
  PoolBlock *first = nullptr;
};

} // namespace

/// Needs neither construction nor destruction: compiled code of static objects
/// may allocate early and free late.
struct mesh::runtime::Pool {
  FreeList lists[kNumClasses];
  std::atomic<std::uint64_t> current{0}, peak{0}, kept{0}, fresh{0};
  std::atomic<std::uint64_t> limit{0}; ///< 0: the memory of the machine

  std::uint64_t getLimit() const {
    std::uint64_t bytes = limit.load(std::memory_order_relaxed);
    return bytes ? bytes : physicalMemoryBytes();
  }
};

namespace {

Pool thePool;
Pool &pool() { return thePool; }

/// Counts `bytes` as in use, unless that would pass the limit.
bool reserve(std::uint64_t bytes) {
  Pool &p = pool();
  std::uint64_t now = p.current.load(std::memory_order_relaxed);
  do {
    std::uint64_t limit = p.getLimit();
    if (bytes > limit || now > limit - bytes)
      return false;
  } while (!p.current.compare_exchange_weak(now, now + bytes,
                                            std::memory_order_relaxed));
  std::uint64_t peak = p.peak.load(std::memory_order_relaxed);
  while (peak < now + bytes &&
         !p.peak.compare_exchange_weak(peak, now + bytes,
                                       std::memory_order_relaxed))
    ;
  return true;
}

PoolBlock *takeKept(unsigned sizeClass) {
  FreeList &list = pool().lists[sizeClass];
  Lock lock(list.mutex);
  PoolBlock *block = list.first;
  if (!block)
    return nullptr;
  list.first = block->next;
  pool().kept.fetch_sub(block->bytes, std::memory_order_relaxed);
  return block;
}

PoolBlock *makeFresh(unsigned sizeClass, std::uint64_t bytes) {
  bool huge = bytes >= kHugeBlock;
  std::size_t alignment = huge ? kHugePage : kAlignment;
  std::size_t total = sizeof(PoolBlock) + bytes;
  total = (total + kAlignment - 1) / kAlignment * kAlignment;
  void *memory = nullptr;
  if (posix_memalign(&memory, alignment, total) != 0)
    return nullptr;
  // Only whole huge pages: rounding up would waste up to one more per block.
  // The advice may be refused; the memory is as good without it.
  if (huge)
    (void)madvise(memory, total / kHugePage * kHugePage, MADV_HUGEPAGE);
  auto *block = new (memory) PoolBlock;
  block->base = block;
  block->bytes = bytes;
  block->pool = &pool();
  block->sizeClass = sizeClass;
  pool().fresh.fetch_add(1, std::memory_order_relaxed);
  return block;
}

} // namespace

/// The part of CallScope that allocation and freeing work on.
class mesh::runtime::ScopeAccess {
public:
  static void link(CallScope *scope, PoolBlock *block) {
    block->scope.store(scope, std::memory_order_relaxed);
    block->previous = nullptr;
    if (!scope)
      return;
    Lock lock(scope->mutex);
    block->next = scope->first;
    if (scope->first)
      scope->first->previous = block;
    scope->first = block;
  }

  static void unlink(PoolBlock *block) {
    if (CallScope *scope = block->scope.load(std::memory_order_relaxed)) {
      Lock lock(scope->mutex);
      unlinkLocked(scope, block);
    }
  }

  static void unlinkLocked(CallScope *scope, PoolBlock *block) {
    if (block->previous)
      block->previous->next = block->next;
    else
      scope->first = block->next;
    if (block->next)
      block->next->previous = block->previous;
    block->scope.store(nullptr, std::memory_order_relaxed);
  }

  static void setNextResult(std::int32_t index) {
    if (currentScope)
      currentScope->nextResult = index;
  }

  /// The caller's memory for the result that is allocated now, or null.
  static void *takeCallerMemory(std::size_t size) {
    CallScope *scope = currentScope;
    if (!scope || scope->nextResult < 0)
      return nullptr;
    auto index = static_cast<std::size_t>(scope->nextResult);
    scope->nextResult = -1;
    if (index >= scope->numCallerMemory)
      return nullptr;
    CallerMemory &memory = scope->callerMemory[index];
    return memory.size >= size ? memory.data : nullptr;
  }

  /// Records a failed request; leaves the body of CallScope::run if it can.
  static void fail(std::uint64_t size) {
    CallScope *scope = currentScope;
    if (!scope)
      return;
    std::int64_t values[] = {static_cast<std::int64_t>(size),
                             static_cast<std::int64_t>(pool().current.load(
                                 std::memory_order_relaxed)),
                             static_cast<std::int64_t>(pool().getLimit())};
    mesh_rt_fail(scope->status, nullptr,
                 "out of memory: a request of {0} bytes failed with {1} bytes "
                 "in use (limit {2} bytes)",
                 3, values);
    if (!scope->jumpBuffer || (omp_in_parallel && omp_in_parallel()))
      return;
    std::longjmp(*static_cast<std::jmp_buf *>(scope->jumpBuffer), 1);
  }
};

static PoolBlock *allocateBlock(std::size_t size) {
  // Above 2^62 the class would overflow; no machine has that much.
  if (size > (std::size_t(1) << 62))
    return nullptr;
  std::uint64_t bytes;
  unsigned sizeClass = classify(size, bytes);
  if (!reserve(bytes))
    return nullptr;
  PoolBlock *block = takeKept(sizeClass);
  // Kept blocks of other classes count against the machine's memory too.
  if (!block && pool().current.load(std::memory_order_relaxed) +
                        pool().kept.load(std::memory_order_relaxed) >
                    pool().getLimit())
    poolTrim();
  if (!block)
    block = makeFresh(sizeClass, bytes);
  if (!block && poolTrim() != 0)
    block = makeFresh(sizeClass, bytes);
  if (!block) {
    pool().current.fetch_sub(bytes, std::memory_order_relaxed);
    return nullptr;
  }
  ScopeAccess::link(currentScope, block);
  return block;
}

extern "C" void mesh_rt_next_result(std::int32_t index) {
  ScopeAccess::setNextResult(index);
}

extern "C" void *_mlir_memref_to_llvm_alloc(std::size_t size) {
  if (void *memory = ScopeAccess::takeCallerMemory(size))
    return memory;
  if (PoolBlock *block = allocateBlock(size))
    return block->payload();
  ScopeAccess::fail(size);
  return nullptr;
}

extern "C" void *_mlir_memref_to_llvm_aligned_alloc(std::size_t alignment,
                                                    std::size_t size) {
  if (alignment <= kAlignment)
    return _mlir_memref_to_llvm_alloc(size);
  if (void *memory = ScopeAccess::takeCallerMemory(size))
    return memory;
  PoolBlock *block = nullptr;
  std::size_t total;
  if (!__builtin_add_overflow(size, alignment, &total))
    block = allocateBlock(total);
  if (!block) {
    ScopeAccess::fail(size);
    return nullptr;
  }
  auto address = reinterpret_cast<std::uintptr_t>(block->payload());
  std::uintptr_t aligned = (address + alignment - 1) & ~(alignment - 1);
  if (aligned != address) {
    // Both addresses are multiples of 64, so a whole header fits between.
    auto *front = reinterpret_cast<PoolBlock *>(aligned) - 1;
    front->base = block;
  }
  return reinterpret_cast<void *>(aligned);
}

extern "C" void _mlir_memref_to_llvm_free(void *pointer) {
  if (!pointer)
    return;
  PoolBlock *block = PoolBlock::of(pointer);
  ScopeAccess::unlink(block);
  Pool &p = *block->pool;
  p.current.fetch_sub(block->bytes, std::memory_order_relaxed);
  p.kept.fetch_add(block->bytes, std::memory_order_relaxed);
  FreeList &list = p.lists[block->sizeClass];
  Lock lock(list.mutex);
  block->next = list.first;
  list.first = block;
}

PoolStatistics mesh::runtime::poolStatistics() {
  Pool &p = pool();
  return {p.current.load(), p.peak.load(), p.kept.load(), p.fresh.load()};
}

void mesh::runtime::poolResetPeak() {
  pool().peak.store(pool().current.load());
}

void mesh::runtime::poolSetLimit(std::uint64_t bytes) {
  pool().limit.store(bytes);
}

std::uint64_t mesh::runtime::poolTrim() {
  std::uint64_t released = 0;
  for (FreeList &list : pool().lists) {
    PoolBlock *block;
    {
      Lock lock(list.mutex);
      block = list.first;
      list.first = nullptr;
    }
    while (block) {
      PoolBlock *next = block->next;
      released += block->bytes;
      std::free(block);
      block = next;
    }
  }
  pool().kept.fetch_sub(released, std::memory_order_relaxed);
  return released;
}

//===----------------------------------------------------------------------===//
// CallScope
//===----------------------------------------------------------------------===//

CallScope::CallScope(Status *status) : outer(currentScope), status(status) {
  currentScope = this;
}

CallScope::~CallScope() {
  releaseOutstanding();
  currentScope = outer;
}

bool CallScope::run(void (*body)(void *), void *context) {
  // Nothing below is a local that the jump could leave in a stale register:
  // the saved buffer is volatile.
  std::jmp_buf buffer;
  void *volatile saved = jumpBuffer;
  if (setjmp(buffer) == 0) {
    jumpBuffer = &buffer;
    body(context);
    jumpBuffer = saved;
    return true;
  }
  jumpBuffer = saved;
  return false;
}

std::size_t CallScope::releaseOutstanding() {
  std::size_t released = 0;
  for (;;) {
    PoolBlock *block;
    {
      Lock lock(mutex);
      block = first;
      if (!block)
        return released;
      ScopeAccess::unlinkLocked(this, block);
    }
    _mlir_memref_to_llvm_free(block->payload());
    ++released;
  }
}

bool CallScope::detach(const void *pointer) {
  Lock lock(mutex);
  for (PoolBlock *block = first; block; block = block->next) {
    // An over-aligned pointer lies inside its block.
    auto start = reinterpret_cast<std::uintptr_t>(block->payload());
    auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (address < start || address - start >= block->bytes)
      continue;
    ScopeAccess::unlinkLocked(this, block);
    return true;
  }
  return false;
}
