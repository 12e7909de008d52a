#include "algos/systems/sparlab_auto/trials.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "model/base/contract.hpp"

namespace sparlab::algos {

Trials::Trials(std::size_t candidates) : times_s_(candidates), order_(candidates) {
  SPARLAB_EXPECTS(candidates > 0);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
}

void Trials::add_call(double seconds) {
  if (ended()) return;
  round_s_.push_back(seconds);
  ++next_;
}

bool Trials::round_is_complete() const {
  return !ended() && round_s_.size() == kRounds[round_].calls * order_.size();
}

void Trials::end_round(std::span<const double> agreed_s) {
  SPARLAB_EXPECTS(round_is_complete() && agreed_s.size() == round_s_.size());
  for (std::size_t call = 0; call < agreed_s.size(); ++call)
    times_s_[order_[call % order_.size()]].push_back(agreed_s[call]);
  const std::vector<std::size_t> fastest_first = ranked();
  const double most_s = kRounds[round_].kept * median_s(fastest_first.front());
  order_.clear();
  for (const std::size_t candidate : fastest_first)
    if (order_.empty() || (round_ < kLast && median_s(candidate) <= most_s))
      order_.push_back(candidate);
  round_ = std::min(round_ + 1, kLast);
  round_s_.clear();
  next_ = 0;
}

void Trials::repeat() {
  SPARLAB_EXPECTS(ended());
  std::vector<std::size_t> all(times_s_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  order_ = std::move(all);
  order_ = ranked();
  order_.resize(std::min(order_.size(), kRepeated));
  for (const std::size_t candidate : order_) times_s_[candidate].clear();
  round_ = kLast;
  next_ = 0;
}

double Trials::median_s(std::size_t candidate) const {
  std::vector<double> sorted = times_s_[candidate];
  if (sorted.empty()) return std::numeric_limits<double>::infinity();
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
  std::ranges::nth_element(sorted, middle);
  return *middle;
}

std::vector<std::size_t> Trials::ranked() const {
  std::vector<std::size_t> ranked = order_;
  std::ranges::stable_sort(ranked, {}, [&](std::size_t i) { return median_s(i); });
  return ranked;
}

}  // namespace sparlab::algos
