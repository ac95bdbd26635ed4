//===- Features.h - processor features that are checked ---------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// The instruction sets that compiled code may use and older processors lack.
// The compiler notes those of its target, the runtime asks the processor.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_RUNTIME_FEATURES_H
#define MESH_RUNTIME_FEATURES_H

// Names that both LLVM and `__builtin_cpu_supports` use.
#define MESH_X86_FEATURES(X)                                                   \
  X("sse3")                                                                    \
  X("ssse3")                                                                   \
  X("sse4.1")                                                                  \
  X("sse4.2")                                                                  \
  X("popcnt")                                                                  \
  X("avx")                                                                     \
  X("avx2")                                                                    \
  X("fma")                                                                     \
  X("f16c")                                                                    \
  X("lzcnt")                                                                   \
  X("movbe")                                                                   \
  X("bmi")                                                                     \
  X("bmi2")                                                                    \
  X("avx512f")                                                                 \
  X("avx512cd")                                                                \
  X("avx512bw")                                                                \
  X("avx512dq")                                                                \
  X("avx512vl")                                                                \
  X("avx512ifma")                                                              \
  X("avx512vbmi")                                                              \
  X("avx512vbmi2")                                                             \
  X("avx512vnni")                                                              \
  X("avx512bitalg")                                                            \
  X("avx512vpopcntdq")                                                         \
  X("avx512bf16")                                                              \
  X("avx512fp16")                                                              \
  X("avxvnni")                                                                 \
  X("gfni")                                                                    \
  X("vpclmulqdq")

#endif // MESH_RUNTIME_FEATURES_H
