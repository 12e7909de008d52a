#include "analysis/advice/prediction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "algos/registry/registry.hpp"
#include "analysis/advice/interval.hpp"
#include "analysis/advice/place_model.hpp"
#include "experiments/run/execution/delegation_text.hpp"
#include "experiments/spec/plan/run_cost.hpp"
#include "model/base/cost_terms.hpp"

namespace sparlab::analysis {
namespace {

using model::CostTerm;
using nlohmann::ordered_json;
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
  switch (term.kind) {
    case Kind::latency:
      return of_messages("alpha", term, machine);
    case Kind::transfer:
      return of_messages("beta", term, machine);
    case Kind::ports:
      return fmt::format("ports({})", model::kPatternNames[static_cast<std::size_t>(term.pattern)]);
    case Kind::merge:
    case Kind::scatter:
    case Kind::dense_sum:
    case Kind::copy:
    case Kind::select:
      break;
  }
  return fmt::format("gamma_{}", model::name_of(term.kind));
}

std::string unit_of(Kind kind) {
  switch (kind) {
    case Kind::latency:
      return "message";
    case Kind::transfer:
    case Kind::copy:
      return "B";
    case Kind::dense_sum:
      return "element";
    case Kind::merge:
    case Kind::scatter:
    case Kind::select:
    case Kind::ports:
      break;
  }
  return "entry";
}

/// The stages of one name, as one line of a formula. Equal symbols are added; where their units
/// take different times, because sizes differ, the mean counts.
ordered_json stages_of(const model::Cost& cost, const model::Machine& machine) {
  struct Line {
    double seconds = 0;
    std::vector<std::pair<std::string, CostTerm>> terms;  ///< by symbol
  };
  std::vector<std::pair<std::string, Line>> lines;
  const auto line_of = [&](const std::string& name) -> Line& {
    auto found = std::ranges::find(lines, name, &std::pair<std::string, Line>::first);
    if (found == lines.end()) found = lines.insert(lines.end(), {name, {}});
    return found->second;
  };
  for (const model::Stage& stage : cost.critical_path) {
    Line& line = line_of(stage.name.empty() ? "step" : stage.name);
    line.seconds += stage.seconds(machine);
    for (const CostTerm& term : terms_of(stage, machine)) {
      const std::string symbol = symbol_of(term, machine);
      auto known = std::ranges::find(line.terms, symbol, &std::pair<std::string, CostTerm>::first);
      if (known == line.terms.end()) {
        line.terms.emplace_back(symbol, term);
      } else {
        CostTerm& sum = known->second;
        sum.count += term.count;
        sum.seconds += term.seconds;
        if (sum.count > 0) sum.unit_s = sum.seconds / sum.count;
      }
    }
  }
  ordered_json stages = ordered_json::array();
  for (const auto& [name, line] : lines) {
    ordered_json terms = ordered_json::array();
    for (const auto& [symbol, term] : line.terms) {
      ordered_json one = {{"term", model::name_of(term.kind)}, {"symbol", symbol}};
      if (term.kind != Kind::ports) {
        one["count"] = term.count;
        one["unit"] = unit_of(term.kind);
        one["seconds_per_unit"] = term.unit_s;
      }
      one["seconds"] = term.seconds;
      terms.push_back(std::move(one));
    }
    stages.push_back({{"name", name}, {"seconds", line.seconds}, {"terms", std::move(terms)}});
  }
  return stages;
}

/// The time by term, over all stages. Computation is that of all gammas.
ordered_json totals_of(const model::Cost& cost, const model::Machine& machine, double start_s) {
  std::map<Kind, double> sums;
  for (const model::Stage& stage : cost.critical_path)
    for (const CostTerm& term : terms_of(stage, machine)) sums[term.kind] += term.seconds;
  double computation_s = 0;
  for (const Kind kind : {Kind::merge, Kind::scatter, Kind::dense_sum, Kind::copy, Kind::select})
    computation_s += sums[kind];
  return {{"start_s", start_s},
          {"latency_s", sums[Kind::latency]},
          {"bandwidth_s", sums[Kind::transfer]},
          {"ports_s", sums[Kind::ports]},
          {"computation_s", computation_s}};
}

ordered_json published_of(const model::Algorithm& algorithm, const PlaceModel& place,
                          const experiments::Point& point) {
  const auto& published = algorithm.published_cost();
  if (!published) return nullptr;
  const model::Symbols symbols{static_cast<double>(point.ranks),
                               static_cast<double>(point.universe), place.mean_nnz(),
                               point.index == algos::IndexType::uint32 ? 4.0 : 8.0,
                               static_cast<double>(algos::bytes_of(point.value))};
  const model::CostInterval cost = published->corrected(symbols);
  return {{"formula", published->formula},
          {"correction", published->correction},
          {"low_s", cost.low_s(place.machine())},
          {"high_s", cost.high_s(place.machine())}};
}

}  // namespace

ordered_json predict(const Question& question) {
  const experiments::Point& point = question.place();
  const platforms::PlatformFile& platform = question.platform;
  const PlaceModel place(point, place_of(point), platform);
  const model::Cost cost = *place.cost(point.algorithm);
  const VariedMachines machines(platform, question.uncertainty, point.ranks);
  const Interval interval = machines.interval(cost);
  const algos::AlgorithmInfo& info = algos::info_of(point.algorithm);
  const bool exact = info.exactness == algos::Exactness::exact;
  ordered_json prediction = {
      {"algorithm", point.algorithm.spec()},
      {"place", describe_place(point, platform)},
      {"P", point.ranks},
      {"N", point.universe},
      {"nnz", point.nnz},
      {"density", point.density},
      {"input", inputs::name_of(point.input.kind)},
      {"platform", platform.name},
      {"platform_hash", platform.hash},
      {"result", exact ? "exact" : "approximate"},
      {"calls", point.algorithm.period()},
      {"time_s", machines.seconds(cost)},
      {"low_s", interval.low_s},
      {"high_s", interval.high_s},
      {"rank_bytes", experiments::predict_rank_bytes(point, place.union_entries())},
      {"messages", cost.messages()},
      {"bytes", cost.bytes()},
      {"totals", totals_of(cost, place.machine(), platform.transport.start_s(point.ranks))},
      {"stages", stages_of(cost, place.machine())},
      {"published", published_of(point.algorithm, place, point)},
      {"assumed", question.uncertainty.assumed}};
  if (const auto ranks = place.extrapolated_from()) prediction["extrapolated_from"] = *ranks;
  if (info.chooses) prediction["chooses"] = experiments::run::delegation_text(place.problem());
  return prediction;
}

}  // namespace sparlab::analysis
