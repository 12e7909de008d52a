#pragma once

#include <string_view>

/// The files templates/NAME.gp, which the build puts into the program.
namespace sparlab::experiments::gnuplot_templates {

extern const std::string_view tables;    ///< reads the data file
extern const std::string_view frame;     ///< titles, axes, legend
extern const std::string_view curves;    ///< what a figure of this kind shows
extern const std::string_view regret;    ///< likewise
extern const std::string_view pictures;  ///< the last part: the same picture as SVG

}  // namespace sparlab::experiments::gnuplot_templates
