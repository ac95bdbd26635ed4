//===- Table.cpp - numbers as text in rows --------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Table.h"
#include "mesh/Driver/Data/File.h"
#include "mesh/Driver/Data/Progress.h"
#include "mesh/Driver/Data/Text.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mesh::driver;

/// The entries of a line; none on lines that are skipped.
static void cut(StringRef line, SmallVectorImpl<StringRef> &entries) {
  entries.clear();
  line = line.trim();
  if (line.empty() || line[0] == '#' || line[0] == '%')
    return;
  if (!line.contains(',')) {
    llvm::SplitString(line, entries, " \t");
    return;
  }
  line.split(entries, ',');
  for (StringRef &entry : entries)
    entry = entry.trim();
}

Expected<Array> mesh::driver::parseTable(StringRef text, StringRef name) {
  Progress progress("reading " + name, text.size());
  std::vector<double> reals;
  std::vector<int64_t> integers; // as long as all entries are
  bool isWhole = true;
  int64_t rows = 0;
  size_t columns = 0;
  SmallVector<StringRef> entries;
  LineReader lines(text);
  for (StringRef line; lines.next(line);) {
    cut(line, entries);
    if (entries.empty())
      continue;
    auto fail = [&](const Twine &reason) {
      return dataError(name + ": line " + Twine(lines.number()) + ": " +
                       reason);
    };
    if (rows == 0)
      columns = entries.size();
    if (entries.size() != columns)
      return fail("expects " + Twine(columns) +
                  " entries, as on the lines before, but got " +
                  Twine(entries.size()));
    for (StringRef entry : entries) {
      double real;
      if (!parseReal(entry, real))
        return fail("expects a number, but got '" + entry.take_front(20) +
                    "'; a line of names starts with '#'");
      reals.push_back(real);
      int64_t integer = 0;
      isWhole = isWhole && parseInteger(entry, integer);
      if (isWhole)
        integers.push_back(integer);
    }
    ++rows;
    progress.update(static_cast<uint64_t>(line.end() - text.begin()));
  }
  SmallVector<int64_t, 2> shape = {rows, static_cast<int64_t>(columns)};
  Expected<NewArray> made =
      allocateArray(isWhole ? DType::I64 : DType::F64, shape);
  if (!made)
    return made.takeError();
  if (isWhole)
    llvm::copy(integers, made->as<int64_t>());
  else
    llvm::copy(reals, made->as<double>());
  return made->array;
}

Expected<Array> mesh::driver::readTable(StringRef path) {
  Expected<FileBytes> file = openFile(path);
  if (!file)
    return file.takeError();
  return parseTable(file->bytes, path);
}

Expected<size_t> mesh::driver::countColumns(StringRef path) {
  Expected<FileBytes> file = openFile(path);
  if (!file)
    return file.takeError();
  SmallVector<StringRef> entries;
  LineReader lines(file->bytes);
  for (StringRef line; lines.next(line);) {
    cut(line, entries);
    if (!entries.empty())
      return entries.size();
  }
  return 0;
}
