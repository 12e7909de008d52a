#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/optimal/learned.hpp"

namespace sparlab::analysis::optimal {

/// An allreduce in rounds: what a rank sends in all.
struct KnownAlgorithm {
  std::string name;
  std::size_t rounds = 0;
  double bytes = 0;
};

/// Those that exchange parts of sums, by their own formulas; some only where P is a power of two.
std::vector<KnownAlgorithm> known_algorithms(const SumBytes& sizes);

}  // namespace sparlab::analysis::optimal
