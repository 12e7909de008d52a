#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>

#include "model/parameters/top_k.hpp"

namespace sparlab::model {

enum class BalanceRule : std::uint8_t { trigger, always, never };
enum class RegionRule : std::uint8_t { consensus, equal };
enum class FeedbackRule : std::uint8_t { none, vgg, lstm, bert };
enum class OktopkForm : std::uint8_t { corrected, published };

/// Ok-Topk's parameters; the defaults are those of the paper.
struct OktopkParameters {
  std::uint64_t k = 0;
  std::uint64_t tau = 64;
  std::uint64_t tau_prime = 32;
  std::uint64_t window = 4;
  bool rotation = true;
  BalanceRule balance = BalanceRule::trigger;
  double balance_factor = 4;
  FeedbackRule feedback = FeedbackRule::none;
  RegionRule boundaries = RegionRule::consensus;
  bool regather = true;
  OktopkForm form = OktopkForm::corrected;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = OktopkParameters;
    visit("k", &P::k, any_count(),
          "entries that a rank selects from input + residual, and entries of the result; 0: as "
          "many as inputs hold");
    visit("tau", &P::tau, calls(), "number of calls between agreements on regions");
    visit("tau_prime", &P::tau_prime, calls(), "number of calls between evaluations of thresholds");
    visit("window", &P::window, at_least(1), "number of messages posted together");
    visit("rotation", &P::rotation, yes_or_no(),
          "true: rank r sends to r+1, r+2, ...; false: all ranks send to 0, 1, ...");
    visit("balance", &P::balance,
          Choices<BalanceRule>{{"trigger", BalanceRule::trigger},
                               {"always", BalanceRule::always},
                               {"never", BalanceRule::never}},
          "when ranks balance the sizes of the slices that they gather");
    visit("balance_factor", &P::balance_factor, number_at_least(1),
          "slices are balanced if the largest exceeds this multiple of the mean; with "
          "balance=trigger");
    visit("feedback", &P::feedback,
          Choices<FeedbackRule>{{"none", FeedbackRule::none},
                                {"vgg", FeedbackRule::vgg},
                                {"lstm", FeedbackRule::lstm},
                                {"bert", FeedbackRule::bert}},
          "rule that adapts thresholds to the counts between evaluations, as in the public codes");
    visit("boundaries", &P::boundaries,
          Choices<RegionRule>{{"consensus", RegionRule::consensus}, {"equal", RegionRule::equal}},
          "consensus: regions of equal counts, averaged over ranks; equal: regions of equal sizes");
    visit("regather", &P::regather, yes_or_no(),
          "true: evaluating calls gather the selected entries again, as in the paper; false: they "
          "do not, as in the public code");
    visit("form", &P::form,
          Choices<OktopkForm>{{"corrected", OktopkForm::corrected},
                              {"published", OktopkForm::published}},
          "published: entries equal to a threshold are not selected, and ranks with fewer than P "
          "entries propose boundaries, too");
  }

  /// Errors  ParameterError: k > N; balance_factor without its trigger;
  ///         a period beyond 2^20 calls;
  ///         sums of P positions beyond 2^64.
  void check(const Shape& shape) const {
    check_selected_k(k, shape);
    if (balance != BalanceRule::trigger)
      refuse_without_effect(*this, "balance_factor", "balance=trigger");
    // Divides, since the product may exceed 2^64.
    if (tau / std::gcd(tau, tau_prime) > kMostCalls / tau_prime)
      throw ParameterError("tau_prime", std::to_string(tau_prime), calls().accepted);
    if (boundaries == RegionRule::consensus &&
        shape.universe > std::numeric_limits<std::uint64_t>::max() / shape.ranks)
      throw ParameterError("boundaries", "consensus", "equal, or P*N below 2^64");
  }

  /// Requires parameters that check() accepts.
  std::uint64_t period() const { return tau / std::gcd(tau, tau_prime) * tau_prime; }

 private:
  static constexpr std::uint64_t kMostCalls = std::uint64_t{1} << 20;

  static Rule<std::uint64_t> calls() {
    return {"1 or more, lcm(tau, tau_prime) at most 2^20", at_least(1).admits};
  }
};

/// How a threshold is adjusted between its evaluations, by the number of entries that pass it. By
/// default it is not.
struct ThresholdFeedback {
  double low = 0;  ///< share of k; fewer entries lower the next call's threshold
  double high = std::numeric_limits<double>::infinity();  ///< share of k; more raise it
  double lower_factor = 1;                                ///< multiplies the threshold
  double raise_factor = 1;                                ///< multiplies the threshold
  double trial_high = 1;     ///< share of k; more entries raise this call's threshold ...
  double trial_factor = 1;   ///< ... by this factor ...
  std::uint32_t trials = 0;  ///< ... at most this often; each trial costs a pass

  /// The factor for the threshold after a call in which `count` entries passed and k were wanted.
  double factor_after(double count, double k) const {
    return count < low * k ? lower_factor : count > high * k ? raise_factor : 1;
  }
};

/// The rules of Ok-Topk's code, which its paper does not mention. That of the local threshold,
/// which selects what a rank sends.
constexpr ThresholdFeedback oktopk_local_feedback(FeedbackRule rule) {
  constexpr std::array<ThresholdFeedback, 4> rules = {
      {{},
       {2.0 / 3, 1.25, 1 / 1.012, 1.012, 4.0 / 3, 1.03, 5},
       {0.75, 1.25, 1 / 1.012, 1.012, 4.0 / 3, 1.03, 5},
       {0.8, 1.25, 1 / 1.025, 1.025}}};
  return rules.at(static_cast<std::size_t>(rule));
}

/// That of the global threshold, which selects the sums that are kept.
constexpr ThresholdFeedback oktopk_global_feedback(FeedbackRule rule) {
  constexpr std::array<ThresholdFeedback, 4> rules = {{{},
                                                       {2.0 / 3, 4.0 / 3, 1 / 1.008, 1.008},
                                                       {0.75, 1.25, 1 / 1.01, 1.008},
                                                       {0.8, 1.25, 1 / 1.036, 1.025}}};
  return rules.at(static_cast<std::size_t>(rule));
}

}  // namespace sparlab::model
