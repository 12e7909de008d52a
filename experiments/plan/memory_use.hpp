#pragma once

#include <string_view>

#include "experiments/plan/point.hpp"

namespace sparlab::experiments {

/// What an algorithm holds at its peak.
///
/// Of real data, each rank: so many times its own input, the result, a dense vector over the
/// universe and the inputs of all ranks. What messages and lists take beyond their data is counted
/// for the share of a call's messages that are on their way at once, for every message, for each
/// rank beyond what every algorithm takes, and for each pair of ranks.
struct HeldAtPeak {
  std::string_view algorithm;
  double inputs = 0;
  double results = 0;
  double dense_vectors = 0;
  double inputs_of_all = 0;
  double in_flight = 0;
  double bytes_per_message = 0;
  double bytes_per_rank = 0;
  double bytes_per_pair = 0;
  double result_block = 1;  ///< the result holds whole blocks of so many indices
};

/// Of a name in the registry; null for what is unknown. Measured by bench_memory.
const HeldAtPeak* held_at_peak(std::string_view algorithm);

/// Memory of all processes that run the point together, in bytes, within a factor of two for
/// generated inputs; supports are taken to be uniform. `messages`: what all ranks send in a call.
/// Real data comes on top: a data file is held once a process.
double predict_memory_bytes(const Point& point, double messages);

}  // namespace sparlab::experiments
