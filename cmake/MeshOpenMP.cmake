# Mesh::OpenMP, the OpenMP runtime of LLVM, never another one beside it: what the
# compiler makes calls this one.

if(NOT TARGET Mesh::OpenMP)
  find_library(MESH_OMP_LIBRARY NAMES omp HINTS "${LLVM_LIBRARY_DIR}"
    NO_DEFAULT_PATH REQUIRED)
  add_library(Mesh::OpenMP UNKNOWN IMPORTED GLOBAL)
  set_target_properties(Mesh::OpenMP PROPERTIES IMPORTED_LOCATION "${MESH_OMP_LIBRARY}")
endif()
