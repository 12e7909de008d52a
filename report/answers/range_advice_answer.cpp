#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "base/text/text_table.hpp"
#include "report/answers/answers.hpp"
#include "report/answers/conclusions.hpp"

namespace sparlab::report {
namespace {

using analysis::RangeAdvice;
using analysis::RangeCandidate;
using analysis::RangePoint;
using base::Fields;
using base::text_field;

Fields candidate_fields(const RangeAdvice& advice, const RangeCandidate& one) {
  return {{"algorithm", one.name()},
          {"worst", one.worst},
          {"worst_at", advice.points[one.worst_point].text}};
}

std::string worst_text(const RangeAdvice& advice, const RangeCandidate& one) {
  if (one.worst == 1) return "the fastest at all points";
  return fmt::format("at worst {} the least time, at {}", base::ratio_text(one.worst),
                     advice.points[one.worst_point].text);
}

}  // namespace

Fields range_advice_fields(const RangeAdvice& advice) {
  base::Values points;
  for (std::size_t i = 0; i < advice.points.size(); ++i) {
    const RangePoint& point = advice.points[i];
    points.push_back(
        Fields{{"text", point.text},
               {"P", point.place.ranks},
               {"N", point.place.universe},
               {"nnz", point.place.nnz},
               {"density", point.place.density},
               {"platform", point.place.platform},
               {"fastest", advice.candidates[point.fastest].name()},
               {"fastest_s", advice.candidates[point.fastest].seconds[i]},
               {"bound_s", point.bound ? base::Value(point.bound->seconds) : base::Value()},
               {"time_s", advice.best().seconds[i]},
               {"ratio", advice.ratio(advice.best(), i)}});
  }
  base::Values candidates;
  for (const RangeCandidate& one : advice.candidates)
    if (std::isfinite(one.worst)) candidates.push_back(candidate_fields(advice, one));
  const auto switch_fields = [&](std::size_t point) -> Fields {
    const RangePoint& from = advice.points[point - 1];
    const RangePoint& to = advice.points[point];
    return {{"from", from.text},
            {"to", to.text},
            {"before", advice.candidates[from.fastest].name()},
            {"after", advice.candidates[to.fastest].name()}};
  };
  return {{"place", advice.place_text},
          {"platform", advice.platform},
          {"platform_hash", advice.platform_hash},
          {"use", advice.best().name()},
          {"worst", advice.best().worst},
          {"points", points},
          {"candidates", candidates},
          {"switches", base::rows_of(advice.switches, switch_fields)},
          {"refused", refused_fields(advice.refused)}};
}

void print_range_advice(std::ostream& stream, const RangeAdvice& advice) {
  base::print_wrapped(stream, advice.place_text);
  stream << '\n';
  const bool bounded = std::ranges::any_of(
      advice.points, [](const RangePoint& point) { return point.bound.has_value(); });
  std::vector<Fields> rows;
  for (std::size_t i = 0; i < advice.points.size(); ++i) {
    const RangePoint& point = advice.points[i];
    const RangeCandidate& fastest = advice.candidates[point.fastest];
    rows.push_back({text_field("point", point.text), text_field("fastest", fastest.name()),
                    text_field("time", base::seconds(fastest.seconds[i]))});
    if (bounded)
      rows.back().push_back(text_field(
          "over bound",
          point.bound ? base::ratio(fastest.seconds[i] / point.bound->seconds) : base::Value()));
    rows.back().push_back(text_field("choice", base::ratio(advice.ratio(advice.best(), i))));
  }
  base::print_table(stream, rows);
  stream << '\n';
  Conclusions conclusions;
  conclusions.add(
      "use", fmt::format("-a '{}': {}", advice.best().name(), worst_text(advice, advice.best())));
  if (advice.candidates.size() > 1 && std::isfinite(advice.candidates[1].worst))
    conclusions.add("runner-up", fmt::format("{}: {}", advice.candidates[1].name(),
                                             worst_text(advice, advice.candidates[1])));
  for (const std::size_t point : advice.switches)
    conclusions.add("switch",
                    fmt::format("to {} between {} and {}",
                                advice.candidates[advice.points[point].fastest].name(),
                                advice.points[point - 1].text, advice.points[point].text));
  conclusions.add_refused(advice.refused);
  conclusions.print(stream);
}

}  // namespace sparlab::report
