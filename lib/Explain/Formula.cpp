//===- Formula.cpp - polynomials in sizes ---------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Explain/Formula.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mesh::explain;

Formula Formula::number(double value) {
  Formula result;
  if (value != 0)
    result.terms[{}] = value;
  return result;
}

Formula Formula::symbol(llvm::StringRef name) {
  Formula result;
  result.terms[{name.str()}] = 1;
  return result;
}

Formula Formula::operator+(const Formula &other) const {
  Formula result = *this;
  for (const auto &[factors, coefficient] : other.terms) {
    double &sum = result.terms[factors];
    sum += coefficient;
    if (sum == 0)
      result.terms.erase(factors);
  }
  return result;
}

Formula Formula::operator-(const Formula &other) const {
  return *this + other * number(-1);
}

Formula Formula::operator*(const Formula &other) const {
  Formula result;
  for (const auto &[factors, coefficient] : terms)
    for (const auto &[others, scale] : other.terms) {
      Factors product = factors;
      product.insert(product.end(), others.begin(), others.end());
      llvm::sort(product);
      Formula term;
      term.terms[product] = coefficient * scale;
      result += term;
    }
  return result;
}

std::optional<double> Formula::getNumber() const {
  if (terms.empty())
    return 0.0;
  if (terms.size() == 1 && terms.begin()->first.empty())
    return terms.begin()->second;
  return std::nullopt;
}

std::optional<std::string> Formula::getSymbol() const {
  if (terms.size() != 1 || terms.begin()->first.size() != 1 ||
      terms.begin()->second != 1)
    return std::nullopt;
  return terms.begin()->first.front();
}

std::set<std::string> Formula::getSymbols() const {
  std::set<std::string> names;
  for (const auto &term : terms)
    names.insert(term.first.begin(), term.first.end());
  return names;
}

Formula Formula::substitute(llvm::StringRef name, const Formula &value) const {
  Formula result;
  for (const auto &[factors, coefficient] : terms) {
    Formula term = number(coefficient);
    for (const std::string &factor : factors)
      term *= factor == name ? value : symbol(factor);
    result += term;
  }
  return result;
}

std::optional<double>
Formula::evaluate(const llvm::StringMap<double> &sizes) const {
  double sum = 0;
  for (const auto &[factors, coefficient] : terms) {
    double term = coefficient;
    for (const std::string &factor : factors) {
      auto size = sizes.find(factor);
      if (size == sizes.end())
        return std::nullopt;
      term *= size->second;
    }
    sum += term;
  }
  return sum;
}

std::string Formula::str() const {
  if (terms.empty())
    return "0";
  std::vector<std::pair<Factors, double>> ordered(terms.begin(), terms.end());
  llvm::sort(ordered, [](const auto &a, const auto &b) {
    if (a.first.size() != b.first.size())
      return a.first.size() > b.first.size();
    return a.first < b.first;
  });
  std::string text;
  llvm::raw_string_ostream os(text);
  for (auto [i, term] : llvm::enumerate(ordered)) {
    auto [factors, coefficient] = term;
    if (i > 0)
      os << (coefficient < 0 ? " - " : " + ");
    else if (coefficient < 0)
      os << "-";
    double size = std::fabs(coefficient);
    bool isWritten = size != 1 || factors.empty();
    if (isWritten)
      os << llvm::format("%.0f", size);
    for (auto [k, factor] : llvm::enumerate(factors))
      os << (k > 0 || isWritten ? "*" : "") << factor;
  }
  return text;
}
