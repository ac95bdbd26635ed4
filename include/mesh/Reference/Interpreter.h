//===- Interpreter.h - runs IR by its definition ----------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The definition of right: every op by its own formula, in plain loops, with
// nothing shared with the compiler's expansions and lowerings.
//
// Arithmetic. An op computes in double from its operands (which are numbers of
// their types), reductions accumulate in double, and the result is rounded once
// to the element type of the result, to nearest even. This holds for the bodies
// of linalg reductions and the regions of mesh.aggregate too: a value that
// depends on an accumulator stays unrounded until the fold is stored, but for
// an arith.truncf or arith.bitcast, which round where they stand. Elsewhere, in
// scf loops for one, every op rounds. Integers wrap.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_REFERENCE_INTERPRETER_H
#define MESH_REFERENCE_INTERPRETER_H

#include "mesh/Reference/Value.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Location.h"

#include "llvm/Support/Error.h"

namespace mesh::reference {

class Registry;

struct InterpreterOptions {
  /// Ops that can be interpreted; null means `getBuiltinRegistry()`.
  const Registry *registry = nullptr;
  /// Largest number of entries of a tensor, and of edges of a graph.
  int64_t maxEntries = int64_t(1) << 28;
  /// Deepest nesting of calls.
  unsigned maxCallDepth = 500;
};

/// What went wrong and where: a failed check of the program, an op that cannot
/// be interpreted, or a limit.
class RuntimeError : public llvm::ErrorInfo<RuntimeError> {
public:
  static char ID;

  RuntimeError(mlir::Location location, std::string text);

  /// Of the op that failed; valid as long as the program's context.
  mlir::Location getLocation() const { return location; }
  /// "file:line:column", or empty where the program has no locations.
  llvm::StringRef getPlace() const { return place; }
  llvm::StringRef getText() const { return text; }

  /// "file:line:column: text". Needs no context, so the message may be read
  /// after the program is gone.
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  mlir::Location location;
  std::string place;
  std::string text;
};

/// Calls `function` with `args` and returns its results. The function's module
/// must have passed the verifier. Every failure is a RuntimeError.
llvm::Expected<llvm::SmallVector<Value>>
interpret(mlir::func::FuncOp function, llvm::ArrayRef<Value> args,
          const InterpreterOptions &options = {});

} // namespace mesh::reference

#endif // MESH_REFERENCE_INTERPRETER_H
