#pragma once

#include <cstdint>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::algos {

/// What has changed since the first calls of an algorithm.
enum class Drift : std::uint8_t {
  none,
  inputs,  ///< the number of entries: a dense result does not show it
  times,   ///< of calls with inputs as before: another job on the network, or its end; where a
           ///< program starts runs and waits for them later, also what it does meanwhile
};

/// Watches the calls of one algorithm.
///
/// Ranks compare the medians of their latest kCompared calls with those of the first ones. All
/// ranks do so after the same calls. It costs ceil(log2 P) messages of 24 bytes. The interval is
/// kCallsPerComparison times the time of a comparison over that of a call, at least kCompared and
/// at most kMostCalls calls.
class DriftWatch {
 public:
  /// Begins a call; returns whether it is one of those that are compared.
  bool begin_call() { return ++calls_ + kCompared > interval_; }
  /// Adds a call of this rank, one that is compared.
  void add_call(double seconds, double entries) { recent_.push_back({seconds, entries}); }
  /// Whether it is time to compare; equal on all ranks.
  bool is_due() const { return calls_ >= interval_; }
  /// Collective. Whether the longest time or the most entries of the ranks' medians have changed by
  /// more than a factor of kChange. The first comparison sets what is usual.
  Drift compare(runtime::Comm& comm);

 private:
  static constexpr std::uint64_t kCompared = 16;
  static constexpr std::uint64_t kMostCalls = 1024;
  static constexpr double kCallsPerComparison = 200;
  static constexpr double kChange = 1.5;

  struct Call {
    double seconds = 0;
    double entries = 0;
  };
  std::vector<Call> recent_;  ///< the last kCompared before a comparison
  Call usual_;                ///< of the first comparison
  bool knows_usual_ = false;
  std::uint64_t calls_ = 0;  ///< since the last comparison
  std::uint64_t interval_ = kCompared;
  double comparison_s_ = 0;  ///< the last one on this rank
};

}  // namespace sparlab::algos
