#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/results/pairing.hpp"
#include "base/text/value.hpp"

namespace sparlab::analysis {

/// How many measured times are in the interval in which `advise` expects nine of ten of them.
struct IntervalCoverage {
  std::uint64_t ranks = 0;  ///< 0: all
  std::size_t within = 0;
  std::size_t times = 0;
  double factor = 1;  ///< from the prediction to the ends of the interval, median
};

/// Of the predictions by engine model whose platform files are there as they were: one row for each
/// P, and one for all. Empty if there are none.
std::vector<IntervalCoverage> interval_coverage(const Pairing& pairing);

base::Fields coverage_fields(const IntervalCoverage& coverage);

}  // namespace sparlab::analysis
