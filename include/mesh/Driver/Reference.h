//===- Reference.h - runs by the interpreter, and comparison ----*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_REFERENCE_H
#define MESH_DRIVER_REFERENCE_H

#include "mesh/Driver/Program.h"

namespace mesh::driver {

/// Interprets `function`. Its arguments may have been lowered since `signature`
/// was taken: graphs may be component tensors.
llvm::Expected<std::vector<Array>>
callReference(mlir::func::FuncOp function, const Signature &signature,
              llvm::ArrayRef<ArgValue> arguments);

/// How far an array is from a reference of the same type and shape.
struct Difference {
  /// Largest |a - b|; infinite where one is NaN or another infinity.
  double absolute = 0;
  /// Largest |a - b| / max(|b|, mean |b|): entries that cancel to almost
  /// nothing are measured by the size of the others.
  double relative = 0;
  /// The entry of the largest relative difference, in C order.
  int64_t worst = 0;
};
Difference compareArrays(const Array &array, const Array &reference);

/// The relative difference that is accepted unless the user says otherwise.
double defaultTolerance(DType dtype);

} // namespace mesh::driver

#endif // MESH_DRIVER_REFERENCE_H
