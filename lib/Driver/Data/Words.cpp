//===- Words.cpp - words of a command line --------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Words.h"

#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace mesh::driver;

Words::Words(int argc, const char *const *argv) {
  for (int i = 0; i < argc; ++i) {
    StringRef word = argv[i];
    bool takesValue = word == "--arg" || word == "-arg";
    if (takesValue && i + 1 < argc)
      texts.push_back((word + "=" + StringRef(argv[++i])).str());
    else
      texts.push_back(word.str());
  }
  for (const std::string &text : texts)
    pointers.push_back(text.c_str());
}
