//===- Text.h - numbers and lines of text files -*- C++ -* ------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_TEXT_H
#define MESH_DRIVER_DATA_TEXT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace mesh::driver {

/// Reads all of `text` as a decimal integer with an optional sign. False if it
/// is anything else or does not fit.
bool parseInteger(llvm::StringRef text, int64_t &value);

/// Reads all of `text` as a decimal number, `nan` or `inf` with an optional
/// sign; independent of the locale. Numbers too small become 0; false if the
/// text is anything else or too large.
bool parseReal(llvm::StringRef text, double &value);

/// A place in a text of brackets, words and blanks, for parsers to build on.
struct Scanner {
  llvm::StringRef text;
  size_t position = 0;

  bool atEnd() const { return position >= text.size(); }
  void skipSpace();
  /// Passes over blanks and, where it comes next, `c`.
  bool accept(char c);
};

/// Cuts a text into lines that end in LF, CR LF or the end of the text.
class LineReader {
public:
  explicit LineReader(llvm::StringRef text) : rest(text) {}

  /// What follows the lines given so far.
  llvm::StringRef remaining() const { return rest; }
  /// Passes over `count` lines that end `bytes` bytes further on.
  void skip(size_t bytes, uint64_t count) {
    rest = rest.drop_front(bytes);
    lineNumber += count;
  }

  /// The next line without its end; false when there is none.
  bool next(llvm::StringRef &line);
  /// Number of the line that `next` gave last, from 1.
  uint64_t number() const { return lineNumber; }

private:
  llvm::StringRef rest;
  uint64_t lineNumber = 0;
};

/// The parts of a line between blanks and tabs. Stops after `limit` parts;
/// `fields` then has one more, the unsplit rest.
void splitFields(llvm::StringRef line, size_t limit,
                 llvm::SmallVectorImpl<llvm::StringRef> &fields);

/// Names for messages: what cannot be printed, or is no UTF-8, is escaped.
std::string readable(llvm::StringRef text);

/// A piece of a file for a message: at most 40 characters, unprintable ones
/// escaped.
std::string quoted(llvm::StringRef text);

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_TEXT_H
