//===- ParallelWork.h - what parallel loops say of their work ---*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_CONVERSION_PARALLELWORK_H
#define MESH_CONVERSION_PARALLELWORK_H

#include <cstdint>

namespace mesh {

/// On an `scf.parallel`: the estimated work of one iteration as an `i64`, in
/// elements that an elementwise op would read, compute and write.
constexpr const char *kWorkPerIterationAttr = "mesh.work_per_iteration";

/// On an `scf.parallel`: iterations cost differently, threads take them one by
/// one.
constexpr const char *kDynamicAttr = "mesh.dynamic";

/// Loops with less work run on the calling thread: waking others would cost
/// more than they save.
constexpr int64_t kMinParallelWork = 2000000 / 16;

/// The size that estimates of work take for a dimension that is not known.
constexpr int64_t kAssumedSize = 64;

} // namespace mesh

#endif // MESH_CONVERSION_PARALLELWORK_H
