//===- Origins.cpp - which ops of the user an op comes from ---------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Explain/Origins.h"

#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mesh::explain;

static void collect(Location location, const Origin &outer,
                    std::vector<Origin> &origins) {
  TypeSwitch<LocationAttr>(location)
      .Case<FileLineColLoc>([&](FileLineColLoc place) {
        Origin origin = outer;
        origin.place = place;
        if (!llvm::is_contained(origins, origin))
          origins.push_back(std::move(origin));
      })
      .Case<CallSiteLoc>([&](CallSiteLoc site) {
        Origin inner = outer;
        std::vector<Origin> callers;
        collect(site.getCaller(), Origin(location), callers);
        if (!callers.empty()) {
          inner.calls = {callers.front().place};
          inner.calls.append(callers.front().calls);
          inner.calls.append(outer.calls);
        }
        collect(site.getCallee(), inner, origins);
      })
      .Case<FusedLoc>([&](FusedLoc fused) {
        for (Location part : fused.getLocations())
          collect(part, outer, origins);
      })
      .Case<NameLoc>([&](NameLoc name) {
        Origin inner = outer;
        StringRef text = name.getName().getValue();
        if (text.starts_with("adjoint of "))
          inner.kind = Origin::Adjoint;
        else if (text.starts_with("tangent of ") &&
                 inner.kind == Origin::Itself)
          inner.kind = Origin::Tangent;
        collect(name.getChildLoc(), inner, origins);
      });
}

void mesh::explain::collectOrigins(Location location,
                                   std::vector<Origin> &origins) {
  collect(location, Origin(location), origins);
}

std::vector<Origin> mesh::explain::getOrigins(Operation *op) {
  std::vector<Origin> origins;
  collectOrigins(op->getLoc(), origins);
  op->walk([&](Operation *inner) {
    // Constants and ends of regions have the places of what they serve.
    if (inner != op && !inner->hasTrait<OpTrait::IsTerminator>() &&
        !inner->hasTrait<OpTrait::ConstantLike>())
      collectOrigins(inner->getLoc(), origins);
  });
  return origins;
}

std::string mesh::explain::describeLine(Location place) {
  auto file = place->findInstanceOf<FileLineColLoc>();
  if (!file)
    return "?";
  return std::to_string(file.getLine()) + ":" +
         std::to_string(file.getColumn());
}

std::string mesh::explain::describePlace(Location place) {
  auto file = place->findInstanceOf<FileLineColLoc>();
  if (!file)
    return "unknown place";
  return file.getFilename().str() + ":" + describeLine(place);
}

std::string mesh::explain::describeOrigin(const Origin &origin,
                                          const SourceOps &ops) {
  std::string text;
  if (origin.kind != Origin::Itself)
    text += origin.kind == Origin::Adjoint ? "adjoint of " : "tangent of ";
  auto known = ops.find(origin.place);
  if (known != ops.end()) {
    text += known->second.op;
    if (!known->second.value.empty())
      text += " " + known->second.value;
    text += " ";
  } else {
    text += "an op ";
  }
  text += "(" + describeLine(origin.place);
  for (Location call : origin.calls)
    text += ", called at " + describeLine(call);
  return text + ")";
}
