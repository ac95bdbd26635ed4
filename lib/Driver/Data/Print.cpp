//===- Print.cpp - arrays for reading -------------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Print.h"

#include "llvm/Support/Format.h"

#include <cmath>

using namespace llvm;
using namespace mesh::driver;

namespace {

/// First and last elements of an axis that a summary shows.
constexpr int64_t kEdgeItems = 3;
/// Values of a row before it is broken.
constexpr size_t kLineWidth = 100;

std::string valueText(const Array &array, int64_t i) {
  std::string text;
  raw_string_ostream os(text);
  if (array.dtype == DType::Bool) {
    os << (array.intAt(i) ? "true" : "false");
  } else if (array.dtype == DType::U64) {
    os << static_cast<uint64_t>(array.intAt(i));
  } else if (!isFloat(array.dtype)) {
    os << array.intAt(i);
  } else {
    double value = array.doubleAt(i);
    // The sign of a NaN says nothing, and platforms differ in it.
    if (std::isnan(value))
      os << "nan";
    else
      os << format("%.6g", value);
  }
  return text;
}

class Printer {
public:
  Printer(raw_ostream &os, const Array &array)
      : os(os), array(array), elide(array.size() > kPrintLimit) {
    // Values are right-aligned in columns of one width.
    visit(0, 0, [&](int64_t i) {
      width = std::max(width, valueText(array, i).size());
    });
  }

  void print() { printAxis(0, 0); }

private:
  bool skips(unsigned axis, int64_t index) const {
    return elide && array.shape[axis] > 2 * kEdgeItems && index == kEdgeItems;
  }

  /// Calls `function` with every element that is shown.
  template <class Function>
  void visit(unsigned axis, int64_t offset, Function function) {
    if (axis == array.rank())
      return function(offset);
    int64_t size = array.shape[axis];
    for (int64_t i = 0; i < size; ++i) {
      if (skips(axis, i))
        i = size - kEdgeItems;
      visit(axis + 1, offset * size + i, function);
    }
  }

  void printAxis(unsigned axis, int64_t offset) {
    bool last = axis + 1 == array.rank();
    int64_t size = array.shape[axis];
    os << '[';
    size_t column = axis + 1;
    for (int64_t i = 0; i < size; ++i) {
      bool skip = skips(axis, i);
      if (skip)
        i = size - kEdgeItems;
      if (last) {
        column = separate(i == 0, column, axis);
        if (skip) {
          os << "...";
          column = separate(false, column + 3, axis);
        }
        std::string text = valueText(array, offset * size + i);
        os.indent(width - text.size()) << text;
        column += width;
        continue;
      }
      if (i != 0)
        newRow(axis);
      if (skip) {
        os << "...";
        newRow(axis);
      }
      printAxis(axis + 1, offset * size + i);
    }
    os << ']';
  }

  /// Goes to the next value of a row; gives its column.
  size_t separate(bool first, size_t column, unsigned axis) {
    if (first)
      return column;
    if (column + 2 + width <= kLineWidth) {
      os << ", ";
      return column + 2;
    }
    os << ",\n";
    os.indent(axis + 1);
    return axis + 1;
  }

  void newRow(unsigned axis) {
    os << ',';
    // Blocks of more than one axis are set apart.
    for (unsigned a = axis + 1; a < array.rank(); ++a)
      os << '\n';
    os.indent(axis + 1);
  }

  raw_ostream &os;
  const Array &array;
  bool elide;
  size_t width = 0;
};

} // namespace

void mesh::driver::printArray(raw_ostream &os, const Array &array) {
  os << array.typeName() << '\n';
  if (array.rank() == 0)
    os << valueText(array, 0);
  else if (array.size() == 0)
    os << "[]";
  else
    Printer(os, array).print();
  os << '\n';
}
