#pragma once

#include <vector>

#include "experiments/spec/definition/experiment.hpp"
#include "experiments/spec/points/record.hpp"

namespace sparlab::experiments::run::steps {

/// A record for each number of ranks of a sweep of steps, in which exchanges take the times that
/// the workload recorded. Their engine is `measured`. Errors  ConfigError: an exchange has no
/// recorded time.
std::vector<Record> recorded_steps(const Sweep& sweep);

}  // namespace sparlab::experiments::run::steps
