//===- Registry.h - how each op is interpreted ------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_REFERENCE_REGISTRY_H
#define MESH_REFERENCE_REGISTRY_H

#include "mesh/Reference/Frame.h"

#include "llvm/ADT/StringMap.h"

#include <functional>

namespace mesh::reference {

/// Evaluates one op: reads its operands from the frame and sets all results.
/// On failure it has called `Frame::fail`.
using Handler = std::function<mlir::LogicalResult(mlir::Operation *, Frame &)>;

/// Handlers by op name, and handlers for every op that has an interface.
class Registry {
public:
  void add(llvm::StringRef opName, Handler handler) {
    handlers[opName] = std::move(handler);
  }
  template <class Op, class Function> void add(Function function) {
    add(Op::getOperationName(), [function](mlir::Operation *op, Frame &frame) {
      return function(llvm::cast<Op>(op), frame);
    });
  }
  /// For ops without a handler of their own.
  template <class Interface, class Function>
  void addInterface(Function function) {
    interfaces.push_back(
        {[](mlir::Operation *op) { return llvm::isa<Interface>(op); },
         [function](mlir::Operation *op, Frame &frame) {
           return function(llvm::cast<Interface>(op), frame);
         }});
  }

  /// The handler of `op`, or null.
  const Handler *lookup(mlir::Operation *op) const;

private:
  llvm::StringMap<Handler> handlers;
  std::vector<std::pair<std::function<bool(mlir::Operation *)>, Handler>>
      interfaces;
};

void registerAffineHandlers(Registry &registry);
void registerArithHandlers(Registry &registry);
void registerCheckHandlers(Registry &registry);
void registerControlFlowHandlers(Registry &registry);
void registerLinalgHandlers(Registry &registry);
void registerMathHandlers(Registry &registry);
void registerMeshLayerHandlers(Registry &registry);
void registerMeshMessageHandlers(Registry &registry);
void registerMeshAggregateHandlers(Registry &registry);
void registerMeshMapEdgesHandlers(Registry &registry);
void registerMeshRuntimeHandlers(Registry &registry);
void registerMeshTopologyHandlers(Registry &registry);
void registerSCFHandlers(Registry &registry);
void registerTensorHandlers(Registry &registry);

/// All of the above.
const Registry &getBuiltinRegistry();

} // namespace mesh::reference

#endif // MESH_REFERENCE_REGISTRY_H
