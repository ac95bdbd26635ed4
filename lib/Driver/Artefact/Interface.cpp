//===- Interface.cpp - C functions around compiled ones -------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A C function stores its arguments in a frame and calls the runtime with it
// and a description of the compiled function (mesh/Runtime/Function.h).
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Artefact/Interface.h"

#include "../Invoker.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"
#include "mesh/Pipelines/Target.h"
#include "mesh/Runtime/Function.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

/// In the emitted code, "<name><suffix>".
static constexpr StringLiteral kCodeSuffix = ".code";
static constexpr StringLiteral kInvokerSuffix = ".invoke";
static constexpr StringLiteral kShapesOfC = "_shapes";

namespace {

class InterfaceBuilder {
public:
  InterfaceBuilder(Module &module, const CpuTarget &target);

  Error add(const CFunction &function);
  Error addProgram(const CFunction &function);
  /// Makes everything internal that C programs do not call.
  void hideRest();

private:
  Constant *text(StringRef value);
  Constant *describe(const CValue &value);
  Constant *describe(ArrayRef<CValue> values);
  Constant *constantArray(Type *element, ArrayRef<Constant *> values);
  Expected<Function *> invoker(StringRef name);
  Constant *describe(const CFunction &function, Function *invoke,
                     Function *invokeShapes);
  void addFunction(const CFunction &function, Constant *info, bool isShapes);
  void
  addParameters(const CFunction &function, bool isShapes,
                SmallVectorImpl<std::pair<Type *, std::string>> &arguments);

  Module &module;
  LLVMContext &context;
  Type *ptr, *i32, *i64;
  StructType *valueType, *functionType;
  std::string features;
  GlobalVariable *processorState;
  SmallPtrSet<Function *, 8> exported;
};

} // namespace

InterfaceBuilder::InterfaceBuilder(Module &module, const CpuTarget &target)
    : module(module), context(module.getContext()),
      ptr(PointerType::getUnqual(context)), i32(Type::getInt32Ty(context)),
      i64(Type::getInt64Ty(context)),
      valueType(
          StructType::get(context, {ptr, ptr, i32, i32, i32, i32, ptr, ptr})),
      functionType(StructType::get(
          context, {ptr, i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr})),
      features(join(listCheckedFeatures(target), ",")) {
  processorState = new GlobalVariable(
      module, i32, /*isConstant=*/false, GlobalValue::InternalLinkage,
      ConstantInt::get(i32, 0), "mesh.processor_state");
}

Constant *InterfaceBuilder::text(StringRef value) {
  return IRBuilder<>(context).CreateGlobalString(value, "mesh.text", 0,
                                                 &module);
}

Constant *InterfaceBuilder::constantArray(Type *element,
                                          ArrayRef<Constant *> values) {
  if (values.empty())
    return ConstantPointerNull::get(cast<PointerType>(ptr));
  auto *type = ArrayType::get(element, values.size());
  return new GlobalVariable(module, type, /*isConstant=*/true,
                            GlobalValue::PrivateLinkage,
                            ConstantArray::get(type, values), "mesh.info");
}

Constant *InterfaceBuilder::describe(const CValue &value) {
  const ArgType &type = value.argType;
  int kind = runtime::ValueInfo::Tensor;
  unsigned bytes = 0, dtype = 0;
  if (type.kind == ArgType::Graph) {
    kind = runtime::ValueInfo::Graph;
    bytes = type.indexBits / 8;
  } else {
    if (type.kind == ArgType::Scalar)
      kind = runtime::ValueInfo::Scalar;
    bytes = byteWidth(type.dtype);
    dtype = unsigned(type.dtype);
  }
  SmallVector<Constant *> sizes;
  for (int64_t size : type.shape)
    sizes.push_back(ConstantInt::getSigned(i64, size));
  SmallVector<Constant *> counts;
  for (std::optional<RowCount> count : value.rows) {
    counts.push_back(
        ConstantInt::getSigned(i32, count ? int64_t(count->graph) : -1));
    counts.push_back(ConstantInt::get(i32, count ? count->kind : 0));
  }
  return ConstantStruct::get(
      valueType,
      {text(value.name), text(value.type), ConstantInt::get(i32, kind),
       ConstantInt::get(i32, bytes), ConstantInt::get(i32, sizes.size()),
       ConstantInt::get(i32, dtype), constantArray(i64, sizes),
       constantArray(i32, counts)});
}

Constant *InterfaceBuilder::describe(ArrayRef<CValue> values) {
  SmallVector<Constant *> infos;
  for (const CValue &value : values)
    infos.push_back(describe(value));
  return constantArray(valueType, infos);
}

Constant *InterfaceBuilder::describe(const CFunction &function,
                                     Function *invoke, Function *invokeShapes) {
  Constant *null = ConstantPointerNull::get(cast<PointerType>(ptr));
  Constant *reason =
      function.shapes == ShapesFrom::Data
          ? text("the shapes of its results depend on the data: let the "
                 "library allocate them")
          : null;
  Constant *info = ConstantStruct::get(
      functionType,
      {text(function.symbol), ConstantInt::get(i32, function.parameters.size()),
       ConstantInt::get(i32, function.results.size()),
       describe(function.parameters), describe(function.results),
       text(features), processorState, invoke,
       invokeShapes ? static_cast<Constant *>(invokeShapes) : null, reason});
  return new GlobalVariable(module, functionType, /*isConstant=*/true,
                            GlobalValue::PrivateLinkage, info, "mesh.function");
}

Expected<Function *> InterfaceBuilder::invoker(StringRef name) {
  return addInvoker(module, name, (name + kInvokerSuffix).str());
}

/// The C type of a number.
static Type *numberType(DType dtype, LLVMContext &context) {
  if (dtype == DType::F32)
    return Type::getFloatTy(context);
  if (dtype == DType::F64)
    return Type::getDoubleTy(context);
  return Type::getIntNTy(context, 8 * byteWidth(dtype));
}

void InterfaceBuilder::addParameters(
    const CFunction &function, bool isShapes,
    SmallVectorImpl<std::pair<Type *, std::string>> &arguments) {
  for (const CValue &value : function.parameters) {
    const ArgType &type = value.argType;
    if (type.kind == ArgType::Scalar) {
      arguments.emplace_back(numberType(type.dtype, context), value.name);
      continue;
    }
    if (type.kind == ArgType::Graph || !isShapes)
      arguments.emplace_back(ptr, value.name);
    for (auto [axis, size] : enumerate(type.shape))
      if (size < 0)
        arguments.emplace_back(i64, sizeName(value, axis));
  }
  for (const CValue &value : function.results)
    if (!isShapes || value.argType.kind == ArgType::Tensor)
      arguments.emplace_back(ptr, value.name);
}

void InterfaceBuilder::addFunction(const CFunction &function, Constant *info,
                                   bool isShapes) {
  SmallVector<std::pair<Type *, std::string>> arguments;
  addParameters(function, isShapes, arguments);
  SmallVector<Type *> types;
  for (auto &[type, name] : arguments)
    types.push_back(type);
  types.push_back(ptr); // the error
  std::string symbol = function.symbol;
  if (isShapes)
    symbol += kShapesOfC;
  // The compiled function makes way for the C function of its name.
  if (Function *code = module.getFunction(symbol))
    code->setName(symbol + kCodeSuffix);
  auto *outer =
      Function::Create(FunctionType::get(i32, types, /*isVarArg=*/false),
                       Function::ExternalLinkage, symbol, module);
  exported.insert(outer);

  IRBuilder<> builder(BasicBlock::Create(context, "entry", outer));
  auto *frameType = ArrayType::get(i64, arguments.size());
  AllocaInst *frame = builder.CreateAlloca(frameType, nullptr, "frame");
  frame->setAlignment(Align(8));
  for (auto [i, argument] : enumerate(arguments)) {
    Argument *value = outer->getArg(i);
    value->setName(argument.second);
    builder.CreateAlignedStore(
        value, builder.CreateConstInBoundsGEP2_64(frameType, frame, 0, i),
        Align(8));
  }
  Argument *error = outer->getArg(arguments.size());
  error->setName("error");
  FunctionCallee callee = module.getOrInsertFunction(
      isShapes ? "mesh_rt_shapes" : "mesh_rt_call", i32, ptr, ptr, ptr);
  builder.CreateRet(builder.CreateCall(callee, {info, frame, error}));
}

Error InterfaceBuilder::add(const CFunction &function) {
  Expected<Function *> invoke = invoker(function.name);
  if (!invoke)
    return invoke.takeError();
  Function *invokeShapes = nullptr;
  std::string shapesName = function.name + kShapesSuffix.str();
  if (function.shapes == ShapesFrom::Arguments) {
    Expected<Function *> found = invoker(shapesName);
    if (!found)
      return found.takeError();
    invokeShapes = *found;
  }
  Constant *info = describe(function, *invoke, invokeShapes);
  addFunction(function, info, /*isShapes=*/false);
  if (function.hasShapes())
    addFunction(function, info, /*isShapes=*/true);
  return Error::success();
}

void InterfaceBuilder::hideRest() {
  for (Function &function : module)
    if (!function.isDeclaration() && !exported.contains(&function))
      function.setLinkage(GlobalValue::InternalLinkage);
}

Error mesh::driver::addInterface(LLVMProgram &program,
                                 ArrayRef<CFunction> functions,
                                 const CpuTarget &target) {
  InterfaceBuilder builder(*program.module, target);
  for (const CFunction &function : functions)
    if (Error error = builder.add(function))
      return error;
  builder.hideRest();
  return Error::success();
}

Error InterfaceBuilder::addProgram(const CFunction &function) {
  Expected<Function *> invoke = invoker(function.name);
  if (!invoke)
    return invoke.takeError();
  auto *info = cast<GlobalVariable>(
      describe(function, *invoke, /*invokeShapes=*/nullptr));
  info->setLinkage(GlobalValue::ExternalLinkage);
  info->setName("mesh_program");
  return Error::success();
}

Error mesh::driver::addProgram(LLVMProgram &program, const CFunction &function,
                               const CpuTarget &target) {
  InterfaceBuilder builder(*program.module, target);
  if (Error error = builder.addProgram(function))
    return error;
  builder.hideRest();
  return Error::success();
}
