#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sparlab::algos {

/// Finds the fastest of some candidates by calls of each, in rounds after which the slow ones drop
/// out. Ranks whose trials are given the same times make the same decisions.
///
/// A round calls all remaining candidates in turn, so that a slow period of the machine affects all
/// of them. One call of each decides which are worth more calls: those that take at most 2.5 times
/// the shortest time, then at most 1.25 times.
class Trials {
 public:
  explicit Trials(std::size_t candidates);

  /// The candidate of the next call; the fastest once the trials have ended.
  std::size_t current() const { return order_[next_ % order_.size()]; }
  bool ended() const { return order_.size() == 1; }

  /// Adds this rank's time of a call of `current`.
  void add_call(double seconds);
  bool round_is_complete() const;
  /// This rank's times of the round.
  const std::vector<double>& round_s() const { return round_s_; }
  /// Ends the round with the times on which the ranks agreed.
  void end_round(std::span<const double> agreed_s);

  /// Tries the fastest candidates again, as in the last round.
  void repeat();
  /// The median time of a candidate's calls; infinity if it was not called.
  double median_s(std::size_t candidate) const;

 private:
  struct Round {
    std::size_t calls;  ///< of each candidate
    double kept;        ///< times the shortest time: candidates above it drop out
  };
  static constexpr Round kRounds[] = {{1, 2.5}, {2, 1.25}, {3, 1.0}};
  static constexpr std::size_t kLast = std::size(kRounds) - 1;
  static constexpr std::size_t kRepeated = 3;

  std::vector<std::size_t> ranked() const;

  std::vector<std::vector<double>> times_s_;  ///< agreed, of each candidate
  std::vector<std::size_t> order_;            ///< the remaining candidates
  std::vector<double> round_s_;
  std::size_t round_ = 0;
  std::size_t next_ = 0;
};

}  // namespace sparlab::algos
