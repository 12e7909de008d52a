#include "analysis/optimal/known_algorithms.hpp"

#include <bit>
#include <numeric>

#include "model/parameters/butterfly.hpp"

namespace sparlab::analysis::optimal {

namespace {

KnownAlgorithm butterfly(const model::ButterflyLevels& levels, const SumBytes& sizes) {
  KnownAlgorithm found{"butterfly(levels=" + model::write_value(levels) + ")"};
  double parts = 1;
  std::size_t inputs = 1;
  for (const model::ButterflyLevel& level : levels) {
    const auto others = static_cast<double>(level.degree - 1);
    found.rounds += static_cast<std::size_t>(std::bit_width(level.degree - 1));
    if (level.kind == model::ButterflyLevel::Kind::exchange) {
      found.bytes += others * sizes[inputs] / parts;
    } else {
      found.rounds += level.degree - 1;
      parts *= static_cast<double>(level.degree);
      found.bytes += others * (sizes[inputs] + sizes.back()) / parts;
    }
    inputs *= level.degree;
  }
  return found;
}

}  // namespace

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
  for (const model::ButterflyLevels& levels : model::ButterflyParameters::compositions(ranks))
    algorithms.push_back(butterfly(levels, sizes));
  return algorithms;
}

}  // namespace sparlab::analysis::optimal
