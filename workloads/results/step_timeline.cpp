#include "workloads/results/step_timeline.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace sparlab::workloads {
namespace {

using nlohmann::ordered_json;

/// Slices on the threads of one process.
class Trace {
 public:
  Trace(std::size_t rank, double begin_s) : rank_(rank), begin_s_(begin_s) {
    add_name("process_name", 0, fmt::format("rank {}", rank));
  }

  void name_thread(int thread, const std::string& name) { add_name("thread_name", thread, name); }
  void add(int thread, const std::string& name, const char* category, double begin_s,
           double end_s) {
    if (!(end_s > begin_s)) return;
    constexpr double kMicroseconds = 1e6;
    events_.push_back({{"name", name},
                       {"cat", category},
                       {"ph", "X"},
                       {"pid", rank_},
                       {"tid", thread},
                       {"ts", (begin_s - begin_s_) * kMicroseconds},
                       {"dur", (end_s - begin_s) * kMicroseconds}});
  }
  std::string text() const {
    return ordered_json{{"traceEvents", events_}, {"displayTimeUnit", "ms"}}.dump(
               -1, ' ', false, ordered_json::error_handler_t::replace) +
           '\n';
  }

 private:
  void add_name(const char* what, int thread, const std::string& name) {
    events_.push_back(
        {{"name", what}, {"ph", "M"}, {"pid", rank_}, {"tid", thread}, {"args", {{"name", name}}}});
  }

  std::size_t rank_;
  double begin_s_;
  ordered_json events_ = ordered_json::array();
};

}  // namespace

std::string chrome_trace(const Workload& workload, const StepAnswer& answer) {
  const StepTimeline& step = answer.result.last;
  Trace trace(answer.result.rank, step.begin_s);
  trace.name_thread(0, "computation");
  const std::size_t layers = workload.layers.size();
  double begin_s = step.begin_s;
  for (std::size_t segment = 0; segment < step.segment_ends_s.size(); ++segment) {
    const bool forward = segment < layers;
    const Layer& layer = workload.layers[forward ? segment : 2 * layers - 1 - segment];
    const double end_s = step.segment_ends_s[segment];
    // Between two layers, exchanges may have advanced.
    if (answer.plan.settings.progress == Progress::calls)
      begin_s = end_s - step.factor * answer.plan.segments_s[segment];
    trace.add(0, layer.name, forward ? "forward" : "backward", begin_s, end_s);
    begin_s = end_s;
  }
  trace.add(0, "update", "update", step.update_begin_s, step.end_s);
  // Exchanges that overlap are on several threads.
  std::vector<double> free_s;
  for (std::size_t i = 0; i < step.exchanges.size(); ++i) {
    const ExchangeTimes& times = step.exchanges[i];
    std::size_t thread = 0;
    while (thread < free_s.size() && free_s[thread] > times.begin_s) ++thread;
    if (thread == free_s.size()) {
      free_s.push_back(0);
      trace.name_thread(static_cast<int>(thread) + 1, fmt::format("exchanges {}", thread + 1));
    }
    free_s[thread] = times.end_s;
    const std::string& name = answer.plan.exchanges[i].name;
    const int number = static_cast<int>(thread) + 1;
    trace.add(number, "select " + name, "selection", times.begin_s, times.selected_s);
    trace.add(number, name, "exchange", times.selected_s, times.end_s);
  }
  return trace.text();
}

}  // namespace sparlab::workloads
