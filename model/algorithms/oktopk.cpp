#include "model/costs/oktopk.hpp"

#include <algorithm>
#include <array>

#include "model/algorithms/algorithm_model.hpp"
#include "model/costs/oktopk_volume.hpp"

namespace sparlab::model {
namespace {

constexpr OktopkParameters kDefaults;
constexpr double kWordBytes = 4;

double per_tau(double quantity) { return quantity / static_cast<double>(kDefaults.tau); }
double per_tau_prime(double quantity) {
  return quantity / static_cast<double>(kDefaults.tau_prime);
}

CostInterval oktopk_words(const Symbols& s) {
  const double k_words = share(s) * s.nnz * kWordBytes;
  return {2 * s.ranks + 2 * log2p(s), 2 * k_words, 6 * k_words};
}

/// The mean over calls. Balancing, when it is triggered, adds up to P-1 messages.
CostInterval corrected(const Symbols& s) {
  if (s.ranks == 1) return {};
  const double entry_words = s.beta_s() / (2 * kWordBytes);  // relative to two words per entry
  const OktopkCall call{.ranks = static_cast<std::uint64_t>(s.ranks),
                        .chosen = s.nnz,
                        .reduced = std::min(s.ranks * s.nnz, s.elements),
                        .kept = s.nnz,
                        .evaluating = true,
                        .repartitioning = true};
  const OktopkWords most = oktopk_corrected_words(call, kDefaults);
  const double numbers_bytes =
      8 * (s.ranks - 1) + per_tau_prime(8 * rounds(s)) + per_tau(8 * s.ranks * rounds(s));
  const double least_entries = (2 + per_tau_prime(1)) * share(s) * s.nnz;
  const double most_words = most.split + most.gather + per_tau_prime(most.evaluation);
  return {s.ranks - 1 + 2 * rounds(s) + per_tau_prime(2 * rounds(s)) + per_tau(rounds(s)),
          numbers_bytes + least_entries * s.beta_s(),
          numbers_bytes + most_words * entry_words * kWordBytes};
}

constexpr std::array kOktopkModels = {
    algorithm_model<oktopk>(
        "oktopk",
        PublishedCost{
            "(2*P + 2*log2(P))*alpha + [2*k*(P-1)/P, 6*k*(P-1)/P]*beta",
            "evaluating calls gather all K sums; an imbalance just below the trigger of 4 "
            "costs 6k in the gathering alone; ranks that disagree leave (P-1)*k entries to "
            "one owner. Counts and regions are agreed on, too; P-1 split messages; without "
            "balancing, which adds up to P-1",
            oktopk_words, corrected}),
};

}  // namespace

std::span<const AlgorithmModel> oktopk_models() { return kOktopkModels; }

}  // namespace sparlab::model
