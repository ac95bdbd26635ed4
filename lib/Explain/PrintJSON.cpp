//===- PrintJSON.cpp - a report for programs ------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Explain/Report.h"

#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace mesh::explain;

static void print(json::OStream &json, StringRef name,
                  ArrayRef<std::string> list) {
  json.attributeArray(name, [&] {
    for (const std::string &item : list)
      json.value(item);
  });
}

static void print(json::OStream &json, StringRef name,
                  ArrayRef<Access> accesses) {
  json.attributeArray(name, [&] {
    for (const Access &access : accesses)
      json.object([&] {
        json.attribute("name", access.name);
        json.attribute("shape", access.shape);
        if (!access.how.empty())
          json.attribute("how", access.how);
      });
  });
}

static void print(json::OStream &json, const Kernel &kernel) {
  json.object([&] {
    json.attribute("name", "k" + std::to_string(kernel.number));
    json.attribute("kind", kernel.kind);
    json.attribute("place", kernel.place);
    json.attribute("phase", getName(kernel.phase));
    print(json, "ops", kernel.ops);
    json.attribute("serves_derivative", kernel.servesDerivative);
    print(json, "recomputed", kernel.recomputed);
    print(json, "reads", kernel.reads);
    print(json, "writes", kernel.writes);
    json.attribute("bytes", kernel.moved.str());
    json.attribute("least_bytes", kernel.least.str());
    json.attribute("flops", kernel.work.operations.str());
    json.attribute("functions", kernel.work.functions.str());
    json.attribute("times", kernel.times.str());
  });
}

static void print(json::OStream &json, const Report &report, const Call &call) {
  json.attributeObject("call", [&] {
    json.attributeObject("sizes", [&] {
      std::map<std::string, double> ordered;
      for (const auto &size : call.sizes)
        ordered[size.getKey().str()] = size.getValue();
      for (const auto &[name, value] : ordered)
        json.attribute(name, value);
    });
    auto add = [&](StringRef name, const Formula &formula) {
      if (std::optional<double> value = formula.evaluate(call.sizes))
        json.attribute(name, *value);
      else
        json.attribute(name, nullptr);
    };
    add("bytes", report.getMoved());
    add("least_bytes", report.getLeast());
    add("flops", report.getWork().operations);
    add("functions", report.getWork().functions);
    add("temporary_bytes", report.getTemporaryBytes());
    json.attribute("seconds", call.seconds);
    json.attribute("calls", call.calls);
    json.attribute("threads", call.threads);
    json.attribute("bandwidth", call.bandwidth);
  });
}

static void print(json::OStream &json, const Report &report, const Call *call) {
  json.object([&] {
    json.attribute("function", report.function);
    json.attributeArray("kernels", [&] {
      for (const Kernel &kernel : report.kernels)
        print(json, kernel);
    });
    json.attribute("bytes", report.getMoved().str());
    json.attribute("least_bytes", report.getLeast().str());
    json.attribute("flops", report.getWork().operations.str());
    json.attribute("functions", report.getWork().functions.str());
    json.attributeArray("buffers", [&] {
      for (const Buffer &buffer : report.buffers)
        json.object([&] {
          json.attribute("kind", buffer.isResult ? "result" : "temporary");
          json.attribute("shape", buffer.shape);
          json.attribute("bytes", buffer.bytes.str());
          json.attribute("for", buffer.made);
          json.attribute("in_loop", buffer.isInLoop);
        });
    });
    json.attributeArray("copies", [&] {
      for (const Buffer &copy : report.copies)
        json.object([&] {
          json.attribute("shape", copy.shape);
          json.attribute("bytes", copy.bytes.str());
          json.attribute("for", copy.made);
          json.attribute("in_loop", copy.isInLoop);
        });
    });
    json.attributeArray("edge_tensors", [&] {
      for (const EdgeTensor &tensor : report.edgeTensors)
        json.object([&] {
          json.attribute("name", tensor.name);
          json.attribute("shape", tensor.shape);
          json.attribute("bytes", tensor.bytes.str());
          json.attribute("place", tensor.place);
          json.attribute("reason", tensor.reason);
        });
    });
    json.attributeArray("saved", [&] {
      for (const Saved &saved : report.saved)
        json.object([&] {
          json.attribute("name", saved.name);
          json.attribute("shape", saved.shape);
          json.attribute("bytes", saved.bytes.str());
        });
    });
    json.attributeArray("open_sizes", [&] {
      for (const NamedSize &size : report.openSizes)
        json.object([&] {
          json.attribute("name", size.name);
          json.attribute("place", size.place);
        });
    });
    if (call)
      print(json, report, *call);
  });
}

void mesh::explain::printJSON(raw_ostream &os, ArrayRef<Report> reports,
                              const Call *call) {
  json::OStream json(os, /*IndentSize=*/2);
  json.array([&] {
    for (const Report &report : reports)
      print(json, report, call);
  });
  os << "\n";
}
