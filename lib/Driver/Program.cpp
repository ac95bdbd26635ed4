//===- Program.cpp - parsing and function lookup --------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Program.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Parser/Parser.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

char ReportedError::ID = 0;

void ReportedError::log(raw_ostream &os) const { os << "failed"; }

Error mesh::driver::reportedError() { return make_error<ReportedError>(); }

/// The names in the source of the arguments of `function`.
static std::vector<std::string> readNames(const mlir::AsmParserState &state,
                                          mlir::func::FuncOp function) {
  std::vector<std::string> names;
  const auto *block =
      function.isExternal() ? nullptr : state.getBlockDef(&function.front());
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
    std::string name = "arg" + std::to_string(i);
    if (block && i < block->arguments.size()) {
      SMRange range = block->arguments[i].loc;
      if (range.isValid())
        name = StringRef(range.Start.getPointer(),
                         range.End.getPointer() - range.Start.getPointer())
                   .ltrim('%')
                   .str();
    }
    names.push_back(std::move(name));
  }
  return names;
}

/// Lets run-time checks name the arguments as the program does.
static void keepNames(Program &program) {
  for (auto function : program.module->getOps<mlir::func::FuncOp>()) {
    auto names = program.argumentNames.find(function.getName());
    if (function.isDeclaration() || names == program.argumentNames.end())
      continue;
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      if (i < names->second.size() && !function.getArgAttr(i, kNameAttr))
        function.setArgAttr(
            i, kNameAttr,
            mlir::StringAttr::get(function.getContext(), names->second[i]));
  }
}

static void
keepOp(Program &program,
       const mlir::AsmParserState::OperationDefinition &definition) {
  explain::SourceOp op;
  op.op = definition.op->getName().getStringRef().str();
  op.isConstant = definition.op->hasTrait<mlir::OpTrait::ConstantLike>();
  if (!definition.resultGroups.empty()) {
    SMRange range = definition.resultGroups.front().definition.loc;
    if (range.isValid())
      op.value = std::string(range.Start.getPointer(), range.End.getPointer());
  }
  program.ops.try_emplace(definition.op->getLoc(), std::move(op));
}

Expected<Program> mesh::driver::parseProgram(const SourceMgr &sources,
                                             mlir::MLIRContext *context) {
  Program program;
  mlir::ParserConfig config(context);
  auto buffer =
      sources.getMemoryBuffer(sources.getMainFileID())->getMemBufferRef();
  if (mlir::isBytecode(buffer)) {
    program.module = mlir::parseSourceFile<mlir::ModuleOp>(sources, config);
    if (!program.module)
      return reportedError();
    return program;
  }
  if (Error error = checkNesting(sources))
    return std::move(error);
  mlir::AsmParserState state;
  mlir::Block block;
  if (failed(mlir::parseAsmSourceFile(sources, &block, config, &state)))
    return reportedError();
  for (mlir::Operation &op : block) {
    auto collect = [&](mlir::func::FuncOp function) {
      program.argumentNames[function.getName()] = readNames(state, function);
    };
    if (auto function = dyn_cast<mlir::func::FuncOp>(op))
      collect(function);
    else if (auto module = dyn_cast<mlir::ModuleOp>(op))
      llvm::for_each(module.getOps<mlir::func::FuncOp>(), collect);
  }
  for (const mlir::AsmParserState::OperationDefinition &definition :
       state.getOpDefs())
    keepOp(program, definition);
  auto location = mlir::FileLineColLoc::get(
      context, buffer.getBufferIdentifier(), /*line=*/0, /*column=*/0);
  program.module =
      mlir::detail::constructContainerOpForParserIfNecessary<mlir::ModuleOp>(
          &block, context, location);
  if (!program.module)
    return reportedError();
  keepNames(program);
  return program;
}

Expected<mlir::func::FuncOp> mesh::driver::findFunction(mlir::ModuleOp module,
                                                        StringRef name) {
  name.consume_front("@");
  std::string known;
  mlir::func::FuncOp found, declaration;
  size_t publicCount = 0;
  for (auto function : module.getOps<mlir::func::FuncOp>()) {
    if (function.isDeclaration()) {
      if (function.getName() == name)
        declaration = function;
      continue;
    }
    known += ((known.empty() ? "@" : ", @") + function.getName()).str();
    publicCount += function.isPublic();
    if (name.empty() ? function.isPublic() : function.getName() == name)
      found = function;
  }
  if (found && (!name.empty() || publicCount == 1))
    return found;
  if (known.empty())
    return dataError("the program has no function with a body");
  if (name.empty())
    return dataError("expects the name of a function, one of " + known);
  if (declaration) {
    declaration.emitError("function @")
        << name << " has no body; those with one: " << known;
    return reportedError();
  }
  return dataError("no function @" + name + "; the program has " + known);
}
