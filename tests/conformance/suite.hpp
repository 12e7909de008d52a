#pragma once

#include <string>
#include <vector>

#include "algos/reduction.hpp"
#include "runtime/comm.hpp"
#include "tests/conformance/scenario.hpp"

namespace sparlab::conformance {

/// One allreduce whose result is known.
struct Trial {
  std::string algorithm;
  const Scenario* scenario = nullptr;
  algos::ReductionKind operation = algos::ReductionKind::sum;
  bool dense_switch = true;
};

/// Every algorithm with every scenario as a sum, and some with every other operation and with the
/// switch to dense off.
std::vector<Trial> all_trials(const std::vector<Scenario>& scenarios);

/// Algorithms whose work and memory do not grow with the universe, with `scenario`.
std::vector<Trial> sparse_trials(const Scenario& scenario);

/// Runs every trial twice on this rank of any engine and returns what is wrong: a result that
/// differs from the serial reduction, from another rank's bits, or from the first run's. Every
/// rank must call it with equal trials.
template <class Value, class Index>
std::vector<std::string> complaints(runtime::Comm& comm, const std::vector<Trial>& trials);

}  // namespace sparlab::conformance
