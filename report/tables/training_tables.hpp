#pragma once

#include <iosfwd>
#include <vector>

#include "base/text/value.hpp"
#include "training/run/run.hpp"

/// What `sparlab train` says of its runs.
namespace sparlab::report {

/// The document of a call: the data, its model, what the runs have in common, the environment, and
/// the runs with their curves.
base::Value training_value(const training::TrainingPlan& plan,
                           const std::vector<training::Outcome>& outcomes);

/// A row for each epoch of each run.
void write_training_csv(std::ostream& stream, const std::vector<training::Outcome>& outcomes);

/// A table by epoch for each run and, if there are several, one of their last epochs.
void print_training(std::ostream& stream, const training::TrainingPlan& plan,
                    const std::vector<training::Outcome>& outcomes);

}  // namespace sparlab::report
