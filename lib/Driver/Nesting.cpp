//===- Nesting.cpp - refuse programs that nest too deep -------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Program.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mesh::driver;

/// Parser, verifier and passes recurse into regions and nested brackets.
static constexpr unsigned kMaxNesting = 1000;

/// The first bracket that opens level kMaxNesting + 1, or null.
static const char *findTooDeep(StringRef text) {
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
    case '"': // a string: up to the next quote that is not escaped
      for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
        i += text[i] == '\\';
      break;
    case '/': // a comment: up to the end of the line
      if (text.substr(i).starts_with("//"))
        i = text.find('\n', i);
      if (i == StringRef::npos)
        return nullptr;
      break;
    case '(':
    case '[':
    case '{':
      if (++depth > kMaxNesting)
        return text.data() + i;
      break;
    case ')':
    case ']':
    case '}':
      depth -= depth > 0;
      break;
    default:
      break;
    }
  }
  return nullptr;
}

Error mesh::driver::checkNesting(const SourceMgr &sources) {
  const MemoryBuffer *buffer = sources.getMemoryBuffer(sources.getMainFileID());
  const char *place = findTooDeep(buffer->getBuffer());
  if (!place)
    return Error::success();
  sources.PrintMessage(errs(), SMLoc::getFromPointer(place),
                       SourceMgr::DK_Error,
                       "nested deeper than " + Twine(kMaxNesting) + " levels");
  return reportedError();
}
