#pragma once

#include <string>

#include "analysis/results/accuracy.hpp"
#include "report/figures/gnuplot.hpp"

namespace sparlab::report {

/// The most predictors that the figure shows: the first ones.
inline constexpr std::size_t kMostParityPanels = 8;

/// Predicted against measured times, one panel for each predictor.
Figure parity_figure(const analysis::Accuracy& accuracy, const std::string& name);

}  // namespace sparlab::report
