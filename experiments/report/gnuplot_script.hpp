#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sparlab::experiments {

/// What a figure looks like: which template draws it.
enum class FigureKind : std::uint8_t {
  curves,  ///< of engines and algorithms, or engines and entries
  regret,
};

/// A figure before gnuplot has seen it.
struct Figure {
  std::string name;  ///< of the files, without extension: letters, digits, "-", "_" and "."
  FigureKind kind = FigureKind::curves;
  std::string data;  ///< NAME.dat
};

/// NAME.gp: draws NAME.dat as PNG and SVG. It holds the name and the fixed text of a template, and
/// nothing of the data.
std::string gnuplot_script(FigureKind kind, std::string_view name);

/// How the script of figure NAME begins, so that reports know their own.
std::string first_words(std::string_view name);

}  // namespace sparlab::experiments
