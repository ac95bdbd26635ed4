//===- CallFrame.cpp - arguments and results of one call ------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallFrame.h"

#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

static constexpr size_t kWord = 8;

static size_t descriptorWords(size_t rank) { return 3 + 2 * rank; }

void CallFrame::addBuffer(const void *data, ArrayRef<int64_t> shape) {
  size_t rank = shape.size();
  std::vector<int64_t> words(descriptorWords(rank));
  words[0] = words[1] = reinterpret_cast<int64_t>(data);
  int64_t stride = 1;
  for (size_t d = rank; d-- > 0;) {
    words[3 + d] = shape[d];
    words[3 + rank + d] = stride;
    stride *= shape[d];
  }
  descriptors.push_back(std::move(words));
  slots.push_back(descriptors.back().data());
}

/// Lays the results out as C does.
void CallFrame::placeResults(const Signature &signature) {
  size_t end = sizeof(int32_t);
  for (const Result &result : signature.results) {
    ArgType type = *getArgType(result.type);
    bool isTensor = type.kind == ArgType::Tensor;
    size_t alignment = isTensor ? kWord : byteWidth(type.dtype);
    size_t bytes = isTensor ? kWord * descriptorWords(type.shape.size())
                            : byteWidth(type.dtype);
    end = alignTo(end, alignment);
    places.push_back({std::move(type), end});
    end += bytes;
  }
  results.resize(divideCeil(end, kWord));
}

CallFrame::CallFrame(const Signature &signature, ArrayRef<ArgValue> arguments,
                     runtime::Status *status) {
  placeResults(signature);
  if (!places.empty())
    slots.push_back(results.data());
  slots.push_back(status);
  for (auto [parameter, argument] : zip(signature.parameters, arguments)) {
    auto addGraph = [&](const auto *graph) {
      for (const auto *component : graph->components())
        addBuffer(component->data(), {int64_t(component->size())});
    };
    if (const Array *array = argument.array()) {
      if (isa<mlir::RankedTensorType>(parameter.type))
        addBuffer(array->data(), array->shape);
      else
        slots.push_back(const_cast<char *>(array->data()));
    } else if (const auto *graph = argument.graph32()) {
      addGraph(graph);
    } else {
      addGraph(argument.graph64());
    }
  }
  if (places.empty())
    slots.push_back(results.data());
}

int32_t CallFrame::getCode() const {
  int32_t code;
  std::memcpy(&code, results.data(), sizeof(code));
  return code;
}

Expected<std::vector<Array>> CallFrame::takeResults(runtime::CallScope &scope) {
  const char *base = reinterpret_cast<const char *>(results.data());
  // Two results may be one buffer.
  SmallVector<std::pair<void *, std::shared_ptr<const void>>> owners;
  auto findOwner = [&](void *memory) -> std::shared_ptr<const void> {
    for (auto &[known, owner] : owners)
      if (known == memory)
        return owner;
    if (!scope.detach(memory))
      return nullptr;
    std::shared_ptr<const void> owner(
        memory, [](void *pointer) { _mlir_memref_to_llvm_free(pointer); });
    owners.emplace_back(memory, owner);
    return owner;
  };

  std::vector<Array> arrays;
  for (const Place &place : places) {
    const char *bytes = base + place.offset;
    SmallVector<int64_t, 4> shape;
    std::shared_ptr<const void> owner;
    if (place.type.kind == ArgType::Tensor) {
      size_t rank = place.type.shape.size();
      std::vector<int64_t> words(descriptorWords(rank));
      std::memcpy(words.data(), bytes, kWord * words.size());
      shape.assign(words.begin() + 3, words.begin() + 3 + rank);
      owner = findOwner(reinterpret_cast<void *>(words[0]));
      bytes = reinterpret_cast<const char *>(words[1]) +
              words[2] * int64_t(byteWidth(place.type.dtype));
    }
    if (owner) {
      auto array = borrowArray(place.type.dtype, shape, bytes, owner);
      if (!array)
        return array.takeError();
      arrays.push_back(std::move(*array));
      continue;
    }
    // A number, or memory that is not the caller's: an argument, a constant.
    auto copy = allocateArray(place.type.dtype, shape);
    if (!copy)
      return copy.takeError();
    std::memcpy(copy->bytes, bytes, copy->array.byteSize());
    arrays.push_back(std::move(copy->array));
  }
  return std::move(arrays);
}
