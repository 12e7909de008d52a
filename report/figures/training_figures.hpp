#pragma once

#include <span>
#include <vector>

#include "experiments/spec/points/record.hpp"
#include "report/charts/chart.hpp"

namespace sparlab::report {

/// Of the records that are training runs: the loss over epochs (loss-epochs) and over time
/// (loss-time), with a curve for each run. Losses that are not positive numbers are not drawn.
/// Empty if no run has two that are.
std::vector<Chart> training_figures(std::span<const experiments::Record> records);

}  // namespace sparlab::report
