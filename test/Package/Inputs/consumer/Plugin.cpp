//===- Plugin.cpp - a pass and a dialect for mesh-opt ---------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `count-gathers` and the dialect `guest`, whose type
// `!guest.ticket` programs may use once the plugin is loaded.
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace mlir;

namespace {
/// Says of each function how many gathers it has. Counts by the class of the
/// op, which works only if this is the class of the program that loads it.
struct CountGathers
    : public PassWrapper<CountGathers, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountGathers)
  StringRef getArgument() const override { return "count-gathers"; }
  StringRef getDescription() const override { return "counts mesh.gather"; }
  void runOnOperation() override {
    int64_t count = 0;
    getOperation().walk([&](mesh::GatherOp gather) {
      count += isa<mesh::GraphType>(gather.getGraph().getType());
    });
    getOperation()->setAttr(
        "consumer.gathers",
        IntegerAttr::get(IntegerType::get(&getContext(), 64), count));
  }
};

class TicketType : public Type::TypeBase<TicketType, Type, TypeStorage> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "guest.ticket";
};

class GuestDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GuestDialect)
  static constexpr StringLiteral getDialectNamespace() { return "guest"; }
  explicit GuestDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<GuestDialect>()) {
    addTypes<TicketType>();
  }
  Type parseType(DialectAsmParser &parser) const override {
    if (parser.parseKeyword("ticket"))
      return Type();
    return TicketType::get(getContext());
  }
  void printType(Type, DialectAsmPrinter &printer) const override {
    printer << "ticket";
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "consumer", LLVM_VERSION_STRING,
          [] { PassRegistration<CountGathers>(); }};
}

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "consumer", LLVM_VERSION_STRING,
          [](DialectRegistry *registry) { registry->insert<GuestDialect>(); }};
}
