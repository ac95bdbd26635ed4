//===- Npy.h - numpy's .npy files -*- C++ -* --------------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// The format of numpy.lib.format (numpy enhancement proposal 1), versions 1.0,
// 2.0 and 3.0. Element types: b1, i1 u1 ... i8 u8, f2 f4 f8 in either byte
// order; `V2`, which ml_dtypes writes for bfloat16, is read as bf16. C and
// Fortran order.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_NPY_H
#define MESH_DRIVER_DATA_NPY_H

#include "mesh/Driver/Data/Array.h"

#include "llvm/Support/raw_ostream.h"

namespace mesh::driver {

/// What a header says, checked for sense but not yet against the data.
struct NpyHeader {
  DType dtype = DType::F32;
  bool swapped = false; ///< the other byte order
  bool fortranOrder = false;
  llvm::SmallVector<int64_t, 4> shape;
  uint64_t dataOffset = 0; ///< first byte of the elements
  uint64_t dataBytes = 0;  ///< bytes that the elements need
};

/// Longest header that is read, in bytes; numpy's own are below 200.
inline constexpr uint64_t kMaxNpyHeader = 1 << 16;

/// Reads the header at the start of `prefix`, which holds the first bytes of a
/// file (all of them or at least kMaxNpyHeader + 12). `name` is for messages.
/// Errors give the byte, what was expected and what was found.
llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef prefix,
                                         llvm::StringRef name);

/// The array in the bytes of a whole file. Borrows them where order, byte order
/// and alignment allow. The length must be exactly what the header asks for.
llvm::Expected<Array> parseNpy(llvm::StringRef bytes,
                               std::shared_ptr<const void> owner,
                               llvm::StringRef name);

/// Reads a file; large ones are mapped, not copied.
llvm::Expected<Array> readNpy(llvm::StringRef path);

/// The header that is written before the bytes of `array`: version 1.0, C
/// order, padded so that the elements start at a multiple of 64. `index` is
/// written as i8. The format has no bf16: pass such arrays through
/// `npyStorable` first.
std::string npyHeader(const Array &array);

/// The array in a type that .npy knows: bf16 becomes f32 (exact), the rest
/// stays as it is.
llvm::Expected<Array> npyStorable(const Array &array);

/// Writes header and elements. Errors only for want of memory; the stream keeps
/// its own errors.
llvm::Error writeNpy(llvm::raw_ostream &os, const Array &array);

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_NPY_H
