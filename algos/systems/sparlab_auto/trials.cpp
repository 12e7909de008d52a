#include "algos/systems/sparlab_auto/trials.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "model/base/contract.hpp"

namespace sparlab::algos {

void Wealth::bet(bool won) {
  for (std::size_t i = 0; i < kStakes.size(); ++i)
    parts_[i] *= won ? 1 + kStakes[i] : 1 - kStakes[i];
}

double Wealth::value() const {
  return std::accumulate(parts_.begin(), parts_.end(), 0.0) / static_cast<double>(parts_.size());
}

Trials::Trials(std::size_t candidates)
    : times_s_(candidates), wealth_(candidates), order_(candidates), challengers_(candidates - 1) {
  SPARLAB_EXPECTS(candidates > 0);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  tried_ = order_;
}

void Trials::add_call(double seconds) {
  if (ended()) return;
  round_s_.push_back(seconds);
  ++next_;
}

bool Trials::round_is_complete() const {
  return !ended() && round_s_.size() == round_calls() * order_.size();
}

void Trials::end_round(std::span<const double> agreed_s) {
  SPARLAB_EXPECTS(round_is_complete() && agreed_s.size() == round_s_.size());
  const std::size_t count = order_.size();
  for (std::size_t turn = 0; turn < agreed_s.size(); turn += count) {
    for (std::size_t i = 0; i < count; ++i) {
      times_s_[order_[i]].push_back(agreed_s[turn + i]);
      if (i > 0) wealth_[order_[i]].bet(agreed_s[turn + i] < kSlower * agreed_s[turn]);
    }
  }
  pairs_ += round_calls();
  drop_hopeless_ones();
  const bool decided = std::all_of(order_.begin() + 1, order_.end(),
                                   [&](std::size_t candidate) { return has_passed(candidate); });
  if (decided || pairs_ >= kMostPairs) choose();
  round_s_.clear();
  next_ = 0;
}

bool Trials::has_passed(std::size_t candidate) const {
  return wealth_[candidate].value() >= static_cast<double>(challengers_) / kError;
}

std::size_t Trials::round_calls() const { return pairs_ == 0 ? 1 : pairs_ == 3 ? 3 : 2; }

void Trials::drop_hopeless_ones() {
  const std::size_t first = order_.front();
  double shortest_s = median_s(first);
  for (const std::size_t candidate : order_) shortest_s = std::min(shortest_s, median_s(candidate));
  const double most_s = (pairs_ == 1 ? 2.5 : 1.25) * shortest_s;
  // Medians of few calls differ by chance.
  const double of_first = pairs_ < 6    ? std::numeric_limits<double>::infinity()
                          : pairs_ < 12 ? 1.05
                                        : 1.0;
  const double unless_passed_s = of_first * median_s(first);
  std::erase_if(order_, [&](std::size_t candidate) {
    if (candidate == first) return false;
    const double median = median_s(candidate);
    return median > most_s || (median > unless_passed_s && !has_passed(candidate));
  });
}

void Trials::choose() {
  std::size_t chosen = order_.front();
  for (const std::size_t candidate : order_)
    if (has_passed(candidate) && median_s(candidate) < median_s(chosen)) chosen = candidate;
  order_.assign(1, chosen);
}

void Trials::repeat() {
  SPARLAB_EXPECTS(ended());
  const std::size_t used = order_.front();
  order_.resize(times_s_.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::ranges::stable_sort(order_, {}, [&](std::size_t candidate) {
    return candidate == used ? 0 : median_s(candidate);
  });
  order_.resize(std::min(order_.size(), kRepeated));
  for (const std::size_t candidate : order_) {
    times_s_[candidate].clear();
    wealth_[candidate] = {};
  }
  tried_ = order_;
  challengers_ = order_.size() - 1;
  pairs_ = 0;
  next_ = 0;
}

double Trials::median_s(std::size_t candidate) const {
  std::vector<double> sorted = times_s_[candidate];
  if (sorted.empty()) return std::numeric_limits<double>::infinity();
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
  std::ranges::nth_element(sorted, middle);
  return *middle;
}

}  // namespace sparlab::algos
