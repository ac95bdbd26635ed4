//===- MeshDialect.cpp - dialect registration
//-----------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "mesh/Dialect/Mesh/IR/MeshDialect.cpp.inc"
#include "mesh/Dialect/Mesh/IR/MeshEnums.cpp.inc"
#include "mesh/Dialect/Mesh/IR/MeshInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "mesh/Dialect/Mesh/IR/MeshAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "mesh/Dialect/Mesh/IR/MeshTypes.cpp.inc"

//===----------------------------------------------------------------------===//
// Parts of textual forms
//===----------------------------------------------------------------------===//

/// `(T) -> R`, or for short `T` where `R` is the same, as in upstream's
/// elementwise ops. With a seed, `(T, i64) -> R`.
static ParseResult parseRowTypes(OpAsmParser &parser, Type &x, Type *seed,
                                 Type &result) {
  if (failed(parser.parseOptionalLParen())) {
    if (parser.parseType(x))
      return failure();
    result = x;
    if (succeeded(parser.parseOptionalArrow()))
      return parser.parseType(result);
    return success();
  }
  if (parser.parseType(x) ||
      (seed && (parser.parseComma() || parser.parseType(*seed))))
    return failure();
  return failure(parser.parseRParen() || parser.parseArrow() ||
                 parser.parseType(result));
}

static ParseResult parseRowTypes(OpAsmParser &parser, Type &x, Type &result) {
  return parseRowTypes(parser, x, nullptr, result);
}

static ParseResult parseRowTypes(OpAsmParser &parser, Type &x, Type &seed,
                                 Type &result) {
  seed = parser.getBuilder().getI64Type();
  return parseRowTypes(parser, x, &seed, result);
}

static void printRowTypes(OpAsmPrinter &printer, Operation *op, Type x,
                          Type result) {
  printer << '(' << x << ") -> " << result;
}

static void printRowTypes(OpAsmPrinter &printer, Operation *op, Type x,
                          Type seed, Type result) {
  printer << '(' << x << ", " << seed << ") -> " << result;
}

static ParseResult parseEndpoint(OpAsmParser &parser,
                                 mesh::EndpointAttr &endpoint) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<mesh::Endpoint> value = mesh::symbolizeEndpoint(keyword);
  if (!value)
    return parser.emitError(loc, "expects 'source' or 'target', but got '")
           << keyword << "'";
  endpoint = mesh::EndpointAttr::get(parser.getContext(), *value);
  return success();
}

static void printEndpoint(OpAsmPrinter &printer, Operation *,
                          mesh::EndpointAttr endpoint) {
  printer << mesh::stringifyEndpoint(endpoint.getValue());
}

static ParseResult
parseRequiredProperties(OpAsmParser &parser,
                        mesh::GraphPropertyAttr &properties) {
  auto value = static_cast<mesh::GraphProperty>(0);
  auto parseOne = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<mesh::GraphProperty> one =
        mesh::symbolizeGraphProperty(keyword);
    if (!one)
      return parser.emitError(loc, "expects 'symmetric', 'loop_free' or "
                                   "'sorted', but got '")
             << keyword << "'";
    value = value | *one;
    return success();
  };
  if (parser.parseCommaSeparatedList(parseOne))
    return failure();
  properties = mesh::GraphPropertyAttr::get(parser.getContext(), value);
  return success();
}

static void printRequiredProperties(OpAsmPrinter &printer, Operation *,
                                    mesh::GraphPropertyAttr properties) {
  printer << mesh::stringifyGraphProperty(properties.getValue());
}

#define GET_OP_CLASSES
#include "mesh/Dialect/Mesh/IR/MeshOps.cpp.inc"

namespace mesh {
namespace {

/// Every mesh op may be inlined anywhere: none refers to its function.
struct MeshInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};

} // namespace

void MeshDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "mesh/Dialect/Mesh/IR/MeshTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "mesh/Dialect/Mesh/IR/MeshAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "mesh/Dialect/Mesh/IR/MeshOps.cpp.inc"
      >();
  addInterfaces<MeshInlinerInterface>();
}

Operation *MeshDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

LogicalResult
GraphType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                  IntegerType indexType) {
  if (indexType.isSignless() &&
      (indexType.getWidth() == 32 || indexType.getWidth() == 64))
    return success();
  return emitError() << "expects the index type of a graph to be 'i32' or "
                        "'i64', but got "
                     << indexType;
}

} // namespace mesh
