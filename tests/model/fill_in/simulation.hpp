#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace sparlab::model::testing {

/// `count` distinct cells out of `cells`, uniformly, in the order drawn; by rejection, so count
/// should be a small part of them.
inline std::vector<std::size_t> draw_distinct(std::size_t cells, std::size_t count,
                                              std::mt19937_64& random) {
  std::vector<bool> taken(cells, false);
  std::vector<std::size_t> drawn;
  std::uniform_int_distribution<std::size_t> any(0, cells - 1);
  while (drawn.size() < count) {
    const std::size_t cell = any(random);
    if (taken[cell]) continue;
    taken[cell] = true;
    drawn.push_back(cell);
  }
  return drawn;
}

/// The mean of simulated values, with its standard error.
struct SimulatedMean {
  double mean = 0;
  double error = 0;

  explicit SimulatedMean(const std::vector<double>& values) {
    const auto n = static_cast<double>(values.size());
    for (const double value : values) mean += value / n;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    error = std::sqrt(squares / (n - 1) / n);
  }
};

}  // namespace sparlab::model::testing
