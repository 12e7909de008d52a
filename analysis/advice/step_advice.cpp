#include "analysis/advice/step_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "algos/registry/registry.hpp"
#include "analysis/advice/algorithm_ranking.hpp"
#include "base/errors/errors.hpp"
#include "base/text/text_table.hpp"
#include "experiments/run/steps/engines.hpp"
#include "workloads/definition/workload_file.hpp"

namespace sparlab::analysis {
namespace {

using experiments::Point;
using workloads::Schedule;
using workloads::ScheduleKind;

constexpr double kMiB = 1 << 20;
constexpr double kSearch_s = 20;

std::vector<Schedule> all_schedules() {
  std::vector<Schedule> schedules;
  for (const auto kind : {ScheduleKind::blocking, ScheduleKind::layers, ScheduleKind::by_size})
    schedules.push_back({.kind = kind});
  for (const double bucket : {1.0, 4.0, 25.0, 100.0})
    schedules.push_back({.kind = ScheduleKind::buckets, .bucket_bytes = bucket * kMiB});
  return schedules;
}

/// Whether both exchange the same gradients at the same times.
bool alike(const experiments::run::steps::StepPlan& left,
           const experiments::run::steps::StepPlan& right) {
  return std::ranges::equal(
      left.exchanges, right.exchanges, [](const auto& one, const auto& other) {
        return one.after == other.after && one.point.universe == other.point.universe &&
               one.point.nnz == other.point.nnz && one.point.algorithm == other.point.algorithm;
      });
}

/// The question of an allreduce of all gradients.
Question question_of(const StepQuestion& asked, const workloads::Workload& workload) {
  const auto refuse = [&](const char* option, const std::string& value, const char* accepted) {
    throw base::ConfigError("command line", option, value, accepted);
  };
  QuestionRequest request = asked.request;
  if (const auto given = request.sweep.find("N"); given != request.sweep.end())
    refuse("-N", given->second, "no such option with --workload, which determines N");
  if (has_data_input(request))
    refuse("--input", request.sweep.at("input"),
           "a generated input with --workload: each exchange has a size of its own");
  request.sweep["N"] = std::to_string(std::min<std::uint64_t>(
      workload.parameters(), experiments::largest_universe(algos::IndexType::uint32)));
  if (!request.sweep.contains("density")) request.sweep["density"] = "100%";
  Question question = read_question(request);
  if (question.place().ranks < 2) refuse("-P", "1", "at least 2: one rank exchanges nothing");
  return question;
}

class StepAdviser {
 public:
  StepAdviser(const Question& question, const workloads::Workload& workload, std::string name)
      : question_(question), workload_(workload), name_(std::move(name)) {}

  void search(StepAdvice& advice) {
    for (const Point& place : question_.points) {
      if (elapsed_s() > kSearch_s) {
        advice.not_searched.push_back(place.algorithm.spec());
        continue;
      }
      std::vector<StepChoice> choices;
      try {
        choices = schedules_of(place);
      } catch (const model::ParameterError& error) {
        advice.refused.push_back({place.algorithm.spec(), error.what()});
        continue;
      }
      const algos::AlgorithmInfo& info = algos::info_of(place.algorithm);
      const StepChoice& best = choices.front();
      if (info.dense() && (!advice.dense || best.step_s < advice.dense->step_s))
        advice.dense = best;
      const bool exact = info.exactness == algos::Exactness::exact;
      (exact ? advice.exact : advice.approximate).push_back(best);
      if (exact && (advice.schedules.empty() || best.step_s < advice.schedules.front().step_s))
        advice.schedules = std::move(choices);
    }
    std::ranges::stable_sort(advice.exact, {}, &StepChoice::step_s);
    std::ranges::stable_sort(advice.approximate, {}, &StepChoice::step_s);
  }

 private:
  double elapsed_s() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

  /// The schedules of an algorithm that are not alike, the fastest first.
  /// Errors  ParameterError: it does not accept the size of an exchange.
  std::vector<StepChoice> schedules_of(const Point& place) const {
    std::vector<experiments::run::steps::StepPlan> plans;
    std::vector<StepChoice> choices;
    for (const Schedule& schedule : all_schedules()) {
      Point point = place;
      point.step.emplace();
      point.step->workload = name_;
      point.step->schedule = schedule;
      auto plan = experiments::run::steps::plan_step(point, workload_);
      if (std::ranges::any_of(plans, [&](const auto& other) { return alike(plan, other); }))
        continue;
      for (const auto& exchange : plan.exchanges)
        exchange.point.algorithm.check({exchange.point.ranks, exchange.point.universe});
      const auto times = experiments::run::steps::step_by_model(plan, question_.platform).times;
      choices.push_back({std::move(point), times.step_s, times.exposed_s, plan.exchanges.size()});
      plans.push_back(std::move(plan));
    }
    std::ranges::stable_sort(choices, {}, &StepChoice::step_s);
    return choices;
  }

  const Question& question_;
  const workloads::Workload& workload_;
  std::string name_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

std::string StepChoice::schedule() const {
  const Schedule& schedule = point.step->schedule;
  if (schedule.kind != ScheduleKind::buckets) return std::string(name_of(schedule.kind));
  return fmt::format("buckets of {:g} MiB", schedule.bucket_bytes / kMiB);
}

std::vector<std::string> StepAdvice::equal() const {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < exact.size() && ratio(exact[i]) < kAsFast; ++i)
    names.push_back(exact[i].algorithm());
  return names;
}

const StepChoice* StepAdvice::runner_up() const {
  const std::size_t first = 1 + equal().size();
  return first < exact.size() ? &exact[first] : nullptr;
}

StepAdvice advise_step(const StepQuestion& asked) {
  const workloads::Workload workload = workloads::load_workload(asked.workload);
  const Question question = question_of(asked, workload);
  const Point& place = question.place();
  StepAdvice advice;
  advice.place_text = fmt::format(
      "a step of {}: {} parameters in {} layers, {} of computation; P = {}, density {}, {} input, "
      "platform {}",
      workload.name, base::short_count(workload.parameters()), workload.layers.size(),
      base::seconds_text(workload.compute_s()), place.ranks, percent_text(place.density),
      inputs::name_of(place.input.kind), question.platform.name);
  advice.workload = workload.name;
  advice.platform = question.platform.name;
  advice.ranks = place.ranks;
  advice.density = place.density;
  advice.compute_s = workload.compute_s();
  advice.refused = question.refused;
  StepAdviser(question, workload, asked.workload).search(advice);
  if (advice.exact.empty())
    throw base::ConfigError("command line", "--algorithms", "no exact algorithm accepts this step",
                            "at least one exact algorithm");
  if (asked.confirm) {
    std::vector<Candidate> candidates;
    for (const StepChoice& choice : advice.exact)
      candidates.push_back({choice.point, choice.name(), choice.step_s});
    advice.confirmed =
        confirm({candidates.data(), contenders(candidates)}, question.platform, *asked.confirm);
  }
  return advice;
}

}  // namespace sparlab::analysis
