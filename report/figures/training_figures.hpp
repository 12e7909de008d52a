#pragma once

#include <span>
#include <vector>

#include "experiments/spec/points/record.hpp"
#include "report/charts/chart.hpp"

namespace sparlab::report {

/// Of the records that are training runs, with a curve for each: loss and wrong predictions over
/// epochs and time (loss-epochs, loss-time, errors-epochs, errors-time); over steps the density of
/// sums with that of uniform supports (union-steps), selected entries over k (selected-steps), xi
/// (xi-steps) and the error of the mass (mass-steps). Those that no run has a value of are absent.
std::vector<Chart> training_figures(std::span<const experiments::Record> records);

}  // namespace sparlab::report
