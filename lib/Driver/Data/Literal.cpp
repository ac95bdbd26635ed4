//===- Literal.cpp - arrays written out -----------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Literal.h"
#include "mesh/Driver/Data/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

#include <vector>

using namespace llvm;
using namespace mesh::driver;

namespace {

/// Deeper nesting than this is refused: no tensor has it, and the parser calls
/// itself.
constexpr unsigned kMaxDepth = 16;

class Parser : Scanner {
public:
  explicit Parser(StringRef text) : Scanner{text} {}

  Expected<Array> parse() {
    if (Error error = parseItem(0))
      return std::move(error);
    skipSpace();
    if (position != text.size())
      return fail("expects the end of the literal, but got " + found());
    // Levels below an empty one were never seen: `[[],[]]` is [2, 0].
    bool real = anyReal;
    Expected<NewArray> made =
        allocateArray(real ? DType::F64 : DType::I64, shape);
    if (!made)
      return made.takeError();
    if (real)
      std::copy(reals.begin(), reals.end(), made->as<double>());
    else
      std::copy(integers.begin(), integers.end(), made->as<int64_t>());
    return made->array;
  }

private:
  Error fail(const Twine &message) {
    return dataError("column " + Twine(position + 1) +
                     " of the literal: " + message);
  }
  std::string found() const {
    return atEnd() ? std::string("its end") : quoted(text.substr(position));
  }

  Error parseItem(unsigned depth) {
    skipSpace();
    size_t start = position;
    bool list = accept('[');
    // The first number or empty list met fixes the depth of all others.
    if (leafDepth && (list ? depth >= *leafDepth : depth != *leafDepth)) {
      position = start;
      return fail(Twine("expects ") + (list ? "a number" : "'['") +
                  " as in the rows before, but got " + found());
    }
    return list ? parseList(depth) : parseNumber(depth);
  }

  Error parseList(unsigned depth) {
    if (depth >= kMaxDepth)
      return fail("nested more than " + Twine(kMaxDepth) + " deep");
    bool firstOfLevel = shape.size() == depth;
    if (firstOfLevel)
      shape.push_back(-1);
    int64_t length = 0;
    if (!accept(']')) {
      do {
        if (Error error = parseItem(depth + 1))
          return error;
        ++length;
      } while (accept(','));
      if (!accept(']'))
        return fail("expects ',' or ']', but got " + found());
    } else if (!leafDepth) {
      leafDepth = depth + 1;
    }
    if (shape[depth] == -1)
      shape[depth] = length;
    if (shape[depth] != length)
      return fail("expects " + Twine(shape[depth]) +
                  " items as in the rows before, but got " + Twine(length));
    return Error::success();
  }

  Error parseNumber(unsigned depth) {
    StringRef word = text.substr(position).take_until(
        [](char c) { return c == ',' || c == ']' || c == '[' || isSpace(c); });
    int64_t integer = 0;
    double real = 0;
    if (word == "true" || word == "false") {
      integer = word == "true";
      real = integer;
    } else if (parseInteger(word, integer)) {
      real = static_cast<double>(integer);
    } else if (parseReal(word, real)) {
      anyReal = true;
    } else {
      return fail("expects a number, but got " + found());
    }
    leafDepth = depth;
    position += word.size();
    integers.push_back(integer);
    reals.push_back(real);
    return Error::success();
  }

  std::optional<unsigned> leafDepth;
  SmallVector<int64_t, 4> shape;
  std::vector<int64_t> integers;
  std::vector<double> reals;
  bool anyReal = false;
};

} // namespace

bool mesh::driver::looksLikeLiteral(StringRef text) {
  text = text.trim();
  if (text.empty())
    return false;
  char c = text[0];
  return c == '[' || c == '-' || c == '+' || c == '.' || isDigit(c) ||
         text == "nan" || text == "inf" || text == "true" || text == "false";
}

Expected<Array> mesh::driver::parseLiteral(StringRef text) {
  return Parser(text).parse();
}
