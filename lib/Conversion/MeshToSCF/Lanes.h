//===- Lanes.h - which elements of a row a vector holds
//-------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_CONVERSION_MESHTOSCF_LANES_H
#define MESH_LIB_CONVERSION_MESHTOSCF_LANES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/SmallVector.h"

namespace mesh {

/// The elements of a row (flattened, row-major) that the lanes of a vector
/// hold. One of:
/// - static: a list of flat positions, of which the first `active` count; the
///   others repeat the last so that any computation on them is harmless. A list
///   of one is a scalar.
/// - contiguous: `width` elements from a position known at run time, under a
///   mask unless all are inside the row.
/// - element: a scalar at coordinates known at run time.
class Lanes {
public:
  enum class Kind { Static, Contiguous, Element };

  static Lanes getStatic(llvm::ArrayRef<int64_t> positions, unsigned active);
  static Lanes getScalar(int64_t position = 0) {
    return getStatic({position}, 1);
  }
  static Lanes getContiguous(mlir::Value base, unsigned width,
                             mlir::Value mask);
  static Lanes getElement(mlir::ValueRange coordinates);

  Kind getKind() const { return kind; }
  unsigned getWidth() const { return width; }
  bool isScalar() const { return width == 1 && kind != Kind::Contiguous; }

  llvm::ArrayRef<int64_t> getPositions() const { return positions; }
  unsigned getActive() const { return active; }
  /// Static lanes that all hold one element.
  bool isUniform() const;
  /// Static lanes whose active part is a run of neighbours.
  bool isRun() const;

  mlir::Value getBase() const { return values.front(); }
  mlir::Value getMask() const { return mask; }
  mlir::ValueRange getCoordinates() const { return values; }

  /// `element` itself for scalars, a vector of it otherwise.
  mlir::Type getType(mlir::Type element) const;

  bool operator==(const Lanes &other) const;

private:
  Kind kind = Kind::Static;
  unsigned width = 1, active = 1;
  llvm::SmallVector<int64_t> positions;
  llvm::SmallVector<mlir::Value> values;
  mlir::Value mask;
};

/// Cuts a row of `size` elements into vectors of `width` lanes. A row of one
/// element is a scalar, a short one a vector of the next power of two, and the
/// last vector of a long one is masked. Vectors of other widths would be split
/// badly by code generation.
llvm::SmallVector<Lanes> cutRow(int64_t size, unsigned width);

/// The number of elements of a row type; dynamic if unknown.
int64_t getRowSize(mlir::Type row);

} // namespace mesh

#endif // MESH_LIB_CONVERSION_MESHTOSCF_LANES_H
