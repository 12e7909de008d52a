#pragma once

#include <cstdint>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::algos {

/// What has changed since the first calls of an algorithm.
enum class Drift : std::uint8_t {
  none,
  inputs,  ///< the number of entries: a dense result does not show it
  times,   ///< of calls with inputs as before: another job on the network, or its end
};

/// Watches the calls of one algorithm.
///
/// Ranks compare their latest calls with the first ones, all after the same calls. That costs
/// ceil(log2 P) messages of 24 bytes, in intervals that keep it below 1 / kCallsPerCheck of the
/// time of the calls, unless these are shorter than that in kMostCalls.
class DriftWatch {
 public:
  /// Begins a call; returns whether it is one of those that are compared.
  bool begin_call() { return ++calls_ + kLeastCalls > interval_; }
  /// Adds a call of this rank, one that is compared.
  void add_call(double seconds, double entries) { recent_.push_back({seconds, entries}); }
  /// Whether it is time to compare; equal on all ranks.
  bool is_due() const { return calls_ == interval_; }
  /// Collective. Whether the time or the entries of the slowest rank's median call have changed by
  /// more than kChange. The first comparison sets what is usual.
  Drift compare(runtime::Comm& comm);

 private:
  static constexpr std::uint64_t kLeastCalls = 16;
  static constexpr std::uint64_t kMostCalls = 1024;
  static constexpr double kCallsPerCheck = 200;
  static constexpr double kChange = 1.5;

  struct Call {
    double seconds = 0;
    double entries = 0;
  };
  std::vector<Call> recent_;  ///< the last kLeastCalls before a comparison
  Call usual_;                ///< of the first comparison
  bool knows_usual_ = false;
  std::uint64_t calls_ = 0;  ///< since the last comparison
  std::uint64_t interval_ = kLeastCalls;
  double check_s_ = 0;  ///< what the last comparison took on this rank
};

}  // namespace sparlab::algos
