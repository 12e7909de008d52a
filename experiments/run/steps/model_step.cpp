#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "algos/registry/registry.hpp"
#include "experiments/run/execution/workload.hpp"
#include "experiments/run/steps/engines.hpp"
#include "model/base/contract.hpp"

namespace sparlab::experiments::run::steps {
namespace {

/// What an exchange consists of: a selection, rounds of messages with local work after each, and
/// the addition of a sparse result to the dense gradient.
struct ExchangeCost {
  double select_s = 0;
  std::size_t rounds = 1;
  double network_s = 0;  ///< of all rounds
  double work_s = 0;
  double unpack_s = 0;
};

/// Entries of the result that are to be added to the dense gradient; 0 if it is dense.
double sparse_result(const Workload& workload, const Point& point, const model::Cost& cost) {
  const algos::AlgorithmInfo& info = workload.algorithm();
  if (cost.dense_result || info.dense_result) return 0;
  if (info.top_k_of_sum) return static_cast<double>(point.nnz);
  return workload.fill_in().distinct(point.ranks);
}

ExchangeCost cost_of(const PlannedExchange& exchange, const platforms::PlatformFile& platform) {
  const Point& point = exchange.point;
  const Workload workload(point);
  const model::Machine machine = platform.machine(point.ranks);
  const auto cost = cost_from(point, point.algorithm, workload.problem(machine));
  SPARLAB_EXPECTS(cost.has_value());
  ExchangeCost read;
  for (const model::Stage& stage : cost->critical_path)
    read.work_s += machine.gammas.seconds(stage.work);
  read.network_s = std::max(0.0, cost->seconds(machine) - read.work_s);
  read.rounds = std::max<std::size_t>(1, static_cast<std::size_t>(std::llround(cost->messages())));
  const std::optional<platforms::Accelerator>& accelerator = platform.accelerator;
  const auto elements = static_cast<double>(point.universe);
  if (exchange.selects)
    read.select_s = accelerator ? accelerator->select_s * elements
                                : machine.gammas.seconds(model::KernelKind::select, elements);
  if (const double entries = sparse_result(workload, point, *cost); entries > 0)
    read.unpack_s = accelerator ? accelerator->scatter_s * entries
                                : machine.gammas.seconds(model::KernelKind::scatter, entries);
  return read;
}

/// Equal exchanges have equal costs.
std::vector<ExchangeCost> costs_of(const StepPlan& plan, const platforms::PlatformFile& platform) {
  std::map<std::tuple<std::string, std::uint64_t, std::uint64_t>, ExchangeCost> known;
  std::vector<ExchangeCost> costs;
  for (const PlannedExchange& exchange : plan.exchanges) {
    const Point& point = exchange.point;
    const auto [found, fresh] =
        known.try_emplace({point.algorithm.spec(), point.universe, point.nnz});
    if (fresh) found->second = cost_of(exchange, platform);
    costs.push_back(found->second);
  }
  return costs;
}

/// Local work of exchanges, in order of time, that takes a processor from a computation.
class Interruptions {
 public:
  void add(double begin_s, double seconds) {
    if (seconds > 0) intervals_.push_back({begin_s, begin_s + seconds});
  }
  /// When a computation ends that begins at `now_s`. Times asked for ascend.
  double end_of(double now_s, double seconds) {
    while (next_ < intervals_.size() && intervals_[next_].begin_s < now_s + seconds) {
      const Interval& interval = intervals_[next_++];
      seconds -= std::max(0.0, interval.begin_s - now_s);
      now_s = std::max(now_s, interval.end_s);
    }
    return now_s + seconds;
  }

 private:
  struct Interval {
    double begin_s;
    double end_s;
  };
  std::vector<Interval> intervals_;
  std::size_t next_ = 0;
};

/// Exchanges that advance by themselves; their local work interrupts the computation, or not.
StepTimeline advancing(const StepPlan& plan, const std::vector<ExchangeCost>& costs,
                       bool interrupts) {
  StepTimeline timeline;
  Interruptions interruptions;
  double now_s = 0;
  double free_s = 0;
  for (std::size_t segment = 0; segment < plan.segments_s.size(); ++segment) {
    now_s = interruptions.end_of(now_s, plan.segments_s[segment]);
    timeline.segment_ends_s.push_back(now_s);
    for (std::size_t i = timeline.exchanges.size();
         i < plan.exchanges.size() && plan.exchanges[i].after == segment; ++i) {
      const ExchangeCost& cost = costs[i];
      ExchangeTimes times{.ready_s = now_s, .begin_s = std::max(now_s, free_s)};
      times.selected_s = times.begin_s + cost.select_s;
      times.end_s = times.selected_s + cost.network_s + cost.work_s + cost.unpack_s;
      free_s = times.end_s;
      timeline.exchanges.push_back(times);
      if (!interrupts) continue;
      interruptions.add(times.begin_s, cost.select_s);
      const auto rounds = static_cast<double>(cost.rounds);
      for (std::size_t round = 0; cost.work_s > 0 && round < cost.rounds; ++round)
        interruptions.add(times.selected_s + (static_cast<double>(round + 1) * cost.network_s +
                                              static_cast<double>(round) * cost.work_s) /
                                                 rounds,
                          cost.work_s / rounds);
      interruptions.add(times.end_s - cost.unpack_s, cost.unpack_s);
    }
  }
  return timeline;
}

/// The exchanges of a rank that advance between layers only.
class CalledExchanges {
 public:
  CalledExchanges(const StepPlan& plan, const std::vector<ExchangeCost>& costs)
      : plan_(plan), costs_(costs) {}

  /// Advances after a segment, as far as no message is waited for, or to the end. Returns when the
  /// processor is free again.
  double advance(double now_s, std::size_t segment, bool to_end) {
    while (times_.size() < plan_.exchanges.size() &&
           plan_.exchanges[times_.size()].after <= segment)
      times_.push_back({.ready_s = now_s});
    for (; current_ < times_.size(); ++current_) {
      const ExchangeCost& cost = costs_[current_];
      ExchangeTimes& times = times_[current_];
      if (!begun_) {
        begun_ = true;
        times.begin_s = now_s;
        times.selected_s = now_s = now_s + cost.select_s;
        arrives_s_ = now_s + cost.network_s / static_cast<double>(cost.rounds);
      }
      for (; round_ < cost.rounds; ++round_) {
        if (arrives_s_ > now_s && !to_end) return now_s;
        now_s = std::max(now_s, arrives_s_) + cost.work_s / static_cast<double>(cost.rounds);
        arrives_s_ = now_s + cost.network_s / static_cast<double>(cost.rounds);
      }
      times.end_s = now_s = now_s + cost.unpack_s;
      begun_ = false;
      round_ = 0;
    }
    return now_s;
  }
  const std::vector<ExchangeTimes>& times() const { return times_; }

 private:
  const StepPlan& plan_;
  const std::vector<ExchangeCost>& costs_;
  std::vector<ExchangeTimes> times_;
  std::size_t current_ = 0;
  std::size_t round_ = 0;  ///< of the current exchange
  double arrives_s_ = 0;   ///< the message of that round
  bool begun_ = false;
};

StepTimeline called(const StepPlan& plan, const std::vector<ExchangeCost>& costs) {
  StepTimeline timeline;
  CalledExchanges exchanges(plan, costs);
  double now_s = 0;
  for (std::size_t segment = 0; segment < plan.segments_s.size(); ++segment) {
    now_s += plan.segments_s[segment];
    timeline.segment_ends_s.push_back(now_s);
    now_s = exchanges.advance(now_s, segment, segment + 1 == plan.segments_s.size());
  }
  timeline.exchanges = exchanges.times();
  return timeline;
}

StepResult result_of(const StepPlan& plan, const std::vector<ExchangeCost>& costs) {
  const workloads::Progress progress = plan.spec.progress;
  StepResult result;
  result.last = progress == workloads::Progress::calls
                    ? called(plan, costs)
                    : advancing(plan, costs, progress == workloads::Progress::thread);
  StepTimeline& last = result.last;
  last.update_begin_s = last.compute_end_s();
  for (const ExchangeTimes& times : last.exchanges)
    last.update_begin_s = std::max(last.update_begin_s, times.end_s);
  last.end_s = last.update_begin_s + plan.update_s;
  result.times = divide(last, plan);
  return result;
}

}  // namespace

StepResult step_by_model(const StepPlan& plan, const platforms::PlatformFile& platform) {
  return result_of(plan, costs_of(plan, platform));
}

StepResult step_as_recorded(const StepPlan& plan) {
  std::vector<ExchangeCost> costs;
  for (const PlannedExchange& exchange : plan.exchanges) {
    SPARLAB_EXPECTS(exchange.recorded_s.has_value());
    costs.push_back({.network_s = *exchange.recorded_s});
  }
  return result_of(plan, costs);
}

}  // namespace sparlab::experiments::run::steps
