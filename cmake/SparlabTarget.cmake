include(GNUInstallDirs)

# sparlab_unit(TARGET NAME SOURCE...): a unity build compiles these sources of the target together. Units are
# folders, not counts of files, so that a new source changes one unit only.
function(sparlab_unit target name)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP ${name})
endfunction()

# sparlab_library(NAME DIRS dir... SOURCES file... LINK target... PRIVATE_LINK target...)
# A static library, with our warnings, exported as sparlab::NAME. Each of DIRS (relative to the current
# folder), with the folders in it, is a unit, and so are all SOURCES. The include root is the repository:
# #include "model/base/cost.hpp".
function(sparlab_library name)
  cmake_parse_arguments(ARG "" "" "DIRS;SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  add_library(sparlab_${name} STATIC ${ARG_SOURCES})
  sparlab_unit(sparlab_${name} sources ${ARG_SOURCES})
  foreach(dir IN LISTS ARG_DIRS)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${dir}/*.cpp)
    target_sources(sparlab_${name} PRIVATE ${sources})
    string(MAKE_C_IDENTIFIER "${dir}" unit)
    sparlab_unit(sparlab_${name} ${unit} ${sources})
  endforeach()
  add_library(sparlab::${name} ALIAS sparlab_${name})
  set_target_properties(sparlab_${name} PROPERTIES EXPORT_NAME ${name}
                                                   POSITION_INDEPENDENT_CODE ON)
  target_compile_features(sparlab_${name} PUBLIC cxx_std_20)
  target_include_directories(
    sparlab_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/sparlab>)
  target_link_libraries(sparlab_${name} PUBLIC ${ARG_LINK} PRIVATE ${ARG_PRIVATE_LINK})
  sparlab_warnings(sparlab_${name})
endfunction()

function(sparlab_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict)  # false alarms on std::string, GCC 105651
  endif()
  if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # In a unity build, g++ treats every source as a header.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
  if(SPARLAB_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# For code that runs only briefly: optimised, -Og compiles in half the time of -O3, and sanitized, -O0 in half
# the time of -O1. Checks of each pointer's alignment and of null, which ASan finds too, would take another sixth;
# model, algos and runtime, which reach values at computed addresses, have them.
function(sparlab_runs_briefly target)
  if(SPARLAB_SANITIZE)
    target_compile_options(${target} PRIVATE -O0 -fno-sanitize=alignment,null)
  else()
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Og>)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # False alarms on std::string, GCC 105329.
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow)
  endif()
endfunction()

# For the laboratory's libraries: brief runs, and one precompiled header, for reading JSON, fmt and the standard
# library takes a third of the time of a unit. The first target compiles it, the others reuse it.
function(sparlab_laboratory target)
  sparlab_runs_briefly(${target})
  set(first sparlab_base)
  if(target STREQUAL first)
    target_precompile_headers(
      ${target} PRIVATE <fmt/format.h> <nlohmann/json.hpp> <algorithm> <chrono> <cmath> <filesystem> <fstream>
                        <functional> <map> <memory> <optional> <set> <span> <sstream> <string> <string_view>
                        <utility> <variant> <vector>)
  else()
    target_precompile_headers(${target} REUSE_FROM ${first})
  endif()
endfunction()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ collects garbage only from 1 GB: units of whole folders compile in 14 % less time.
  add_compile_options("SHELL:--param ggc-min-heapsize=1000000")
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_compile_options(-fsized-deallocation)  # part of C++14, but off before clang 19
endif()

if(SPARLAB_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_definitions(__SANITIZE_ADDRESS__)  # g++ defines it itself
  endif()
  add_link_options(-fsanitize=address,undefined)
endif()
