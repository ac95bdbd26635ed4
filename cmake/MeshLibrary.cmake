# Parsing MLIR's headers takes most of the time of a build; parsed once, a file
# compiles in a fifth of it. Only libraries that link MLIR, or a library of ours
# that does, use them (programs are compiled as PIE, which must not mix).
add_library(MeshPrecompiled STATIC "${CMAKE_CURRENT_LIST_DIR}/precompiled.cpp")
target_precompile_headers(MeshPrecompiled PRIVATE "${CMAKE_CURRENT_LIST_DIR}/precompiled.h")

function(mesh_use_precompiled_headers name)
  foreach(library IN LISTS ARGN)
    get_property(uses GLOBAL PROPERTY MESH_${library}_USES_MLIR)
    if(library STREQUAL "MLIR" OR uses)
      set_property(GLOBAL PROPERTY MESH_${name}_USES_MLIR TRUE)
      target_precompile_headers(${name} REUSE_FROM MeshPrecompiled)
      return()
    endif()
  endforeach()
endfunction()

# mesh_add_library(<name> <sources>... [DEPENDS <tablegen targets>...] [LINK <libraries>...])
#
# A static library of the project. LLVM and MLIR come from the two shared
# libraries of the distribution, never mixed with the static archives.
function(mesh_add_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  mesh_use_precompiled_headers(${name} ${ARG_LINK})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  mesh_install_library(${name})
endfunction()

# mesh_add_tool(<name> <sources>... [NOT_INSTALLED] [LINK <libraries>...])
function(mesh_add_tool name)
  cmake_parse_arguments(ARG "NOT_INSTALLED" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
  if(NOT ARG_NOT_INSTALLED)
    mesh_install_tool(${name})
  endif()
endfunction()

# mesh_add_folders(): add_subdirectory for every folder below this one that has
# a CMakeLists.txt, but for those below another such folder.
function(mesh_add_folders)
  file(GLOB_RECURSE lists CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}"
    "${CMAKE_CURRENT_SOURCE_DIR}/*/CMakeLists.txt")
  list(TRANSFORM lists REPLACE "/CMakeLists.txt$" "")
  list(SORT lists)
  foreach(folder IN LISTS lists)
    set(covered FALSE)
    foreach(outer IN LISTS lists)
      string(FIND "${folder}/" "${outer}/" position)
      if(position EQUAL 0 AND NOT outer STREQUAL folder)
        set(covered TRUE)
      endif()
    endforeach()
    if(NOT covered)
      add_subdirectory("${folder}")
    endif()
  endforeach()
endfunction()
