//===- Interpreter.cpp - runs IR by its definition ------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Reference/Interpreter.h"

#include "mesh/Reference/Registry.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

#include "llvm/Support/raw_ostream.h"

using namespace mesh::reference;
using mlir::failure;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::success;

char RuntimeError::ID = 0;

RuntimeError::RuntimeError(mlir::Location location, std::string text)
    : location(location), text(std::move(text)) {
  if (auto found = location->findInstanceOf<mlir::FileLineColLoc>())
    place =
        (found.getFilename().getValue() + ":" + llvm::Twine(found.getLine()) +
         ":" + llvm::Twine(found.getColumn()))
            .str();
}

void RuntimeError::log(llvm::raw_ostream &os) const {
  if (!place.empty())
    os << place << ": ";
  os << text;
}

//===----------------------------------------------------------------------===//
// Registry
//===----------------------------------------------------------------------===//

const Handler *Registry::lookup(mlir::Operation *op) const {
  auto found = handlers.find(op->getName().getStringRef());
  if (found != handlers.end())
    return &found->second;
  for (const auto &[applies, handler] : interfaces)
    if (applies(op))
      return &handler;
  return nullptr;
}

static Registry makeBuiltinRegistry() {
  Registry registry;
  registerAffineHandlers(registry);
  registerArithHandlers(registry);
  registerCheckHandlers(registry);
  registerControlFlowHandlers(registry);
  registerLinalgHandlers(registry);
  registerMathHandlers(registry);
  registerMeshLayerHandlers(registry);
  registerMeshMessageHandlers(registry);
  registerMeshAggregateHandlers(registry);
  registerMeshMapEdgesHandlers(registry);
  registerMeshRuntimeHandlers(registry);
  registerMeshTopologyHandlers(registry);
  registerSCFHandlers(registry);
  registerTensorHandlers(registry);
  return registry;
}

const Registry &mesh::reference::getBuiltinRegistry() {
  static const Registry registry = makeBuiltinRegistry();
  return registry;
}

//===----------------------------------------------------------------------===//
// Frame: values
//===----------------------------------------------------------------------===//

LogicalResult Frame::failWith(mlir::Location location,
                              const llvm::Twine &text) {
  if (!run.error)
    run.error = std::make_unique<RuntimeError>(location, text.str());
  return failure();
}

LogicalResult Frame::fail(mlir::Operation *op, const llvm::Twine &text) {
  return failWith(op->getLoc(),
                  "'" + op->getName().getStringRef() + "' op " + text);
}

int64_t Frame::integer(mlir::OpFoldResult value) const {
  if (auto attribute = llvm::dyn_cast<mlir::Attribute>(value))
    return llvm::cast<mlir::IntegerAttr>(attribute).getInt();
  return integer(llvm::cast<mlir::Value>(value));
}

llvm::SmallVector<int64_t>
Frame::integers(llvm::ArrayRef<mlir::OpFoldResult> range) const {
  llvm::SmallVector<int64_t> result;
  for (mlir::OpFoldResult value : range)
    result.push_back(integer(value));
  return result;
}

llvm::SmallVector<Value> Frame::getAll(mlir::ValueRange range) const {
  llvm::SmallVector<Value> result;
  for (mlir::Value value : range)
    result.push_back(get(value));
  return result;
}

Value Frame::take(mlir::OpOperand &operand) {
  mlir::Value value = operand.get();
  // A value of another block may be read again when this block runs again.
  if (value.hasOneUse() &&
      value.getParentBlock() == operand.getOwner()->getBlock())
    return std::move(values[value]);
  return get(value);
}

LogicalResult Frame::checkSize(mlir::Operation *op,
                               llvm::ArrayRef<int64_t> shape) {
  std::optional<int64_t> count = countEntries(shape);
  if (count && *count <= run.options.maxEntries)
    return success();
  return fail(op, "needs a tensor of shape " + shapeString(shape) +
                      ", but at most " + llvm::Twine(run.options.maxEntries) +
                      " entries are supported");
}

FailureOr<Tensor> Frame::makeTensor(mlir::Operation *op, mlir::Type elementType,
                                    llvm::ArrayRef<int64_t> shape) {
  if (!isSupportedElement(elementType)) {
    std::string type;
    llvm::raw_string_ostream(type) << elementType;
    return fail(op, "cannot be interpreted with element type '" + type + "'");
  }
  if (failed(checkSize(op, shape)))
    return failure();
  return Tensor(elementType, shape);
}

//===----------------------------------------------------------------------===//
// Frame: accumulators
//===----------------------------------------------------------------------===//

void Frame::markAccumulators(mlir::Region &region, mlir::ValueRange args) {
  if (!run.markedRegions.insert(&region).second)
    return;
  llvm::DenseSet<mlir::Value> wide(args.begin(), args.end());
  region.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    bool reads = run.wideOps.contains(op->getParentOp());
    op->walk([&](mlir::Operation *nested) {
      for (mlir::Value operand : nested->getOperands())
        reads |= wide.contains(operand);
    });
    if (!reads)
      return;
    run.wideOps.insert(op);
    wide.insert(op->result_begin(), op->result_end());
    for (mlir::Region &nested : op->getRegions())
      for (mlir::Block &block : nested)
        wide.insert(block.args_begin(), block.args_end());
  });
}

//===----------------------------------------------------------------------===//
// Frame: control
//===----------------------------------------------------------------------===//

LogicalResult Frame::checkResults(mlir::Operation *op) {
  for (mlir::OpResult result : op->getResults()) {
    auto found = values.find(result);
    if (found == values.end())
      return fail(op, "has no value for result #" +
                          llvm::Twine(result.getResultNumber()));
    if (auto fault = findTypeFault(found->second, result.getType()))
      return fail(op, "result #" + llvm::Twine(result.getResultNumber()) + " " +
                          *fault);
  }
  return success();
}

LogicalResult Frame::runOp(mlir::Operation *op) {
  const Handler *handler = run.handlers.lookup(op->getName());
  if (!handler) {
    handler = run.options.registry->lookup(op);
    if (!handler)
      return fail(op, "is not known to the reference interpreter");
    run.handlers[op->getName()] = handler;
  }
  if (failed((*handler)(op, *this)))
    return failure();
  return checkResults(op);
}

/// Whether the terminator hands its operands to the op around the region.
static bool leavesRegion(mlir::Operation *terminator) {
  return terminator->hasTrait<mlir::OpTrait::ReturnLike>() ||
         llvm::isa<mlir::RegionBranchTerminatorOpInterface,
                   mlir::scf::InParallelOp, mlir::scf::ReduceOp,
                   mlir::scf::ReduceReturnOp>(terminator);
}

FailureOr<mlir::Operation *>
Frame::runRegion(mlir::Region &region, llvm::MutableArrayRef<Value> args,
                 llvm::SmallVectorImpl<Value> &results) {
  mlir::Block *block = &region.front();
  for (auto [arg, value] : llvm::zip_equal(block->getArguments(), args))
    set(arg, std::move(value));
  while (true) {
    mlir::Operation *terminator = block->getTerminator();
    for (mlir::Operation &op : block->without_terminator())
      if (failed(runOp(&op)))
        return failure();
    if (terminator->getNumSuccessors() == 0) {
      if (!leavesRegion(terminator))
        return fail(terminator, "is not known to the reference interpreter");
      results.clear();
      for (mlir::OpOperand &operand : terminator->getOpOperands())
        results.push_back(take(operand));
      return terminator;
    }
    successor = nullptr;
    if (failed(runOp(terminator)))
      return failure();
    if (!successor)
      return fail(terminator, "is not known to the reference interpreter");
    block = successor;
    for (auto [arg, value] :
         llvm::zip_equal(block->getArguments(), successorArgs))
      set(arg, std::move(value));
  }
}

LogicalResult Frame::call(mlir::Operation *op, mlir::func::FuncOp callee,
                          llvm::MutableArrayRef<Value> args,
                          llvm::SmallVectorImpl<Value> &results) {
  if (callee.isExternal())
    return fail(op, "calls '" + callee.getName() + "', which has no body");
  if (depth >= run.options.maxCallDepth)
    return fail(op, "calls '" + callee.getName() + "' more than " +
                        llvm::Twine(run.options.maxCallDepth) + " calls deep");
  Frame inner(run, depth + 1);
  return inner.runRegion(callee.getBody(), args, results);
}

llvm::Expected<llvm::SmallVector<Value>>
mesh::reference::interpret(mlir::func::FuncOp function,
                           llvm::ArrayRef<Value> args,
                           const InterpreterOptions &userOptions) {
  InterpreterOptions options = userOptions;
  if (!options.registry)
    options.registry = &getBuiltinRegistry();
  Run run(options);
  Frame outer(run, 0);

  llvm::SmallVector<Value> values(args.begin(), args.end());
  llvm::SmallVector<Value> results;
  LogicalResult outcome = success();
  if (args.size() != function.getNumArguments())
    outcome = outer.fail(function,
                         "expects " + llvm::Twine(function.getNumArguments()) +
                             " arguments, but got " + llvm::Twine(args.size()));
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    if (failed(outcome))
      break;
    auto fault = findTypeFault(values[i], type);
    if (!fault && values[i].isGraph())
      fault = findGraphFault(values[i].getGraph());
    if (fault)
      outcome =
          outer.fail(function, "argument #" + llvm::Twine(i) + " " + *fault);
  }
  if (succeeded(outcome))
    outcome = outer.call(function, function, values, results);
  if (failed(outcome))
    return llvm::Error(std::move(run.error));
  return results;
}
