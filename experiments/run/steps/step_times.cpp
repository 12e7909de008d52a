#include "experiments/run/steps/step_times.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace sparlab::experiments::run::steps {
namespace {

using Intervals = std::vector<std::pair<double, double>>;

/// The length of the union of intervals between two times.
double covered_s(Intervals intervals, double from_s, double to_s) {
  std::ranges::sort(intervals);
  double sum_s = 0;
  for (const auto& [begin_s, end_s] : intervals) {
    const double first_s = std::max(begin_s, from_s);
    const double last_s = std::min(end_s, to_s);
    if (last_s <= first_s) continue;
    sum_s += last_s - first_s;
    from_s = last_s;
  }
  return sum_s;
}

}  // namespace

StepTimes& StepTimes::operator+=(const StepTimes& other) {
  step_s += other.step_s;
  compute_s += other.compute_s;
  selection_s += other.selection_s;
  exposed_s += other.exposed_s;
  hidden_s += other.hidden_s;
  update_s += other.update_s;
  return *this;
}

StepTimes& StepTimes::operator/=(double count) {
  for (double* part : {&step_s, &compute_s, &selection_s, &exposed_s, &hidden_s, &update_s})
    *part /= count;
  return *this;
}

StepTimes divide(const StepTimeline& timeline, const StepPlan& plan) {
  Intervals selections;
  Intervals exchanges;
  for (const ExchangeTimes& times : timeline.exchanges) {
    selections.emplace_back(times.begin_s, times.selected_s);
    exchanges.emplace_back(times.selected_s, times.end_s);
  }
  constexpr double kForever = std::numeric_limits<double>::infinity();
  const double computed_s = timeline.compute_end_s();
  const bool offloaded = plan.spec.progress == workloads::Progress::offloaded;
  StepTimes times;
  times.step_s = timeline.end_s - timeline.begin_s;
  times.compute_s = timeline.factor * plan.compute_s();
  times.update_s = timeline.end_s - timeline.update_begin_s;
  // On its own processor, a rank that selects does not compute.
  times.selection_s = covered_s(selections, offloaded ? computed_s : timeline.begin_s, kForever);
  times.exposed_s =
      std::max(0.0, times.step_s - times.compute_s - times.selection_s - times.update_s);
  times.hidden_s =
      offloaded ? covered_s(exchanges, timeline.begin_s, computed_s)
                : std::max(0.0, covered_s(exchanges, timeline.begin_s, kForever) - times.exposed_s);
  return times;
}

}  // namespace sparlab::experiments::run::steps
