#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"
#include "inputs/sources/extrapolation.hpp"
#include "report/answers/answers.hpp"
#include "report/answers/conclusions.hpp"

namespace sparlab::report {
namespace {

using analysis::Advice;
using analysis::RankedAlgorithm;
using base::Fields;
using base::text_field;
using base::Value;

/// Settings of algorithms that take more than this many times the least time are in JSON only.
constexpr double kMostShown = 2;

Fields ranked_fields(const Advice& advice, const RankedAlgorithm& one, const char* result) {
  return {{"algorithm", one.name()},
          {"same", one.same},
          {"asked", one.asked.algorithm.spec()},
          {"asked_s", one.asked.seconds},
          {"settings_tried", one.tried.size()},
          {"result", result},
          {"dense", one.dense},
          {"time_s", one.seconds},
          {"low_s", one.interval.low_s},
          {"high_s", one.interval.high_s},
          {"rank_bytes", one.rank_bytes},
          {"ratio", advice.ratio(one)}};
}

Value time_value(const Advice& advice, const RankedAlgorithm* one) {
  if (one == nullptr) return {};
  return Fields{
      {"algorithm", one->name()}, {"time_s", one->seconds}, {"ratio", advice.ratio(*one)}};
}

const char* direction_of(const analysis::AdviceCrossover& one) {
  return one.direction == analysis::Direction::up ? "up" : "down";
}

Fields crossover_fields(const analysis::AdviceCrossover& one) {
  const auto& from = one.from;
  Fields found;
  if (from) found = {{"from_text", from->text}, {"algorithm", one.algorithm}};
  return {{"axis", analysis::name_of(one.axis)},
          {"direction", direction_of(one)},
          {"until", one.until.position},
          {"until_text", one.until.text},
          {"from", from ? Value(from->position) : Value()},
          base::if_known("extrapolated_from", one.extrapolated_from),
          found};
}

base::Value bound_value(const std::optional<analysis::LowerBound>& bound) {
  if (!bound) return {};
  return Fields{{"name", bound->name}, {"seconds", bound->seconds}};
}

Fields uncertain_fields(const analysis::UncertainEnd& one) {
  return {{"numbers", one.numbers}, {"end", one.upper ? "upper" : "lower"},
          {"factors", one.factors}, {"time_s", one.time_s},
          {"fastest", one.fastest}, {"ratio", one.ratio}};
}

void print_ranking(std::ostream& stream, const Advice& advice,
                   const std::vector<RankedAlgorithm>& ranking, const char* result) {
  if (ranking.empty()) return;
  std::vector<Fields> rows;
  std::size_t place = 0;
  for (const RankedAlgorithm& one : ranking) {
    // Settings are long, and would make the table wide.
    const std::string& asked = one.asked.algorithm.spec();
    rows.push_back({text_field("", ++place),
                    text_field(result, one.is_tuned() ? asked + ", tuned" : asked),
                    text_field("time", base::seconds(one.seconds)),
                    text_field("of the first", base::ratio(advice.ratio(one))),
                    text_field("measured in 9 of 10 cases",
                               fmt::format("{} to {}", base::seconds_text(one.interval.low_s),
                                           base::seconds_text(one.interval.high_s))),
                    text_field("memory", base::bytes(one.rank_bytes))});
    for (const std::string& same : one.same)
      rows.push_back({text_field("", ""), text_field(result, "= " + same)});
  }
  base::print_table(stream, rows);
  stream << '\n';
}

/// "sparse_ring from 0.02 % down", "no change down to 2".
std::string crossover_text(const analysis::AdviceCrossover& one) {
  const char* const extrapolated = one.extrapolated_from ? " (extrapolated)" : "";
  if (!one.from)
    return fmt::format("no change {} to {}{}", direction_of(one), one.until.text, extrapolated);
  return fmt::format("{} from {} {}{}", one.algorithm, one.from->text, direction_of(one),
                     extrapolated);
}

/// "-a 'kylix(degrees=4x16)': 0.85x the time of kylix".
std::string tuned_text(const RankedAlgorithm& one) {
  return fmt::format("-a '{}': {}, {} the time of {}", one.name(), base::seconds_text(one.seconds),
                     base::ratio_text(one.seconds / one.asked.seconds), one.asked.algorithm.spec());
}

std::string uncertain_text(const analysis::UncertainEnd& one, const std::string& use) {
  return fmt::format("{}: {}, {}", one.factors, base::seconds_text(one.time_s),
                     one.fastest == use
                         ? "still the fastest"
                         : fmt::format("{} of {}", base::ratio_text(one.ratio), one.fastest));
}

}  // namespace

Fields advice_fields(const Advice& advice) {
  const experiments::Point& place = advice.place;
  base::Values algorithms;
  for (const RankedAlgorithm& one : advice.ranking.exact)
    algorithms.push_back(ranked_fields(advice, one, "exact"));
  for (const RankedAlgorithm& one : advice.ranking.approximate)
    algorithms.push_back(ranked_fields(advice, one, "approximate"));
  const auto choosing = [&](const RankedAlgorithm& one) -> Fields {
    return {ranked_fields(advice, one, "exact"), {"chooses", advice.chooses}};
  };
  return {{"place", advice.place_text},
          {"P", place.ranks},
          {"N", place.universe},
          {"nnz", place.nnz},
          {"density", place.density},
          {"input", inputs::name_of(place.input.kind)},
          {"platform", advice.platform},
          {"platform_hash", advice.platform_hash},
          {"algorithms", algorithms},
          {"choosing", base::rows_of(advice.ranking.choosing, choosing)},
          {"use", advice.best().name()},
          {"equal", advice.equal()},
          {"bound", bound_value(advice.bound)},
          {"runner_up", time_value(advice, advice.runner_up())},
          {"dense", time_value(advice, advice.dense())},
          {"approximate", time_value(advice, advice.approximate())},
          {"crossovers", base::rows_of(advice.crossovers, crossover_fields)},
          {"not_searched", advice.not_searched},
          {"cut_short", advice.cut_short},
          {"uncertain", base::rows_of(advice.uncertain, uncertain_fields)},
          {"assumed", advice.assumed},
          {"refused", refused_fields(advice.refused)},
          {"confirmed", confirmation_value(advice.confirmed)},
          base::if_known("extrapolated_from", advice.extrapolated_from)};
}

void print_advice(std::ostream& stream, const Advice& advice) {
  base::print_wrapped(stream, advice.place_text);
  if (const auto ranks = advice.extrapolated_from)
    base::print_wrapped(
        stream, inputs::extrapolation_text(fmt::format("P = {}", advice.place.ranks), *ranks));
  stream << '\n';
  print_ranking(stream, advice, advice.ranking.exact, "exact");
  print_ranking(stream, advice, advice.ranking.approximate, "approximate");
  const auto times = [&](const RankedAlgorithm& one) {
    return base::ratio_text(advice.ratio(one)) + " the time";
  };
  const auto takes = [&](const RankedAlgorithm& one) {
    return fmt::format("{}, {}", base::seconds_text(one.seconds), times(one));
  };
  const std::string& use = advice.best().name();
  Conclusions conclusions;
  conclusions.add("use", use);
  if (const auto equal = advice.equal(); !equal.empty())
    conclusions.add("as fast", fmt::format("{}", fmt::join(equal, ", ")));
  for (const RankedAlgorithm& one : advice.ranking.exact)
    if (one.is_tuned() && advice.ratio(one) < kMostShown) conclusions.add("tuned", tuned_text(one));
  if (const auto* const one = advice.runner_up())
    conclusions.add("runner-up", fmt::format("{}, {}", one->name(), times(*one)));
  if (advice.bound)
    conclusions.add("bound",
                    fmt::format("{} for any exact allreduce ({}); the first takes {} as long",
                                base::seconds_text(advice.bound->seconds), advice.bound->name,
                                base::ratio_text(advice.best().seconds / advice.bound->seconds)));
  for (const RankedAlgorithm& one : advice.ranking.choosing)
    conclusions.add(one.name(), fmt::format("chooses {}: {}", advice.chooses, takes(one)));
  if (const auto* const one = advice.dense())
    conclusions.add("dense", fmt::format("{} takes {}", one->name(), takes(*one)));
  if (const auto* const one = advice.approximate())
    conclusions.add("approximate",
                    fmt::format("{} takes {}, but gives another result; its error depends on the "
                                "values: sparlab run with --payload data shows it",
                                one->name(), takes(*one)));
  for (const analysis::AdviceCrossover& one : advice.crossovers)
    conclusions.join(fmt::format("in {}", analysis::name_of(one.axis)), crossover_text(one));
  for (const std::string& name : advice.not_searched)
    conclusions.add("left out", name +
                                    " in these: its formula visits every block, and it is far "
                                    "behind");
  if (advice.cut_short)
    conclusions.add("left out", "some settings: the time of the search was over");
  for (const analysis::UncertainEnd& one : advice.uncertain)
    conclusions.join("if " + one.numbers, uncertain_text(one, use));
  for (const std::string& assumed : advice.assumed) conclusions.add("assumed", assumed);
  conclusions.add_refused(advice.refused);
  conclusions.print(stream);
  if (advice.confirmed) print_confirmation(stream, *advice.confirmed);
}

}  // namespace sparlab::report
