#pragma once

#include <string_view>

/// The files templates/NAME.gp, compiled into the program.
namespace sparlab::experiments::gnuplot_templates {

extern const std::string_view tables;    ///< reads the data file
extern const std::string_view frame;     ///< titles, axes, legend
extern const std::string_view curves;    ///< a figure of kind `curves`
extern const std::string_view regret;    ///< a figure of kind `regret`
extern const std::string_view pictures;  ///< the last part: draws the same picture as SVG

}  // namespace sparlab::experiments::gnuplot_templates
