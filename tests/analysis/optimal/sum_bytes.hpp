#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "analysis/optimal/learned.hpp"

namespace sparlab::tests {

/// Sums of any number of inputs take one byte: dense inputs, or equal supports.
inline analysis::optimal::SumBytes equal_sums(std::size_t ranks) {
  analysis::optimal::SumBytes sizes(ranks + 1, 1);
  sizes.front() = 0;
  return sizes;
}

/// A byte for each input: disjoint supports.
inline analysis::optimal::SumBytes disjoint_sums(std::size_t ranks) {
  analysis::optimal::SumBytes sizes;
  for (std::size_t inputs = 0; inputs <= ranks; ++inputs)
    sizes.push_back(static_cast<double>(inputs));
  return sizes;
}

/// Uniform inputs, in units of one input; dense where that is smaller.
inline analysis::optimal::SumBytes uniform_sums(std::size_t ranks, double density) {
  analysis::optimal::SumBytes sizes;
  for (std::size_t inputs = 0; inputs <= ranks; ++inputs)
    sizes.push_back(std::min(1 - std::pow(1 - density, static_cast<double>(inputs)), 0.5) /
                    density);
  return sizes;
}

}  // namespace sparlab::tests
