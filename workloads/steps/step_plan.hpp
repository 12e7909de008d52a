#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/spec/points/point.hpp"
#include "inputs/sources/input.hpp"
#include "model/algorithms/algorithm.hpp"
#include "platforms/files/platform_file.hpp"
#include "runtime/loggp/noise.hpp"
#include "workloads/definition/workload.hpp"
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

/// What is the same for all rows of a question.
struct StepSettings {
  Schedule schedule;
  Progress progress = Progress::offloaded;
  std::optional<double> density;  ///< that a rank keeps of each gradient; nullopt: all that it has
  inputs::InputSpec input;        ///< how the kept indices of ranks overlap
  // Of engine `loggp` alone:
  std::uint64_t streams = 1;          ///< exchanges that a rank has under way at most
  runtime::loggp::Delays stragglers;  ///< of a rank's step, as multiples of its computation
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> steps;  ///< that are simulated; nullopt: a period of the algorithm
};

/// An allreduce of a step, as every engine runs it.
struct PlannedExchange {
  std::string name;
  std::size_t after = 0;     ///< it is ready when the segment with this number ends
  experiments::Point point;  ///< P, N, k, algorithm and input
  bool selects = false;      ///< the rank chooses the entries that it sends
  std::optional<double> recorded_s{};
};

/// A step on every rank. Segments of computation are the layers of the forward pass, then those of
/// the backward pass in reverse order.
struct StepPlan {
  std::uint64_t ranks = 1;
  model::Algorithm algorithm{};  ///< of all exchanges that are not dense by the schedule
  StepSettings settings{};
  std::vector<double> segments_s{};
  std::vector<PlannedExchange> exchanges{};  ///< in the order in which they become ready
  double update_s = 0;                       ///< after all exchanges

  double compute_s() const;
};

/// One rank has no exchanges. `dense` is the algorithm of exchanges that are dense by the schedule.
/// Errors  ConfigError: settings of an algorithm that an exchange's P and N do not accept; more
///         ranks than the platform has.
StepPlan plan_step(const Workload& workload, const StepSettings& settings, std::uint64_t ranks,
                   const model::Algorithm& algorithm, const model::Algorithm& dense,
                   const platforms::PlatformFile& platform);

}  // namespace sparlab::workloads
