#include "analysis/advice/prediction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "algos/registry/registry.hpp"
#include "analysis/advice/place_model.hpp"
#include "experiments/run/execution/delegation_text.hpp"
#include "experiments/spec/plan/run_cost.hpp"

namespace sparlab::analysis {
namespace {

using model::CostTerm;
using Kind = CostTerm::Kind;

/// "alpha"; "alpha_2" for messages of the second segment, "alpha_host" for those inside a host,
/// "alpha_tree" where the pattern makes them faster.
std::string of_messages(std::string symbol, const CostTerm& term, const model::Machine& machine) {
  if (term.inside) symbol += "_host";
  if (term.faster)
    symbol += fmt::format("_{}", model::kPatternNames[static_cast<std::size_t>(term.pattern)]);
  // The first segment inside hosts is in the list, that of the network is not.
  const std::vector<model::Segment>& segments = term.inside ? machine.hosts.inside : machine.larger;
  const std::size_t unlisted = term.inside ? 0 : 1;
  if (segments.size() + unlisted < 2) return symbol;
  const auto reached = std::ranges::count_if(
      segments, [&](const model::Segment& segment) { return segment.from_bytes <= term.bytes; });
  return fmt::format("{}_{}", symbol, unlisted + static_cast<std::size_t>(reached));
}

std::string symbol_of(const CostTerm& term, const model::Machine& machine) {
  if (term.kind == Kind::latency) return of_messages("alpha", term, machine);
  if (term.kind == Kind::transfer) return of_messages("beta", term, machine);
  if (term.kind == Kind::ports)
    return fmt::format("ports({})", model::kPatternNames[static_cast<std::size_t>(term.pattern)]);
  return fmt::format("gamma_{}", model::name_of(term.kind));
}

/// The stages of one name, as one line of a formula. Equal symbols are added; where their units
/// take different times, because sizes differ, the mean counts.
std::vector<PredictedStage> stages_of(const model::Cost& cost, const model::Machine& machine) {
  std::vector<PredictedStage> stages;
  for (const model::Stage& stage : cost.critical_path) {
    const std::string name = stage.name.empty() ? "step" : std::string(stage.name);
    auto line = std::ranges::find(stages, name, &PredictedStage::name);
    if (line == stages.end()) line = stages.insert(stages.end(), {name, 0, {}});
    line->seconds += stage.seconds(machine);
    for (const CostTerm& term : terms_of(stage, machine)) {
      const std::string symbol = symbol_of(term, machine);
      const auto known = std::ranges::find(line->terms, symbol, &PredictedTerm::symbol);
      if (known == line->terms.end()) {
        line->terms.push_back({symbol, term});
      } else {
        CostTerm& sum = known->term;
        sum.count += term.count;
        sum.seconds += term.seconds;
        if (sum.count > 0) sum.unit_s = sum.seconds / sum.count;
      }
    }
  }
  return stages;
}

TimeTotals totals_of(const model::Cost& cost, const model::Machine& machine, double start_s) {
  std::map<Kind, double> sums;
  for (const model::Stage& stage : cost.critical_path)
    for (const CostTerm& term : terms_of(stage, machine)) sums[term.kind] += term.seconds;
  double computation_s = 0;
  for (const Kind kind : {Kind::merge, Kind::scatter, Kind::dense_sum, Kind::copy, Kind::select})
    computation_s += sums[kind];
  return {.start_s = start_s,
          .latency_s = sums[Kind::latency],
          .bandwidth_s = sums[Kind::transfer],
          .ports_s = sums[Kind::ports],
          .computation_s = computation_s};
}

std::optional<PublishedTime> published_of(const model::Algorithm& algorithm,
                                          const PlaceModel& place,
                                          const experiments::Point& point) {
  const auto& published = algorithm.published_cost();
  if (!published || point.collective != model::Collective::allreduce) return std::nullopt;
  const model::Symbols symbols{static_cast<double>(point.ranks),
                               static_cast<double>(point.universe), place.mean_nnz(),
                               point.index == algos::IndexType::uint32 ? 4.0 : 8.0,
                               static_cast<double>(algos::bytes_of(point.value))};
  const model::CostInterval cost = published->corrected(symbols);
  return PublishedTime{std::string(published->formula),
                       std::string(published->correction),
                       {cost.low_s(place.machine()), cost.high_s(place.machine())}};
}

}  // namespace

AlgorithmPrediction predict(const Question& question) {
  const experiments::Point& point = question.place();
  const platforms::PlatformFile& platform = question.platform;
  const PlaceModel place(point, place_of(point), platform);
  const model::Cost cost = *place.cost(point.algorithm);
  const VariedMachines machines(platform, question.uncertainty, point.ranks, point.groups);
  const algos::AlgorithmInfo& info = algos::info_of(point.algorithm);
  AlgorithmPrediction prediction{
      .point = point,
      .place = describe_place(point, platform),
      .platform = platform.name,
      .platform_hash = platform.hash,
      .exact = info.exactness == algos::Exactness::exact,
      .time_s = machines.seconds(cost),
      .interval = machines.interval(cost),
      .rank_bytes = experiments::predict_rank_bytes(point, place.union_entries()),
      .messages = cost.messages(),
      .bytes = cost.bytes(),
      .totals = totals_of(cost, place.machine(), platform.transport.start_s(point.ranks)),
      .stages = stages_of(cost, place.machine()),
      .published = published_of(point.algorithm, place, point),
      .assumed = question.uncertainty.assumed,
      .extrapolated_from = place.extrapolated_from(),
      .chooses = {}};
  if (info.chooses) prediction.chooses = experiments::run::delegation_text(place.problem());
  return prediction;
}

}  // namespace sparlab::analysis
