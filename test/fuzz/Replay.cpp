//===- Replay.cpp - gives kept inputs to the fuzz targets -----------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// usage: mesh-replay TARGET FOLDER
//
// Calls a target with every file of a folder. Without libFuzzer, so that every
// build can do it.
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

using namespace llvm;
using namespace mesh;

static int fail(const Twine &text) {
  errs() << "mesh-replay: error: " << text << "\n";
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return fail("expects a target and a folder");
  auto *target = StringSwitch<fuzz::Target *>(argv[1])
                     .Case("npy", fuzz::npy)
                     .Case("npz", fuzz::npz)
                     .Case("mtx", fuzz::mtx)
                     .Case("edges", fuzz::edges)
                     .Case("argument", fuzz::argument)
                     .Case("program", fuzz::program)
                     .Default(nullptr);
  if (!target)
    return fail(Twine("no target '") + argv[1] + "'");
  std::vector<std::string> paths;
  std::error_code code;
  for (sys::fs::directory_iterator file(argv[2], code), end;
       file != end && !code; file.increment(code))
    paths.push_back(file->path());
  if (code)
    return fail(Twine(argv[2]) + ": " + code.message());
  llvm::sort(paths);
  for (const std::string &path : paths) {
    auto bytes = MemoryBuffer::getFile(path, /*IsText=*/false,
                                       /*RequiresNullTerminator=*/false);
    if (!bytes)
      return fail(path + ": " + bytes.getError().message());
    // Named first, for the case that it is the last thing to be seen.
    outs() << path << "\n";
    outs().flush();
    target((*bytes)->getBuffer());
  }
  outs() << argv[1] << ": " << paths.size() << " inputs\n";
  return 0;
}
