#include "experiments/inputs/value_sample.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "algos/kernels/hash.hpp"

namespace sparlab::experiments::inputs {
namespace {

constexpr double kEntries = 1 << 18;

}  // namespace

model::ValueSample sample_values(const Input& input, std::uint64_t ranks) {
  const double all = static_cast<double>(ranks) * input.mean_nnz();
  model::ValueSample sample;
  if (all > kEntries) sample.share = kEntries / all;
  const auto taken = [&](std::uint64_t index) {
    return sample.share == 1 ||
           std::ldexp(static_cast<double>(algos::kernels::mix64(index)), -64) < sample.share;
  };
  std::vector<Entries> inputs;
  std::vector<std::uint64_t> indices;
  for (std::uint64_t rank = 0; rank < ranks; ++rank) {
    const Entries entries = input.rank_entries(rank);
    Entries& some = inputs.emplace_back();
    for (std::size_t i = 0; i < entries.indices.size(); ++i) {
      if (!taken(entries.indices[i])) continue;
      some.indices.push_back(entries.indices[i]);
      some.values.push_back(entries.values[i]);
    }
    indices.insert(indices.end(), some.indices.begin(), some.indices.end());
  }
  std::ranges::sort(indices);
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  sample.indices = indices.size();
  for (const Entries& some : inputs) {
    auto& rank = sample.ranks.emplace_back();
    for (std::size_t i = 0; i < some.indices.size(); ++i) {
      const auto at = std::ranges::lower_bound(indices, some.indices[i]);
      rank.push_back(
          {static_cast<std::uint32_t>(at - indices.begin()), static_cast<float>(some.values[i])});
    }
  }
  return sample;
}

}  // namespace sparlab::experiments::inputs
