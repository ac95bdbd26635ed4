//===- PrintPage.cpp - a report for reading -------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Explain/Report.h"

#include "CountWork.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace mesh::explain;

StringRef mesh::explain::getName(Phase phase) {
  switch (phase) {
  case Phase::Forward:
    return "forward";
  case Phase::Backward:
    return "backward";
  case Phase::Tangent:
    return "tangent";
  case Phase::After:
    return "after derivatives";
  }
  llvm_unreachable("unknown phase");
}

Formula Report::getMoved() const {
  Formula sum;
  for (const Kernel &kernel : kernels)
    sum += kernel.moved * kernel.times;
  return sum;
}

Formula Report::getLeast() const {
  Formula sum;
  for (const Kernel &kernel : kernels)
    sum += kernel.least * kernel.times;
  return sum;
}

Work Report::getWork() const {
  Work sum;
  for (const Kernel &kernel : kernels)
    sum = sum + kernel.work * kernel.times;
  return sum;
}

Formula Report::getTemporaryBytes() const {
  Formula sum;
  for (const Buffer &buffer : buffers)
    if (!buffer.isResult)
      sum += buffer.bytes;
  return sum;
}

static std::string describe(const Access &access) {
  std::string text = access.name + ": " + access.shape;
  if (!access.how.empty())
    text += ", " + access.how;
  return text;
}

/// One item a line, the first behind the label.
static void printList(raw_ostream &os, StringRef label,
                      ArrayRef<std::string> items) {
  for (auto [i, item] : enumerate(items))
    os << "     " << left_justify(i == 0 ? label : "", 9) << item << "\n";
}

static std::string describe(const Work &work) {
  std::string text = work.operations.str();
  if (!work.functions.isZero())
    text += ", and functions (exp, sqrt, ...) " + work.functions.str();
  return text;
}

static void printKernel(raw_ostream &os, const Kernel &kernel) {
  os << "\n"
     << right_justify("k" + std::to_string(kernel.number), 4) << " "
     << kernel.kind << "  " << kernel.place;
  if (!kernel.loops.empty())
    os << "  (" << kernel.times.str() << " times, loop at "
       << join(kernel.loops, ", ") << ")";
  os << "\n";
  auto list = [](ArrayRef<Access> accesses) {
    return map_to_vector(accesses, [](const Access &a) { return describe(a); });
  };
  printList(os, "computes", kernel.ops);
  if (kernel.servesDerivative)
    printList(os, "", {"and what their derivatives need"});
  printList(os, "again", kernel.recomputed);
  printList(os, "reads", list(kernel.reads));
  printList(os, "writes", list(kernel.writes));
  printList(os, "bytes", kernel.moved.str());
  if (kernel.least != kernel.moved)
    printList(os, "", "each tensor once: " + kernel.least.str());
  if (!kernel.work.operations.isZero() || !kernel.work.functions.isZero())
    printList(os, "flops", describe(kernel.work));
}

static void printBuffers(raw_ostream &os, const Report &report) {
  size_t count = count_if(
      report.buffers, [](const Buffer &buffer) { return !buffer.isResult; });
  os << "\ntemporaries: " << count;
  if (count > 0)
    os << ", " << report.getTemporaryBytes().str() << " bytes";
  os << "\n";
  for (bool isResult : {false, true}) {
    bool any = any_of(report.buffers, [&](const Buffer &buffer) {
      return buffer.isResult == isResult;
    });
    if (isResult && any)
      os << "\nmemory of results:\n";
    for (const Buffer &buffer : report.buffers)
      if (buffer.isResult == isResult)
        os << "  " << buffer.shape << "  (" << buffer.bytes.str()
           << " bytes) for " << buffer.made
           << (buffer.isInLoop ? ", in a loop" : "") << "\n";
  }
  if (!report.copies.empty())
    os << "\ncopies between buffers, not among the kernels:\n";
  for (const Buffer &copy : report.copies)
    os << "  " << copy.shape << "  (" << copy.bytes.str() << " bytes) for "
       << copy.made << (copy.isInLoop ? ", in a loop" : "") << "\n";
}

void mesh::explain::printPage(raw_ostream &os, const Report &report) {
  os << "@" << report.function << ": " << report.kernels.size()
     << (report.kernels.size() == 1 ? " kernel" : " kernels") << "\n";
  for (const NamedSize &size : report.openSizes)
    os << size.name << " is a size from " << size.place << "\n";
  for (Phase phase :
       {Phase::Forward, Phase::Tangent, Phase::Backward, Phase::After}) {
    auto isOf = [&](const Kernel &kernel) { return kernel.phase == phase; };
    if (none_of(report.kernels, isOf))
      continue;
    bool isOnlyOne = all_of(report.kernels, isOf);
    if (!isOnlyOne)
      os << "\n" << getName(phase) << ":\n";
    for (const Kernel &kernel : report.kernels)
      if (isOf(kernel))
        printKernel(os, kernel);
  }
  os << "\nall kernels: " << report.getMoved().str()
     << " bytes, with each tensor of a kernel once " << report.getLeast().str()
     << "; flops " << describe(report.getWork()) << "\n";
  printBuffers(os, report);
  os << "\ntensors of edge rows in memory: "
     << (report.edgeTensors.empty() ? "none" : "") << "\n";
  for (const EdgeTensor &tensor : report.edgeTensors)
    os << "  " << tensor.name << ": " << tensor.shape << "  ("
       << tensor.bytes.str() << " bytes)  " << tensor.place << "\n     "
       << tensor.reason << "\n";
  bool hasBackward = any_of(report.kernels, [](const Kernel &kernel) {
    return kernel.phase == Phase::Backward;
  });
  if (!hasBackward)
    return;
  os << "\nsaved for the backward pass: "
     << (report.saved.empty() ? "nothing but arguments" : "") << "\n";
  for (const Saved &saved : report.saved)
    os << "  " << saved.name << ": " << saved.shape << "  ("
       << saved.bytes.str() << " bytes)\n";
  os << "\ncomputed again in the backward pass:";
  bool any = false;
  for (const Kernel &kernel : report.kernels)
    if (kernel.phase == Phase::Backward && !kernel.recomputed.empty()) {
      os << "\n  in k" << kernel.number << ": "
         << join(kernel.recomputed, ", ");
      any = true;
    }
  os << (any ? "\n" : " nothing\n");
}
