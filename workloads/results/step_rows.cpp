#include "workloads/results/step_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "algos/registry/registry.hpp"
#include "base/errors/errors.hpp"

namespace sparlab::workloads {
namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& value,
                         const std::string& accepted) {
  throw base::ConfigError("command line", option, value, accepted);
}

void check(const StepQuestion& question) {
  const bool straggle = question.settings.stragglers.kind != runtime::loggp::Delays::Kind::none;
  for (const StepEngine engine : question.engines)
    if (straggle && engine != StepEngine::loggp)
      refuse("--stragglers", std::string(info_of(engine).name),
             "engine loggp alone, in which ranks differ");
  for (const experiments::SweepAlgorithm& item : question.algorithms)
    if (algos::info_of(item.algorithm).native_mpi)
      refuse("--algorithms", item.algorithm.spec(), "an algorithm that sparlab runs itself");
  if (algos::info_of(question.dense).native_mpi || !algos::info_of(question.dense).dense())
    refuse("--dense", question.dense.spec(), "a dense algorithm that sparlab runs itself");
}

class Answers {
 public:
  Answers(const StepQuestion& question, const std::function<void(StepAnswer)>& take)
      : question_(question), take_(take) {}

  void add(std::uint64_t ranks, StepEngine engine) {
    if (engine == StepEngine::recorded) return give(answer_of(ranks, engine, question_.dense));
    for (const experiments::SweepAlgorithm& item : question_.algorithms) {
      std::optional<StepAnswer> answer;
      try {
        answer = answer_of(ranks, engine, item.algorithm);
      } catch (const base::ConfigError&) {
        if (!item.by_keyword) throw;
        continue;  // its default settings do not fit
      }
      if (item.algorithm == question_.dense)
        dense_s_.try_emplace({ranks, engine}, answer->row.times.step_s);
      answer->row.over_dense = dense_s(ranks, engine) / answer->row.times.step_s;
      give(std::move(*answer));
    }
  }

  std::size_t rows() const { return rows_; }

 private:
  StepAnswer answer_of(std::uint64_t ranks, StepEngine engine,
                       const model::Algorithm& algorithm) const {
    StepAnswer answer;
    answer.plan = plan_step(question_.workload, question_.settings, ranks, algorithm,
                            question_.dense, question_.platform);
    const bool recorded = engine == StepEngine::recorded;
    for (const PlannedExchange& exchange : answer.plan.exchanges)
      if (recorded && !exchange.recorded_s)
        refuse("--engines", "recorded",
               fmt::format("a workload with exchange_s of all layers; {} has none", exchange.name));
    answer.result = info_of(engine).run(answer.plan, question_.platform);
    const double step_s = answer.result.times.step_s;
    answer.row = {.ranks = ranks,
                  .engine = engine,
                  .algorithm = recorded ? "as recorded" : algorithm.spec(),
                  .exchanges = answer.plan.exchanges.size(),
                  .times = answer.result.times,
                  .efficiency = (answer.plan.compute_s() + answer.plan.update_s) / step_s};
    return answer;
  }

  double dense_s(std::uint64_t ranks, StepEngine engine) {
    const auto [found, fresh] = dense_s_.try_emplace({ranks, engine}, 0.0);
    if (fresh) found->second = answer_of(ranks, engine, question_.dense).row.times.step_s;
    return found->second;
  }

  void give(StepAnswer answer) {
    ++rows_;
    take_(std::move(answer));
  }

  const StepQuestion& question_;
  const std::function<void(StepAnswer)>& take_;
  std::map<std::pair<std::uint64_t, StepEngine>, double> dense_s_;
  std::size_t rows_ = 0;
};

}  // namespace

void answer(const StepQuestion& question, const std::function<void(StepAnswer)>& take) {
  check(question);
  Answers answers(question, take);
  for (const std::uint64_t ranks : question.ranks)
    for (const StepEngine engine : question.engines) answers.add(ranks, engine);
  if (answers.rows() == 0)
    refuse("--algorithms", "none", "an algorithm whose settings fit P and the exchanges");
}

base::Fields step_fields(const StepRow& row) {
  const StepTimes& times = row.times;
  return {{"P", "P", row.ranks},
          {"engine", "engine", info_of(row.engine).name},
          {"algorithm", "algorithm", row.algorithm},
          {"exchanges", "exchanges", row.exchanges},
          {"step_s", "step", base::seconds(times.step_s)},
          {"compute_s", "compute", base::seconds(times.compute_s)},
          {"selection_s", "selection", base::seconds(times.selection_s)},
          {"exposed_s", "exposed", base::seconds(times.exposed_s)},
          {"update_s", "update", base::seconds(times.update_s)},
          {"hidden_s", "hidden", base::seconds(times.hidden_s)},
          {"over_dense", "over dense", base::ratio(row.over_dense)},
          {"efficiency", "efficiency", base::share(row.efficiency)}};
}

}  // namespace sparlab::workloads
