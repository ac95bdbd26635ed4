//===- Frame.h - one activation of a function -------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_REFERENCE_FRAME_H
#define MESH_REFERENCE_FRAME_H

#include "mesh/Reference/Interpreter.h"

#include "mlir/IR/Operation.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <functional>

namespace mesh::reference {

/// What all activations of one run share.
struct Run {
  explicit Run(const InterpreterOptions &options) : options(options) {}

  const InterpreterOptions &options;
  /// The first failure.
  std::unique_ptr<RuntimeError> error;
  mlir::SymbolTableCollection symbols;
  /// Handlers found so far.
  llvm::DenseMap<mlir::OperationName, const std::function<mlir::LogicalResult(
                                          mlir::Operation *, class Frame &)> *>
      handlers;
  /// Ops whose results depend on an accumulator and are not rounded.
  llvm::DenseSet<mlir::Operation *> wideOps;
  /// Regions that `markAccumulators` has seen.
  llvm::DenseSet<mlir::Region *> markedRegions;
};

/// The values of one activation of a function.
class Frame {
public:
  Frame(Run &run, unsigned depth) : run(run), depth(depth) {}

  /// Records that `op` failed: "'op.name' op " and `text`.
  mlir::LogicalResult fail(mlir::Operation *op, const llvm::Twine &text);
  /// Records a failure whose text stands as it is.
  mlir::LogicalResult failWith(mlir::Location location,
                               const llvm::Twine &text);

  const Value &get(mlir::Value value) const {
    return values.find(value)->second;
  }
  const Tensor &tensor(mlir::Value value) const {
    return get(value).getTensor();
  }
  const Graph &graph(mlir::Value value) const { return get(value).getGraph(); }
  Number number(mlir::Value value) const {
    return get(value).getScalar().number;
  }
  int64_t integer(mlir::Value value) const { return number(value).i; }
  int64_t integer(mlir::OpFoldResult value) const;
  llvm::SmallVector<int64_t> integers(llvm::ArrayRef<mlir::OpFoldResult>) const;
  /// The operand's value, moved out where nothing else reads it.
  Value take(mlir::OpOperand &operand);

  void set(mlir::Value value, Value content) {
    values[value] = std::move(content);
  }
  void setNumber(mlir::Value value, Number number) {
    set(value, Scalar{value.getType(), number});
  }
  void setInteger(mlir::Value value, int64_t integer) {
    setNumber(value, ofInt(integer));
  }

  /// Fails `op` if a tensor of this shape would be too large.
  mlir::LogicalResult checkSize(mlir::Operation *op,
                                llvm::ArrayRef<int64_t> shape);
  /// A tensor of zeros, or a failure of `op` if it is too large.
  mlir::FailureOr<Tensor> makeTensor(mlir::Operation *op,
                                     mlir::Type elementType,
                                     llvm::ArrayRef<int64_t> shape);

  /// Runs `region` with block arguments `args`. `results` are the operands of
  /// the terminator that left it, which is returned.
  mlir::FailureOr<mlir::Operation *>
  runRegion(mlir::Region &region, llvm::MutableArrayRef<Value> args,
            llvm::SmallVectorImpl<Value> &results);
  /// Runs one op that is no terminator.
  mlir::LogicalResult runOp(mlir::Operation *op);
  /// Calls another function from `op`.
  mlir::LogicalResult call(mlir::Operation *op, mlir::func::FuncOp callee,
                           llvm::MutableArrayRef<Value> args,
                           llvm::SmallVectorImpl<Value> &results);
  /// Used by branches: where control goes after this terminator.
  void branchTo(mlir::Block *block, llvm::SmallVector<Value> args) {
    successor = block;
    successorArgs = std::move(args);
  }
  llvm::SmallVector<Value> getAll(mlir::ValueRange range) const;

  /// Says that `args` of `region` are accumulators: what depends on them is
  /// computed in double until the fold is stored.
  void markAccumulators(mlir::Region &region, mlir::ValueRange args);
  bool isWide(mlir::Operation *op) const { return run.wideOps.contains(op); }

  /// The iteration of the enclosing linalg ops, innermost last.
  llvm::SmallVector<llvm::SmallVector<int64_t>> linalgIndices;

  Run &run;

private:
  mlir::LogicalResult checkResults(mlir::Operation *op);

  unsigned depth;
  llvm::DenseMap<mlir::Value, Value> values;
  mlir::Block *successor = nullptr;
  llvm::SmallVector<Value> successorArgs;
};

} // namespace mesh::reference

#endif // MESH_REFERENCE_FRAME_H
