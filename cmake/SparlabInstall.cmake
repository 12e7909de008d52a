# Installs the libraries as CMake package `sparlab`, the program with its data, manual pages,
# completions and documents.
# Users write #include <sparlab/sparlab.h> for the interface, and <sparlab/algos/...> for the parts,
# whose headers include "algos/...".
include(CMakePackageConfigHelpers)

set(_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sparlab)
set(_header_dir ${CMAKE_INSTALL_INCLUDEDIR}/sparlab)

# An installation builds what it lacks, before it copies anything: ./sparlab builds the program alone.
add_custom_target(sparlab_installed)
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${CMAKE_BINARY_DIR}\"
                                      --config \"\${CMAKE_INSTALL_CONFIG_NAME}\" --target sparlab_installed
                              COMMAND_ERROR_IS_FATAL ANY)")

set(_libraries sparlab_model sparlab_comm sparlab_algos sparlab_fibers sparlab_runtime)
add_dependencies(sparlab_installed ${_libraries})
install(TARGETS ${_libraries} EXPORT sparlab-targets)
install(EXPORT sparlab-targets NAMESPACE sparlab:: DESTINATION ${_package_dir})
install(DIRECTORY model algos runtime DESTINATION ${_header_dir}
        FILES_MATCHING PATTERN *.hpp PATTERN mpi EXCLUDE)

if(SPARLAB_WITH_MPI)
  add_dependencies(sparlab_installed sparlab_mpi sparlab_api)
  install(TARGETS sparlab_mpi sparlab_api EXPORT sparlab-mpi-targets)
  install(EXPORT sparlab-mpi-targets NAMESPACE sparlab:: DESTINATION ${_package_dir})
  install(DIRECTORY runtime/mpi DESTINATION ${_header_dir}/runtime FILES_MATCHING PATTERN *.hpp)
  install(DIRECTORY api/include/sparlab/ DESTINATION ${_header_dir})
  install(FILES ${PROJECT_BINARY_DIR}/api/sparlab.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

configure_package_config_file(cmake/sparlab-config.cmake.in sparlab-config.cmake
                              INSTALL_DESTINATION ${_package_dir})
write_basic_package_version_file(sparlab-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sparlab-config.cmake
              ${PROJECT_BINARY_DIR}/sparlab-config-version.cmake
        DESTINATION ${_package_dir})

if(SPARLAB_WITH_LAB)
  install(TARGETS sparlab RUNTIME)
  if(SPARLAB_WITH_MPI)
    install(TARGETS sparlab-mpi-worker RUNTIME)
  endif()
  install(DIRECTORY platforms experiments/suites experiments/published workloads/networks
          DESTINATION ${CMAKE_INSTALL_DATADIR}/sparlab
          FILES_MATCHING PATTERN *.json)
endif()
if(SPARLAB_WITH_LAB)
  # The program describes itself.
  set(_described ${PROJECT_BINARY_DIR}/described)
  add_custom_command(
    OUTPUT ${_described}/sparlab.fish
    COMMAND sparlab manual-pages ${_described}/man1
    COMMAND sparlab completion bash > ${_described}/sparlab.bash
    COMMAND sparlab completion zsh > ${_described}/_sparlab
    COMMAND sparlab completion fish > ${_described}/sparlab.fish
    DEPENDS sparlab VERBATIM)
  add_custom_target(sparlab_described ALL DEPENDS ${_described}/sparlab.fish)
  add_dependencies(sparlab_installed sparlab_described)  # and so the program, with its worker
  install(DIRECTORY ${_described}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(FILES ${_described}/sparlab.bash RENAME sparlab
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${_described}/_sparlab DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${_described}/sparlab.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN CMakeLists.txt EXCLUDE)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The libraries of charts, if cmake/fetch_npm.sh has put them there.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/vega/ DESTINATION ${CMAKE_INSTALL_DATADIR}/sparlab/vega
        OPTIONAL)
