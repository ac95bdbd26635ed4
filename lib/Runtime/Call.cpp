//===- Call.cpp - calls a compiled function -------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "CallError.h"
#include "Processor.h"
#include "mesh/Runtime/Function.h"
#include "mesh/Runtime/GraphHandle.h"
#include "mesh/Runtime/Pool.h"

#include <cstdlib>
#include <cstring>

using namespace mesh::runtime;

namespace {

constexpr std::size_t kWord = 8;

constexpr std::size_t descriptorWords(std::size_t rank) { return 3 + 2 * rank; }

/// Memory for descriptors and slots: on the stack for all but functions with
/// very many arguments.
class Words {
public:
  explicit Words(std::size_t count)
      : heap(count > kInline
                 ? static_cast<std::int64_t *>(std::calloc(count, kWord))
                 : nullptr),
        next(heap ? heap : inlineWords), isGood(heap || count <= kInline) {}
  ~Words() { std::free(heap); }
  Words(const Words &) = delete;
  Words &operator=(const Words &) = delete;

  bool good() const { return isGood; }
  std::int64_t *take(std::size_t count) {
    std::int64_t *taken = next;
    next += count;
    return taken;
  }

private:
  static constexpr std::size_t kInline = 512;
  std::int64_t *heap;
  std::int64_t inlineWords[kInline];
  std::int64_t *next;
  bool isGood;
};

/// One call: what the caller gives as the slots that the code takes, and what
/// the code returns as what the caller wants.
class Call {
public:
  Call(const FunctionInfo &info, const std::int64_t *frame, mesh_error *error)
      : info(info), frame(frame), error(error), words(countWords(info)) {}

  std::int32_t run();
  std::int32_t runShapes();

private:
  static std::size_t countWords(const FunctionInfo &info);
  std::int32_t prepare(std::size_t numResultWords);
  std::int32_t addParameters(bool hasData);
  std::int32_t addGraph(const ValueInfo &value);
  std::int32_t addTensor(const ValueInfo &value, bool hasData);
  void addScalar(const ValueInfo &value);
  std::int32_t checkOutputs();
  bool overlapsArgument(const mesh_output &output) const;
  std::int32_t checkDistinct(std::int32_t index);
  std::int32_t invoke(void (*function)(void **), CallScope &scope);
  std::int32_t takeResults(CallScope &scope);
  std::int32_t takeTensor(std::int32_t index, const std::int64_t *descriptor,
                          CallScope &scope);

  const FunctionInfo &info;
  const std::int64_t *frame;
  mesh_error *error;
  Words words;
  void **slots = nullptr;
  std::size_t numSlots = 0;
  std::int64_t *results = nullptr; ///< laid out as a C structure
  /// Where each result stands in `frame`.
  const std::int64_t *outputs = nullptr;
  /// Memory that the code reads, to compare with that of the results.
  struct Range {
    std::uintptr_t begin, end;
  };
  Range *arguments = nullptr;
  std::size_t numArguments = 0;
  CallerMemory *callerMemory = nullptr;
  Status status;
};

} // namespace

std::size_t Call::countWords(const FunctionInfo &info) {
  std::size_t count = 3 + 1; // results, status, code; the code among results
  for (std::int32_t i = 0; i < info.numParameters; ++i) {
    const ValueInfo &value = info.parameters[i];
    count += sizeof(Range) / kWord;
    if (value.kind == ValueInfo::Graph)
      count += mesh_graph::kNumComponents;
    else
      count += 1 + descriptorWords(value.rank); // slot, descriptor
  }
  for (std::int32_t i = 0; i < info.numResults; ++i)
    count +=
        sizeof(CallerMemory) / kWord + descriptorWords(info.results[i].rank);
  return count;
}

std::int32_t Call::addGraph(const ValueInfo &value) {
  auto *graph = reinterpret_cast<mesh_graph *>(*frame++);
  if (!graph)
    return reportError(error, MESH_ERROR_ARGUMENT, "%s: graph '%s' is null",
                       info.name, value.name);
  if (graph->magic != mesh_graph::kMagic)
    return reportError(error, MESH_ERROR_ARGUMENT,
                       "%s: '%s' is no graph of this version of the library",
                       info.name, value.name);
  if (graph->indexBytes != value.bytes)
    return reportError(
        error, MESH_ERROR_ARGUMENT,
        "%s: graph '%s' expects indices of %d bits, but got %d bits", info.name,
        value.name, value.bytes * 8, graph->indexBytes * 8);
  for (auto &descriptor : graph->descriptors)
    slots[numSlots++] = descriptor;
  return MESH_SUCCESS;
}

std::int32_t Call::addTensor(const ValueInfo &value, bool hasData) {
  std::int64_t data = hasData ? *frame++ : 0;
  std::int64_t *descriptor = words.take(descriptorWords(value.rank));
  std::int64_t *sizes = descriptor + 3, *strides = sizes + value.rank;
  std::int64_t bytes = value.bytes;
  for (std::int32_t axis = 0; axis < value.rank; ++axis) {
    sizes[axis] = value.shape[axis] >= 0 ? value.shape[axis] : *frame++;
    if (sizes[axis] < 0)
      return reportError(
          error, MESH_ERROR_ARGUMENT,
          "%s: axis %d of '%s' (%s) has size %lld, expects 0 or more",
          info.name, axis, value.name, value.type,
          static_cast<long long>(sizes[axis]));
    if (sizes[axis] != 0 && __builtin_mul_overflow(bytes, sizes[axis], &bytes))
      return reportError(error, MESH_ERROR_ARGUMENT,
                         "%s: '%s' (%s) is larger than the address space",
                         info.name, value.name, value.type);
  }
  std::int64_t stride = 1;
  bool isEmpty = false;
  for (std::int32_t axis = value.rank; axis-- > 0;) {
    strides[axis] = stride;
    stride *= sizes[axis];
    isEmpty |= sizes[axis] == 0;
  }
  if (hasData && data == 0 && !isEmpty)
    return reportError(error, MESH_ERROR_ARGUMENT,
                       "%s: tensor '%s' (%s) is null", info.name, value.name,
                       value.type);
  if (data % value.bytes != 0)
    return reportError(error, MESH_ERROR_ARGUMENT,
                       "%s: tensor '%s' (%s) is not aligned to %d bytes",
                       info.name, value.name, value.type, value.bytes);
  descriptor[0] = descriptor[1] = data;
  descriptor[2] = 0;
  slots[numSlots++] = descriptor;
  if (hasData && !isEmpty) {
    auto begin = static_cast<std::uintptr_t>(data);
    arguments[numArguments++] = {begin,
                                 begin + static_cast<std::uintptr_t>(bytes)};
  }
  return MESH_SUCCESS;
}

void Call::addScalar(const ValueInfo &) {
  slots[numSlots++] = const_cast<std::int64_t *>(frame++);
}

std::int32_t Call::addParameters(bool hasData) {
  for (std::int32_t i = 0; i < info.numParameters; ++i) {
    const ValueInfo &value = info.parameters[i];
    std::int32_t code = MESH_SUCCESS;
    if (value.kind == ValueInfo::Graph)
      code = addGraph(value);
    else if (value.kind == ValueInfo::Tensor)
      code = addTensor(value, hasData);
    else
      addScalar(value);
    if (code != MESH_SUCCESS)
      return code;
  }
  return MESH_SUCCESS;
}

bool Call::overlapsArgument(const mesh_output &output) const {
  auto begin = reinterpret_cast<std::uintptr_t>(output.data);
  std::uintptr_t end = begin + output.size;
  for (std::size_t i = 0; i < numArguments; ++i)
    if (begin < arguments[i].end && arguments[i].begin < end)
      return true;
  return false;
}

/// Two results in one place would overwrite each other.
std::int32_t Call::checkDistinct(std::int32_t index) {
  for (std::int32_t i = 0; i < index; ++i) {
    bool isSame = outputs[i] == outputs[index];
    if (!isSame && info.results[i].kind == ValueInfo::Tensor &&
        info.results[index].kind == ValueInfo::Tensor) {
      const auto &a = *reinterpret_cast<mesh_output *>(outputs[i]);
      const auto &b = *reinterpret_cast<mesh_output *>(outputs[index]);
      auto begin = [](const mesh_output &output) {
        return reinterpret_cast<std::uintptr_t>(output.data);
      };
      isSame = a.data && b.data && begin(a) < begin(b) + b.size &&
               begin(b) < begin(a) + a.size;
    }
    if (isSame)
      return reportError(error, MESH_ERROR_ARGUMENT,
                         "%s: results '%s' and '%s' have one place", info.name,
                         info.results[i].name, info.results[index].name);
  }
  return MESH_SUCCESS;
}

/// Finds the caller's memory for results, and what is wrong with it.
std::int32_t Call::checkOutputs() {
  for (std::int32_t i = 0; i < info.numResults; ++i) {
    const ValueInfo &value = info.results[i];
    callerMemory[i] = {nullptr, 0};
    if (outputs[i] == 0)
      return reportError(error, MESH_ERROR_ARGUMENT,
                         "%s: there is no place for result '%s'", info.name,
                         value.name);
    if (std::int32_t code = checkDistinct(i))
      return code;
    if (value.kind != ValueInfo::Tensor)
      continue;
    const auto &output = *reinterpret_cast<mesh_output *>(outputs[i]);
    if (!output.data)
      continue;
    if (reinterpret_cast<std::uintptr_t>(output.data) %
            static_cast<std::uintptr_t>(value.bytes) !=
        0)
      return reportError(
          error, MESH_ERROR_ARGUMENT,
          "%s: the memory for result '%s' is not aligned to %d bytes",
          info.name, value.name, value.bytes);
    if (!overlapsArgument(output))
      callerMemory[i] = {output.data, output.size};
  }
  return MESH_SUCCESS;
}

namespace {
struct Invocation {
  void (*function)(void **);
  void **slots;
};
} // namespace

std::int32_t Call::invoke(void (*function)(void **), CallScope &scope) {
  Invocation invocation{function, slots};
  bool finished = scope.run(
      [](void *opaque) {
        auto *invocation = static_cast<Invocation *>(opaque);
        invocation->function(invocation->slots);
      },
      &invocation);
  std::int32_t code;
  std::memcpy(&code, results, sizeof(code));
  if (finished && code == 0 && !status.failed())
    return MESH_SUCCESS;
  // A call that was left half-way has run out of memory.
  return reportError(error, finished ? MESH_ERROR_RUN : MESH_ERROR_MEMORY, "%s",
                     status.failed()
                         ? status.message
                         : "the function failed without saying why");
}

std::int32_t Call::takeTensor(std::int32_t index,
                              const std::int64_t *descriptor,
                              CallScope &scope) {
  const ValueInfo &value = info.results[index];
  auto &output = *reinterpret_cast<mesh_output *>(outputs[index]);
  std::size_t bytes = static_cast<std::size_t>(value.bytes);
  for (std::int32_t axis = 0; axis < value.rank; ++axis)
    bytes *= static_cast<std::size_t>(descriptor[3 + axis]);
  auto *start =
      reinterpret_cast<char *>(descriptor[1]) + descriptor[2] * value.bytes;

  if (output.data) {
    if (bytes > output.size)
      return reportError(
          error, MESH_ERROR_ARGUMENT,
          "%s: result '%s' takes %zu bytes, but its memory has %zu", info.name,
          value.name, bytes, output.size);
    if (start != output.data && bytes != 0)
      std::memmove(output.data, start, bytes);
  } else {
    // The block itself, unless it is an argument, a constant, or was taken for
    // another result.
    bool isOwn =
        reinterpret_cast<char *>(descriptor[0]) == start && scope.detach(start);
    output.data = isOwn ? start : _mlir_memref_to_llvm_alloc(bytes);
    if (!output.data)
      return reportError(error, MESH_ERROR_MEMORY,
                         "%s: out of memory for result '%s'", info.name,
                         value.name);
    if (!isOwn) {
      std::memcpy(output.data, start, bytes);
      scope.detach(output.data);
    }
  }
  output.size = bytes;
  for (std::int32_t axis = 0; axis < value.rank && axis < MESH_MAX_RANK; ++axis)
    output.shape[axis] = descriptor[3 + axis];
  return MESH_SUCCESS;
}

std::int32_t Call::takeResults(CallScope &scope) {
  const char *base = reinterpret_cast<const char *>(results);
  std::size_t offset = sizeof(std::int32_t);
  // What was null before the call is null again if a later result fails.
  std::int32_t code = MESH_SUCCESS, taken = 0;
  for (; taken < info.numResults && code == MESH_SUCCESS; ++taken) {
    const ValueInfo &value = info.results[taken];
    bool isTensor = value.kind == ValueInfo::Tensor;
    std::size_t alignment =
        isTensor ? kWord : static_cast<std::size_t>(value.bytes);
    offset = (offset + alignment - 1) / alignment * alignment;
    if (isTensor) {
      code = takeTensor(
          taken, reinterpret_cast<const std::int64_t *>(base + offset), scope);
      offset += kWord * descriptorWords(value.rank);
    } else {
      std::memcpy(reinterpret_cast<void *>(outputs[taken]), base + offset,
                  static_cast<std::size_t>(value.bytes));
      offset += static_cast<std::size_t>(value.bytes);
    }
  }
  if (code == MESH_SUCCESS)
    return code;
  for (std::int32_t i = 0; i + 1 < taken; ++i) {
    if (info.results[i].kind != ValueInfo::Tensor || callerMemory[i].data)
      continue;
    auto &output = *reinterpret_cast<mesh_output *>(outputs[i]);
    mesh_free(output.data);
    output.data = nullptr;
  }
  return code;
}

/// Checks that the code can run here, and makes room for slots and results.
std::int32_t Call::prepare(std::size_t numResultWords) {
  if (!words.good())
    return reportError(error, MESH_ERROR_MEMORY, "%s: out of memory",
                       info.name);
  if (!processorRuns(info))
    return reportError(
        error, MESH_ERROR_PROCESSOR,
        "%s: compiled for a processor with %s, which this one lacks", info.name,
        missingFeatures(info).text);
  std::size_t maxSlots = 3;
  for (std::int32_t i = 0; i < info.numParameters; ++i)
    maxSlots += info.parameters[i].kind == ValueInfo::Graph
                    ? mesh_graph::kNumComponents
                    : 1;
  results = words.take(numResultWords);
  slots = reinterpret_cast<void **>(words.take(maxSlots));
  return MESH_SUCCESS;
}

std::int32_t Call::run() {
  std::size_t numResultWords = 1;
  for (std::int32_t i = 0; i < info.numResults; ++i)
    numResultWords += descriptorWords(info.results[i].rank);
  if (std::int32_t code = prepare(numResultWords))
    return code;
  arguments = reinterpret_cast<Range *>(
      words.take(2 * static_cast<std::size_t>(info.numParameters)));
  callerMemory = reinterpret_cast<CallerMemory *>(
      words.take(2 * static_cast<std::size_t>(info.numResults)));

  if (info.numResults > 0)
    slots[numSlots++] = results;
  slots[numSlots++] = &status;
  if (std::int32_t code = addParameters(/*hasData=*/true))
    return code;
  if (info.numResults == 0)
    slots[numSlots++] = results;
  outputs = frame;
  if (std::int32_t code = checkOutputs())
    return code;

  CallScope scope(&status);
  scope.setCallerMemory(callerMemory,
                        static_cast<std::size_t>(info.numResults));
  if (std::int32_t code = invoke(info.invoke, scope))
    return code;
  return takeResults(scope);
}

std::int32_t Call::runShapes() {
  if (info.shapesReason)
    return reportError(error, MESH_ERROR_ARGUMENT, "%s: %s", info.name,
                       info.shapesReason);
  std::size_t numSizes = 0;
  for (std::int32_t i = 0; i < info.numResults; ++i)
    for (std::int32_t axis = 0; axis < info.results[i].rank; ++axis)
      numSizes += info.results[i].shape[axis] < 0;
  if (std::int32_t code = prepare(1 + numSizes))
    return code;
  if (numSizes > 0)
    slots[numSlots++] = results;
  slots[numSlots++] = &status;
  if (std::int32_t code = addParameters(/*hasData=*/false))
    return code;
  if (numSizes > 0) {
    CallScope scope(&status);
    if (std::int32_t code = invoke(info.invokeShapes, scope))
      return code;
  }
  const std::int64_t *size = results + 1;
  for (std::int32_t i = 0; i < info.numResults; ++i) {
    const ValueInfo &value = info.results[i];
    if (value.kind != ValueInfo::Tensor)
      continue;
    auto *shape = reinterpret_cast<std::int64_t *>(*frame++);
    for (std::int32_t axis = 0; axis < value.rank; ++axis) {
      std::int64_t found = value.shape[axis] >= 0 ? value.shape[axis] : *size++;
      if (shape)
        shape[axis] = found;
    }
  }
  return MESH_SUCCESS;
}

extern "C" std::int32_t mesh_rt_call(const FunctionInfo *info,
                                     const std::int64_t *frame,
                                     mesh_error *error) {
  clearError(error);
  return Call(*info, frame, error).run();
}

extern "C" std::int32_t mesh_rt_shapes(const FunctionInfo *info,
                                       const std::int64_t *frame,
                                       mesh_error *error) {
  clearError(error);
  return Call(*info, frame, error).runShapes();
}
