#include "experiments/run/steps/step_record.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

namespace sparlab::experiments::run::steps {
namespace {

/// Times of slices are from the begin of the step.
class Timeline {
 public:
  explicit Timeline(double begin_s) : begin_s_(begin_s) {}

  void add(const std::string& lane, const std::string& name, const char* category, double begin_s,
           double end_s) {
    if (end_s > begin_s)
      slices_.push_back({lane, name, category, begin_s - begin_s_, end_s - begin_s_});
  }
  std::vector<TimelineSlice> take() { return std::move(slices_); }

 private:
  double begin_s_;
  std::vector<TimelineSlice> slices_;
};

std::vector<TimelineSlice> slices_of(const workloads::Workload& workload, const StepPlan& plan,
                                     const StepTimeline& step) {
  const std::string computation = "computation";
  Timeline timeline(step.begin_s);
  const std::size_t layers = workload.layers.size();
  double begin_s = step.begin_s;
  for (std::size_t segment = 0; segment < step.segment_ends_s.size(); ++segment) {
    const std::size_t of_pass = segment % (2 * layers);
    const bool forward = of_pass < layers;
    const std::size_t layer = forward ? of_pass : 2 * layers - 1 - of_pass;
    const double end_s = step.segment_ends_s[segment];
    // Between two layers, exchanges may have advanced.
    if (plan.spec.progress == workloads::Progress::calls)
      begin_s = end_s - step.factor * plan.segments_s[segment];
    timeline.add(computation, workload.layers[layer].name, forward ? "forward" : "backward",
                 begin_s, end_s);
    begin_s = end_s;
  }
  timeline.add(computation, "update", "update", step.update_begin_s, step.end_s);
  // Exchanges that overlap are on several lanes.
  std::vector<double> free_s;
  for (std::size_t i = 0; i < step.exchanges.size(); ++i) {
    const ExchangeTimes& times = step.exchanges[i];
    std::size_t lane = 0;
    while (lane < free_s.size() && free_s[lane] > times.begin_s) ++lane;
    if (lane == free_s.size()) free_s.push_back(0);
    free_s[lane] = times.end_s;
    const std::string& name = plan.exchanges[i].name;
    const std::string of_lane = fmt::format("exchanges {}", lane + 1);
    timeline.add(of_lane, "select " + name, "selection", times.begin_s, times.selected_s);
    timeline.add(of_lane, name, "exchange", times.selected_s, times.end_s);
  }
  return timeline.take();
}

}  // namespace

Record step_record(const Point& point, const workloads::Workload& workload, const StepPlan& plan,
                   const StepResult& result) {
  const StepTimes& times = result.times;
  Record record;
  record.point = point;
  record.time_s = times.step_s;
  record.phases = {{"compute", 0, 0, times.compute_s},
                   {"selection", 0, 0, times.selection_s},
                   {"exposed", 0, 0, times.exposed_s},
                   {"update", 0, 0, times.update_s}};
  record.terms = {{"exchanges", static_cast<double>(plan.exchanges.size())},
                  {"hidden_s", times.hidden_s},
                  {"one_rank_s", plan.compute_s() + plan.update_s}};
  record.check = {"skipped", "a step has no result"};
  if (plan.spec.timeline) record.timeline = slices_of(workload, plan, result.last);
  return record;
}

}  // namespace sparlab::experiments::run::steps
