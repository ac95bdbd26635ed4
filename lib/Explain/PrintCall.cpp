//===- PrintCall.cpp - a report in numbers --------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Explain/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace mesh::explain;

/// The value, or the sizes that it lacks.
static std::string evaluate(const Formula &formula, const Call &call) {
  std::string text;
  raw_string_ostream os(text);
  if (std::optional<double> value = formula.evaluate(call.sizes)) {
    os << format("%.0f", *value);
    return text;
  }
  os << "unknown (depends on ";
  ListSeparator comma;
  for (const std::string &name : formula.getSymbols())
    if (!call.sizes.count(name))
      os << comma << name;
  os << ")";
  return text;
}

static void printRow(raw_ostream &os, ArrayRef<std::string> cells) {
  os << "  ";
  for (auto [i, cell] : enumerate(cells))
    os << (i == 0 ? left_justify(cell, 6) : right_justify(cell, 15));
  os << "\n";
}

void mesh::explain::printCall(raw_ostream &os, const Report &report,
                              const Call &call) {
  os << "\nthis call:\n";
  printRow(os, {"", "bytes", "least bytes", "flops", "functions"});
  auto add = [&](const std::string &name, const Formula &moved,
                 const Formula &least, const Work &work, const Formula &times) {
    printRow(os, {name, evaluate(moved * times, call),
                  evaluate(least * times, call),
                  evaluate(work.operations * times, call),
                  evaluate(work.functions * times, call)});
  };
  for (const Kernel &kernel : report.kernels)
    add("k" + std::to_string(kernel.number), kernel.moved, kernel.least,
        kernel.work, kernel.times);
  add("all", report.getMoved(), report.getLeast(), report.getWork(),
      Formula::number(1));
  os << "  temporaries: " << evaluate(report.getTemporaryBytes(), call)
     << " bytes\n";

  os << format("\nmeasured: median %.3f ms of %d calls, %d threads\n",
               call.seconds * 1e3, call.calls, call.threads)
     << format("measured: memory bandwidth %.2f GB/s (triad on arrays larger "
               "than the last-level cache)\n",
               call.bandwidth / 1e9);
  auto compare = [&](StringRef what, const Formula &bytes) {
    std::optional<double> value = bytes.evaluate(call.sizes);
    os << "ratio: time / (" << what << " / bandwidth) = ";
    if (value && *value > 0)
      os << format("%.2f\n", call.seconds * call.bandwidth / *value);
    else
      os << "unknown\n";
  };
  compare("least bytes", report.getLeast());
  compare("bytes", report.getMoved());
}
