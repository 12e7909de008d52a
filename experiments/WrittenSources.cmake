# Sources that the build writes.

# The schema as a string, so that the program needs no file at run time.
set(schema_file ${CMAKE_CURRENT_SOURCE_DIR}/experiment.schema.json)
set(schema_text ${CMAKE_CURRENT_BINARY_DIR}/experiment_schema_text.cpp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${schema_file})
file(READ ${schema_file} SCHEMA)
file(CONFIGURE OUTPUT ${schema_text} @ONLY CONTENT [[
#include "experiments/definition/schema.hpp"

std::string_view sparlab::experiments::experiment_schema_file() {
  return R"SCHEMA(@SCHEMA@)SCHEMA";
}
]])

# gnuplot's templates as strings.
set(templates_text ${CMAKE_CURRENT_BINARY_DIR}/gnuplot_templates_text.cpp)
set(template_texts "")
file(GLOB template_files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/report/figures/templates/*.gp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${template_files})
foreach(template_file IN LISTS template_files)
  cmake_path(GET template_file STEM name)
  file(READ ${template_file} text)
  string(APPEND template_texts "  if (name == \"${name}\") return R\"TEMPLATE(${text})TEMPLATE\";\n")
endforeach()
file(CONFIGURE OUTPUT ${templates_text} @ONLY CONTENT [[
#include "experiments/report/figures/gnuplot.hpp"
#include "model/base/contract.hpp"

std::string_view sparlab::experiments::gnuplot_template(std::string_view name) {
@template_texts@  SPARLAB_EXPECTS(!"a template of this name");
  return {};
}
]])

# Build information. The commit is determined at every build, the rest when CMake runs.
set(build_info ${CMAKE_CURRENT_BINARY_DIR}/build_info.cpp)
find_package(Boost 1.74 REQUIRED)
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}" flags)
set(libraries "fmt ${fmt_VERSION}, nlohmann_json ${nlohmann_json_VERSION}, Boost ${Boost_VERSION_STRING}")
if(SPARLAB_WITH_SIMGRID)
  find_package(SimGrid 3.32 REQUIRED)
  string(APPEND libraries ", SimGrid ${SimGrid_VERSION}")
endif()
file(RELATIVE_PATH data_from_program ${CMAKE_INSTALL_FULL_BINDIR}
     ${CMAKE_INSTALL_FULL_DATADIR}/sparlab)
add_custom_target(
  build_info
  COMMAND ${CMAKE_COMMAND} -D INPUT=${CMAKE_CURRENT_SOURCE_DIR}/system/build_info.cpp.in -D
          OUTPUT=${build_info} -D SOURCE_DIR=${PROJECT_SOURCE_DIR} -D VERSION=${PROJECT_VERSION} -D
          "COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" -D "FLAGS=${flags}" -D
          "LIBRARIES=${libraries}" -D
          BUILD_DIR=${PROJECT_BINARY_DIR} -D DATA_FROM_PROGRAM=${data_from_program} -P
          ${PROJECT_SOURCE_DIR}/cmake/WriteBuildInfo.cmake
  BYPRODUCTS ${build_info}
  COMMENT ""
  VERBATIM)
