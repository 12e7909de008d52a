#pragma once

#include <functional>
#include <string>
#include <vector>

#include "algos/reduction.hpp"
#include "model/format_set.hpp"
#include "runtime/comm.hpp"
#include "tests/conformance/suite/definition.hpp"
#include "tests/conformance/suite/scenario.hpp"

namespace sparlab::conformance {

/// One allreduce whose result is known.
struct Trial {
  std::string algorithm;  ///< a spec
  const Scenario* scenario = nullptr;
  algos::ReductionKind operation = algos::ReductionKind::sum;
  bool dense_switch = true;
  model::FormatSet formats = model::FormatSet::published();
  /// Of approximate algorithms, the result; empty: the reduction of the inputs.
  std::function<Entries(const Scenario&)> expected = {};
};

/// Every exact algorithm with every scenario as a sum, and some with every other operation, with
/// the switch to dense off and with all formats; every definition of an approximate one with the
/// scenarios to which it applies.
std::vector<Trial> all_trials(const std::vector<Scenario>& scenarios);

/// Exact algorithms whose work and memory do not grow with the universe, with `scenario`.
std::vector<Trial> sparse_trials(const Scenario& scenario);

/// Runs every trial twice on this rank of any engine and returns what is wrong: a result that
/// differs from what is expected, from another rank's bits, or from the first run's, and where mass
/// is conserved, three calls whose results and residuals do not add up to their inputs. Every rank
/// must call it with equal trials.
template <class Value, class Index>
std::vector<std::string> complaints(runtime::Comm& comm, const std::vector<Trial>& trials);

}  // namespace sparlab::conformance
