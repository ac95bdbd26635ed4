//===- BufferizableOpInterfaceImpl.cpp - mesh ops on buffers
//--------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/Transforms/BufferizableOpInterfaceImpl.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Bufferization/IR/BufferDeallocationOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/IR/Dialect.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mesh;

namespace {

template <typename OpTy>
struct OverwritingOp
    : public DstBufferizableOpInterfaceExternalModel<OverwritingOp<OpTy>,
                                                     OpTy> {
  /// `outs` are overwritten; everything else is read.
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &state) const {
    return !cast<DestinationStyleOpInterface>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    if (!llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>))
      return success();
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> operands, results;
    auto dps = cast<DestinationStyleOpInterface>(op);
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      if (isa<TensorType>(value.getType())) {
        FailureOr<Value> buffer = getBuffer(rewriter, value, options, state);
        if (failed(buffer))
          return failure();
        value = *buffer;
      }
      operands.push_back(value);
      if (dps.isDpsInit(&operand))
        results.push_back(value);
    }
    // The regions move over as they are: their values are rows, not memory.
    OperationState newState(op->getLoc(), op->getName(), operands, TypeRange(),
                            op->getAttrs());
    newState.propertiesAttr = op->getPropertiesAsAttribute();
    for (unsigned i = 0, e = op->getNumRegions(); i < e; ++i)
      newState.addRegion();
    Operation *onBuffers = rewriter.create(newState);
    for (auto [from, to] : llvm::zip(op->getRegions(), onBuffers->getRegions()))
      rewriter.inlineRegionBefore(from, to, to.begin());
    replaceOpWithBufferizedValues(rewriter, op, results);
    return success();
  }
};

/// The regions hold no memory, so there is nothing to free in them and nothing
/// whose owner changes.
template <typename OpTy>
struct NothingToFree
    : public BufferDeallocationOpInterface::ExternalModel<NothingToFree<OpTy>,
                                                          OpTy> {
  FailureOr<Operation *> process(Operation *op, DeallocationState &,
                                 const DeallocationOptions &) const {
    return op;
  }
};

} // namespace

void mesh::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, MeshDialect *) {
    AggregateOp::attachInterface<OverwritingOp<AggregateOp>>(*context);
    MapEdgesOp::attachInterface<OverwritingOp<MapEdgesOp>>(*context);
    ReduceEdgesOp::attachInterface<OverwritingOp<ReduceEdgesOp>>(*context);
    COOToCSROp::attachInterface<OverwritingOp<COOToCSROp>>(*context);
    AggregateOp::attachInterface<NothingToFree<AggregateOp>>(*context);
    MapEdgesOp::attachInterface<NothingToFree<MapEdgesOp>>(*context);
    ReduceEdgesOp::attachInterface<NothingToFree<ReduceEdgesOp>>(*context);
  });
}
