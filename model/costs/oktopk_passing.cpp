#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "model/costs/oktopk.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::model {
namespace {

constexpr std::uint64_t kMostCalls = 256;

/// The k-th largest magnitude; 0 if there are fewer than k.
float kth_largest(std::vector<float> magnitudes, std::size_t k) {
  if (k == 0 || k > magnitudes.size()) return 0;
  const auto kth = magnitudes.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::ranges::nth_element(magnitudes, kth, std::greater<>());
  return *kth;
}

/// A threshold that one call sets to the k-th largest magnitude and later calls reuse.
class Threshold {
 public:
  Threshold(const ThresholdFeedback& feedback, bool strict)
      : feedback_(feedback), strict_(strict) {}

  void evaluate(std::vector<float> magnitudes, std::size_t k) {
    k_ = static_cast<double>(k);
    value_ = kth_largest(std::move(magnitudes), k);
  }
  bool passes(float magnitude) const {
    return strict_ ? magnitude > value_ : magnitude > 0 && magnitude >= value_;
  }
  bool separates_nothing() const { return !strict_ && !std::isnormal(value_); }

  /// Raises the threshold before a call in which too many entries would pass.
  template <class CountAbove>
  void try_at_once(CountAbove count_above) {
    for (std::uint32_t trial = 0; trial < feedback_.trials; ++trial) {
      if (static_cast<double>(count_above(value_)) <= feedback_.trial_high * k_) return;
      value_ *= static_cast<float>(feedback_.trial_factor);
    }
  }
  void follow(std::size_t passed) {
    value_ *= static_cast<float>(feedback_.factor_after(static_cast<double>(passed), k_));
  }

 private:
  ThresholdFeedback feedback_;
  bool strict_;
  double k_ = 0;
  float value_ = 0;
};

class Calls {
 public:
  Calls(const ValueSample& sample, const OktopkParameters& parameters)
      : sample_(sample),
        parameters_(parameters),
        global_(oktopk_global_feedback(parameters.feedback), strict()),
        sums_(sample.indices) {
    for (const auto& rank : sample.ranks) {
      ranks_.push_back({Threshold(oktopk_local_feedback(parameters.feedback), strict()),
                        std::vector<float>(rank.size()), std::vector<bool>(rank.size())});
    }
  }

  OktopkPassing mean() {
    OktopkPassing sums{0, 0};
    double ordinary = 0;
    const std::uint64_t calls = std::min(parameters_.period(), kMostCalls);
    for (std::uint64_t call = 0; call < calls; ++call) {
      const bool evaluating = call % parameters_.tau_prime == 0 || global_.separates_nothing();
      const Passed passed = reduce(evaluating);
      if (evaluating) evaluated_ = passed;
      if (evaluating || evaluated_.chosen == 0 || evaluated_.kept == 0) continue;
      ordinary += 1;
      sums.chosen += passed.chosen / evaluated_.chosen;
      sums.kept += passed.kept / evaluated_.kept;
    }
    if (ordinary == 0) return {};
    return {sums.chosen / ordinary, sums.kept / ordinary};
  }

 private:
  struct Rank {
    Threshold threshold;
    std::vector<float> accumulated;  ///< input and residual
    std::vector<bool> sent;
  };
  struct Sum {
    float value = 0;
    bool any = false;
    bool kept = false;
  };
  /// Entries that passed: chosen by all ranks together, and kept in the result.
  struct Passed {
    double chosen = 0;
    double kept = 0;
  };

  bool strict() const { return parameters_.form == OktopkForm::published; }

  /// k scaled to the sample.
  std::size_t wanted(std::size_t held) const {
    if (parameters_.k == 0) return held;
    const double k = sample_.share * static_cast<double>(parameters_.k);
    return std::max<std::size_t>(1, static_cast<std::size_t>(std::llround(k)));
  }

  Passed reduce(bool evaluating) {
    Passed passed;
    std::ranges::fill(sums_, Sum{});
    std::size_t most_wanted = 0;
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      const std::size_t k = wanted(sample_.ranks[rank].size());
      most_wanted = std::max(most_wanted, k);
      passed.chosen += static_cast<double>(choose(rank, k, evaluating));
    }
    passed.kept = static_cast<double>(keep(most_wanted, evaluating));
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) hold_back(rank);
    return passed;
  }

  /// Adds the entries that the rank sends to the sums.
  std::size_t choose(std::size_t number, std::size_t k, bool evaluating) {
    const auto& entries = sample_.ranks[number];
    Rank& rank = ranks_[number];
    std::vector<float> magnitudes(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
      rank.accumulated[i] += entries[i].value;
      magnitudes[i] = std::abs(rank.accumulated[i]);
    }
    if (evaluating || rank.threshold.separates_nothing()) {
      rank.threshold.evaluate(magnitudes, k);
    } else {
      rank.threshold.try_at_once([&](float value) {
        return std::ranges::count_if(magnitudes,
                                     [&](float magnitude) { return magnitude > value; });
      });
    }
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      rank.sent[i] = rank.threshold.passes(magnitudes[i]);
      if (!rank.sent[i]) continue;
      ++chosen;
      Sum& sum = sums_[entries[i].number];
      sum.any = true;
      sum.value += rank.accumulated[i];
    }
    if (!evaluating) rank.threshold.follow(chosen);
    return chosen;
  }

  std::size_t keep(std::size_t k, bool evaluating) {
    if (evaluating) {
      std::vector<float> magnitudes;
      for (const Sum& sum : sums_)
        if (sum.any) magnitudes.push_back(std::abs(sum.value));
      global_.evaluate(std::move(magnitudes), k);
    }
    std::size_t kept = 0;
    for (Sum& sum : sums_) {
      sum.kept = sum.any && global_.passes(std::abs(sum.value));
      if (sum.kept) ++kept;
    }
    if (!evaluating) global_.follow(kept);
    return kept;
  }

  void hold_back(std::size_t number) {
    const auto& entries = sample_.ranks[number];
    Rank& rank = ranks_[number];
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (rank.sent[i] && sums_[entries[i].number].kept) rank.accumulated[i] = 0;
  }

  const ValueSample& sample_;
  const OktopkParameters& parameters_;
  Threshold global_;
  std::vector<Sum> sums_;  ///< of every index
  std::vector<Rank> ranks_;
  Passed evaluated_;  ///< in the last evaluating call
};

}  // namespace

OktopkPassing oktopk_passing(const ValueSample& sample, const OktopkParameters& parameters) {
  return Calls(sample, parameters).mean();
}

}  // namespace sparlab::model
