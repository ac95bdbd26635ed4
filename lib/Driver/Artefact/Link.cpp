//===- Link.cpp - shared libraries and programs ---------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Artefact/Link.h"

#include "Embedded.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

/// What every library exports besides its functions.
static constexpr StringLiteral kExportedApi[] = {"mesh_graph_from_coo",
                                                 "mesh_graph_from_csr",
                                                 "mesh_graph_from_coo64",
                                                 "mesh_graph_from_csr64",
                                                 "mesh_graph_free",
                                                 "mesh_graph_sources",
                                                 "mesh_graph_targets",
                                                 "mesh_graph_edges",
                                                 "mesh_free",
                                                 "mesh_trim",
                                                 "mesh_set_num_threads"};

namespace {

/// A folder for one link, removed at the end.
class WorkFolder {
public:
  WorkFolder() = default;
  WorkFolder(const WorkFolder &) = delete;
  ~WorkFolder() {
    if (!path.empty())
      sys::fs::remove_directories(path);
  }

  Error create() {
    if (std::error_code error = sys::fs::createUniqueDirectory("mesh", path))
      return dataError("no folder for temporary files: " + error.message());
    return Error::success();
  }
  std::string file(StringRef name) const {
    SmallString<128> result(path);
    sys::path::append(result, name);
    return result.str().str();
  }
  Error write(StringRef name, StringRef bytes) const {
    std::error_code error;
    raw_fd_ostream os(file(name), error);
    if (!error) {
      os << bytes;
      os.close();
      error = os.error();
      os.clear_error();
    }
    if (error)
      return dataError(file(name) + ": " + error.message());
    return Error::success();
  }

private:
  SmallString<128> path;
};

} // namespace

static Expected<std::string> readFile(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return dataError(path + ": " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

/// A compiler that can link. The one that Mesh is built with comes first: it
/// knows where its OpenMP runtime is.
static Expected<std::string> findLinker(bool isCxx) {
  const StringRef c[] = {"clang-22", "clang", "cc", "gcc"},
                  cxx[] = {"clang++-22", "clang++", "c++", "g++"};
  ArrayRef<StringRef> names(isCxx ? cxx : c);
  for (StringRef name : names)
    if (ErrorOr<std::string> path = sys::findProgramByName(name))
      return *path;
  return dataError("no linker: expects one of " + join(names, ", ") +
                   " on PATH");
}

static std::string versionScript(ArrayRef<CFunction> functions) {
  std::string text = "{ global: ";
  for (const CFunction &function : functions) {
    text += function.symbol + "; ";
    if (function.hasShapes())
      text += function.symbol + "_shapes; ";
  }
  for (StringRef name : kExportedApi)
    text += (name + "; ").str();
  return text + "local: *; };\n";
}

static Error runLinker(StringRef program, ArrayRef<std::string> arguments,
                       const WorkFolder &folder) {
  SmallVector<StringRef> words(arguments.begin(), arguments.end());
  std::string log = folder.file("log"), reason;
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(log),
                                          StringRef(log)};
  int status = sys::ExecuteAndWait(program, words, /*Env=*/std::nullopt,
                                   redirects, /*SecondsToWait=*/0,
                                   /*MemoryLimit=*/0, &reason);
  if (status == 0)
    return Error::success();
  Expected<std::string> said = readFile(log);
  if (said)
    reason += *said;
  else
    consumeError(said.takeError());
  return dataError(program + " failed: " + StringRef(reason).trim());
}

/// Links the files in `folder` that `inputs` name, as both kinds need it.
static Expected<std::string> link(const WorkFolder &folder,
                                  ArrayRef<StringRef> inputs,
                                  ArrayRef<std::string> options, bool isCxx) {
  Expected<std::string> linker = findLinker(isCxx);
  if (!linker)
    return linker.takeError();
  bool isClang = sys::path::filename(*linker).starts_with("clang");
  std::string output = folder.file("output");
  SmallVector<std::string> arguments = {*linker, "-o", output};
  for (StringRef input : inputs)
    arguments.push_back(folder.file(input));
  llvm::append_range(arguments, options);
  for (StringRef option :
       {"-Wl,--gc-sections", "-Wl,-s", "-Wl,--as-needed",
        isClang ? "-fopenmp=libomp" : "-l:libomp.so.5", "-lm", "-lpthread"})
    arguments.push_back(option.str());
  if (isClang && sys::findProgramByName("ld.lld-22"))
    arguments.push_back("--ld-path=ld.lld-22");
  if (Error error = runLinker(*linker, arguments, folder))
    return std::move(error);
  return readFile(output);
}

Expected<std::string> mesh::driver::linkShared(StringRef object,
                                               ArrayRef<CFunction> functions) {
  WorkFolder folder;
  if (Error error = folder.create())
    return std::move(error);
  for (auto [name, bytes] :
       {std::pair<StringRef, std::string>{"program.o", object.str()},
        {"runtime.a", runtimeArchive().str()},
        {"exports", versionScript(functions)}})
    if (Error error = folder.write(name, bytes))
      return std::move(error);
  return link(folder, {"program.o", "runtime.a"},
              {"-shared", "-Wl,--version-script=" + folder.file("exports"),
               "-Wl,--undefined=mesh_graph_from_coo", "-Wl,-z,defs"},
              /*isCxx=*/false);
}

Expected<std::string> mesh::driver::linkProgram(StringRef object) {
  WorkFolder folder;
  if (Error error = folder.create())
    return std::move(error);
  for (auto [name, bytes] :
       {std::pair<StringRef, StringRef>{"program.o", object},
        {"runner.o", runnerObject()},
        {"runtime.a", runtimeArchive()}})
    if (Error error = folder.write(name, bytes))
      return std::move(error);
  return link(folder, {"program.o", "runner.o", "runtime.a"}, {"-lz", "-ldl"},
              /*isCxx=*/true);
}
