//===- Header.cpp - the C header of a library -----------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Embedded.h"
#include "mesh/Driver/Artefact/Interface.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

static StringRef cType(DType dtype) {
  switch (dtype) {
  case DType::Bool:
    return "uint8_t";
  case DType::I8:
    return "int8_t";
  case DType::U8:
    return "uint8_t";
  case DType::I16:
    return "int16_t";
  case DType::U16:
  case DType::F16:
  case DType::BF16:
    return "uint16_t";
  case DType::I32:
    return "int32_t";
  case DType::U32:
    return "uint32_t";
  case DType::I64:
  case DType::Index:
    return "int64_t";
  case DType::U64:
    return "uint64_t";
  case DType::F32:
    return "float";
  case DType::F64:
    return "double";
  }
  llvm_unreachable("all types are covered");
}

/// What the type in C does not say.
static StringRef elementNote(DType dtype) {
  switch (dtype) {
  case DType::Bool:
    return ", each 0 or 1";
  case DType::F16:
    return ", the bits of IEEE 754 half-precision numbers";
  case DType::BF16:
    return ", the bits of bfloat16 numbers";
  default:
    return "";
  }
}

/// "[x_size0][16]" for a tensor<?x16xf32>.
static std::string axes(const CValue &value) {
  std::string text;
  for (auto [axis, size] : enumerate(value.argType.shape))
    text +=
        "[" + (size < 0 ? sizeName(value, axis) : std::to_string(size)) + "]";
  return text;
}

/// Names from a program may hold anything; they must not end the comment.
static std::string inComment(StringRef text) {
  std::string result;
  for (char c : text)
    result += isPrint(c) ? c : '?';
  for (size_t at; (at = result.find("*/")) != std::string::npos;)
    result.replace(at, 2, "* /");
  return result;
}

static void documentParameter(raw_ostream &os, const CValue &value) {
  os << " *   " << value.name << "  " << inComment(value.type);
  if (value.argType.kind == ArgType::Tensor)
    os << ": " << value.name << axes(value) << elementNote(value.argType.dtype);
  else if (value.argType.kind == ArgType::Graph)
    os << ": indices of " << value.argType.indexBits << " bits";
  os << "\n";
}

static void documentResult(raw_ostream &os, const CValue &value) {
  os << " *   " << value.name << "  " << inComment(value.type);
  if (value.argType.kind == ArgType::Tensor)
    os << ": " << cType(value.argType.dtype)
       << elementNote(value.argType.dtype);
  os << "\n";
}

static SmallVector<std::string> declareParameters(const CFunction &function,
                                                  bool isShapes) {
  SmallVector<std::string> list;
  for (const CValue &value : function.parameters) {
    const ArgType &type = value.argType;
    if (type.kind == ArgType::Scalar) {
      list.push_back((cType(type.dtype) + " " + value.name).str());
      continue;
    }
    if (type.kind == ArgType::Graph)
      list.push_back("const mesh_graph *" + value.name);
    else if (!isShapes)
      list.push_back(("const " + cType(type.dtype) + " *" + value.name).str());
    for (auto [axis, size] : enumerate(type.shape))
      if (size < 0)
        list.push_back("int64_t " + sizeName(value, axis));
  }
  for (const CValue &value : function.results) {
    bool isTensor = value.argType.kind == ArgType::Tensor;
    if (isShapes && isTensor)
      list.push_back("int64_t *" + value.name);
    else if (isTensor)
      list.push_back("mesh_output *" + value.name);
    else if (!isShapes)
      list.push_back((cType(value.argType.dtype) + " *" + value.name).str());
  }
  list.push_back("mesh_error *error");
  return list;
}

static void declare(raw_ostream &os, const CFunction &function, bool isShapes) {
  os << "int32_t " << function.symbol << (isShapes ? "_shapes" : "") << "("
     << join(declareParameters(function, isShapes), ",\n    ") << ");\n\n";
}

static void printFunction(raw_ostream &os, const CFunction &function) {
  os << "/**\n * @" << inComment(function.name) << " of "
     << inComment(sys::path::filename(function.location)) << ".\n";
  if (!function.parameters.empty()) {
    os << " *\n * Arguments, read only; tensors are contiguous, in row-major "
          "order:\n";
    for (const CValue &value : function.parameters)
      documentParameter(os, value);
  }
  if (!function.results.empty()) {
    os << " *\n * Results:\n";
    for (const CValue &value : function.results)
      documentResult(os, value);
  }
  os << " */\n";
  declare(os, function, /*isShapes=*/false);

  if (!function.hasShapes())
    return;
  os << "/**\n * The shapes of the tensors that " << function.symbol
     << " returns.\n";
  for (const CValue &value : function.results)
    if (value.argType.kind == ArgType::Tensor)
      os << " *   " << value.name << "  " << value.argType.shape.size()
         << " sizes are written; null if they are not wanted\n";
  if (function.shapes == ShapesFrom::Data)
    os << " * Fails with MESH_ERROR_ARGUMENT: they depend on the data.\n";
  os << " */\n";
  declare(os, function, /*isShapes=*/true);
}

void mesh::driver::printHeader(raw_ostream &os, ArrayRef<CFunction> functions,
                               StringRef name) {
  std::string guard = "MESH_PROGRAM";
  for (const CFunction &function : functions)
    guard += "_" + StringRef(function.symbol).upper();
  os << "/* Functions of " << inComment(sys::path::filename(name))
     << ", compiled by Mesh. */\n\n"
     << runtimeHeader() << "\n#ifndef " << guard << "_H\n#define " << guard
     << "_H\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  for (const CFunction &function : functions)
    printFunction(os, function);
  os << "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}
