# Compiler flags, sanitizers, ccache and the linker.

find_program(MESH_CCACHE ccache)
if(MESH_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness is what ccache asks for with precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros "${MESH_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${MESH_CCACHE}")
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

add_compile_options(-Wall -Wextra -Wno-unused-parameter)
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>)
if(MESH_WARNINGS_AS_ERRORS)
  add_compile_options(-Werror)
endif()

# The packaged LLVM has RTTI but no exceptions; Mesh follows it.
if(NOT LLVM_ENABLE_RTTI)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)

if(MESH_SANITIZERS)
  add_compile_options(-fsanitize=${MESH_SANITIZERS} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${MESH_SANITIZERS})
endif()

if(MESH_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "Mesh: MESH_FUZZERS needs Clang with libFuzzer (Debian: clang-22 "
      "libclang-rt-22-dev), but the compiler is ${CMAKE_CXX_COMPILER_ID}.")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(MESH_LLD ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR})
if(MESH_LLD AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_link_options(--ld-path=${MESH_LLD})
endif()
