//===- LowerRuntimeChecks.cpp - checks that return a status ---------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllocationSizes.h"
#include "FailureCalls.h"
#include "mesh/Conversion/RuntimeChecks/Passes.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace mesh {
#define GEN_PASS_DEF_MESHLOWERRUNTIMECHECKS
#include "mesh/Conversion/RuntimeChecks/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

/// The attribute by which a memref function gets its `_mlir_ciface_` twin.
static constexpr llvm::StringLiteral kEmitCInterface = "llvm.emit_c_interface";

static bool hasStatus(func::FuncOp function) {
  return !function.isDeclaration();
}

/// Removes what earlier passes noted about arguments and results: the
/// translation to LLVM IR warns of attributes that it does not know.
static void dropNotes(func::FuncOp function) {
  auto isNote = [](NamedAttribute attribute) {
    StringRef dialect = attribute.getName().strref().split('.').first;
    return dialect == MeshDialect::getDialectNamespace() ||
           dialect ==
               bufferization::BufferizationDialect::getDialectNamespace();
  };
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    for (NamedAttribute attribute :
         mlir::function_interface_impl::getArgAttrs(function, i))
      if (isNote(attribute))
        function.removeArgAttr(i, attribute.getName());
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
    for (NamedAttribute attribute :
         mlir::function_interface_impl::getResultAttrs(function, i))
      if (isNote(attribute))
        function.removeResultAttr(i, attribute.getName());
}

/// Prepends the status argument and the code result.
static LogicalResult addStatus(func::FuncOp function) {
  dropNotes(function);
  OpBuilder builder(function.getContext());
  auto ptr = LLVM::LLVMPointerType::get(function.getContext());
  if (failed(function.insertArgument(0, ptr, {}, function.getLoc())) ||
      failed(function.insertResult(0, builder.getI32Type(), {})))
    return failure();
  function.walk([&](func::ReturnOp op) {
    builder.setInsertionPoint(op);
    Value zero = arith::ConstantIntOp::create(builder, op.getLoc(), 0, 32);
    op.getOperandsMutable().assign([&] {
      SmallVector<Value> operands = {zero};
      llvm::append_range(operands, op.getOperands());
      return operands;
    }());
  });
  if (function.isPublic())
    function->setAttr(kEmitCInterface, builder.getUnitAttr());
  return success();
}

/// What a `cf.assert` says. Those that upstream's
/// `generate-runtime-verification` makes hold the printed op, then "^
/// <reason>", then the location; the op is a lowered one that its user has
/// never seen, and the location is given anyway.
static StringRef getReason(cf::AssertOp op) {
  StringRef message = op.getMsg();
  if (message.starts_with("ERROR: Runtime op verification failed"))
    if (auto [op, reason] = message.split("\n^ "); !reason.empty())
      return reason.split("\nLocation:").first;
  return message;
}

namespace {

/// Turns the checks of one function into branches.
class FunctionLowering {
public:
  FunctionLowering(func::FuncOp function, FailureCalls &calls,
                   SymbolTable &symbols)
      : function(function), calls(calls), symbols(symbols) {}

  LogicalResult run();

private:
  Value status() { return function.getArgument(0); }
  LogicalResult lowerCheck(Operation *op, Value condition, StringRef message,
                           ValueRange values);
  LogicalResult lowerCall(func::CallOp op);
  LogicalResult lowerAllocation(memref::AllocOp op);
  /// Where control goes when a check at `op` has failed, or null after an
  /// error: a block that returns or that ends the iteration.
  Block *getFailureBlock(Operation *op);
  Block *makeReturnBlock(Location location);
  LogicalResult checkParallelRegion(Operation *op, Region &region);
  /// Goes on at `op` if `condition` holds, else records `message` (if any) and
  /// leaves.
  LogicalResult branch(Operation *op, Value condition,
                       const std::optional<std::string> &message,
                       ValueRange values);
  void checkStatusAfter(Operation *op);

  func::FuncOp function;
  FailureCalls &calls;
  SymbolTable &symbols;
  /// Blocks that leave, one for each region.
  DenseMap<Region *, Block *> failureBlocks;
  /// Outermost parallel ops in which a check may fail.
  SetVector<Operation *> failingParallelOps;
};

} // namespace

Block *FunctionLowering::makeReturnBlock(Location location) {
  Block *block = new Block;
  function.getBody().push_back(block);
  OpBuilder builder = OpBuilder::atBlockBegin(block);
  SmallVector<Value> results;
  results.push_back(arith::ConstantIntOp::create(builder, location, 1, 32));
  for (Type type : function.getResultTypes().drop_front())
    results.push_back(ub::PoisonOp::create(builder, location, type));
  func::ReturnOp::create(builder, location, results);
  return block;
}

/// A thread that leaves a parallel region early must not be waited for at a
/// work-sharing construct that the others still reach.
LogicalResult FunctionLowering::checkParallelRegion(Operation *op,
                                                    Region &region) {
  if (!isa<omp::ParallelOp>(region.getParentOp()))
    return success();
  WalkResult found = region.walk([&](Operation *inner) {
    return isa<omp::WsloopOp, omp::BarrierOp, omp::SingleOp, omp::SectionsOp>(
               inner)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (!found.wasInterrupted())
    return success();
  return op->emitOpError("cannot fail in a parallel region beside a "
                         "work-sharing construct, only inside the loop or "
                         "before the region");
}

Block *FunctionLowering::getFailureBlock(Operation *op) {
  Region *region = op->getParentRegion();
  Block *&block = failureBlocks[region];
  if (block)
    return block;
  if (region == &function.getBody())
    return block = makeReturnBlock(function.getLoc());

  Operation *terminator = nullptr;
  for (Block &candidate : *region)
    if (!candidate.empty() &&
        isa<omp::YieldOp, omp::TerminatorOp>(candidate.back()))
      terminator = &candidate.back();
  if (!terminator) {
    op->emitOpError("cannot leave the region of '")
        << region->getParentOp()->getName()
        << "': --convert-scf-to-cf comes before --mesh-lower-runtime-checks";
    return nullptr;
  }
  if (failed(checkParallelRegion(op, *region)))
    return nullptr;

  block = new Block;
  region->push_back(block);
  OpBuilder builder = OpBuilder::atBlockBegin(block);
  IRMapping poison;
  for (Value operand : terminator->getOperands())
    poison.map(operand, ub::PoisonOp::create(builder, terminator->getLoc(),
                                             operand.getType()));
  builder.clone(*terminator, poison);
  return block;
}

LogicalResult
FunctionLowering::branch(Operation *op, Value condition,
                         const std::optional<std::string> &message,
                         ValueRange values) {
  Block *leave = getFailureBlock(op);
  if (!leave)
    return failure();
  Operation *outermost = nullptr;
  for (Operation *parent = op->getParentOp(); parent != function;
       parent = parent->getParentOp())
    outermost = parent;
  if (outermost)
    failingParallelOps.insert(outermost);

  Location location = op->getLoc();
  Block *before = op->getBlock();
  Block *after = before->splitBlock(op);
  OpBuilder builder = OpBuilder::atBlockEnd(before);
  Block *failed = leave;
  if (message) {
    failed = builder.createBlock(leave);
    calls.record(builder, location, status(), *message, values);
    cf::BranchOp::create(builder, location, leave);
    builder.setInsertionPointToEnd(before);
  }
  auto jump = cf::CondBranchOp::create(builder, location, condition, after,
                                       ValueRange(), failed, ValueRange());
  // A check hardly ever fails: keep the failure out of the hot path.
  jump.setBranchWeightsAttr(builder.getDenseI32ArrayAttr({1 << 20, 1}));
  return success();
}

LogicalResult FunctionLowering::lowerCheck(Operation *op, Value condition,
                                           StringRef message,
                                           ValueRange values) {
  if (failed(branch(op, condition, message.str(), values)))
    return failure();
  op->erase();
  return success();
}

/// Hands the status on and leaves if the callee has failed.
LogicalResult FunctionLowering::lowerCall(func::CallOp op) {
  auto callee = symbols.lookup<func::FuncOp>(op.getCallee());
  if (!callee || !hasStatus(callee))
    return success();
  OpBuilder builder(op);
  Location location = op.getLoc();
  SmallVector<Value> operands = {status()};
  llvm::append_range(operands, op.getOperands());
  SmallVector<Type> types = {builder.getI32Type()};
  llvm::append_range(types, op.getResultTypes());
  auto call =
      func::CallOp::create(builder, location, op.getCallee(), types, operands);
  Value zero = arith::ConstantIntOp::create(builder, location, 0, 32);
  Value good = arith::CmpIOp::create(
      builder, location, arith::CmpIPredicate::eq, call.getResult(0), zero);
  if (failed(branch(op, good, std::nullopt, {})))
    return failure();
  op.replaceAllUsesWith(call.getResults().drop_front());
  op.erase();
  return success();
}

LogicalResult FunctionLowering::lowerAllocation(memref::AllocOp op) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  if (Value good = buildSizeCheck(builder, op)) {
    if (failed(branch(op, good,
                      "cannot make a tensor of " + describeShape(op.getType()),
                      op.getDynamicSizes())))
      return failure();
  }
  if (op->getParentRegion() == &function.getBody())
    return success(); // the runtime leaves the call by itself
  builder.setInsertionPointAfter(op);
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(
      builder, location, op.getResult());
  Value zero = arith::ConstantIndexOp::create(builder, location, 0);
  Value good = arith::CmpIOp::create(builder, location,
                                     arith::CmpIPredicate::ne, address, zero);
  return branch(good.getDefiningOp()->getNextNode(), good,
                "out of memory in a parallel loop", {});
}

void FunctionLowering::checkStatusAfter(Operation *op) {
  Location location = op->getLoc();
  Block *leave = getFailureBlock(op);
  Block *before = op->getBlock();
  Block *after = before->splitBlock(op->getNextNode());
  OpBuilder builder = OpBuilder::atBlockEnd(before);
  Value code =
      LLVM::LoadOp::create(builder, location, builder.getI32Type(), status());
  Value zero = arith::ConstantIntOp::create(builder, location, 0, 32);
  Value good = arith::CmpIOp::create(builder, location,
                                     arith::CmpIPredicate::eq, code, zero);
  auto jump = cf::CondBranchOp::create(builder, location, good, after,
                                       ValueRange(), leave, ValueRange());
  jump.setBranchWeightsAttr(builder.getDenseI32ArrayAttr({1 << 20, 1}));
}

LogicalResult FunctionLowering::run() {
  SmallVector<Operation *> work;
  function.walk([&](Operation *op) {
    if (isa<AssertOp, cf::AssertOp, func::CallOp, memref::AllocOp>(op))
      work.push_back(op);
  });
  for (Operation *op : work) {
    LogicalResult result = success();
    if (auto check = dyn_cast<AssertOp>(op))
      result = lowerCheck(check, check.getCondition(), check.getMessage(),
                          check.getValues());
    else if (auto check = dyn_cast<cf::AssertOp>(op))
      result = lowerCheck(check, check.getArg(), getReason(check), {});
    else if (auto call = dyn_cast<func::CallOp>(op))
      result = lowerCall(call);
    else
      result = lowerAllocation(cast<memref::AllocOp>(op));
    if (failed(result))
      return failure();
  }
  for (Operation *op : failingParallelOps)
    checkStatusAfter(op);
  return success();
}

/// The allocation that `result` is, if it is one of this call alone.
static memref::AllocOp findAllocation(Value result, func::FuncOp function) {
  while (auto cast = result.getDefiningOp<memref::CastOp>())
    result = cast.getSource();
  auto alloc = result.getDefiningOp<memref::AllocOp>();
  return alloc && alloc->getParentRegion() == &function.getBody() ? alloc
                                                                  : nullptr;
}

/// Tells the runtime which allocations become results, so that they can be made
/// in memory of the caller.
static void markResults(func::FuncOp function) {
  auto returns = llvm::to_vector(function.getOps<func::ReturnOp>());
  if (!function.isPublic() || returns.size() != 1)
    return;
  llvm::SmallMapVector<Operation *, int, 4> results;
  for (auto [i, operand] : llvm::enumerate(returns.front().getOperands()))
    if (auto alloc = findAllocation(operand, function))
      if (!results.try_emplace(alloc, int(i)).second)
        results[alloc] = -1; // one buffer for two results
  auto module = function->getParentOfType<ModuleOp>();
  for (auto [alloc, index] : results) {
    if (index < 0)
      continue;
    OpBuilder builder(alloc);
    FailureOr<LLVM::LLVMFuncOp> callee = LLVM::lookupOrCreateFn(
        builder, module, "mesh_rt_next_result", builder.getI32Type(),
        LLVM::LLVMVoidType::get(module.getContext()));
    if (failed(callee))
      return;
    Value number =
        arith::ConstantIntOp::create(builder, alloc->getLoc(), index, 32);
    LLVM::CallOp::create(builder, alloc->getLoc(), *callee, number);
  }
}

namespace {

struct LowerRuntimeChecks
    : mesh::impl::MeshLowerRuntimeChecksBase<LowerRuntimeChecks> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>())
      if (hasStatus(function))
        functions.push_back(function);
    for (func::FuncOp function : functions) {
      markResults(function);
      if (failed(addStatus(function)))
        return signalPassFailure();
    }
    SymbolTable symbols(module);
    for (func::FuncOp function : functions) {
      std::string name = getCodeName(function.getName());
      if (name != function.getName() && failed(symbols.rename(function, name)))
        return signalPassFailure();
    }
    FailureCalls calls(module);
    for (func::FuncOp function : functions)
      if (failed(FunctionLowering(function, calls, symbols).run()))
        return signalPassFailure();
  }
};

} // namespace
