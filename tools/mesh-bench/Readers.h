//===- Readers.h - how fast graphs are read ---------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_TOOLS_MESHBENCH_READERS_H
#define MESH_TOOLS_MESHBENCH_READERS_H

#include "llvm/Support/Error.h"

#include <cstdint>
#include <functional>

namespace mesh::bench {

using Work = std::function<void()>;
using Compare = std::function<void(llvm::StringRef what, Work work, Work roof)>;

/// Writes a random graph of `edges` edges in every format to a temporary folder
/// and has the reader of each compared with its roof:
///   .npy    reading the file into fresh huge pages, which is what numpy.load
///           does;
///   text    converting the digits of the mapped file and nothing else.
/// The files are in the page cache.
llvm::Error benchReaders(int64_t edges, const Compare &compare);

} // namespace mesh::bench

#endif // MESH_TOOLS_MESHBENCH_READERS_H
