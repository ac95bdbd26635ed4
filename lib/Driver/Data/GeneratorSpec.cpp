//===- GeneratorSpec.cpp - how generators are written ---------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "GeneratorOptions.h"
#include "mesh/Driver/Data/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace mesh::driver;

std::optional<StringRef> GeneratorSpec::option(StringRef key) const {
  for (const auto &[name, value] : options)
    if (name == key)
      return StringRef(value);
  return std::nullopt;
}

Expected<GeneratorSpec> mesh::driver::parseGenerator(StringRef text) {
  GeneratorSpec spec;
  size_t end = text.find_first_of(":,");
  spec.name = text.substr(0, end).trim().str();
  while (end != StringRef::npos) {
    text = text.drop_front(end + 1);
    end = text.find_first_of(":,");
    StringRef word = text.substr(0, end).trim();
    if (word.empty())
      return dataError("an option of '" + spec.name + "' is empty");
    auto [key, value] = word.split('=');
    if (!word.contains('=')) {
      spec.words.push_back(word.str());
      continue;
    }
    if (spec.option(key))
      return dataError("the option '" + key + "' of '" + spec.name +
                       "' occurs twice");
    spec.options.emplace_back(key.str(), value.str());
  }
  return spec;
}

Expected<std::optional<SmallVector<int64_t, 4>>>
mesh::driver::generatorShape(const GeneratorSpec &spec) {
  std::optional<StringRef> text = spec.option("shape");
  if (!text)
    return std::optional<SmallVector<int64_t, 4>>();
  SmallVector<int64_t, 4> shape;
  SmallVector<StringRef, 4> parts;
  if (!text->empty())
    text->split(parts, 'x');
  for (StringRef part : parts) {
    int64_t dim;
    if (!parseInteger(part, dim) || dim < 0)
      return dataError("expects a shape such as 34x16, but got " +
                       quoted(*text));
    shape.push_back(dim);
  }
  return std::optional<SmallVector<int64_t, 4>>(std::move(shape));
}

Error mesh::driver::checkOptions(const GeneratorSpec &spec,
                                 ArrayRef<StringRef> keys,
                                 ArrayRef<StringRef> flags,
                                 unsigned numPositional) {
  std::string known = join(keys, "=, ") + (keys.empty() ? "" : "=");
  if (!flags.empty())
    known += (known.empty() ? "" : ", ") + join(flags, ", ");
  if (known.empty())
    known = "none";
  for (const auto &option : spec.options)
    if (!is_contained(keys, option.first))
      return dataError("'" + spec.name + "' has no option '" + option.first +
                       "=', the options are: " + known);
  unsigned plain = 0;
  for (const std::string &word : spec.words)
    if (!is_contained(flags, word) && ++plain > numPositional)
      return dataError("'" + spec.name + "' does not take " + quoted(word) +
                       ", the options are: " + known);
  return Error::success();
}

Expected<int64_t> mesh::driver::countOption(const GeneratorSpec &spec,
                                            StringRef key) {
  std::optional<StringRef> text = spec.option(key);
  if (!text)
    return dataError("'" + spec.name + "' expects the option '" + key + "='");
  int64_t value;
  if (!parseInteger(*text, value) || value < 0)
    return dataError("'" + spec.name + "' expects a number of 0 or more for '" +
                     key + "=', but got " + quoted(*text));
  return value;
}

Expected<double> mesh::driver::realOption(const GeneratorSpec &spec,
                                          StringRef key, double otherwise) {
  std::optional<StringRef> text = spec.option(key);
  double value = otherwise;
  if (text && !parseReal(*text, value))
    return dataError("'" + spec.name + "' expects a number for '" + key +
                     "=', but got " + quoted(*text));
  return value;
}

Expected<uint64_t> mesh::driver::seedOption(const GeneratorSpec &spec) {
  StringRef text;
  if (std::optional<StringRef> named = spec.option("seed"))
    text = *named;
  else if (!spec.words.empty())
    text = spec.words.front();
  uint64_t seed;
  if (text.empty())
    return dataError("'" + spec.name + "' expects a seed, such as '" +
                     spec.name + ":1'");
  if (text.getAsInteger(10, seed))
    return dataError("'" + spec.name +
                     "' expects a seed of 0 or more and at most 64 bits, but "
                     "got " +
                     quoted(text));
  return seed;
}
