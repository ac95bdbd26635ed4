//===- Philox.h - the random numbers of mesh.uniform ------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_REFERENCE_PHILOX_H
#define MESH_LIB_REFERENCE_PHILOX_H

#include <cstdint>

namespace mesh::reference {

/// The top `bits` bits of the random word of entry `index` under `seed`, times
/// 2^-bits: a multiple of 2^-bits in [0, 1).
double uniform(uint64_t seed, uint64_t index, unsigned bits);

} // namespace mesh::reference

#endif // MESH_LIB_REFERENCE_PHILOX_H
