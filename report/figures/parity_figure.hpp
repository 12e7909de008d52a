#pragma once

#include <string>

#include "analysis/results/accuracy.hpp"
#include "report/charts/chart.hpp"

namespace sparlab::report {

/// The most predictors that the figure shows: the first ones.
inline constexpr std::size_t kMostParityPanels = 8;

/// Predicted against measured times, one panel for each predictor.
Chart parity_figure(const analysis::Accuracy& accuracy, const std::string& name);

}  // namespace sparlab::report
