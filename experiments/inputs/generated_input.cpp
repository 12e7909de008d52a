#include "experiments/inputs/generated_input.hpp"

#include <limits>

#include "experiments/inputs/random.hpp"
#include "model/base/contract.hpp"

namespace sparlab::experiments::inputs {

GeneratedInput::GeneratedInput(std::uint64_t universe, std::uint64_t seed)
    : universe_(universe), seed_(seed) {
  SPARLAB_EXPECTS(universe >= 1);
}

std::uint64_t GeneratedInput::max_ranks() const {
  return std::numeric_limits<std::uint64_t>::max();
}

Entries GeneratedInput::rank_entries(std::uint64_t rank) const {
  Entries entries;
  entries.indices = rank_indices(rank);
  entries.values.reserve(entries.indices.size());
  const Random random(seed_, Purpose::values, rank);
  for (const std::uint64_t index : entries.indices) {
    const auto step = static_cast<int>(random.at(index) >> 60);  // 0..15
    entries.values.push_back(step < 8 ? step - 8 : step - 7);
  }
  return entries;
}

}  // namespace sparlab::experiments::inputs
