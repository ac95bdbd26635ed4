//===- MatrixMarket.cpp - Matrix Market .mtx files ------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/MatrixMarket.h"
#include "FastText.h"
#include "mesh/Driver/Data/Elements.h"
#include "mesh/Driver/Data/File.h"
#include "mesh/Driver/Data/Progress.h"
#include "mesh/Runtime/Memory.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

namespace {

enum class Field { Real, Integer, Pattern };
enum class Symmetry { General, Symmetric, Skew };

class Parser {
public:
  Parser(StringRef text, StringRef name)
      : lines(text), textBegin(text.begin()), textEnd(text.end()),
        textBytes(text.size()),
        lastLineEnd(text.begin() + (text.rfind('\n') + 1)), // npos + 1 is 0
        name(name), progress("reading " + name, text.size()) {}

  Expected<SparseMatrix> parse() {
    if (Error error = parseBanner())
      return std::move(error);
    if (Error error = parseSize())
      return std::move(error);
    if (Error error = matrix.dense ? parseArray() : parseEntries())
      return std::move(error);
    if (nextLine())
      return fail("expects no line after " + Twine(count) + " of " +
                  Twine(count) + " entries, but got " + quoted(line));
    return std::move(matrix);
  }

private:
  Error fail(const Twine &text) {
    return lineError(name, lines.number(), text);
  }

  /// Goes to the next line that is neither blank nor a comment.
  bool nextLine() {
    while (lines.next(line)) {
      splitFields(line, 3, fields);
      if (!fields.empty() && fields[0].front() != '%')
        return true;
    }
    return false;
  }

  Error parseBanner();
  Error parseSize();
  Error parseEntries();
  Error parseEntry(int64_t entry);
  int64_t parseUsualEntries(int64_t wanted);
  Error parseArray();
  Error parseValue(StringRef text);
  Error finishValues(ArrayRef<int64_t> shape);
  Error parseIndex(StringRef text, const char *what, int64_t limit,
                   int64_t &index);
  Error checkTriangle(int64_t row, int64_t column);

  bool isSkew() const { return symmetry == Symmetry::Skew; }

  /// Adds the position of the entry whose value came last, and the mirror image
  /// of a symmetric file's.
  void append(int64_t row, int64_t column) {
    matrix.row.push_back(row);
    matrix.column.push_back(column);
    if (symmetry == Symmetry::General || row == column)
      return;
    matrix.row.push_back(column);
    matrix.column.push_back(row);
    if (field == Field::Real)
      reals.push_back(isSkew() ? -reals.back() : reals.back());
    else
      integers.push_back(isSkew() ? -integers.back() : integers.back());
  }

  LineReader lines;
  const char *textBegin, *textEnd;
  uint64_t textBytes;
  const char *lastLineEnd;
  StringRef name, line;
  Progress progress;
  SmallVector<StringRef, 8> fields;
  SparseMatrix matrix;
  Field field = Field::Real;
  Symmetry symmetry = Symmetry::General;
  int64_t count = 0;
  std::vector<double> reals;
  std::vector<int64_t> integers;
  uint64_t lowerLine = 0, upperLine = 0;
};

Error Parser::parseBanner() {
  constexpr StringLiteral banner("%%MatrixMarket");
  if (!lines.next(line))
    return lineError(name, 1,
                     "expects '%%MatrixMarket matrix ...', but the file is "
                     "empty");
  splitFields(line, 5, fields);
  if (!line.starts_with_insensitive(banner) ||
      !fields[0].equals_insensitive(banner))
    return fail("expects a Matrix Market header that starts with "
                "'%%MatrixMarket' in the first column, but got " +
                quoted(line));
  if (fields.size() != 5)
    return fail("expects '%%MatrixMarket matrix' with format, field and "
                "symmetry, but got " +
                quoted(line));
  auto is = [&](unsigned i, StringRef word) {
    return fields[i].equals_insensitive(word);
  };
  if (!is(1, "matrix"))
    return fail("expects the object 'matrix', but got " + quoted(fields[1]));
  matrix.dense = is(2, "array");
  if (!matrix.dense && !is(2, "coordinate"))
    return fail("expects the format 'coordinate' or 'array', but got " +
                quoted(fields[2]));
  bool hermitian = is(4, "hermitian");
  if (is(3, "complex"))
    return fail("complex values are not supported");
  if (is(3, "real") || is(3, "double"))
    field = Field::Real;
  else if (is(3, "integer"))
    field = Field::Integer;
  else if (is(3, "pattern"))
    field = Field::Pattern;
  else
    return fail("expects the field 'real', 'integer' or 'pattern', but got " +
                quoted(fields[3]));
  if (is(4, "symmetric"))
    symmetry = Symmetry::Symmetric;
  else if (is(4, "skew-symmetric"))
    symmetry = Symmetry::Skew;
  else if (!is(4, "general") && !hermitian)
    return fail("expects the symmetry 'general', 'symmetric' or "
                "'skew-symmetric', but got " +
                quoted(fields[4]));
  if (hermitian ||
      (field == Field::Pattern && (matrix.dense || symmetry == Symmetry::Skew)))
    return fail("invalid combination '" + fields[2].lower() + " " +
                fields[3].lower() + " " + fields[4].lower() + "'");
  return Error::success();
}

Error Parser::parseSize() {
  const char *what =
      matrix.dense ? "need rows, columns" : "need rows, columns, entries";
  if (!nextLine())
    return lineError(name, lines.number() + 1,
                     Twine(what) + ", but the file ends");
  size_t wanted = matrix.dense ? 2 : 3;
  int64_t sizes[3] = {0, 0, 0};
  bool good = fields.size() == wanted;
  for (size_t i = 0; good && i < wanted; ++i)
    good = parseInteger(fields[i], sizes[i]) && sizes[i] >= 0;
  if (!good)
    return fail(Twine(what) + ", but got " + quoted(line));
  matrix.rows = sizes[0];
  matrix.columns = sizes[1];
  count = sizes[2];
  if (symmetry != Symmetry::General && matrix.rows != matrix.columns)
    return fail("a symmetric matrix expects as many rows as columns, but got " +
                Twine(matrix.rows) + " rows and " + Twine(matrix.columns) +
                " columns");
  if (!matrix.dense)
    return Error::success();
  int64_t total;
  if (MulOverflow(matrix.rows, matrix.columns, total))
    return fail("a matrix of " + Twine(matrix.rows) + " x " +
                Twine(matrix.columns) + " values is too large");
  // The lower triangle, with or without the diagonal.
  int64_t diagonal = std::min(matrix.rows, matrix.columns);
  count = symmetry == Symmetry::General     ? total
          : symmetry == Symmetry::Symmetric ? (total - diagonal) / 2 + diagonal
                                            : (total - diagonal) / 2;
  return Error::success();
}

Error Parser::parseValue(StringRef text) {
  if (field == Field::Real) {
    double value;
    if (!parseReal(text, value))
      return fail("expects a number, but got " + quoted(text));
    reals.push_back(value);
    return Error::success();
  }
  int64_t value;
  // The least integer has no mirror image of the other sign.
  if (!parseInteger(text, value) || (isSkew() && value == INT64_MIN))
    return fail("expects an integer of 64 bits, but got " + quoted(text));
  integers.push_back(value);
  return Error::success();
}

Error Parser::parseIndex(StringRef text, const char *what, int64_t limit,
                         int64_t &index) {
  if (!parseInteger(text, index))
    return fail(Twine("expects a ") + what + " number, but got " +
                quoted(text));
  if (index < 1 || index > limit)
    return fail(Twine(what) + " " + Twine(index) +
                " is out of range, expects 1 <= " + what +
                " <= " + Twine(limit));
  --index;
  return Error::success();
}

/// Symmetric files store one triangle. Mirroring both would double the edges,
/// so a file that fills both is refused.
Error Parser::checkTriangle(int64_t row, int64_t column) {
  if (row == column) {
    if (isSkew())
      return fail("a skew-symmetric file expects no entry on the diagonal");
    return Error::success();
  }
  uint64_t &mine = row > column ? lowerLine : upperLine;
  uint64_t other = row > column ? upperLine : lowerLine;
  mine = lines.number();
  if (other)
    return fail("a symmetric file expects entries on one side of the diagonal, "
                "but line " +
                Twine(other) + " is on the other side");
  return Error::success();
}

Error Parser::parseEntries() {
  // A valid entry takes at least four bytes, whatever the size line claims.
  size_t room = std::min<uint64_t>(count, textBytes / 4);
  if (symmetry != Symmetry::General)
    room *= 2;
  runtime::reserveHuge(matrix.row, room);
  runtime::reserveHuge(matrix.column, room);
  if (field == Field::Real)
    runtime::reserveHuge(reals, room);
  else
    runtime::reserveHuge(integers, room);
  for (int64_t entry = 0; entry < count;) {
    if (Error error = parseEntry(entry))
      return error;
    ++entry;
    entry += parseUsualEntries(count - entry);
  }
  return finishValues({static_cast<int64_t>(matrix.row.size())});
}

/// Takes lines as long as they have the usual form, at most `wanted`. Gives
/// their number.
int64_t Parser::parseUsualEntries(int64_t wanted) {
  const char *begin = lines.remaining().begin(), *start = begin;
  int64_t entry = 0;
  for (; start < lastLineEnd && entry < wanted; ++entry) {
    const char *p = start;
    int64_t row, column, integer = 1;
    double real;
    fast::skipBlanks(p);
    if (!fast::scanIndex(p, textEnd, row) || !fast::isBlank(*p))
      break;
    fast::skipBlanks(p);
    if (!fast::scanIndex(p, textEnd, column) || row < 1 || row > matrix.rows ||
        column < 1 || column > matrix.columns)
      break;
    if (field != Field::Pattern) {
      if (!fast::isBlank(*p))
        break;
      fast::skipBlanks(p);
      if (field == Field::Real ? !fast::scanReal(p, real)
                               : !fast::scanIndex(p, textEnd, integer))
        break;
    }
    fast::skipBlanks(p);
    if (!fast::scanLineEnd(p))
      break;
    if (symmetry != Symmetry::General) {
      if (row > column ? upperLine : row < column ? lowerLine : isSkew())
        break;
      if (row != column)
        (row > column ? lowerLine : upperLine) = lines.number() + entry + 1;
    }
    if (field == Field::Real)
      reals.push_back(real);
    else
      integers.push_back(integer);
    append(row - 1, column - 1);
    start = p;
    progress.update(p - textBegin);
  }
  lines.skip(start - begin, entry);
  return entry;
}

Error Parser::parseEntry(int64_t entry) {
  size_t wanted = field == Field::Pattern ? 2 : 3;
  if (!nextLine())
    return fail("the file ends after " + Twine(entry) + " of " + Twine(count) +
                " entries");
  if (fields.size() != wanted)
    return fail(Twine(fields.size() < wanted ? "incomplete entry, " : "") +
                "expects " +
                (wanted == 2 ? "row and column" : "row, column and value") +
                ", but got " + quoted(line));
  int64_t row, column;
  if (Error error = parseIndex(fields[0], "row", matrix.rows, row))
    return error;
  if (Error error = parseIndex(fields[1], "column", matrix.columns, column))
    return error;
  if (field == Field::Pattern)
    integers.push_back(1);
  else if (Error error = parseValue(fields[2]))
    return error;
  if (symmetry != Symmetry::General)
    if (Error error = checkTriangle(row, column))
      return error;
  append(row, column);
  return Error::success();
}

Error Parser::parseArray() {
  // Each value takes a line of at least one byte and its end.
  if (static_cast<uint64_t>(count) > textBytes)
    return fail("the size line asks for " + Twine(count) +
                " values, more than a file of " + Twine(textBytes) +
                " bytes can hold");
  for (int64_t i = 0; i < count; ++i) {
    if (!nextLine())
      return fail("the file ends after " + Twine(i) + " of " + Twine(count) +
                  " entries");
    if (fields.size() != 1)
      return fail("expects one value, but got " + quoted(line));
    if (Error error = parseValue(fields[0]))
      return error;
  }
  return finishValues({matrix.rows, matrix.columns});
}

Error Parser::finishValues(ArrayRef<int64_t> shape) {
  DType dtype = field == Field::Real ? DType::F64 : DType::I64;
  Expected<NewArray> made = allocateArray(dtype, shape);
  if (!made)
    return fail(toString(made.takeError()));
  matrix.values = made->array;
  auto fill = [&](const auto &values, auto *out) {
    if (!matrix.dense) {
      std::copy(values.begin(), values.end(), out);
      return;
    }
    // Column by column; symmetric files hold the lower triangle only.
    size_t next = 0;
    int64_t n = matrix.columns;
    for (int64_t c = 0; c < n; ++c) {
      if (isSkew())
        out[c * n + c] = 0;
      int64_t first = symmetry == Symmetry::General     ? 0
                      : symmetry == Symmetry::Symmetric ? c
                                                        : c + 1;
      for (int64_t r = first; r < matrix.rows; ++r) {
        auto value = values[next++];
        out[r * n + c] = value;
        if (symmetry != Symmetry::General && r != c)
          out[c * n + r] = isSkew() ? -value : value;
      }
    }
  };
  if (field == Field::Real)
    fill(reals, made->as<double>());
  else
    fill(integers, made->as<int64_t>());
  return Error::success();
}

} // namespace

Expected<SparseMatrix> mesh::driver::parseMatrixMarket(StringRef text,
                                                       StringRef name) {
  return Parser(text, name).parse();
}

Expected<SparseMatrix> mesh::driver::readMatrixMarket(StringRef path) {
  Expected<FileBytes> file = openFile(path);
  if (!file)
    return file.takeError();
  return parseMatrixMarket(file->bytes, path);
}
