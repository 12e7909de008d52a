#pragma once

#include <span>
#include <string>
#include <string_view>

#include "experiments/report/figure_data.hpp"
#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// The parts around the curves of every figure.
struct FigureFrame {
  std::string title;
  std::string subtitle;
  std::string note;          ///< a small line below the figure: the input
  std::string engines_note;  ///< another one: machines and networks; may be empty
  std::string x_label;
  std::string y_label;
};

void add_frame(FigureData& data, const FigureFrame& frame);

/// Logarithmic scale, range and tics of the free axis. Contract: positions are positive and
/// increasing.
void add_x_axis(FigureData& data, Axis axis, std::span<const double> positions);

/// A group of the legend of a figure of kind `curves`; `number` is 1 or 2. It has a heading and
/// rows of colour, symbol and text.
void add_group(FigureData& data, int number, std::string_view heading, const Rows& entries);

/// The part of the legend for engines.
void add_engines(FigureData& data, std::span<const Engine> engines);

/// The scale of the other axis: "seconds" and "decades" are logarithmic, "percent" is linear.
void add_y_axis(FigureData& data, std::string_view scale, double from, double to);

}  // namespace sparlab::experiments
