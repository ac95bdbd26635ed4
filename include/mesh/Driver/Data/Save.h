//===- Save.h - results to files -*- C++ -* ---------------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_SAVE_H
#define MESH_DRIVER_DATA_SAVE_H

#include "mesh/Driver/Data/Npz.h"

namespace mesh::driver {

/// Writes one array to a .npy file. The file is there whole or not at all: the
/// bytes go to a temporary file in the same folder, which then takes the name;
/// on failure it is removed and a file of that name stays as it was. Errors
/// name the path: not writable, a full disk. bf16 is written as f32.
llvm::Error saveNpy(llvm::StringRef path, const Array &array);

/// The same for several named arrays and an .npz file.
llvm::Error saveNpz(llvm::StringRef path, llvm::ArrayRef<NamedArray> arrays);

/// Decides by extension: `.npy` takes exactly one array, `.npz` any number.
/// Anything else is an error.
llvm::Error saveArrays(llvm::StringRef path, llvm::ArrayRef<NamedArray> arrays);

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_SAVE_H
