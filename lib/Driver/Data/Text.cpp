//===- Text.cpp - numbers and lines of text files -------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

using namespace llvm;
using namespace mesh::driver;

/// Drops a plus sign, which from_chars does not know. "+-1" stays wrong.
static StringRef dropPlus(StringRef text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-')
    return text.drop_front();
  return text;
}

bool mesh::driver::parseInteger(StringRef text, int64_t &value) {
  text = dropPlus(text);
  auto [end, code] = std::from_chars(text.begin(), text.end(), value);
  return code == std::errc() && end == text.end() && !text.empty();
}

bool mesh::driver::parseReal(StringRef text, double &value) {
  text = dropPlus(text);
  if (text.empty())
    return false;
  auto [end, code] = std::from_chars(text.begin(), text.end(), value);
  if (end != text.end())
    return false;
  if (code == std::errc())
    return true;
  if (code != std::errc::result_out_of_range)
    return false;
  // from_chars does not say whether the number is too large or too small.
  value = std::strtod(text.str().c_str(), nullptr);
  return std::isfinite(value);
}

void Scanner::skipSpace() {
  while (!atEnd() && isSpace(text[position]))
    ++position;
}

bool Scanner::accept(char c) {
  skipSpace();
  if (atEnd() || text[position] != c)
    return false;
  ++position;
  return true;
}

bool LineReader::next(StringRef &line) {
  if (rest.empty())
    return false;
  size_t end = rest.find('\n');
  line = rest.substr(0, end);
  rest = rest.drop_front(std::min(line.size() + 1, rest.size()));
  line.consume_back("\r");
  ++lineNumber;
  return true;
}

void mesh::driver::splitFields(StringRef line, size_t limit,
                               SmallVectorImpl<StringRef> &fields) {
  fields.clear();
  for (;;) {
    line = line.ltrim(" \t\v\f");
    if (line.empty())
      return;
    if (fields.size() == limit) {
      fields.push_back(line);
      return;
    }
    size_t end = line.find_first_of(" \t\v\f");
    fields.push_back(line.substr(0, end));
    line = end == StringRef::npos ? StringRef() : line.drop_front(end);
  }
}

std::string mesh::driver::readable(StringRef text) {
  std::string out;
  raw_string_ostream os(out);
  const auto *p = reinterpret_cast<const UTF8 *>(text.begin());
  const auto *end = reinterpret_cast<const UTF8 *>(text.end());
  while (p != end) {
    const UTF8 *next = p;
    UTF32 point = 0;
    bool good = convertUTF8Sequence(&next, end, &point, strictConversion) ==
                conversionOK;
    if (!good)
      next = p + 1;
    StringRef piece(reinterpret_cast<const char *>(p), next - p);
    if (good && sys::unicode::isPrintable(static_cast<int>(point)))
      os << piece;
    else
      for (unsigned char c : piece)
        os << '\\' << hexdigit(c >> 4) << hexdigit(c & 15);
    p = next;
  }
  return out;
}

std::string mesh::driver::quoted(StringRef text) {
  std::string out = "'";
  raw_string_ostream os(out);
  printEscapedString(text.take_front(40), os);
  os << (text.size() > 40 ? "...'" : "'");
  return out;
}
