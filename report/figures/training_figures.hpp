#pragma once

#include <vector>

#include "report/charts/chart.hpp"
#include "training/run/run.hpp"

namespace sparlab::report {

/// The loss over epochs (loss-epochs) and over time (loss-time), with a curve for each run. Losses
/// that are not positive numbers are not drawn. Empty if no run has two that are.
std::vector<Chart> training_figures(const training::TrainingPlan& plan,
                                    const std::vector<training::Outcome>& outcomes);

}  // namespace sparlab::report
