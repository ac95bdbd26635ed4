//===- RegionOpsAsm.cpp - fused message passing: textual form
//-------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mesh;

namespace {
/// `keyword(%a, %b : type, type)`; nothing when absent.
struct OperandGroup {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
};
} // namespace

static ParseResult parseGroup(OpAsmParser &parser, StringRef keyword,
                              OperandGroup &group) {
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  return failure(
      parser.parseLParen() || parser.parseOperandList(group.operands) ||
      parser.parseColonTypeList(group.types) || parser.parseRParen());
}

static void printGroup(OpAsmPrinter &printer, StringRef keyword,
                       OperandRange operands) {
  if (operands.empty())
    return;
  printer.printNewline();
  printer << "    " << keyword << '(';
  printer.printOperands(operands);
  printer << " : ";
  llvm::interleaveComma(operands.getTypes(), printer);
  printer << ')';
}

/// `keyword(%arg: type, ...) { ... }`; the list may be left out when empty.
static ParseResult parseNamedRegion(OpAsmParser &parser, StringRef keyword,
                                    Region &region, bool required) {
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(keyword))) {
    if (!required)
      return success();
    return parser.emitError(loc) << "expects a region '" << keyword << "'";
  }
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseArgumentList(arguments, OpAsmParser::Delimiter::OptionalParen,
                               /*allowType=*/true) ||
      parser.parseRegion(region, arguments))
    return failure();
  if (region.empty())
    return parser.emitError(loc)
           << "expects the region '" << keyword << "' to have a body";
  return success();
}

static void printNamedRegion(OpAsmPrinter &printer, StringRef keyword,
                             Region &region) {
  if (region.empty())
    return;
  printer.printNewline();
  printer << "    " << keyword;
  if (region.getNumArguments() != 0) {
    printer << '(';
    llvm::interleaveComma(
        region.getArguments(), printer,
        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
    printer << ')';
  }
  printer << ' ';
  printer.printRegion(region, /*printEntryBlockArgs=*/false);
}

/// `dim = 1` and `batched = array<...>`.
static ParseResult parseBatch(OpAsmParser &parser, OperationState &result) {
  auto &builder = parser.getBuilder();
  if (succeeded(parser.parseOptionalKeyword("dim"))) {
    int64_t dim;
    if (parser.parseEqual() || parser.parseInteger(dim))
      return failure();
    result.addAttribute("dim", builder.getI64IntegerAttr(dim));
  }
  if (succeeded(parser.parseOptionalKeyword("batched"))) {
    Attribute batched;
    if (parser.parseEqual() || parser.parseAttribute(batched))
      return failure();
    result.addAttribute("batched", batched);
  }
  return success();
}

/// `sorted = array<...>`, after `sweep = target` where the op has a choice.
static ParseResult parseSorted(OpAsmParser &parser, OperationState &result,
                               bool choosesSweep) {
  if (choosesSweep && succeeded(parser.parseOptionalKeyword("sweep"))) {
    StringRef endpoint;
    if (parser.parseEqual())
      return failure();
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&endpoint))
      return failure();
    std::optional<Endpoint> parsed = symbolizeEndpoint(endpoint);
    if (!parsed)
      return parser.emitError(loc, "expects 'source' or 'target'");
    result.addAttribute("sweep",
                        EndpointAttr::get(parser.getContext(), *parsed));
  }
  if (succeeded(parser.parseOptionalKeyword("sorted"))) {
    DenseBoolArrayAttr sorted;
    if (parser.parseEqual() || parser.parseAttribute(sorted))
      return failure();
    result.addAttribute("sorted", sorted);
  }
  return success();
}

template <typename OpTy>
static void printSorted(OpAsmPrinter &printer, OpTy op) {
  if (op.getSorted())
    printer << " sorted = " << op.getSortedAttr();
}

template <typename OpTy>
static void printBatch(OpAsmPrinter &printer, OpTy op) {
  if (op.getDim() != 0)
    printer << " dim = " << op.getDim();
  if (op.getBatched())
    printer << " batched = " << op.getBatchedAttr();
}

/// Resolves the groups in order, sets the segment sizes and adds a result for
/// each tensor in the last group (`outs`).
static ParseResult finishGroups(OpAsmParser &parser, OperationState &result,
                                ArrayRef<OperandGroup> groups, SMLoc loc) {
  SmallVector<int32_t> sizes;
  for (const OperandGroup &group : groups) {
    sizes.push_back(group.operands.size());
    if (parser.resolveOperands(group.operands, group.types, loc,
                               result.operands))
      return failure();
  }
  result.addAttribute("operandSegmentSizes",
                      parser.getBuilder().getDenseI32ArrayAttr(sizes));
  for (Type type : groups.back().types)
    if (isa<TensorType>(type))
      result.addTypes(type);
  return success();
}

static constexpr StringLiteral kElided[] = {"operandSegmentSizes",
                                            "endpoint",
                                            "dim",
                                            "stabilize",
                                            "batched",
                                            "sweep",
                                            "sorted"};

//===----------------------------------------------------------------------===//
// AggregateOp
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kAggregateGroups[] = {
    "over",        "source",     "owner",  "edge", "score_source",
    "score_owner", "score_edge", "shared", "outs"};

ParseResult AggregateOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OperandGroup> groups(std::size(kAggregateGroups));
  StringRef endpoint;
  if (parseGroup(parser, "over", groups[0]))
    return failure();
  SMLoc endpointLoc = parser.getCurrentLocation();
  if (parser.parseKeyword(&endpoint))
    return failure();
  std::optional<Endpoint> parsed = symbolizeEndpoint(endpoint);
  if (!parsed)
    return parser.emitError(endpointLoc, "expects 'source' or 'target'");
  MLIRContext *context = parser.getContext();
  result.addAttribute("endpoint", EndpointAttr::get(context, *parsed));
  if (succeeded(parser.parseOptionalKeyword("stabilize"))) {
    if (parser.parseEqual() || parser.parseKeyword("softmax"))
      return failure();
    result.addAttribute("stabilize",
                        StabilizeAttr::get(context, Stabilize::Softmax));
  }
  if (parseBatch(parser, result) ||
      parseSorted(parser, result, /*choosesSweep=*/false))
    return failure();
  for (unsigned i = 1; i < groups.size(); ++i)
    if (parseGroup(parser, kAggregateGroups[i], groups[i]))
      return failure();
  if (finishGroups(parser, result, groups, loc))
    return failure();

  Region *init = result.addRegion(), *score = result.addRegion(),
         *step = result.addRegion(), *rescale = result.addRegion(),
         *combine = result.addRegion(), *finish = result.addRegion();
  return failure(parseNamedRegion(parser, "init", *init, true) ||
                 parseNamedRegion(parser, "score", *score, false) ||
                 parseNamedRegion(parser, "step", *step, true) ||
                 parseNamedRegion(parser, "rescale", *rescale, false) ||
                 parseNamedRegion(parser, "combine", *combine, false) ||
                 parseNamedRegion(parser, "finish", *finish, false) ||
                 parser.parseOptionalAttrDictWithKeyword(result.attributes));
}

void AggregateOp::print(OpAsmPrinter &printer) {
  printer << " over(";
  printer.printOperands(getOver());
  printer << " : ";
  llvm::interleaveComma(getOver().getTypes(), printer);
  printer << ") " << stringifyEndpoint(getEndpoint());
  if (getStabilize())
    printer << " stabilize = " << stringifyStabilize(*getStabilize());
  printBatch(printer, *this);
  printSorted(printer, *this);
  printGroup(printer, "source", getSources());
  printGroup(printer, "owner", getOwners());
  printGroup(printer, "edge", getEdges());
  printGroup(printer, "score_source", getScoreSources());
  printGroup(printer, "score_owner", getScoreOwners());
  printGroup(printer, "score_edge", getScoreEdges());
  printGroup(printer, "shared", getShared());
  printGroup(printer, "outs", getOuts());
  printNamedRegion(printer, "init", getInit());
  printNamedRegion(printer, "score", getScore());
  printNamedRegion(printer, "step", getStep());
  printNamedRegion(printer, "rescale", getRescale());
  printNamedRegion(printer, "combine", getCombine());
  printNamedRegion(printer, "finish", getFinish());
  SmallVector<StringRef> elided(std::begin(kElided), std::end(kElided));
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), elided);
}

//===----------------------------------------------------------------------===//
// MapEdgesOp, ReduceEdgesOp
//===----------------------------------------------------------------------===//

static ParseResult parseEdgeMap(OpAsmParser &parser, OperationState &result,
                                bool choosesSweep) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OperandGroup> groups(6);
  if (parseGroup(parser, "over", groups[0]) || parseBatch(parser, result))
    return failure();
  if (choosesSweep && parseSorted(parser, result, choosesSweep))
    return failure();
  static constexpr StringLiteral names[] = {"over", "source", "target",
                                            "edge", "shared", "outs"};
  for (unsigned i = 1; i < groups.size(); ++i)
    if (parseGroup(parser, names[i], groups[i]))
      return failure();
  if (finishGroups(parser, result, groups, loc))
    return failure();
  Region *body = result.addRegion();
  return failure(parseNamedRegion(parser, "body", *body, true) ||
                 parser.parseOptionalAttrDictWithKeyword(result.attributes));
}

template <typename OpTy>
static void printEdgeMap(OpAsmPrinter &printer, OpTy op) {
  printer << " over(";
  printer.printOperands(op.getOver());
  printer << " : ";
  llvm::interleaveComma(op.getOver().getTypes(), printer);
  printer << ')';
  printBatch(printer, op);
  if constexpr (std::is_same_v<OpTy, MapEdgesOp>) {
    if (op.getSweep())
      printer << " sweep = " << stringifyEndpoint(*op.getSweep());
    printSorted(printer, op);
  }
  printGroup(printer, "source", op.getSources());
  printGroup(printer, "target", op.getTargets());
  printGroup(printer, "edge", op.getEdges());
  printGroup(printer, "shared", op.getShared());
  printGroup(printer, "outs", op.getOuts());
  printNamedRegion(printer, "body", op.getBody());
  SmallVector<StringRef> elided(std::begin(kElided), std::end(kElided));
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(), elided);
}

ParseResult MapEdgesOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseEdgeMap(parser, result, /*choosesSweep=*/true);
}
void MapEdgesOp::print(OpAsmPrinter &printer) { printEdgeMap(printer, *this); }

ParseResult ReduceEdgesOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseEdgeMap(parser, result, /*choosesSweep=*/false);
}
void ReduceEdgesOp::print(OpAsmPrinter &printer) {
  printEdgeMap(printer, *this);
}
