//===- CallFrame.h - arguments and results of one call ----------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DRIVER_CALLFRAME_H
#define MESH_LIB_DRIVER_CALLFRAME_H

#include "mesh/Driver/Program.h"
#include "mesh/Runtime/Pool.h"

namespace mesh::driver {

/// Memory for one call of the C interface of a compiled function.
///
/// The interface takes: the address of a struct of the status code (i32) and
/// the results, if there are any results; the address of the status; then the
/// arguments. A graph is eight descriptors, a tensor one, both by address; a
/// number is passed by value. Without results, the status code is returned.
///
/// A descriptor of rank r is (allocated, aligned, offset, sizes[r],
/// strides[r]), each of 8 bytes.
class CallFrame {
public:
  /// `arguments` must outlive the frame.
  CallFrame(const Signature &signature, llvm::ArrayRef<ArgValue> arguments,
            runtime::Status *status);

  /// One slot for each argument of the interface: the address to pass, or the
  /// address of the number. One more for a returned code.
  void **getSlots() { return slots.data(); }

  int32_t getCode() const;

  /// The results, after a call that went well. Their memory is taken out of
  /// `scope`.
  llvm::Expected<std::vector<Array>> takeResults(runtime::CallScope &scope);

private:
  /// Where a result lies in the struct.
  struct Place {
    ArgType type;
    size_t offset;
  };

  void addBuffer(const void *data, llvm::ArrayRef<int64_t> shape);
  void placeResults(const Signature &signature);

  std::vector<std::vector<int64_t>> descriptors;
  std::vector<void *> slots;
  std::vector<Place> places;
  std::vector<int64_t> results; // as 8-byte words, for alignment
};

} // namespace mesh::driver

#endif // MESH_LIB_DRIVER_CALLFRAME_H
