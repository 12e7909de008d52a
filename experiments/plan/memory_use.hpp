#pragma once

#include <string_view>

#include "experiments/points/point.hpp"

namespace sparlab::experiments {

/// The peak memory of an algorithm.
///
/// With real data, each rank holds multiples of its own input, of the result, of a dense vector
/// over the universe and of the inputs of all ranks. The overhead of messages and lists beyond
/// their data is counted for the share of a call's messages that are in flight at once, for every
/// message, for each rank (in addition to what every algorithm needs), and for each pair of ranks.
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
  double result_block = 1;  ///< the result consists of whole blocks of this many indices
};

/// Takes a name of the registry; null if it is unknown. The numbers are measured by bench_memory.
const HeldAtPeak* held_at_peak(std::string_view algorithm);

/// Memory in bytes of all processes that run the point, within a factor of two for generated
/// inputs; assumes uniform supports. `messages` is what all ranks send in one call. Does not
/// include data files of real data, which every process holds.
double predict_memory_bytes(const Point& point, double messages);

}  // namespace sparlab::experiments
