//===- DerivativeOps.cpp - verifiers of derivative ops --------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace mesh;

bool mesh::isDifferentiable(Type type) {
  return isa<FloatType>(type) || (isa<RankedTensorType>(type) &&
                                  isa<FloatType>(getElementTypeOrSelf(type)));
}

static SmallVector<Type> getFloatTypes(TypeRange types) {
  return llvm::filter_to_vector(types, isDifferentiable);
}

/// Compares types one by one; `what` names entry `i` in the error.
static LogicalResult verifyTypes(Operation *op, FunctionOpInterface callee,
                                 TypeRange expected, TypeRange actual,
                                 StringRef plural,
                                 function_ref<std::string(size_t)> describe) {
  if (expected.size() != actual.size()) {
    auto error = op->emitOpError("expects ") << expected.size() << ' ' << plural
                                             << ", but got " << actual.size();
    error.attachNote(callee.getLoc()) << "the function is declared here";
    return error;
  }
  for (size_t i = 0, e = expected.size(); i < e; ++i) {
    if (expected[i] == actual[i])
      continue;
    auto error = op->emitOpError("expects ")
                 << describe(i) << " to be of type " << expected[i]
                 << ", but got " << actual[i];
    error.attachNote(callee.getLoc()) << "the function is declared here";
    return error;
  }
  return success();
}

/// (grad_c1), (grad_c2), (grad_c3): the function, its arguments and `wrt`.
static FailureOr<FunctionOpInterface>
verifyCallee(Operation *op, SymbolTableCollection &symbols,
             FlatSymbolRefAttr name, ValueRange inputs, ArrayRef<int64_t> wrt) {
  Operation *symbol = symbols.lookupNearestSymbolFrom(op, name);
  if (!symbol)
    return op->emitOpError("expects 'callee' to be a function of the module, "
                           "but there is no ")
           << name;
  auto callee = dyn_cast<FunctionOpInterface>(symbol);
  if (!callee) {
    auto error = op->emitOpError("expects 'callee' to be a function, but ")
                 << name << " is a '" << symbol->getName() << "'";
    error.attachNote(symbol->getLoc()) << "defined here";
    return error;
  }
  if (failed(verifyTypes(op, callee, callee.getArgumentTypes(),
                         inputs.getTypes(), "inputs",
                         [](size_t i) { return ("input " + Twine(i)).str(); })))
    return failure();
  if (wrt.empty())
    return op->emitOpError(
        "expects 'wrt' to list at least one argument, but it is empty");
  llvm::SmallSet<int64_t, 8> seen;
  for (int64_t position : wrt) {
    if (position < 0 || position >= int64_t(inputs.size()))
      return op->emitOpError("expects 'wrt' to list positions below ")
             << inputs.size() << ", the number of arguments, but got "
             << position;
    if (!seen.insert(position).second)
      return op->emitOpError("expects 'wrt' to list each argument once, but ")
             << position << " is there twice";
    Type type = inputs[position].getType();
    if (!isDifferentiable(type))
      return op->emitOpError("expects argument ")
             << position
             << ", which is in 'wrt', to be a float or a tensor of floats, but "
                "got "
             << type;
  }
  return callee;
}

static SmallVector<Type> getTypes(ValueRange inputs, ArrayRef<int64_t> wrt) {
  SmallVector<Type> types;
  for (int64_t position : wrt)
    types.push_back(inputs[position].getType());
  return types;
}

/// `values` results of the function, then one for each of `derivatives`.
static LogicalResult verifyResults(Operation *op, FunctionOpInterface callee,
                                   TypeRange values, TypeRange derivatives,
                                   StringRef derivative) {
  SmallVector<Type> expected(values);
  llvm::append_range(expected, derivatives);
  return verifyTypes(
      op, callee, expected, op->getResultTypes(), "results", [&](size_t i) {
        bool isValue = i < values.size();
        size_t k = isValue ? i : i - values.size();
        return ("result " + Twine(i) + ", " +
                (isValue ? "value " : derivative + " ") + Twine(k) + ",")
            .str();
      });
}

/// (grad_c4) The first result is one float.
static LogicalResult verifyScalarResult(Operation *op,
                                        FunctionOpInterface callee) {
  TypeRange results = callee.getResultTypes();
  if (results.empty())
    return op->emitOpError("expects the first result of @")
           << callee.getName()
           << " to be a float or a tensor<f..> without axes, but it has no "
              "results";
  auto tensor = dyn_cast<RankedTensorType>(results[0]);
  if (isDifferentiable(results[0]) && (!tensor || tensor.getRank() == 0))
    return success();
  auto error = op->emitOpError("expects the first result of @")
               << callee.getName()
               << " to be a float or a tensor<f..> without axes, but got "
               << results[0];
  error.attachNote(callee.getLoc())
      << "the function is declared here; mesh.vjp takes any results";
  return error;
}

LogicalResult GradOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<FunctionOpInterface> callee =
      verifyCallee(*this, symbols, getCalleeAttr(), getInputs(), getWrt());
  if (failed(callee) || failed(verifyScalarResult(*this, *callee)))
    return failure();
  return verifyResults(*this, *callee, {}, getTypes(getInputs(), getWrt()),
                       "gradient");
}

LogicalResult ValueAndGradOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<FunctionOpInterface> callee =
      verifyCallee(*this, symbols, getCalleeAttr(), getInputs(), getWrt());
  if (failed(callee) || failed(verifyScalarResult(*this, *callee)))
    return failure();
  return verifyResults(*this, *callee, callee->getResultTypes(),
                       getTypes(getInputs(), getWrt()), "gradient");
}

LogicalResult VJPOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<FunctionOpInterface> callee =
      verifyCallee(*this, symbols, getCalleeAttr(), getInputs(), getWrt());
  if (failed(callee) ||
      failed(verifyTypes(
          *this, *callee, getFloatTypes(callee->getResultTypes()),
          getSeeds().getTypes(), "seeds, one for each result of floats",
          [](size_t i) { return ("seed " + Twine(i)).str(); })))
    return failure();
  return verifyResults(*this, *callee, callee->getResultTypes(),
                       getTypes(getInputs(), getWrt()), "gradient");
}

LogicalResult JVPOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<FunctionOpInterface> callee =
      verifyCallee(*this, symbols, getCalleeAttr(), getInputs(), getWrt());
  if (failed(callee) ||
      failed(verifyTypes(
          *this, *callee, getTypes(getInputs(), getWrt()),
          getTangents().getTypes(), "tangents, one for each entry of 'wrt'",
          [](size_t i) { return ("tangent " + Twine(i)).str(); })))
    return failure();
  return verifyResults(*this, *callee, callee->getResultTypes(),
                       getFloatTypes(callee->getResultTypes()), "tangent");
}

//===----------------------------------------------------------------------===//
// mesh.adjoint
//===----------------------------------------------------------------------===//

/// `@adjoint` takes the arguments and a cotangent for each float result, and
/// returns a cotangent for each float argument.
static LogicalResult verifyAdjoint(FunctionOpInterface function,
                                   FlatSymbolRefAttr name) {
  Operation *symbol = SymbolTable::lookupNearestSymbolFrom(function, name);
  auto adjoint = dyn_cast_or_null<FunctionOpInterface>(symbol);
  if (!adjoint)
    return function.emitOpError("expects '")
           << kAdjointAttr
           << "' to name a function of the module, but there is no " << name;
  SmallVector<Type> inputs(function.getArgumentTypes());
  llvm::append_range(inputs, getFloatTypes(function.getResultTypes()));
  auto expected = FunctionType::get(function.getContext(), inputs,
                                    getFloatTypes(function.getArgumentTypes()));
  auto actual = FunctionType::get(function.getContext(),
                                  llvm::to_vector(adjoint.getArgumentTypes()),
                                  llvm::to_vector(adjoint.getResultTypes()));
  if (actual == expected)
    return success();
  auto error = function.emitOpError("expects its adjoint ")
               << name << " to be of type " << expected << ", but got "
               << actual;
  error.attachNote(adjoint.getLoc()) << "the adjoint is declared here";
  return error;
}

LogicalResult MeshDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  if (attribute.getName() == kCheckpointAttr) {
    auto number = dyn_cast<IntegerAttr>(attribute.getValue());
    bool isChunk = number ? number.getValue().isStrictlyPositive()
                          : isa<UnitAttr>(attribute.getValue());
    if (op->getName().getStringRef() == "scf.for" && isChunk)
      return success();
    return op->emitOpError("expects '")
           << kCheckpointAttr
           << "' to be a number of iterations, at least 1, or no number, on a "
              "scf.for";
  }
  if (attribute.getName() != kAdjointAttr)
    return success();
  auto function = dyn_cast<FunctionOpInterface>(op);
  auto name = dyn_cast<FlatSymbolRefAttr>(attribute.getValue());
  if (!function || !name)
    return op->emitOpError("expects '")
           << kAdjointAttr << "' to be the name of a function, on a function";
  return verifyAdjoint(function, name);
}
