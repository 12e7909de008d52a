#include "analysis/optimal/known_algorithms.hpp"

#include <bit>
#include <numeric>

namespace sparlab::analysis::optimal {

std::vector<KnownAlgorithm> known_algorithms(const SumBytes& sizes) {
  const std::size_t ranks = sizes.size() - 1;
  const auto others = static_cast<double>(ranks - 1);
  const auto log_ranks = static_cast<std::size_t>(std::bit_width(ranks - 1));
  // All parts of the result but the own one.
  const double gathered = others / static_cast<double>(ranks) * sizes[ranks];
  std::vector<KnownAlgorithm> algorithms;
  if (std::has_single_bit(ranks)) {
    KnownAlgorithm doubling{"recursive doubling", log_ranks};
    KnownAlgorithm halving{"halving and doubling", 2 * log_ranks, gathered};
    for (std::size_t inputs = 1; inputs < ranks; inputs *= 2) {
      doubling.bytes += sizes[inputs];
      halving.bytes += sizes[inputs] / static_cast<double>(2 * inputs);
    }
    algorithms = {doubling, halving};
  }
  const double reduced = std::accumulate(sizes.begin(), sizes.end() - 1, 0.0);
  algorithms.push_back({"ring", 2 * (ranks - 1), reduced / static_cast<double>(ranks) + gathered});
  algorithms.push_back({"split, allgather", ranks - 1 + log_ranks,
                        others / static_cast<double>(ranks) * sizes[1] + gathered});
  algorithms.push_back({"allgather of inputs", log_ranks, others * sizes[1]});
  return algorithms;
}

}  // namespace sparlab::analysis::optimal
