//===- Polynomials.h - elementary functions on f32 ------------ -*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_CONVERSION_EXPANDMATH_POLYNOMIALS_H
#define MESH_LIB_CONVERSION_EXPANDMATH_POLYNOMIALS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mesh {

// Each takes an f32 or a vector of f32, and computes every element by the same
// operations: multiplication, addition, fused multiply-add, division,
// comparison, selection and integer shifts, rounded to nearest. Errors are the
// largest over all finite arguments, compared with f64.

/// 1.0 ULP, subnormal results included.
mlir::Value buildExp(mlir::ImplicitLocOpBuilder &b, mlir::Value x);
/// 0.8 ULP, subnormal arguments included. NaN below 0.
mlir::Value buildLog(mlir::ImplicitLocOpBuilder &b, mlir::Value x);
/// 1.3 ULP.
mlir::Value buildTanh(mlir::ImplicitLocOpBuilder &b, mlir::Value x);
/// 1.0 ULP.
mlir::Value buildErf(mlir::ImplicitLocOpBuilder &b, mlir::Value x);

} // namespace mesh

#endif // MESH_LIB_CONVERSION_EXPANDMATH_POLYNOMIALS_H
