//===- CallError.h - errors of the C interface ------------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_RUNTIME_CALLERROR_H
#define MESH_LIB_RUNTIME_CALLERROR_H

#include "mesh/Runtime/mesh_runtime.h"

#include <cstdarg>
#include <cstdint>
#include <cstdio>

namespace mesh::runtime {

inline void clearError(mesh_error *error) {
  if (!error)
    return;
  error->code = MESH_SUCCESS;
  error->message[0] = '\0';
}

/// Notes the error, where there is a place for it, and returns its code. As
/// printf.
__attribute__((format(printf, 3, 4))) inline std::int32_t
reportError(mesh_error *error, std::int32_t code, const char *format, ...) {
  if (error) {
    error->code = code;
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(error->message, sizeof(error->message), format, arguments);
    va_end(arguments);
  }
  return code;
}

} // namespace mesh::runtime

#endif // MESH_LIB_RUNTIME_CALLERROR_H
