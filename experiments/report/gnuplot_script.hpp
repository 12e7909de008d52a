#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// The parts of a gnuplot script that every figure has.
struct FigureFrame {
  std::string name;  ///< of the files, without extension
  std::string title;
  std::string subtitle;
  std::string note;          ///< one small line below: the input
  std::string engines_note;  ///< another one: machines and networks; may be empty
  std::string x_label;
  std::string y_label;
};

/// A figure before gnuplot has seen it.
struct Figure {
  std::string name;    ///< of the files, without extension
  std::string data;    ///< NAME.dat
  std::string script;  ///< NAME.gp
};

/// Text as a gnuplot string: quoted, and safe from its markup, but "2^24" with a raised exponent.
std::string gnuplot_text(std::string_view text);

/// A block of a data file, found by `index "[label]"`: rows of columns, "?" for what is missing.
std::string data_block(std::string_view label, std::string_view columns,
                       const std::vector<std::vector<double>>& rows);

/// `data index '[label]'`.
std::string block(std::string_view label);

/// A heading in the legend; an empty one is a blank line.
std::string legend_heading(std::string_view text);

/// A line of the legend; `style` is what follows `with`.
std::string legend_entry(std::string_view style, std::string_view text);

/// Sets logarithmic scale, range and tics of the free axis.
std::string x_axis(Axis axis, std::span<const double> positions);

/// How the script of figure NAME begins, so that reports know their own.
std::string first_words(std::string_view name);

/// The whole script: settings, `body`, then the elements of one plot command, drawn as PNG and SVG.
std::string gnuplot_script(const FigureFrame& frame, std::string_view body,
                           const std::vector<std::string>& elements);

}  // namespace sparlab::experiments
