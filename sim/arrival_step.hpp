#pragma once

#include <cstddef>

namespace sparlab::sim {

/// Lets messages end together where very many are on their way.
///
/// SimGrid shares all links anew whenever a message begins or ends, and each time visits all
/// messages whose routes meet: with thousands of them on their way, a message costs milliseconds.
/// There, messages begin in steps, each a small part of the time that messages take; those that
/// would end within a step end with the first of them; and the links are shared anew once. With
/// fewer, nothing changes.
class ArrivalStep {
 public:
  /// Messages on their way from which on others may end together.
  static constexpr std::size_t kMany = 128;
  /// By which part of the mean time of recent messages one may begin too late or end too early.
  /// Messages that have begun count if they will take longer than the mean.
  static constexpr double kPart = 0.01;

  /// Exact while fewer than `many` messages are on their way.
  explicit ArrivalStep(std::size_t many);

  /// A message that will take at least `least_s` is to begin now. Returns when it does.
  double begin(double now_s, double least_s);
  /// A message has arrived, so long after it began.
  void end(double took_s);

  /// Restores SimGrid's precision, which is that of the process.
  void finish();

  /// By how much a message may have begun too late or ended too early; 0 if all were exact.
  double longest_s() const { return longest_s_; }

 private:
  void adapt();
  void set(double step_s);

  std::size_t many_;
  double exact_s_;
  double step_s_;
  double mean_s_ = 0;    ///< that recent messages took
  double latest_s_ = 0;  ///< when a message began or will begin
  double longest_s_ = 0;
  std::size_t under_way_ = 0;
};

}  // namespace sparlab::sim
