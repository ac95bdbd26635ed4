//===- Message.h - text of an error without a C++ library -------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_RUNTIME_MESSAGE_H
#define MESH_RUNTIME_MESSAGE_H

#include <cstdarg>
#include <cstdio>

namespace mesh::runtime {

/// A line of text, cut to fit.
struct Message {
  char text[1024] = {};

  /// As printf.
  __attribute__((format(printf, 2, 3))) void set(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
  }
  bool empty() const { return text[0] == '\0'; }
};

} // namespace mesh::runtime

#endif // MESH_RUNTIME_MESSAGE_H
