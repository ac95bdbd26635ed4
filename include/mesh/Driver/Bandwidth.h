//===- Bandwidth.h - how fast memory is -------------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_BANDWIDTH_H
#define MESH_DRIVER_BANDWIDTH_H

#include "llvm/Support/Error.h"

namespace mesh::driver {

struct Bandwidth {
  double bytesPerSecond;
  int64_t arrayBytes; ///< of each of the three arrays
  int64_t cacheBytes; ///< of the last-level cache; 0 if unknown
};

/// The best of a few runs of a[i] = b[i] + 3 c[i] (McCalpin's STREAM triad) on
/// arrays of f64 that together have four times the bytes of the last-level
/// cache, counting 24 bytes an entry. An error where there is no memory for
/// them.
llvm::Expected<Bandwidth> measureBandwidth(int threads);

} // namespace mesh::driver

#endif // MESH_DRIVER_BANDWIDTH_H
