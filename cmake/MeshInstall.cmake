# What `cmake --install` puts where: tools in bin, libraries in lib, headers with
# the generated ones beside them in include, and the package in lib/cmake/Mesh
# that find_package(Mesh) reads.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(MESH_INSTALL_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/Mesh")

# Called for every library: one that is not exported could not be linked by
# those that are.
function(mesh_install_library name)
  target_include_directories(${name} INTERFACE
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  install(TARGETS ${name} EXPORT MeshTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endfunction()

# Called for every tool. LLVM and MLIR may lie where the loader does not look.
function(mesh_install_tool name)
  set_target_properties(${name} PROPERTIES INSTALL_RPATH_USE_LINK_PATH TRUE)
  install(TARGETS ${name} EXPORT MeshTargets
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endfunction()

# Called once, after all targets.
function(mesh_install_package)
  foreach(root "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}")
    install(DIRECTORY "${root}/include/mesh" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
      FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
      PATTERN CMakeFiles EXCLUDE)
  endforeach()
  install(EXPORT MeshTargets NAMESPACE Mesh:: DESTINATION "${MESH_INSTALL_CMAKE_DIR}")
  configure_package_config_file(
    "${CMAKE_SOURCE_DIR}/cmake/MeshConfig.cmake.in"
    "${CMAKE_BINARY_DIR}/MeshConfig.cmake"
    INSTALL_DESTINATION "${MESH_INSTALL_CMAKE_DIR}"
    PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR)
  # Before 1.0, every minor version may change what others rely on.
  write_basic_package_version_file("${CMAKE_BINARY_DIR}/MeshConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
  install(FILES
    "${CMAKE_BINARY_DIR}/MeshConfig.cmake"
    "${CMAKE_BINARY_DIR}/MeshConfigVersion.cmake"
    "${CMAKE_SOURCE_DIR}/cmake/MeshOpenMP.cmake"
    DESTINATION "${MESH_INSTALL_CMAKE_DIR}")
endfunction()
