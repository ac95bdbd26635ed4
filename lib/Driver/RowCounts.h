//===- RowCounts.h - what rows an argument holds ----------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DRIVER_ROWCOUNTS_H
#define MESH_LIB_DRIVER_ROWCOUNTS_H

#include "mesh/Driver/Data/Function.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/DenseMap.h"

namespace mesh::driver {

/// What the ops of a function demand of its arguments, by (argument, axis),
/// also by way of the functions it calls. Only what they say of arguments
/// directly.
using RowCounts = llvm::DenseMap<std::pair<unsigned, unsigned>, RowCount>;
RowCounts findRowCounts(mlir::func::FuncOp function);

/// Notes in `rows` of each value of `parameters`, which are the arguments of
/// `function`, what `findRowCounts` says of it.
template <class Values>
void addRowCounts(mlir::func::FuncOp function, Values &parameters) {
  for (auto [parameter, type] :
       llvm::zip_equal(parameters, function.getArgumentTypes()))
    if (auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type))
      parameter.rows.resize(tensor.getRank());
  for (auto [place, count] : findRowCounts(function)) {
    auto &rows = parameters[place.first].rows;
    if (place.second < rows.size())
      rows[place.second] = count;
  }
}

} // namespace mesh::driver

#endif // MESH_LIB_DRIVER_ROWCOUNTS_H
