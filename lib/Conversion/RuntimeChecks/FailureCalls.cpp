//===- FailureCalls.cpp - calls that record a failure ---------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FailureCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mesh;

static constexpr llvm::StringLiteral kRuntimeFunction = "mesh_rt_fail";

std::string mesh::describeLocation(Location location) {
  return TypeSwitch<LocationAttr, std::string>(location)
      .Case([](FileLineColLoc loc) {
        return (loc.getFilename().getValue() + ":" + Twine(loc.getLine()) +
                ":" + Twine(loc.getColumn()))
            .str();
      })
      .Case([](NameLoc loc) { return describeLocation(loc.getChildLoc()); })
      .Case([](CallSiteLoc loc) {
        std::string callee = describeLocation(loc.getCallee());
        return callee.empty() ? describeLocation(loc.getCaller()) : callee;
      })
      .Case([](FusedLoc loc) {
        for (Location part : loc.getLocations())
          if (std::string text = describeLocation(part); !text.empty())
            return text;
        return std::string();
      })
      .Default([](LocationAttr) { return std::string(); });
}

FailureCalls::FailureCalls(ModuleOp module) : module(module) {}

std::string FailureCalls::uniqueName(StringRef base) {
  std::string name = base.str();
  for (unsigned i = 0; SymbolTable::lookupSymbolIn(module, name); ++i)
    name = (base + "_" + Twine(i)).str();
  return name;
}

LLVM::LLVMFuncOp FailureCalls::getRuntimeFunction() {
  if (runtimeFunction)
    return runtimeFunction;
  if (auto found = dyn_cast_or_null<LLVM::LLVMFuncOp>(
          SymbolTable::lookupSymbolIn(module, kRuntimeFunction)))
    return runtimeFunction = found;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto ptr = LLVM::LLVMPointerType::get(module.getContext());
  Type i64 = builder.getI64Type();
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(module.getContext()), {ptr, ptr, ptr, i64, ptr});
  runtimeFunction = LLVM::LLVMFuncOp::create(builder, module.getLoc(),
                                             kRuntimeFunction, type);
  return runtimeFunction;
}

LLVM::LLVMFuncOp FailureCalls::getHelper(unsigned numValues) {
  LLVM::LLVMFuncOp &helper = helpers[numValues];
  if (helper)
    return helper;
  LLVM::LLVMFuncOp callee = getRuntimeFunction();
  MLIRContext *context = module.getContext();
  ImplicitLocOpBuilder builder(module.getLoc(), context);
  builder.setInsertionPointToEnd(module.getBody());
  auto ptr = LLVM::LLVMPointerType::get(context);
  Type i64 = builder.getI64Type();
  SmallVector<Type> inputs(3, ptr);
  inputs.append(numValues, i64);
  helper = LLVM::LLVMFuncOp::create(
      builder, uniqueName(("mesh_fail_" + Twine(numValues)).str()),
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), inputs),
      LLVM::Linkage::Internal);
  helper.setNoInline(true);
  helper.setPassthroughAttr(
      builder.getArrayAttr({builder.getStringAttr("cold")}));

  Block *entry = helper.addEntryBlock(builder);
  builder.setInsertionPointToStart(entry);
  Value count = LLVM::ConstantOp::create(builder, i64, numValues);
  Value memory;
  if (numValues == 0)
    memory = LLVM::ZeroOp::create(builder, ptr);
  else
    memory = LLVM::AllocaOp::create(builder, ptr, i64, count);
  for (unsigned i = 0; i < numValues; ++i) {
    Value slot = LLVM::GEPOp::create(builder, ptr, i64, memory,
                                     ArrayRef<LLVM::GEPArg>{int32_t(i)});
    LLVM::StoreOp::create(builder, entry->getArgument(3 + i), slot);
  }
  LLVM::CallOp::create(builder, callee,
                       ValueRange{entry->getArgument(0), entry->getArgument(1),
                                  entry->getArgument(2), count, memory});
  LLVM::ReturnOp::create(builder, ValueRange());
  return helper;
}

Value FailureCalls::getText(OpBuilder &builder, Location location,
                            StringRef text) {
  auto [entry, isNew] = texts.try_emplace(text);
  if (isNew) {
    entry->second = uniqueName("mesh_text");
    OpBuilder atStart = OpBuilder::atBlockBegin(module.getBody());
    std::string bytes = (text + StringRef("\0", 1)).str();
    auto type =
        LLVM::LLVMArrayType::get(atStart.getIntegerType(8), bytes.size());
    LLVM::GlobalOp::create(atStart, module.getLoc(), type, /*isConstant=*/true,
                           LLVM::Linkage::Internal, entry->second,
                           atStart.getStringAttr(bytes));
  }
  return LLVM::AddressOfOp::create(
      builder, location, LLVM::LLVMPointerType::get(module.getContext()),
      entry->second);
}

void FailureCalls::record(OpBuilder &builder, Location location, Value context,
                          StringRef message, ValueRange values) {
  SmallVector<Value> operands = {
      context, getText(builder, location, describeLocation(location)),
      getText(builder, location, message)};
  for (Value value : values)
    operands.push_back(arith::IndexCastOp::create(builder, location,
                                                  builder.getI64Type(), value));
  LLVM::CallOp::create(builder, location, getHelper(values.size()), operands);
}
