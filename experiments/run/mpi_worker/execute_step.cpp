#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "experiments/run/mpi_worker/execute.hpp"
#include "experiments/run/mpi_worker/real_exchanges.hpp"
#include "experiments/run/mpi_worker/repetitions.hpp"
#include "experiments/run/mpi_worker/texts.hpp"
#include "experiments/run/steps/step_record.hpp"
#include "experiments/run/steps/step_run.hpp"
#include "runtime/measure.hpp"
#include "runtime/mpi/lanes.hpp"
#include "workloads/definition/workload_file.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

using steps::StepResult;

/// Hosts need not share the file.
workloads::Workload shared_workload(runtime::Comm& comm, const workloads::StepSpec& spec) {
  std::string text;
  if (comm.rank() == 0) text = workloads::workload_text(workloads::workload_of(spec));
  return workloads::workload_from_json(nlohmann::json::parse(broadcast_text(comm, text)),
                                       spec.workload);
}

/// Visits the numbers of a result, always in the same order.
template <class Result, class Visit>
void visit_numbers(Result& result, Visit visit) {
  auto& [step_s, compute_s, selection_s, exposed_s, hidden_s, update_s] = result.times;
  for (auto* number : {&step_s, &compute_s, &selection_s, &exposed_s, &hidden_s, &update_s})
    visit(*number);
  auto& last = result.last;
  for (auto* number : {&last.begin_s, &last.factor, &last.update_begin_s, &last.end_s})
    visit(*number);
  for (auto& end_s : last.segment_ends_s) visit(end_s);
  for (auto& times : last.exchanges)
    for (auto* number : {&times.ready_s, &times.begin_s, &times.selected_s, &times.end_s})
      visit(*number);
}

std::string text_of(const StepResult& result) {
  std::string text;
  visit_numbers(result, [&](double number) { text += fmt::format("{} ", number); });
  return text;
}

/// `like` has as many segments and exchanges.
StepResult result_from(const std::string& text, StepResult like) {
  std::istringstream in(text);
  visit_numbers(like, [&](double& number) { in >> number; });
  return like;
}

/// The position of a sample that is the median, or the lower one of two.
std::size_t median_repetition(const std::vector<double>& samples_s) {
  std::vector<std::size_t> order(samples_s.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return samples_s[i]; });
  return order[(order.size() - 1) / 2];
}

/// Measures the steps of one point.
class StepMeasurement {
 public:
  StepMeasurement(runtime::Comm& comm, SteadyProcessors& processors, const PlannedPoint& planned)
      : comm_(comm),
        processors_(processors),
        point_(planned.point),
        workload_(shared_workload(comm, *point_.step)),
        plan_(steps::plan_step(point_, workload_)),
        exchanges_(plan_, static_cast<std::uint64_t>(comm.rank()),
                   planned.machine ? &*planned.machine : nullptr) {}

  Record run() {
    const Check check = checked();
    processors_.begin();
    std::vector<StepResult> results;
    const auto measurement = runtime::measure(
        comm_, measure_options(point_), [&] { prepare(); },
        [&] {
          run_steps();
          results.push_back(steps_->result_of(static_cast<std::size_t>(comm_.rank())));
        },
        [&] {
          const bool counts = processors_.have_stayed();
          if (!counts) results.pop_back();
          return counts;
        });
    const std::size_t shown =
        static_cast<std::size_t>(measurement.warmup) + median_repetition(measurement.samples_s);
    const auto seen = processors_.take_seen();
    const StepResult slowest = slowest_of(results[shown]);
    if (comm_.rank() != 0) return {};
    Record record = steps::step_record(point_, workload_, plan_, slowest);
    add_statistics(record, measurement, static_cast<std::size_t>(plan_.steps()));
    add_processors(record, seen, measurement);
    record.check = check;
    return record;
  }

 private:
  void prepare() {
    exchanges_.prepare();
    steps_.emplace(plan_, exchanges_);
  }

  void run_steps() {
    runtime::mpi::run_lanes(comm_, steps_->lanes(),
                            [this](runtime::LaneComm& lane) { steps_->run_lane(lane); });
  }

  /// Runs once, untimed.
  Check checked() {
    exchanges_.keep_hashes();
    prepare();
    run_steps();
    const auto lines =
        gather_text(comm_, fmt::format("{}", fmt::join(exchanges_.take_hashes(), " ")));
    for (std::size_t rank = 1; rank < lines.size(); ++rank)
      if (lines[rank] != lines[0])
        return {"failed", fmt::format("ranks 0 and {} have different bits", rank)};
    return {"passed", "equal sums on all ranks"};
  }

  /// Of all ranks' results, that of the rank that ended last; on rank 0.
  StepResult slowest_of(const StepResult& own) {
    StepResult slowest = own;
    const auto lines = gather_text(comm_, text_of(own));
    for (std::size_t rank = 0; rank < lines.size(); ++rank) {
      StepResult other = result_from(lines[rank], own);
      other.rank = rank;
      if (other.times.step_s > slowest.times.step_s) slowest = std::move(other);
    }
    return slowest;
  }

  runtime::Comm& comm_;
  SteadyProcessors& processors_;
  const Point& point_;
  workloads::Workload workload_;
  steps::StepPlan plan_;
  RealExchanges exchanges_;
  std::optional<steps::StepRun> steps_;
};

}  // namespace

Record execute_step(runtime::mpi::World& world, SteadyProcessors& processors,
                    const PlannedPoint& planned) {
  return StepMeasurement(world.comm(), processors, planned).run();
}

}  // namespace sparlab::experiments::run::mpi
