//===- EdgeList.cpp - edge lists as text ----------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/EdgeList.h"
#include "mesh/Driver/Data/File.h"
#include "mesh/Driver/Data/Text.h"

#include "llvm/ADT/Twine.h"

#include <limits>

using namespace llvm;
using namespace mesh::driver;

/// Cuts a line into fields; false if one between commas is empty.
static bool cutLine(StringRef line, SmallVectorImpl<StringRef> &fields) {
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

Expected<EdgeList> mesh::driver::parseEdgeList(StringRef text, StringRef name) {
  EdgeList list;
  std::vector<double> weights;
  uint64_t firstLine = 0;
  SmallVector<StringRef, 4> fields;
  LineReader lines(text);
  StringRef line;
  while (lines.next(line)) {
    StringRef bare = line.trim();
    if (bare.empty() || bare[0] == '#' || bare[0] == '%')
      continue;
    auto fail = [&](const Twine &message) {
      return lineError(name, lines.number(), message);
    };
    if (!cutLine(bare, fields))
      return fail("a field between commas is empty: " + quoted(line));
    if (fields.size() < 2 || fields.size() > 3)
      return fail("expects source, target and at most a weight, but got " +
                  quoted(line));
    for (auto [what, field, ids] :
         {std::tuple<const char *, StringRef, std::vector<int64_t> *>{
              "source", fields[0], &list.graph.source},
          {"target", fields[1], &list.graph.target}}) {
      int64_t id;
      if (!parseInteger(field, id))
        return fail(Twine("node ids must be whole numbers, but the ") + what +
                    " is " + quoted(field));
      if (id < 0 || id == std::numeric_limits<int64_t>::max())
        return fail(Twine(what) + " " + Twine(id) +
                    " is out of range, expects 0 <= " + what);
      ids->push_back(id);
    }
    bool weighted = fields.size() == 3;
    if (firstLine == 0)
      firstLine = lines.number();
    else if (weighted != !weights.empty())
      return fail(Twine("weights must be in all lines or in none: this line ") +
                  (weighted ? "has one" : "has none") + ", line " +
                  Twine(firstLine) + (weighted ? " has none" : " has one"));
    if (!weighted)
      continue;
    double weight;
    if (!parseReal(fields[2], weight))
      return fail("expects a number as the weight, but got " +
                  quoted(fields[2]));
    weights.push_back(weight);
  }
  if (Error error = inferNodeCounts(list.graph))
    return std::move(error);
  if (weights.empty())
    return list;
  Expected<Array> array =
      makeArray(weights, {static_cast<int64_t>(weights.size())});
  if (!array)
    return array.takeError();
  list.weights = *array;
  return list;
}

Expected<EdgeList> mesh::driver::readEdgeList(StringRef path) {
  Expected<FileBytes> file = openFile(path);
  if (!file)
    return file.takeError();
  return parseEdgeList(file->bytes, path);
}
