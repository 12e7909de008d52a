#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "machines/calibration/calibration.hpp"

/// What `sparlab calibrate` runs, one after the other, within its budget.
namespace sparlab::machines::calibration {

/// The shortest budget for so many numbers of ranks: starting ranks takes a second each time.
double least_budget_s(std::size_t numbers_of_ranks);

struct Request {
  std::vector<int> ranks = {2};  ///< ascending and different; the first is 2
  double budget_s = 60;
  /// Messages among each number of ranks have this long even if the budget is used up.
  double least_messages_s = 0;
  /// ProcessorState::round_trip_s of an earlier calibration of the same machine.
  std::optional<double> known_round_trip_s = {};
};

/// Starts ranks that do a task (as task_to_json) and returns their result, as JSON. Ends them, and
/// throws EnvironmentError, if they need more than `most_s`.
using RunRanks =
    std::function<nlohmann::json(int ranks, const nlohmann::json& task, double most_s)>;

/// What ranks measure.
enum class Subject : unsigned char {
  kernels,
  messages,       ///< of all sizes, in all patterns
  long_messages,  ///< of a few sizes from 128 KiB on, in the patterns of allreduces
};

struct Task {
  Subject subject = Subject::kernels;
  double budget_s = 0;  ///< without the start of the ranks
  /// The shortest round trip between processors that is known: ranks wait for such processors.
  std::optional<double> known_round_trip_s = {};
};
nlohmann::json task_to_json(const Task& task);
/// Errors  FormatError.
Task task_from_json(const nlohmann::json& object);

/// Ranks that need longer than this for a task of some seconds are ended: one may hang.
double patience_s(double seconds);

/// Measures kernels with two ranks at once, since ranks share caches, memory and processors, for at
/// most two fifths of the budget, then messages with each number of ranks. What is left of the
/// budget is divided among the numbers of ranks that are left, after the time that starting ranks
/// takes. Says on `progress` what is measured.
/// Errors  std::invalid_argument that names the number: a budget that is too short, what cannot be
///         fitted; as RunRanks.
Calibration measure(const Request& request, const RunRanks& run, std::ostream& progress);

/// Measures kernels with so many ranks at once.
KernelCosts measure_kernels(int ranks, const RunRanks& run);

}  // namespace sparlab::machines::calibration
