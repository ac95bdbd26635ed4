//===- Plan.cpp - which functions C programs may call ---------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/Passes.h"
#include "mesh/Driver/Artefact/Interface.h"

#include "../RowCounts.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"
#include "mesh/Pipelines/Passes.h"
#include "mesh/Runtime/mesh_runtime.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

/// Words that mean something else in C or C++.
static bool isKeyword(StringRef name) {
  static const StringSet<> keywords = {
      "alignas",  "alignof",  "and",       "and_eq",       "asm",
      "auto",     "bitand",   "bitor",     "bool",         "break",
      "case",     "catch",    "char",      "class",        "compl",
      "concept",  "const",    "constexpr", "continue",     "decltype",
      "default",  "delete",   "do",        "double",       "else",
      "enum",     "explicit", "export",    "extern",       "false",
      "float",    "for",      "friend",    "goto",         "if",
      "inline",   "int",      "long",      "mutable",      "namespace",
      "new",      "noexcept", "not",       "not_eq",       "nullptr",
      "operator", "or",       "or_eq",     "private",      "protected",
      "public",   "register", "requires",  "restrict",     "return",
      "short",    "signed",   "sizeof",    "static",       "struct",
      "switch",   "template", "this",      "thread_local", "throw",
      "true",     "try",      "typedef",   "typeid",       "typename",
      "typeof",   "union",    "unsigned",  "using",        "virtual",
      "void",     "volatile", "wchar_t",   "while",        "xor",
      "xor_eq"};
  return keywords.contains(name);
}

/// Names that headers of C define: NULL, INT64_MAX, size_t, offsetof, linux.
static bool isMacroOrType(StringRef name) {
  bool allUpper = all_of(name, [](char c) { return !isLower(c); }) &&
                  any_of(name, [](char c) { return llvm::isUpper(c); });
  return (allUpper && name.size() > 1) || name.ends_with("_t") ||
         name == "offsetof" || name == "linux" || name == "unix" ||
         name == "assert" || name == "errno";
}

/// `name` with everything else than letters, digits and `_` as `_`.
static std::string toIdentifier(StringRef name) {
  std::string result;
  for (char c : name)
    result += isAlnum(c) ? c : '_';
  if (result.empty() || isDigit(result[0]))
    result.insert(0, "_");
  return result;
}

/// Why a C program cannot have a function of this name, or an empty text.
static std::string findNameFault(StringRef symbol) {
  if (isKeyword(symbol))
    return "is a word of C or C++";
  if (symbol == "main")
    return "is where a C program starts";
  if (symbol.starts_with("mesh_"))
    return "belongs to the runtime library";
  if (symbol.starts_with("_"))
    return "is reserved";
  if (isMacroOrType(symbol))
    return "is that of a macro or a type of C";
  // What this process has from the C library, OpenMP and others, so does one
  // that loads the library.
  sys::DynamicLibrary::LoadLibraryPermanently(nullptr); // this process
  if (sys::DynamicLibrary::SearchForAddressOfSymbol(symbol.str()))
    return "belongs to the C library or another one";
  return "";
}

static std::string describe(mlir::Location location) {
  std::string text;
  raw_string_ostream os(text);
  if (auto file = location->findInstanceOf<mlir::FileLineColLoc>())
    os << file.getFilename().getValue() << ":" << file.getLine() << ":"
       << file.getColumn();
  return text;
}

namespace {

/// Collects the C view of one function.
class Planner {
public:
  Planner(Program &program, StringRef prefix)
      : program(program), prefix(prefix) {}

  Expected<CFunction> plan(mlir::func::FuncOp function);

private:
  Error add(const CFunction &function, StringRef what, StringRef name,
            mlir::Type type, std::vector<CValue> &values);
  std::string chooseName(StringRef name);

  Program &program;
  StringRef prefix;
  StringSet<> symbols; ///< of all functions
  StringSet<> names;   ///< of the arguments of this one
};

} // namespace

std::string Planner::chooseName(StringRef name) {
  std::string result = toIdentifier(name);
  if (isMacroOrType(result))
    result += "_value";
  while (isKeyword(result) || !names.insert(result).second)
    result += "_";
  return result;
}

Error Planner::add(const CFunction &function, StringRef what, StringRef name,
                   mlir::Type type, std::vector<CValue> &values) {
  std::string text;
  raw_string_ostream(text) << type;
  std::optional<ArgType> argType = getArgType(type);
  if (!argType)
    return dataError(function.location + ": " + what + " '" + name + "' of @" +
                     function.name + " has type '" + text +
                     "', which a C program cannot be given");
  values.push_back(
      {chooseName(name), std::move(text), std::move(*argType), {}});
  return Error::success();
}

Expected<CFunction> Planner::plan(mlir::func::FuncOp op) {
  Signature signature = getSignature(program, op);
  CFunction function;
  function.name = signature.function;
  function.location = describe(op.getLoc());
  function.symbol = (prefix + toIdentifier(function.name)).str();
  std::string fault = findNameFault(function.symbol);
  if (fault.empty() && (!symbols.insert(function.symbol).second ||
                        !symbols.insert(function.symbol + "_shapes").second))
    fault = "is that of another function";
  if (!fault.empty())
    return dataError(function.location + ": @" + function.name +
                     " cannot be '" + function.symbol + "' in C: that name " +
                     fault + "; choose others with --prefix");
  names.clear();
  names.insert("error");
  for (const Parameter &parameter : signature.parameters)
    if (Error error = add(function, "argument", parameter.name, parameter.type,
                          function.parameters))
      return std::move(error);
  addRowCounts(op, function.parameters);
  for (const Result &result : signature.results) {
    if (Error error =
            add(function, "result", result.name, result.type, function.results))
      return std::move(error);
    const CValue &value = function.results.back();
    if (value.argType.kind == ArgType::Graph)
      return dataError(function.location + ": result '" + result.name +
                       "' of @" + function.name +
                       " is a graph, which a C program cannot be given");
    if (value.argType.shape.size() > MESH_MAX_RANK)
      return dataError(function.location + ": result '" + result.name +
                       "' of @" + function.name + " has " +
                       Twine(value.argType.shape.size()) +
                       " axes, expects at most " + Twine(int(MESH_MAX_RANK)));
  }
  return std::move(function);
}

Expected<std::vector<CFunction>> mesh::driver::planInterface(Program &program,
                                                             StringRef entry,
                                                             StringRef prefix) {
  if (!prefix.empty() && (toIdentifier(prefix) != prefix || prefix[0] == '_'))
    return dataError("--prefix expects the beginning of a C name, but got '" +
                     prefix + "'");
  std::vector<CFunction> functions;
  Planner planner(program, prefix);
  for (auto op : program.module->getOps<mlir::func::FuncOp>()) {
    if (op.isDeclaration() ||
        (entry.empty() ? !op.isPublic() : op.getName() != entry))
      continue;
    Expected<CFunction> function = planner.plan(op);
    if (!function)
      return function.takeError();
    functions.push_back(std::move(*function));
  }
  if (functions.empty())
    return dataError("the program has no public function with a body");
  return functions;
}

static bool hasOpenSize(const CFunction &function) {
  return any_of(function.results, [](const CValue &value) {
    return is_contained(value.argType.shape, -1);
  });
}

Error mesh::driver::addShapeFunctions(mlir::ModuleOp module,
                                      MutableArrayRef<CFunction> functions) {
  mlir::PassManager pm(module.getContext(), mlir::ModuleOp::getOperationName());
  if (failed(mlir::applyPassManagerCLOptions(pm)))
    return reportedError();
  // As the whole pipeline begins.
  pm.addPass(createMeshLowerTosa());
  pm.addPass(createMeshAutodiff(
      {/*fuse=*/true, /*simplify=*/true, /*checkSeeds=*/true}));
  pm.addPass(createMeshCheckCalls());
  pm.addPass(mlir::createInlinerPass());
  pm.addPass(mlir::createSymbolDCEPass());
  pm.addPass(createMeshExpand());
  pm.addPass(mlir::createCanonicalizerPass());
  pm.addPass(createMeshResultShapes());
  if (failed(pm.run(module)))
    return reportedError();
  for (CFunction &function : functions) {
    auto op = module.lookupSymbol<mlir::func::FuncOp>(function.name);
    if (op && op->removeAttr(kShapesNeedDataAttr))
      function.shapes = ShapesFrom::Data;
    else if (hasOpenSize(function))
      function.shapes = ShapesFrom::Arguments;
  }
  return Error::success();
}

bool CFunction::hasShapes() const {
  return any_of(results, [](const CValue &value) {
    return value.argType.kind == ArgType::Tensor;
  });
}

std::string mesh::driver::sizeName(const CValue &value, unsigned axis) {
  return value.name + "_size" + std::to_string(axis);
}
