//===- Signature.cpp - arguments and results of functions -----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Driver/Program.h"

#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

std::string Signature::describe(size_t parameter) const {
  return ("argument " + Twine(parameter + 1) + " '" +
          parameters[parameter].name + "'")
      .str();
}

Signature mesh::driver::getSignature(const Program &program,
                                     mlir::func::FuncOp function) {
  Signature signature;
  signature.function = function.getName().str();
  auto names = program.argumentNames.find(function.getName());
  for (auto [i, type] : enumerate(function.getArgumentTypes())) {
    std::string name = "arg" + std::to_string(i);
    if (auto given = function.getArgAttrOfType<mlir::StringAttr>(i, kNameAttr))
      name = given.str();
    else if (names != program.argumentNames.end() && i < names->second.size())
      name = names->second[i];
    signature.parameters.push_back({std::move(name), type});
  }
  for (auto [i, type] : enumerate(function.getResultTypes())) {
    std::string name = "r" + std::to_string(i);
    if (auto given =
            function.getResultAttrOfType<mlir::StringAttr>(i, kNameAttr))
      name = given.str();
    signature.results.push_back({std::move(name), type});
  }
  return signature;
}

std::optional<DType> mesh::driver::getDType(mlir::Type type) {
  if (type.isIndex())
    return DType::Index;
  if (type.isF16())
    return DType::F16;
  if (type.isBF16())
    return DType::BF16;
  if (type.isF32())
    return DType::F32;
  if (type.isF64())
    return DType::F64;
  auto integer = dyn_cast<mlir::IntegerType>(type);
  if (!integer)
    return std::nullopt;
  bool isUnsigned = integer.isUnsigned();
  switch (integer.getWidth()) {
  case 1:
    return DType::Bool;
  case 8:
    return isUnsigned ? DType::U8 : DType::I8;
  case 16:
    return isUnsigned ? DType::U16 : DType::I16;
  case 32:
    return isUnsigned ? DType::U32 : DType::I32;
  case 64:
    return isUnsigned ? DType::U64 : DType::I64;
  default:
    return std::nullopt;
  }
}

std::optional<ArgType> mesh::driver::getArgType(mlir::Type type) {
  ArgType result;
  if (auto graph = dyn_cast<GraphType>(type)) {
    result.kind = ArgType::Graph;
    result.indexBits = graph.getIndexType().getWidth();
    return result;
  }
  mlir::Type element = type;
  if (auto tensor = dyn_cast<mlir::RankedTensorType>(type)) {
    if (tensor.getEncoding())
      return std::nullopt;
    result.kind = ArgType::Tensor;
    element = tensor.getElementType();
    for (int64_t size : tensor.getShape())
      result.shape.push_back(mlir::ShapedType::isDynamic(size) ? -1 : size);
  } else {
    result.kind = ArgType::Scalar;
  }
  std::optional<DType> dtype = getDType(element);
  if (!dtype)
    return std::nullopt;
  result.dtype = *dtype;
  return result;
}

static std::string typeText(mlir::Type type) {
  std::string text;
  raw_string_ostream(text) << type;
  return text;
}

static void printText(raw_ostream &os, const Signature &signature) {
  auto printOne = [&](const auto &value) {
    os << value.name << ": " << value.type;
  };
  os << "@" << signature.function << "(";
  interleaveComma(signature.parameters, os, printOne);
  os << ")";
  if (!signature.results.empty()) {
    os << " -> (";
    interleaveComma(signature.results, os, printOne);
    os << ")";
  }
  os << "\n";
}

void mesh::driver::printSignatures(raw_ostream &os,
                                   ArrayRef<Signature> signatures,
                                   bool asJSON) {
  if (!asJSON) {
    for (const Signature &signature : signatures)
      printText(os, signature);
    return;
  }
  json::OStream json(os, /*IndentSize=*/2);
  // What a tool needs to make the argument without reading MLIR types.
  auto printParts = [&](mlir::Type type) {
    std::optional<ArgType> parts = getArgType(type);
    if (!parts) {
      json.attribute("kind", "other");
      return;
    }
    if (parts->kind == ArgType::Graph) {
      json.attribute("kind", "graph");
      json.attribute("index_bits", parts->indexBits);
      return;
    }
    json.attribute("kind",
                   parts->kind == ArgType::Tensor ? "tensor" : "scalar");
    json.attribute("element", typeName(parts->dtype));
    if (parts->kind == ArgType::Tensor)
      json.attributeArray("shape", [&] {
        for (int64_t size : parts->shape)
          json.value(size < 0 ? json::Value(nullptr) : json::Value(size));
      });
  };
  auto printList = [&](StringRef key, const auto &values) {
    json.attributeArray(key, [&] {
      for (const auto &value : values)
        json.object([&] {
          json.attribute("name", value.name);
          json.attribute("type", typeText(value.type));
          printParts(value.type);
        });
    });
  };
  json.array([&] {
    for (const Signature &signature : signatures)
      json.object([&] {
        json.attribute("function", signature.function);
        printList("arguments", signature.parameters);
        printList("results", signature.results);
      });
  });
  os << "\n";
}
