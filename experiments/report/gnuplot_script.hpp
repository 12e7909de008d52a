#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sparlab::experiments {

/// The kind of a figure, which selects the template that draws it.
enum class FigureKind : std::uint8_t {
  curves,  ///< of engines and algorithms, or engines and entries
  regret,
};

/// A figure as text, before gnuplot draws it.
struct Figure {
  std::string name;  ///< of the files, without extension: letters, digits, "-", "_" and "."
  FigureKind kind = FigureKind::curves;
  std::string data;  ///< content of NAME.dat
};

/// The content of NAME.gp, which draws NAME.dat as PNG and SVG. It consists of the name and the
/// fixed text of a template, without any data.
std::string gnuplot_script(FigureKind kind, std::string_view name);

/// The first line of the script of figure NAME, by which reports recognize their own files.
std::string first_words(std::string_view name);

}  // namespace sparlab::experiments
