//===- Formula.h - polynomials in sizes -------------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_EXPLAIN_FORMULA_H
#define MESH_EXPLAIN_FORMULA_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mesh::explain {

/// A polynomial in named sizes: bytes, operations or entries, such as
/// `32*graph.edges + 4*graph.nodes*x.axis1`.
class Formula {
public:
  /// The factors of a term, sorted; empty for the constant term.
  using Factors = std::vector<std::string>;

  Formula() = default; ///< 0
  static Formula number(double value);
  static Formula symbol(llvm::StringRef name);

  Formula operator+(const Formula &other) const;
  Formula operator-(const Formula &other) const;
  Formula operator*(const Formula &other) const;
  Formula &operator+=(const Formula &other) { return *this = *this + other; }
  Formula &operator*=(const Formula &other) { return *this = *this * other; }
  bool operator==(const Formula &other) const { return terms == other.terms; }
  bool operator!=(const Formula &other) const { return terms != other.terms; }

  bool isZero() const { return terms.empty(); }
  std::optional<double> getNumber() const;
  /// The name, if this is one size and nothing else.
  std::optional<std::string> getSymbol() const;
  std::set<std::string> getSymbols() const;
  const std::map<Factors, double> &getTerms() const { return terms; }

  /// With `value` in place of the size `name`.
  Formula substitute(llvm::StringRef name, const Formula &value) const;
  /// Nothing where a size is not among `sizes`.
  std::optional<double> evaluate(const llvm::StringMap<double> &sizes) const;
  /// Terms of more factors first.
  std::string str() const;

private:
  /// Coefficients are whole numbers, exact to 2^53; a double does not overflow
  /// for the products of large static shapes.
  std::map<Factors, double> terms;
};

} // namespace mesh::explain

#endif // MESH_EXPLAIN_FORMULA_H
