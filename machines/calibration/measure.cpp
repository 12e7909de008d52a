#include "machines/calibration/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/json/json_fields.hpp"

namespace sparlab::machines::calibration {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

/// Starting ranks takes this long at first; afterwards, as long as it took the last time.
constexpr double kStart_s = 1.5;

class Budget {
 public:
  explicit Budget(double budget_s) : budget_s_(budget_s) {}
  double spent_s() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  double left_s() const { return budget_s_ - spent_s(); }

 private:
  Clock::time_point begin_ = Clock::now();
  double budget_s_;
};

constexpr std::pair<Subject, std::string_view> kSubjects[] = {
    {Subject::kernels, "kernels"},
    {Subject::messages, "messages"},
    {Subject::long_messages, "long_messages"}};

std::string_view name_of(Subject subject) {
  return std::ranges::find(kSubjects, subject, [](const auto& known) { return known.first; })
      ->second;
}

std::optional<Subject> find_subject(std::string_view name) {
  for (const auto& [subject, known] : kSubjects)
    if (known == name) return subject;
  return std::nullopt;
}

/// Kernels have this part of the budget, so that enough is left for messages on a busy machine.
constexpr double kKernelsShare = 0.4;

/// The budget of kernels alone; a quiet machine needs less.
constexpr double kKernels_s = 20;

KernelCosts kernels_within(double budget_s, int ranks, const RunRanks& run,
                           std::optional<double> known_round_trip_s = {}) {
  return kernel_costs_from_json(run(
      ranks, task_to_json({Subject::kernels, budget_s, known_round_trip_s}), patience_s(budget_s)));
}

void take_shorter(std::optional<double>& known_s, const std::optional<ProcessorState>& seen) {
  if (seen && (!known_s || seen->round_trip_s < *known_s)) known_s = seen->round_trip_s;
}

}  // namespace

json task_to_json(const Task& task) {
  json object = {{"measure", name_of(task.subject)}, {"budget_s", task.budget_s}};
  if (task.known_round_trip_s) object["known_round_trip_s"] = *task.known_round_trip_s;
  return object;
}

Task task_from_json(const json& object) {
  const base::JsonFields fields(object);
  const Subject subject = fields.choice("measure", find_subject);
  const double budget_s = fields.number("budget_s");
  if (!(budget_s > 0)) base::JsonFields::fail("budget_s", "a positive number");
  Task task{subject, budget_s};
  if (fields.has("known_round_trip_s"))
    task.known_round_trip_s = fields.number("known_round_trip_s");
  return task;
}

double patience_s(double seconds) {
  constexpr double kTimes = 3;
  constexpr double kMore_s = 60;
  return kTimes * seconds + kMore_s;
}

double least_budget_s(std::size_t numbers_of_ranks) {
  return 3 + 2 * static_cast<double>(numbers_of_ranks);
}

KernelCosts measure_kernels(int ranks, const RunRanks& run) {
  return kernels_within(kKernels_s, ranks, run);
}

Calibration measure(const Request& request, const RunRanks& run, std::ostream& progress) {
  const double least_s = least_budget_s(request.ranks.size());
  if (!(request.budget_s >= least_s))
    throw std::invalid_argument(
        fmt::format("a budget of {:.3g} s is too short for {} numbers of "
                    "ranks; accepted: at least {:.3g} s",
                    request.budget_s, request.ranks.size(), least_s));
  const Budget budget(request.budget_s);
  progress << "sparlab: measuring kernels\n" << std::flush;
  std::optional<double> known_s = request.known_round_trip_s;
  const KernelCosts kernels =
      kernels_within(kKernelsShare * request.budget_s, request.ranks.front(), run, known_s);
  take_shorter(known_s, kernels.processors);
  double start_s = kStart_s;
  std::vector<MessageTimes> times;
  for (std::size_t i = 0; i < request.ranks.size(); ++i) {
    const auto numbers_left = static_cast<double>(request.ranks.size() - i);
    const double measuring_s =
        std::max(budget.left_s() / numbers_left - start_s, request.least_messages_s);
    if (!(measuring_s > 0))
      throw std::invalid_argument(
          fmt::format("the budget of {:.3g} s was used up before messages among {} ranks: "
                      "starting ranks takes {:.2g} s",
                      request.budget_s, request.ranks[i], start_s));
    progress << fmt::format("sparlab: measuring messages among {} ranks for {:.2g} s\n",
                            request.ranks[i], measuring_s)
             << std::flush;
    const double before_s = budget.spent_s();
    const json result =
        run(request.ranks[i], task_to_json({Subject::messages, measuring_s, known_s}),
            patience_s(measuring_s));
    times.push_back(message_times_from_json(result));
    take_shorter(known_s, times.back().processors);
    start_s = std::max(kStart_s, budget.spent_s() - before_s - times.back().measured_s);
  }
  return fit_calibration(times, kernels);
}

}  // namespace sparlab::machines::calibration
