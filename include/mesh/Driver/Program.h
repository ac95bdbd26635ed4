//===- Program.h - a parsed program and its names ---------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_PROGRAM_H
#define MESH_DRIVER_PROGRAM_H

#include "mesh/Driver/Data/Argument.h"
#include "mesh/Explain/Origins.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"

#include <string>
#include <vector>

namespace mesh::driver {

/// An error of which the user has been told already, by an MLIR diagnostic.
class ReportedError : public llvm::ErrorInfo<ReportedError> {
public:
  static char ID;
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
};
llvm::Error reportedError();

/// A program as it was written.
struct Program {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// Names of the arguments of each function, see `Parameter::name`.
  llvm::StringMap<std::vector<std::string>> argumentNames;
  /// The ops as they were written; none of a program in bytecode.
  explain::SourceOps ops;
};

/// An error, reported with its place, if brackets are nested deeper than 1000
/// levels: nothing that reads a program has a stack for any depth.
llvm::Error checkNesting(const llvm::SourceMgr &sources);

/// Parses and verifies the source that `sources` holds. MLIR drops the names of
/// values; those of arguments are kept aside here.
llvm::Expected<Program> parseProgram(const llvm::SourceMgr &sources,
                                     mlir::MLIRContext *context);

/// One argument of a function.
struct Parameter {
  /// The attribute `mesh.name`, or else the name of the value in the source.
  std::string name;
  mlir::Type type;
};
/// One result.
struct Result {
  /// The attribute `mesh.name`, or else r0, r1, ...
  std::string name;
  mlir::Type type;
};
struct Signature {
  std::string function;
  std::vector<Parameter> parameters;
  std::vector<Result> results;

  /// "argument 2 'x'", counted from 1.
  std::string describe(size_t parameter) const;
};

Signature getSignature(const Program &program, mlir::func::FuncOp function);

/// The function called `name` (a leading '@' is dropped), or the only one with
/// a body if `name` is empty. Errors list the functions there are.
llvm::Expected<mlir::func::FuncOp> findFunction(mlir::ModuleOp module,
                                                llvm::StringRef name);

/// The element type outside of MLIR; nothing for types that have none.
std::optional<DType> getDType(mlir::Type type);
/// How an argument of this type is given; nothing for types that cannot be.
std::optional<ArgType> getArgType(mlir::Type type);

/// Lists functions for reading, or as JSON: an array of
///   {"function": ..., "arguments": [...], "results": [...]}
/// where each argument and result has "name", "type" (in MLIR's syntax), "kind"
/// and, by kind,
///   "graph"   "index_bits": 32 or 64
///   "tensor"  "element": "f32", ...; "shape": sizes, null where dynamic
///   "scalar"  "element"
///   "other"   nothing: it cannot be given or printed
void printSignatures(llvm::raw_ostream &os,
                     llvm::ArrayRef<Signature> signatures, bool asJSON);

} // namespace mesh::driver

#endif // MESH_DRIVER_PROGRAM_H
