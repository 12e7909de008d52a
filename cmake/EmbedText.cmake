# sparlab_embed(NAME HEADER header FUNCTION function FILES files...)
# Writes NAME.cpp, which defines `std::string_view FUNCTION(std::string_view name)` as HEADER declares
# it: the text of the file with this name, without its folder. The program then needs no file at run
# time. Sets NAME to the path of the source.
function(sparlab_embed name)
  cmake_parse_arguments(ARG "" "HEADER;FUNCTION" "FILES" ${ARGN})
  set(texts "")
  foreach(file IN LISTS ARG_FILES)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    cmake_path(GET file FILENAME file_name)
    file(READ ${file} text)
    string(APPEND texts "  if (name == \"${file_name}\") return R\"TEXT(${text})TEXT\";\n")
  endforeach()
  set(header ${ARG_HEADER})
  set(function ${ARG_FUNCTION})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[
#include "@header@"
#include "model/base/contract.hpp"

std::string_view sparlab::@function@(std::string_view name) {
@texts@  SPARLAB_EXPECTS(!"a file of this name");
  return {};
}
]])
  set(${name} ${output} PARENT_SCOPE)
endfunction()
