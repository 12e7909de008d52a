# Sources that the build writes.

# Schemas as strings, so that the program needs no file at run time.
function(write_schema source function header output)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  file(READ ${CMAKE_CURRENT_SOURCE_DIR}/${source} schema)
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[
#include "@header@"

std::string_view sparlab::experiments::@function@() {
  return R"SCHEMA(@schema@)SCHEMA";
}
]])
endfunction()
set(schema_text ${CMAKE_CURRENT_BINARY_DIR}/experiment_schema_text.cpp)
write_schema(experiment.schema.json experiment_schema_file experiments/spec/definition/schema.hpp
             ${schema_text})
set(published_text ${CMAKE_CURRENT_BINARY_DIR}/published_schema_text.cpp)
write_schema(published.schema.json published_schema_file
             analysis/reproduction/published_result.hpp ${published_text})

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
#include "report/figures/gnuplot.hpp"
#include "model/base/contract.hpp"

std::string_view sparlab::experiments::gnuplot_template(std::string_view name) {
@template_texts@  SPARLAB_EXPECTS(!"a template of this name");
  return {};
}
]])

# The style and the script of report pages as strings, in pieces that any compiler accepts.
set(page_text ${CMAKE_CURRENT_BINARY_DIR}/page_assets_text.cpp)
set(page_texts "")
foreach(page_file page.css page.js)
  set(path ${CMAKE_CURRENT_SOURCE_DIR}/report/page/assets/${page_file})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(READ ${path} text)
  string(APPEND page_texts "  if (name == \"${page_file}\") return R\"PAGE(${text})PAGE\";\n")
endforeach()
file(CONFIGURE OUTPUT ${page_text} @ONLY CONTENT [[
#include "report/page/page.hpp"
#include "model/base/contract.hpp"

std::string_view sparlab::experiments::page_asset(std::string_view name) {
@page_texts@  SPARLAB_EXPECTS(!"an asset of this name");
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
