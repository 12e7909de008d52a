#include "analysis/advice/next_crossover.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace sparlab::analysis {
namespace {

/// Some formulas take seconds to evaluate for many ranks or indices. Steps up to these are looked
/// at, or up to four times those of the point.
constexpr std::uint64_t kRanksLookedAt = 1024;
constexpr std::uint64_t kUniverseLookedAt = 1 << 22;
/// What one algorithm may gain on another from a number of ranks to the next one, and the binary
/// logarithm of what it may gain in a doubling.
constexpr double kJump = 4;
constexpr double kGain = 2;
/// Times that are this close are equal.
constexpr double kEqual = 1e-12;

class Walk {
 public:
  Walk(AxisTimes& times, std::size_t fastest, Direction direction)
      : times_(times),
        fastest_(fastest),
        up_(direction == Direction::up),
        behind_(times.algorithms()) {}

  NextCrossover go() {
    NextCrossover next;
    next.looked_to = times_.here();
    if (times_.here() == 0) return next;
    leader_at(times_.here());
    for (const std::uint64_t step : steps()) {
      const std::size_t leader = leader_at(step);
      if (leader != fastest_) return solved(next.looked_to, step, leader);
      next.looked_to = step;
    }
    return next;
  }

 private:
  /// An algorithm cannot be the fastest within `reach` doublings of a place.
  struct Behind {
    double doublings = 0;
    double reach = 0;
  };

  std::uint64_t limit() const {
    if (!up_) return times_.first_step();
    if (times_.axis() == Axis::density) return times_.last_step();
    const std::uint64_t usual = times_.axis() == Axis::ranks ? kRanksLookedAt : kUniverseLookedAt;
    return std::min(times_.last_step(), std::max(usual, 4 * times_.here()));
  }

  /// From the point on, without it.
  std::vector<std::uint64_t> steps() const {
    std::vector<std::uint64_t> found;
    const std::uint64_t here = times_.here();
    const std::uint64_t end = limit();
    if (up_ ? here >= end : here <= end) return found;
    const auto add = [&](std::uint64_t step) {
      if (up_ ? step > here && step < end : step < here && step > end) found.push_back(step);
    };
    if (times_.axis() == Axis::ranks) {
      add(here + 1);
      add(here - 1);
      for (std::uint64_t power = 2; power <= std::max(here, end); power *= 2)
        for (const std::uint64_t step : {power - 1, power, power + 1, power + power / 2}) add(step);
    } else if (up_) {
      for (std::uint64_t step = here; step <= end / 2; step *= 2) add(2 * step);
    } else {
      for (std::uint64_t step = here; step > 1; step /= 2) add(step / 2);
    }
    found.push_back(end);
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    if (!up_) std::ranges::reverse(found);
    return found;
  }

  double doublings_to(std::uint64_t step) const {
    return std::abs(std::log2(static_cast<double>(step) / static_cast<double>(times_.here())));
  }

  bool beats(double seconds, double other) const {
    return seconds > 0 && seconds < other * (1 - kEqual);
  }

  /// The fastest of those that are asked at a step; `fastest_` where it is not beaten.
  std::size_t leader_at(std::uint64_t step) {
    const double far = doublings_to(step);
    const double own_s = times_.seconds(fastest_, step);
    std::size_t leader = fastest_;
    double least_s = std::isnan(own_s) ? std::numeric_limits<double>::infinity() : own_s;
    for (std::size_t i = 0; i < times_.algorithms(); ++i) {
      if (i == fastest_ || is_far_behind(i, far)) continue;
      const double seconds = times_.seconds(i, step);
      const double gained = times_.axis() == Axis::ranks ? kJump : 1;
      if (seconds > gained * own_s)
        behind_[i].push_back({far, std::log2(seconds / own_s / gained) / kGain});
      if (!beats(seconds, least_s)) continue;
      leader = i;
      least_s = seconds;
    }
    return leader;
  }

  bool is_far_behind(std::size_t algorithm, double far) const {
    return std::ranges::any_of(behind_[algorithm], [far](const Behind& seen) {
      return std::abs(far - seen.doublings) < seen.reach;
    });
  }

  /// The fastest one leads at `from`, `leader` at `to`.
  NextCrossover solved(std::uint64_t from, std::uint64_t to, std::size_t leader) {
    for (;;) {
      std::uint64_t before = from;
      while (before + 1 < to || to + 1 < before) {
        const std::uint64_t middle =
            before < to ? before + (to - before) / 2 : to + (before - to) / 2;
        const double own_s = times_.seconds(fastest_, middle);
        const bool lost = std::isnan(own_s) || beats(times_.seconds(leader, middle), own_s);
        (lost ? to : before) = middle;
      }
      const std::size_t earlier = leader_at(before);
      if (before == from || earlier == fastest_) {
        const std::size_t fastest = leader_at(to);
        return {before, to, fastest == fastest_ ? leader : fastest};
      }
      to = before;  // a third algorithm leads in between
      leader = earlier;
    }
  }

  AxisTimes& times_;
  std::size_t fastest_;
  bool up_;
  std::vector<std::vector<Behind>> behind_;  ///< by algorithm
};

}  // namespace

NextCrossover next_crossover(AxisTimes& times, std::size_t fastest, Direction direction) {
  return Walk(times, fastest, direction).go();
}

}  // namespace sparlab::analysis
