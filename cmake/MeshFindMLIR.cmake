# Finds LLVM and MLIR 22 and says plainly what to install when they are absent.
#
# The packaged version file refuses the request "22" but accepts "22.1", so the
# major version is checked here instead.

find_package(MLIR QUIET CONFIG HINTS /usr/lib/llvm-22)
if(NOT MLIR_FOUND)
  message(FATAL_ERROR
    "Mesh needs LLVM and MLIR 22, and CMake did not find MLIR.\n"
    "On Debian 12: tools/install-packages.sh (or apt-get install llvm-22-dev "
    "libmlir-22-dev mlir-22-tools llvm-22-tools libomp-22-dev).\n"
    "Elsewhere: pass -DMLIR_DIR=<prefix>/lib/cmake/mlir of an MLIR 22 installation.")
endif()
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR
    "Mesh needs LLVM and MLIR 22, but CMake found ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}.\n"
    "Pass -DMLIR_DIR=<prefix>/lib/cmake/mlir of an MLIR 22 installation.")
endif()
message(STATUS "Mesh: LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND ${LLVM_DEFINITIONS})
add_definitions(${LLVM_DEFINITIONS_LIST})
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories(${CMAKE_SOURCE_DIR}/include ${CMAKE_BINARY_DIR}/include)

find_package(ZLIB REQUIRED)
