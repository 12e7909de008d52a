#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "inputs/formats/recording.hpp"

namespace sparlab::bench {

/// The indices of the `entries` largest values of a worker, ascending.
inline std::vector<std::uint32_t> largest_of(const inputs::Recording& recording,
                                             std::uint64_t worker, std::size_t entries) {
  const auto indices = recording.indices_of(worker);
  const auto values = recording.values_of(worker);
  std::vector<std::pair<float, std::uint32_t>> largest;
  for (std::size_t i = 0; i < indices.size(); ++i)
    largest.emplace_back(std::abs(values[i]), indices[i]);
  std::ranges::sort(largest, std::greater<>());
  largest.resize(std::min(largest.size(), entries));
  std::vector<std::uint32_t> support;
  for (const auto& [magnitude, index] : largest) support.push_back(index);
  std::ranges::sort(support);
  return support;
}

}  // namespace sparlab::bench
