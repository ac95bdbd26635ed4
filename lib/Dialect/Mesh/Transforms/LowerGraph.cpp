//===- LowerGraph.cpp - replace graphs by their component tensors ---------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerGraph.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionImplementation.h"

namespace mesh {
#define GEN_PASS_DEF_MESHLOWERGRAPH
#include "mesh/Dialect/Mesh/Transforms/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

/// Attribute of a function argument or result that is a component of a graph.
static constexpr StringLiteral kComponentAttrName = "mesh.component";
/// Its values, in the order of `GraphComponent`.
static constexpr StringLiteral kComponentNames[kNumGraphComponents] = {
    "source",  "target",  "in_ptr",  "in_col",
    "in_edge", "out_ptr", "out_col", "out_edge"};

namespace {

/// A graph is its eight components; every other type stays.
struct GraphConverter : public TypeConverter {
  GraphConverter() {
    addConversion([](Type type) { return type; });
    addConversion([](mesh::GraphType type, SmallVectorImpl<Type> &components) {
      auto component =
          RankedTensorType::get({ShapedType::kDynamic}, type.getIndexType());
      components.append(kNumGraphComponents, component);
      return success();
    });
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// What cannot be lowered
//===----------------------------------------------------------------------===//

static bool hasGraph(Type type) {
  return type.walk([](mesh::GraphType) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Whether a pattern lowers `op` when it has a graph as operand or result.
static bool isLowered(Operation *op) {
  return isa<AggregateOp, CartesianProductOp, CSROp, DegreeOp, EdgeIdsOp,
             EndpointsOp, GraphComponentsOp, GraphOp, MakeGraphOp, MapEdgesOp,
             NumEdgesOp, NumNodesOp, ReduceEdgesOp, RequireOp, TransposeOp>(
             op) ||
         isa<func::CallOp, func::FuncOp, func::ReturnOp>(op) ||
         isa<scf::ConditionOp, scf::ForOp, scf::IfOp, scf::IndexSwitchOp,
             scf::WhileOp>(op) ||
         isa<arith::SelectOp, cf::BranchOp, cf::CondBranchOp>(op) ||
         (isa<scf::YieldOp>(op) && isLowered(op->getParentOp()));
}

/// Says which op keeps a graph alive, and which step is missing, before the
/// conversion gives up with less to say.
static LogicalResult checkLowerable(Operation *root) {
  bool failed = false;
  root->walk([&](Operation *op) {
    auto touches = [](auto types) { return llvm::any_of(types, hasGraph); };
    bool hasGraphArgument = llvm::any_of(op->getRegions(), [&](Region &region) {
      return llvm::any_of(region, [&](Block &block) {
        return touches(block.getArgumentTypes());
      });
    });
    if (!touches(op->getOperandTypes()) && !touches(op->getResultTypes()) &&
        !hasGraphArgument)
      return;
    if (isLowered(op))
      return;
    failed = true;
    InFlightDiagnostic diagnostic = op->emitOpError();
    if (isa<GatherOp>(op) || isa<SizedOpInterface>(op))
      diagnostic << "is not fused yet; run '--mesh-fuse' before "
                    "'--mesh-lower-graph'";
    else
      diagnostic << "holds a value of type '!mesh.graph', which "
                    "'--mesh-lower-graph' does not lower in this op";
  });
  return failure(failed);
}

//===----------------------------------------------------------------------===//
// Attributes of arguments and results
//===----------------------------------------------------------------------===//

/// Repeats the attributes of a graph for each of its components, and names the
/// components. Null where there is nothing to say.
static ArrayAttr spreadAttrs(ArrayAttr attrs, TypeRange types,
                             bool nameComponents) {
  MLIRContext *context = nullptr;
  if (!types.empty())
    context = types.front().getContext();
  if (!context)
    return attrs;
  bool isEmpty = true;
  SmallVector<Attribute> spread;
  for (auto [position, type] : llvm::enumerate(types)) {
    auto own = attrs ? cast<DictionaryAttr>(attrs[position])
                     : DictionaryAttr::get(context);
    if (!isa<mesh::GraphType>(type)) {
      isEmpty &= own.empty();
      spread.push_back(own);
      continue;
    }
    for (StringRef name : kComponentNames) {
      NamedAttrList component(own);
      if (nameComponents)
        component.set(kComponentAttrName, StringAttr::get(context, name));
      isEmpty &= component.empty();
      spread.push_back(component.getDictionary(context));
    }
  }
  return isEmpty ? ArrayAttr() : ArrayAttr::get(context, spread);
}

namespace {

/// The attributes that a function has once its signature is converted.
/// Upstream's conversion leaves attribute `i` with argument `i`, which is
/// another argument after it.
struct SignatureAttrs {
  explicit SignatureAttrs(func::FuncOp function)
      : function(function),
        arguments(spreadAttrs(function.getArgAttrsAttr(),
                              function.getArgumentTypes(), true)),
        results(spreadAttrs(function.getResAttrsAttr(),
                            function.getResultTypes(), true)) {
    function.removeArgAttrsAttr();
    function.removeResAttrsAttr();
  }

  void restore() {
    if (arguments)
      function.setArgAttrsAttr(arguments);
    if (results)
      function.setResAttrsAttr(results);
  }

  func::FuncOp function;
  ArrayAttr arguments, results;
};

//===----------------------------------------------------------------------===//
// Upstream ops that upstream patterns do not cover
//===----------------------------------------------------------------------===//

/// Unlike upstream's pattern, keeps every attribute of the call.
struct LowerCall : public GraphOpPattern<func::CallOp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(func::CallOp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    SmallVector<Value> operands;
    for (ValueRange operand : adaptor.getOperands())
      llvm::append_range(operands, operand);
    SmallVector<Type> types;
    SmallVector<unsigned> counts;
    for (Type type : op.getResultTypes()) {
      unsigned before = types.size();
      if (failed(getTypeConverter()->convertType(type, types)))
        return failure();
      counts.push_back(types.size() - before);
    }

    auto call = func::CallOp::create(rewriter, op.getLoc(), op.getCalleeAttr(),
                                     types, operands);
    call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    call.setNoInline(op.getNoInline());
    if (ArrayAttr attrs = op.getArgAttrsAttr())
      if (ArrayAttr spread = spreadAttrs(attrs, op.getOperandTypes(), false))
        call.setArgAttrsAttr(spread);
    if (ArrayAttr attrs = op.getResAttrsAttr())
      if (ArrayAttr spread = spreadAttrs(attrs, op.getResultTypes(), false))
        call.setResAttrsAttr(spread);

    SmallVector<ValueRange> replacements;
    ResultRange results = call.getResults();
    for (unsigned count : counts) {
      replacements.push_back(results.take_front(count));
      results = results.drop_front(count);
    }
    rewriter.replaceOpWithMultiple(op, ArrayRef(replacements));
    return success();
  }
};

struct LowerSelect : public GraphOpPattern<arith::SelectOp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(arith::SelectOp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    Value condition = adaptor.getCondition().front();
    SmallVector<Value> components;
    for (auto [ifTrue, ifFalse] :
         llvm::zip_equal(adaptor.getTrueValue(), adaptor.getFalseValue()))
      components.push_back(arith::SelectOp::create(rewriter, op.getLoc(),
                                                   condition, ifTrue, ifFalse));
    rewriter.replaceOpWithMultiple(op, {ValueRange(components)});
    return success();
  }
};

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

struct MeshLowerGraph : public mesh::impl::MeshLowerGraphBase<MeshLowerGraph> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkLowerable(module)))
      return signalPassFailure();

    SmallVector<SignatureAttrs> signatures;
    module.walk([&](func::FuncOp function) {
      if (llvm::any_of(function.getArgumentTypes(), hasGraph) ||
          llvm::any_of(function.getResultTypes(), hasGraph))
        signatures.emplace_back(function);
    });
    if (failed(convert(module)))
      return signalPassFailure();
    for (SignatureAttrs &signature : signatures)
      signature.restore();
  }

  LogicalResult convert(ModuleOp module) {
    GraphConverter converter;
    RewritePatternSet patterns(&getContext());
    ConversionTarget target(getContext());
    populateGraphReaderPatterns(converter, patterns);
    populateGraphBuilderPatterns(converter, patterns);
    populateRequirePatterns(converter, patterns);
    patterns.add<LowerCall, LowerSelect>(converter, &getContext());
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   converter);
    populateReturnOpTypeConversionPattern(patterns, converter);
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    cf::populateCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
    // Only the signature: bodies are converted block by block.
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp function) {
      return converter.isSignatureLegal(function.getFunctionType());
    });
    target.addIllegalOp<CSRTransposeOp>();
    target.markUnknownOpDynamicallyLegal(
        [&](Operation *op) { return converter.isLegal(op); });
    return applyPartialConversion(module, target, std::move(patterns));
  }
};

} // namespace
