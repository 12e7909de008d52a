#pragma once

#include <span>
#include <string>
#include <string_view>

#include "experiments/report/figure_data.hpp"
#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// What stands around the curves of every figure.
struct FigureFrame {
  std::string title;
  std::string subtitle;
  std::string note;          ///< one small line below: the input
  std::string engines_note;  ///< another one: machines and networks; may be empty
  std::string x_label;
  std::string y_label;
};

void add_frame(FigureData& data, const FigureFrame& frame);

/// Logarithmic scale, range and tics of the free axis. Contract: positive, increasing positions.
void add_x_axis(FigureData& data, Axis axis, std::span<const double> positions);

/// A part of the legend of a figure of kind `curves`, `number` 1 or 2: a heading, and rows of
/// colour, symbol and text.
void add_group(FigureData& data, int number, std::string_view heading, const Rows& entries);

/// The engines of the legend.
void add_engines(FigureData& data, std::span<const Engine> engines);

/// The units of the other axis: "seconds" and "decades" are logarithmic, "percent" is not.
void add_y_axis(FigureData& data, std::string_view scale, double from, double to);

}  // namespace sparlab::experiments
