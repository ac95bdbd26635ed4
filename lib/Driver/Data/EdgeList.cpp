//===- EdgeList.cpp - edge lists as text ----------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/EdgeList.h"
#include "FastText.h"
#include "mesh/Driver/Data/File.h"
#include "mesh/Driver/Data/Progress.h"
#include "mesh/Runtime/Memory.h"

#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <limits>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

namespace {

/// Cuts a line into fields; false if one between commas is empty.
bool cutLine(StringRef line, SmallVectorImpl<StringRef> &fields) {
  if (!line.contains(',')) {
    splitFields(line, 3, fields);
    return true;
  }
  fields.clear();
  line.split(fields, ',', /*MaxSplit=*/3);
  for (StringRef &field : fields)
    if ((field = field.trim()).empty())
      return false;
  return true;
}

class Parser {
public:
  Parser(StringRef text, StringRef name)
      : text(text), lines(text), name(name),
        lastLineEnd(text.begin() + (text.rfind('\n') + 1)), // npos + 1 is 0
        progress("reading " + name, text.size()) {}

  Expected<EdgeList> parse() {
    reserve();
    StringRef line;
    while (lines.next(line)) {
      if (Error error = parseLine(line))
        return std::move(error);
      if (firstLine != 0)
        parseUsualLines();
    }
    list.graph.numSources = list.graph.numTargets = largest + 1;
    if (!weighted)
      return std::move(list);
    Expected<Array> array =
        makeArray(weights, {static_cast<int64_t>(weights.size())});
    if (!array)
      return array.takeError();
    list.weights = *array;
    return std::move(list);
  }

private:
  Error fail(const Twine &message) {
    return lineError(name, lines.number(), message);
  }

  /// Makes room for about as many edges as there are lines, so that the lists
  /// are not moved while they grow.
  void reserve() {
    StringRef head = text.take_front(1 << 16);
    size_t count = head.count('\n');
    if (count == 0)
      return;
    size_t room = (text.size() / head.size() + 1) * (count + count / 32);
    room = std::min(room, text.size() / 4 + 1); // "0 1" and a line end
    list.graph.reserve(room);
  }

  void add(int64_t source, int64_t target) {
    list.graph.source.push_back(source);
    list.graph.target.push_back(target);
    largest = std::max({largest, source, target});
  }

  void parseUsualLines();
  Error parseLine(StringRef line);
  Error parseId(StringRef field, const char *what, int64_t &id);

  StringRef text;
  LineReader lines;
  StringRef name;
  const char *lastLineEnd;
  Progress progress;
  SmallVector<StringRef, 4> fields;
  EdgeList list;
  std::vector<double> weights;
  int64_t largest = -1;
  uint64_t firstLine = 0; ///< the first one with an edge
  bool weighted = false;  ///< whether that one has a weight
};

} // namespace

/// Goes on to the first line that has not the form of the first edge, or has
/// something that is worth a closer look.
void Parser::parseUsualLines() {
  const char *begin = lines.remaining().begin(), *line = begin;
  uint64_t count = 0;
  for (; line < lastLineEnd; ++count) {
    const char *p = line;
    int64_t source, target;
    double weight;
    fast::skipBlanks(p);
    if (!fast::scanIndex(p, text.end(), source))
      break;
    bool comma = *p == ',';
    if (!comma && !fast::isBlank(*p))
      break;
    ++p;
    fast::skipBlanks(p);
    if (!fast::scanIndex(p, text.end(), target))
      break;
    if (weighted) {
      if (comma ? *p != ',' : !fast::isBlank(*p))
        break;
      ++p;
      fast::skipBlanks(p);
      if (!fast::scanReal(p, weight))
        break;
    }
    fast::skipBlanks(p);
    if (!fast::scanLineEnd(p))
      break;
    add(source, target);
    if (weighted)
      weights.push_back(weight);
    line = p;
    progress.update(p - text.begin());
  }
  lines.skip(line - begin, count);
}

Error Parser::parseId(StringRef field, const char *what, int64_t &id) {
  if (!parseInteger(field, id))
    return fail(Twine("node ids must be whole numbers, but the ") + what +
                " is " + quoted(field));
  if (id < 0 || id == std::numeric_limits<int64_t>::max())
    return fail(Twine(what) + " " + Twine(id) +
                " is out of range, expects 0 <= " + what);
  return Error::success();
}

Error Parser::parseLine(StringRef line) {
  StringRef bare = line.trim();
  if (bare.empty() || bare[0] == '#' || bare[0] == '%')
    return Error::success();
  if (!cutLine(bare, fields))
    return fail("a field between commas is empty: " + quoted(line));
  if (fields.size() < 2 || fields.size() > 3)
    return fail("expects source, target and at most a weight, but got " +
                quoted(line));
  int64_t source, target;
  if (Error error = parseId(fields[0], "source", source))
    return error;
  if (Error error = parseId(fields[1], "target", target))
    return error;
  bool hasWeight = fields.size() == 3;
  if (firstLine == 0) {
    firstLine = lines.number();
    weighted = hasWeight;
  } else if (hasWeight != weighted) {
    return fail(Twine("weights must be in all lines or in none: this line ") +
                (hasWeight ? "has one" : "has none") + ", line " +
                Twine(firstLine) + (hasWeight ? " has none" : " has one"));
  }
  double weight = 0;
  if (hasWeight && !parseReal(fields[2], weight))
    return fail("expects a number as the weight, but got " + quoted(fields[2]));
  if (hasWeight && weights.empty())
    runtime::reserveHuge(weights, list.graph.source.capacity());
  add(source, target);
  if (hasWeight)
    weights.push_back(weight);
  return Error::success();
}

Expected<EdgeList> mesh::driver::parseEdgeList(StringRef text, StringRef name) {
  return Parser(text, name).parse();
}

Expected<EdgeList> mesh::driver::readEdgeList(StringRef path) {
  Expected<FileBytes> file = openFile(path);
  if (!file)
    return file.takeError();
  return parseEdgeList(file->bytes, path);
}
