//===- Readers.cpp - how fast graphs are read -----------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Readers.h"

#include "mesh/Driver/Data/EdgeList.h"
#include "mesh/Driver/Data/File.h"
#include "mesh/Driver/Data/Generators.h"
#include "mesh/Driver/Data/MatrixMarket.h"
#include "mesh/Driver/Data/Npy.h"
#include "mesh/Runtime/Memory.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <memory>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

/// Keeps the compiler from dropping work whose result nobody needs.
static void keep(uint64_t value) { asm volatile("" : : "r"(value) : "memory"); }

/// The value, or the end: the files have been written a moment ago.
template <class T> static T must(Expected<T> value) {
  return cantFail(std::move(value));
}

static void convertDigits(StringRef path) {
  FileBytes file = must(openFile(path));
  uint64_t sum = 0, number = 0;
  for (char c : file.bytes) {
    unsigned digit = static_cast<unsigned char>(c) - '0';
    if (digit < 10) {
      number = number * 10 + digit;
    } else {
      sum += number;
      number = 0;
    }
  }
  keep(sum);
}

static void readBytes(StringRef path) {
  int file = 0;
  uint64_t size = 0;
  if (sys::fs::openFileForRead(path, file) || sys::fs::file_size(path, size))
    return;
  std::unique_ptr<char[]> memory(new char[size]);
  runtime::useHugePages(memory.get(), size);
  uint64_t done = 0;
  while (done < size) {
    Expected<size_t> count = sys::fs::readNativeFile(
        sys::fs::convertFDToNativeFile(file),
        MutableArrayRef<char>(memory.get() + done, size - done));
    if (!count || *count == 0)
      break;
    done += *count;
  }
  keep(memory[size - 1]);
  sys::fs::file_t native = sys::fs::convertFDToNativeFile(file);
  (void)sys::fs::closeFile(native);
}

/// Reads an array and touches every page of it, since it may only be mapped.
static void readArray(StringRef path) {
  Array array = must(readNpy(path));
  uint64_t sum = 0;
  for (uint64_t i = 0; i < array.byteSize(); i += 4096)
    sum += static_cast<unsigned char>(array.data()[i]);
  keep(sum);
}

/// The two rows as an array, as files hold it.
static Expected<Array> indices(const CooGraph &graph, DType dtype) {
  int64_t edges = graph.numEdges();
  Expected<NewArray> made = allocateArray(DType::I64, {2, edges});
  if (!made)
    return made.takeError();
  auto *end =
      std::copy(graph.source.begin(), graph.source.end(), made->as<int64_t>());
  std::copy(graph.target.begin(), graph.target.end(), end);
  return convert(made->array, dtype);
}

static Error write(StringRef path, function_ref<Error(raw_ostream &)> body) {
  std::error_code code;
  raw_fd_ostream os(path, code);
  if (code)
    return dataError(path + ": " + code.message());
  return body(os);
}

static Error writeText(StringRef path, StringRef head, const CooGraph &graph,
                       int64_t first, bool weighted) {
  return write(path, [&](raw_ostream &os) {
    os << head;
    for (int64_t e = 0; e < graph.numEdges(); ++e) {
      os << graph.source[e] + first << ' ' << graph.target[e] + first;
      if (weighted)
        os << " 0." << 100 + e * 7919 % 900;
      os << '\n';
    }
    return Error::success();
  });
}

Error bench::benchReaders(int64_t edges, const Compare &compare) {
  SmallString<128> folder;
  if (std::error_code code =
          sys::fs::createUniqueDirectory("mesh-bench", folder))
    return dataError(code.message());
  scope_exit remove([&] { (void)sys::fs::remove_directories(folder); });
  auto path = [&](StringRef name) {
    SmallString<128> full(folder);
    sys::path::append(full, name);
    return std::string(full);
  };
  std::string npy64 = path("i64.npy"), npy32 = path("i32.npy"),
              text = path("g.txt"), weighted = path("w.txt"),
              pattern = path("p.mtx"), real = path("r.mtx");
  std::string counts = std::to_string(edges);
  {
    std::string nodes = std::to_string(std::max<int64_t>(edges / 14, 1));
    Expected<GeneratorSpec> spec = parseGenerator(
        "uniform_graph:nodes=" + nodes + ",edges=" + counts + ",seed=1");
    if (!spec)
      return spec.takeError();
    Expected<CooGraph> graph = generateGraph(*spec);
    if (!graph)
      return graph.takeError();
    for (auto [name, dtype] : {std::pair<StringRef, DType>{npy64, DType::I64},
                               {npy32, DType::I32}}) {
      Expected<Array> array = indices(*graph, dtype);
      if (!array)
        return array.takeError();
      if (Error error = write(
              name, [&](raw_ostream &os) { return writeNpy(os, *array); }))
        return error;
    }
    std::string sizes = nodes + " " + nodes + " " + counts + "\n";
    std::string banner = "%%MatrixMarket matrix coordinate ";
    for (auto [name, head, first, weights] :
         {std::tuple<StringRef, std::string, int64_t, bool>{text, "", 0, false},
          {weighted, "", 0, true},
          {pattern, banner + "pattern general\n" + sizes, 1, false},
          {real, banner + "real general\n" + sizes, 1, true}})
      if (Error error = writeText(name, head, *graph, first, weights))
        return error;
  }

  for (auto [what, name] :
       {std::pair<const char *, StringRef>{".npy of i64", npy64},
        {".npy of i32", npy32}}) {
    compare((Twine("array from ") + what + " / reading the bytes").str(),
            [name = name] { readArray(name); },
            [name = name] { readBytes(name); });
    compare((Twine("graph from ") + what + " / reading the bytes").str(),
            [name = name] {
              keep(must(graphFromIndices(must(readNpy(name)))).numSources);
            },
            [name = name] { readBytes(name); });
  }
  for (auto [what, name] :
       {std::pair<const char *, StringRef>{"edge list", text},
        {"edge list with weights", weighted}})
    compare((Twine(what) + " / converting the digits").str(),
            [name = name] { keep(must(readEdgeList(name)).graph.numSources); },
            [name = name] { convertDigits(name); });
  for (auto [what, name] :
       {std::pair<const char *, StringRef>{"Matrix Market, pattern", pattern},
        {"Matrix Market, real", real}})
    compare((Twine(what) + " / converting the digits").str(),
            [name = name] { keep(must(readMatrixMarket(name)).rows); },
            [name = name] { convertDigits(name); });
  return Error::success();
}
