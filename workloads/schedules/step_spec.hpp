#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/algorithms/algorithm.hpp"
#include "runtime/loggp/noise.hpp"
#include "workloads/schedules/schedule.hpp"

namespace sparlab::workloads {

/// Who does the local work of exchanges, and starts their messages, while a rank computes.
enum class Progress : std::uint8_t {
  offloaded,  ///< another processor: the rank's own is not disturbed
  thread,     ///< the rank's processor, at once: the computation waits meanwhile
  calls,      ///< the rank's processor, between two layers only
};
inline constexpr std::array<std::string_view, 3> kProgressNames = {"offloaded", "thread", "calls"};
constexpr std::string_view name_of(Progress progress) {
  return kProgressNames[static_cast<std::size_t>(progress)];
}

inline constexpr std::uint64_t kMostStreams = 256;
inline constexpr std::uint64_t kMostLocalSteps = 1000;
inline constexpr std::uint64_t kMostSamples = 1'000'000;
inline constexpr std::uint64_t kMostSteps = 100'000;

/// What a rank computes in a step, and on what: three times the operations of the forward pass of
/// each sample, since the backward pass has twice as many.
struct Computation {
  std::uint64_t samples = 1;
  double efficiency = 1;            ///< share of the peak that the network reaches
  double peak_flop_per_s = 9.3e12;  ///< of a P100 (PCIe), fp32

  bool operator==(const Computation&) const = default;
};

/// How ranks run a step of a workload.
struct StepSpec {
  std::string workload;                    ///< a name, or the path of a file
  std::optional<Computation> computation;  ///< instead of the time that the file states
  Schedule schedule;
  Progress progress = Progress::offloaded;
  model::Algorithm dense{"dense_rabenseifner"};  ///< of exchanges that are dense by the schedule
  std::uint64_t streams = 1;                     ///< exchanges that a rank has under way at most
  runtime::loggp::Delays stragglers;  ///< of a rank's step, as multiples of its computation
  std::uint64_t local_steps = 1;      ///< that a rank computes before one exchange (local SGD)
  std::uint64_t steps = 0;            ///< whose mean is the result; 0: a period of the algorithm
  bool timeline = false;              ///< whether the record has what a rank did, and when

  bool operator==(const StepSpec&) const = default;

  /// "buckets, offloaded": when exchanges begin, and who lets them progress.
  [[nodiscard]] std::string exchanges_text() const {
    return std::string(name_of(schedule.kind)) + ", " + std::string(name_of(progress));
  }
};

/// Reads the workload of a step, with the time of its computation.
/// Errors  As load_workload; ConfigError: a computation of a workload without operations.
Workload workload_of(const StepSpec& spec);

}  // namespace sparlab::workloads
