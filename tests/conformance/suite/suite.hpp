#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "algos/kernels/reduction.hpp"
#include "model/base/wire_format.hpp"
#include "runtime/comm.hpp"
#include "tests/conformance/suite/definition.hpp"
#include "tests/conformance/suite/scenario.hpp"

namespace sparlab::conformance {

/// One allreduce with a known result.
struct Trial {
  std::string algorithm;  ///< a spec
  const Scenario* scenario = nullptr;
  algos::ReductionKind operation = algos::ReductionKind::sum;
  bool dense_switch = true;
  model::FormatSet formats = model::FormatSet::published();
  /// The result of an approximate algorithm; if empty, the result is the reduction of the inputs.
  std::function<Entries(const Scenario&)> expected = {};
};

/// Every exact algorithm with every scenario as a sum. Some scenarios also with every other
/// operation, without the dense switch, and with all formats and coded values. Those of
/// approximate_trials.
std::vector<Trial> all_trials(const std::vector<Scenario>& scenarios);

/// Every definition of an approximate algorithm with the scenarios to which it applies; most
/// select k entries.
std::vector<Trial> approximate_trials(const std::vector<Scenario>& scenarios, std::uint64_t k);

/// Exact algorithms whose work and memory do not grow with the universe, with `scenario`.
std::vector<Trial> sparse_trials(const Scenario& scenario);

/// Runs every trial twice on this rank of any engine and returns the errors: a result that differs
/// from the expected one, from another rank's bits or from those of the first run. If mass is
/// conserved, also three calls whose results and residuals do not add up to their inputs. Every
/// rank must call it with equal trials.
template <class Value, class Index>
std::vector<std::string> complaints(runtime::Comm& comm, const std::vector<Trial>& trials);

}  // namespace sparlab::conformance
