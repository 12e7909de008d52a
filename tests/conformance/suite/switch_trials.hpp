#pragma once

#include <string>
#include <vector>

#include "tests/conformance/suite/suite.hpp"

/// What the tests of switches that compute run, on every engine that has them.
namespace sparlab::conformance {

inline const std::vector<std::string> kSwitchSpecs = {
    "in_network", "in_network(segment=7, window=1)", "in_network(segment=16, window=2, table=6)",
    "in_network(segment=100, window=3, table=1)", "in_network(vectors=dense, segment=10)"};

/// All specs on all scenarios, and with another operation and all formats on the first one.
inline std::vector<Trial> switch_trials(const std::vector<Scenario>& scenarios) {
  std::vector<Trial> trials;
  for (const Scenario& scenario : scenarios)
    for (const std::string& spec : kSwitchSpecs) {
      trials.push_back({.algorithm = spec, .scenario = &scenario});
      if (&scenario == &scenarios.front())
        trials.push_back({.algorithm = spec,
                          .scenario = &scenario,
                          .operation = algos::ReductionKind::max,
                          .dense_switch = false,
                          .formats = model::FormatSet::all()});
    }
  return trials;
}

}  // namespace sparlab::conformance
