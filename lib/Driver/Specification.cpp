//===- Specification.cpp - functions without MLIR -------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Specification.h"

#include "RowCounts.h"

using namespace llvm;
using namespace mesh::driver;

FunctionSpec mesh::driver::specifyTypes(const Signature &signature) {
  FunctionSpec spec;
  spec.name = signature.function;
  for (const Parameter &parameter : signature.parameters)
    spec.parameters.push_back(
        {parameter.name, getArgType(parameter.type).value_or(ArgType()), {}});
  for (const Result &result : signature.results)
    spec.results.push_back(
        {result.name, getArgType(result.type).value_or(ArgType()), {}});
  return spec;
}

static Error checkTypes(const Signature &signature,
                        mlir::func::FuncOp function) {
  for (const Result &result : signature.results) {
    std::optional<ArgType> type = getArgType(result.type);
    if (type && type->shape.size() > MESH_MAX_RANK) {
      function.emitError("result '")
          << result.name << "' of @" << signature.function << " has "
          << type->shape.size() << " axes, expects at most "
          << int(MESH_MAX_RANK);
      return reportedError();
    }
    if (type && type->kind != ArgType::Graph)
      continue;
    function.emitError("result '")
        << result.name << "' of @" << signature.function << " has type "
        << result.type << ": only tensors and numbers can be printed or saved";
    return reportedError();
  }
  for (auto [i, parameter] : enumerate(signature.parameters)) {
    if (getArgType(parameter.type))
      continue;
    mlir::emitError(function.getArgument(i).getLoc())
        << signature.describe(i) << ": a value of type " << parameter.type
        << " cannot be given: only graphs, tensors and numbers can";
    return reportedError();
  }
  return Error::success();
}

Expected<FunctionSpec> mesh::driver::specify(const Signature &signature,
                                             mlir::func::FuncOp function) {
  if (Error error = checkTypes(signature, function))
    return std::move(error);
  FunctionSpec spec = specifyTypes(signature);
  addRowCounts(function, spec.parameters);
  return spec;
}
