//===- Formula.h - formulas of derivative tables ----------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_AUTODIFF_RULES_FORMULA_H
#define MESH_LIB_AUTODIFF_RULES_FORMULA_H

#include "mesh/AutoDiff/AdjointState.h"

namespace mesh {

/// Emits the ops of a formula, on floats or on tensors of them alike:
///
///   formula    [ '!' comparison | comparison ] '?' sum   or   sum
///   comparison sum ('>' | '<' | '==' | '!=') sum
///   sum        product (('+' | '-') product)*
///   product    factor (('*' | '/') factor)*
///   factor     '-' factor | number | name | function '(' sum, ... ')' | '('
///   sum ')'
///
/// Names stand for values; functions are those of `math`, and
/// `select(comparison, sum, sum)`. With '?', the value counts only where the
/// comparison holds.
class Formula {
public:
  using Names = llvm::function_ref<mlir::Value(llvm::StringRef)>;

  Formula(llvm::StringRef text, mlir::ImplicitLocOpBuilder &b, Names names,
          llvm::function_ref<mlir::Value(double)> constant)
      : rest(text), b(b), names(names), constant(constant) {}

  /// The value of the formula, and where it counts.
  std::pair<mlir::Value, Mask> emit();

private:
  bool accept(llvm::StringRef token);
  mlir::Value parseComparison();
  mlir::Value parseSum();
  mlir::Value parseProduct();
  mlir::Value parseFactor();
  mlir::Value call(llvm::StringRef name);

  llvm::StringRef rest;
  mlir::ImplicitLocOpBuilder &b;
  Names names;
  llvm::function_ref<mlir::Value(double)> constant;
};

} // namespace mesh

#endif // MESH_LIB_AUTODIFF_RULES_FORMULA_H
