#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace sparlab::model {

/// A point where one of two times overtakes the other.
struct Crossover {
  /// Continuous variable: where the two times are equal (or jump past each other). Integer
  /// variable: the first value at which the new winner is strictly faster.
  double at = 0;
  /// Encloses the crossing: up to `lo` the old winner leads, from `hi` on the new one. Wider than
  /// the solver's tolerance where the times are equal over a stretch.
  double lo = 0;
  double hi = 0;
  /// True if the first time (a) is smaller after the crossing.
  bool a_wins_after = false;
};

/// Seconds as a function of the free variable. NaN and times that are not positive mean "undefined
/// here": no crossing is reported across such a point. Infinity is legal and means infinitely slow.
using TimeOf = std::function<double(double)>;

/// Times whose relative difference is below this are equal.
inline constexpr double kEqualTimes = 1e-12;

/// Positions lo * (hi/lo)^(i/(points-1)), the last one exactly hi. 0 < lo < hi, points >= 2.
std::vector<double> log_grid(double lo, double hi, std::size_t points);

/// Every sign change of ln(a/b) between neighbours of `grid` (positive, increasing), refined to
/// about 1e-12 relative; none, one or several, in increasing order. Curves that touch without
/// crossing, or are equal everywhere, have none. An even number of crossings between two neighbours
/// is missed, so the grid must be fine enough.
std::vector<Crossover> find_crossovers(const TimeOf& a, const TimeOf& b,
                                       std::span<const double> grid);

/// The same for an integer variable in [lo, hi], 1 <= lo <= hi: sign changes on a logarithmic grid
/// of at most `points` integers, each bisected to the first integer at which the new winner leads.
std::vector<Crossover> find_integer_crossovers(const TimeOf& a, const TimeOf& b, std::uint64_t lo,
                                               std::uint64_t hi, std::size_t points);

/// The same, with sign changes searched between neighbours of `grid` (positive, increasing).
std::vector<Crossover> find_integer_crossovers(const TimeOf& a, const TimeOf& b,
                                               std::span<const std::uint64_t> grid);

/// The same where only the listed values are legal (positive, increasing), e.g. powers of two.
std::vector<Crossover> find_crossovers_among(const TimeOf& a, const TimeOf& b,
                                             std::span<const std::uint64_t> values);

/// Neighbouring positions of a sequence between which its sign changes; all values between `before`
/// and `after` are zero. NaN splits the sequence.
struct SignChange {
  std::size_t before = 0;
  std::size_t after = 0;
  bool falls = false;  ///< from positive to negative
};
std::vector<SignChange> sign_changes(std::span<const double> values);

/// ln(a/b): 0 for equal times, NaN for undefined times, clamped to a finite range for infinite
/// times.
double log_ratio(double a, double b);

}  // namespace sparlab::model
