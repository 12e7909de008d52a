#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

/// What Ok-Topk computes, serially and without its code.
namespace sparlab::conformance::oktopk {

using Entries = std::map<std::uint32_t, float>;

inline std::vector<float> magnitudes(const Entries& entries) {
  std::vector<float> sorted;
  for (const auto& [index, value] : entries) sorted.push_back(std::abs(value));
  std::ranges::sort(sorted, std::greater<>());
  return sorted;
}

/// The k-th largest magnitude; 0 if there are fewer.
inline float kth_magnitude(const Entries& entries, std::size_t k) {
  const auto sorted = magnitudes(entries);
  return k > 0 && k <= sorted.size() ? sorted[k - 1] : 0;
}

inline Entries above(const Entries& entries, float threshold) {
  Entries chosen;
  for (const auto& [index, value] : entries) {
    if (std::abs(value) > threshold) chosen[index] = value;
  }
  return chosen;
}

/// The top k; among equal magnitudes those with the lower indices.
inline Entries top(const Entries& entries, std::size_t k) {
  if (k >= entries.size()) return entries;
  const float threshold = kth_magnitude(entries, k);
  Entries chosen = above(entries, threshold);
  for (const auto& [index, value] : entries) {
    if (std::abs(value) == threshold && chosen.size() < k) chosen[index] = value;
  }
  return chosen;
}

/// The nonzeros of at least the threshold.
inline Entries from_threshold(const Entries& entries, float threshold) {
  Entries chosen;
  for (const auto& [index, value] : entries) {
    if (value != 0 && std::abs(value) >= threshold) chosen[index] = value;
  }
  return chosen;
}

/// How a threshold reacts to counts: bands in units of k, factors, and trials in one call.
struct Feedback {
  double low = 0;
  double high = 1e30;
  double too_few = 1;
  double too_many = 1;
  double trial_high = 1e30;
  double trial_factor = 1;
  int trials = 0;

  void follow(float& threshold, std::size_t count, std::size_t k) const {
    const auto chosen = static_cast<double>(count);
    const auto wanted = static_cast<double>(k);
    if (chosen < low * wanted) threshold = static_cast<float>(double{threshold} * too_few);
    if (chosen > high * wanted) threshold = static_cast<float>(double{threshold} * too_many);
  }
  void try_at_once(float& threshold, const Entries& entries, std::size_t k) const {
    for (int trial = 0; trial < trials; ++trial) {
      const auto count = static_cast<double>(above(entries, threshold).size());
      if (count <= trial_high * static_cast<double>(k)) return;
      threshold = static_cast<float>(double{threshold} * trial_factor);
    }
  }
};

/// A serial definition of Ok-Topk for all ranks.
struct SerialOktopk {
  std::size_t k;  ///< 0: as many entries as inputs hold
  int tau_prime;
  Feedback local = {};
  Feedback global = {};
  bool published = false;
  bool regather = true;

  struct Rank {
    Entries residual;
    float threshold = 0;
    bool evaluated = false;
  };
  std::vector<Rank> ranks = {};
  float global_threshold = 0;
  std::size_t global_k = 0;
  int calls = 0;

  Entries reduce(const std::vector<Entries>& inputs) {
    const bool unusable = !published && !std::isnormal(global_threshold);
    const bool evaluating = calls++ % tau_prime == 0 || unusable;
    ranks.resize(inputs.size());
    if (evaluating) global_k = k;
    std::vector<Entries> sent;
    Entries sum;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (evaluating && k == 0) global_k = std::max(global_k, inputs[i].size());
      for (const auto& [index, value] : inputs[i]) ranks[i].residual[index] += value;
      std::erase_if(ranks[i].residual, [](const auto& entry) { return entry.second == 0; });
      if (evaluating) ranks[i].evaluated = false;
      sent.push_back(chosen_by(ranks[i], k == 0 ? inputs[i].size() : k));
      for (const auto& [index, value] : sent.back()) sum[index] += value;
    }
    const Entries result = selected_of(sum, evaluating);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      for (const auto& [index, value] : sent[i]) {
        if (result.contains(index)) ranks[i].residual.erase(index);
      }
    }
    return result;
  }

 private:
  Entries chosen_by(Rank& rank, std::size_t own_k) const {
    if (own_k == 0) return {};
    const bool unusable = !published && !std::isnormal(rank.threshold);
    const bool evaluating = !rank.evaluated || unusable;
    rank.evaluated = true;
    if (evaluating) {
      rank.threshold = kth_magnitude(rank.residual, own_k);
      if (!published) return top(rank.residual, own_k);
    } else {
      local.try_at_once(rank.threshold, rank.residual, own_k);
    }
    Entries chosen = published ? above(rank.residual, rank.threshold)
                               : from_threshold(rank.residual, rank.threshold);
    local.follow(rank.threshold, chosen.size(), own_k);
    return chosen;
  }

  Entries selected_of(const Entries& sum, bool evaluating) {
    if (evaluating) {
      global_threshold = kth_magnitude(sum, global_k);
      const bool strict = published && regather;
      return strict && global_k > 0 ? above(sum, global_threshold) : top(sum, global_k);
    }
    if (global_k == 0) return {};
    Entries kept = published ? above(sum, global_threshold) : from_threshold(sum, global_threshold);
    global.follow(global_threshold, kept.size(), global_k);
    return kept;
  }
};

}  // namespace sparlab::conformance::oktopk
