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

/// Mean and variance of simulated values, each with its standard error.
struct Moments {
  double mean = 0;
  double mean_error = 0;
  double variance = 0;
  double variance_error = 0;

  explicit Moments(const std::vector<double>& values) {
    const auto n = static_cast<double>(values.size());
    for (const double value : values) mean += value / n;
    double fourth = 0;
    for (const double value : values) {
      const double square = (value - mean) * (value - mean);
      variance += square / (n - 1);
      fourth += square * square / n;
    }
    mean_error = std::sqrt(variance / n);
    variance_error = std::sqrt((fourth - variance * variance) / n);
  }
};

}  // namespace sparlab::model::testing
