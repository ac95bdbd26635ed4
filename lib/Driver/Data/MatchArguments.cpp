//===- MatchArguments.cpp - which text belongs to which parameter ---------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Function.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mesh::driver;

std::string FunctionSpec::describe(size_t parameter) const {
  return ("argument " + Twine(parameter + 1) + " '" +
          parameters[parameter].name + "'")
      .str();
}

/// The name in "name=value", or an empty text. Nothing else that an argument
/// can be starts with a word and a '='.
static StringRef readName(StringRef text) {
  size_t length = 0;
  while (length < text.size() &&
         (isAlnum(text[length]) || StringRef("_.$-").contains(text[length])))
    ++length;
  if (length == 0 || length == text.size() || text[length] != '=')
    return "";
  return text.take_front(length);
}

static std::string listNames(const FunctionSpec &function) {
  if (function.parameters.empty())
    return "it takes none";
  std::string text = "they are ";
  for (size_t i = 0; i < function.parameters.size(); ++i)
    text += (i ? ", '" : "'") + function.parameters[i].name + "'";
  return text;
}

Expected<std::vector<std::string>>
mesh::driver::matchArguments(const FunctionSpec &function,
                             ArrayRef<std::string> given) {
  size_t count = function.parameters.size();
  std::vector<std::optional<std::string>> found(count);
  SmallVector<StringRef> byPosition;
  for (StringRef text : given) {
    StringRef name = readName(text);
    if (name.empty()) {
      byPosition.push_back(text);
      continue;
    }
    size_t i = 0;
    while (i < count && function.parameters[i].name != name)
      ++i;
    if (i == count)
      return dataError("@" + function.name + " has no argument '" + name +
                       "'; " + listNames(function));
    if (found[i])
      return dataError(function.describe(i) + " is given twice");
    found[i] = text.drop_front(name.size() + 1).str();
  }
  size_t next = 0;
  for (StringRef text : byPosition) {
    while (next < count && found[next])
      ++next;
    if (next == count)
      return dataError("@" + function.name + " takes " + Twine(count) +
                       " argument(s), but got " + Twine(given.size()) + "; " +
                       listNames(function));
    found[next] = text.str();
  }
  std::string missing;
  std::vector<std::string> texts;
  for (size_t i = 0; i < count; ++i) {
    if (found[i])
      texts.push_back(*found[i]);
    else
      missing +=
          (missing.empty() ? "'" : ", '") + function.parameters[i].name + "': ";
    if (!found[i])
      missing += function.parameters[i].type.name();
  }
  if (!missing.empty())
    return dataError("@" + function.name + " takes " + Twine(count) +
                     " argument(s), but got " + Twine(given.size()) +
                     "; missing " + missing);
  return texts;
}
