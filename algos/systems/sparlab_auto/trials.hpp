#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace sparlab::algos {

/// The wealth of a gambler who bets on wins, each with a chance of at most one half: it ever
/// reaches x with a probability of at most 1 / x, however long the game is and whenever it is
/// stopped (Ville's inequality). The mean of three constant stakes.
///
/// Source  Waudby-Smith and Ramdas, JRSS-B 86(1), 2024: estimating means by betting.
class Wealth {
 public:
  void bet(bool won);
  double value() const;

 private:
  static constexpr std::array kStakes = {0.5, 0.8, 1.0};  ///< of the wealth
  std::array<double, kStakes.size()> parts_ = {1, 1, 1};
};

/// Finds the fastest of some candidates by calls of each. The first one is what the model chose, or
/// what is in use; it is left only for one that is shown not to be slower. Ranks whose trials are
/// given the same times make the same decisions.
///
/// Candidates are called in turn, so that a slow period of the machine affects all of them. One
/// passes once pairs of its calls with those of the first one reject that it is more than kSlower
/// times slower. At the end the fastest of the first one and those that passed is chosen.
/// Candidates drop out before if their median time is far above the shortest one, or if they have
/// not passed and their median is no shorter than that of the first one.
///
/// Guarantee  If a pair of calls shows a candidate below kSlower times the time of the first one
///            with a chance of at most one half, whatever the pairs before have shown, it is chosen
///            with a probability of at most kError / (candidates - 1).
class Trials {
 public:
  /// To choose a candidate that is slower by more than this factor is an error.
  static constexpr double kSlower = 1.1;
  static constexpr double kError = 0.05;

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

  /// Tries the candidate in use and the two that were fastest among the others again.
  void repeat();
  /// The candidates that were called since the beginning, or since the last repetition.
  const std::vector<std::size_t>& tried() const { return tried_; }
  /// The median time of a candidate's calls; infinity if it was not called.
  double median_s(std::size_t candidate) const;

 private:
  static constexpr std::size_t kMostPairs = 40;
  static constexpr std::size_t kRepeated = 3;

  bool has_passed(std::size_t candidate) const;
  /// Calls of each candidate in this round.
  std::size_t round_calls() const;
  void drop_hopeless_ones();
  /// Leaves the fastest of those that may be chosen.
  void choose();

  std::vector<std::vector<double>> times_s_;  ///< agreed, of each candidate
  std::vector<Wealth> wealth_;                ///< of each candidate against the first one
  std::vector<std::size_t> order_;            ///< the remaining candidates, the first one in front
  std::vector<std::size_t> tried_;            ///< order_ at the beginning
  std::vector<double> round_s_;
  std::size_t challengers_;  ///< at the beginning
  std::size_t pairs_ = 0;    ///< so far
  std::size_t next_ = 0;
};

}  // namespace sparlab::algos
