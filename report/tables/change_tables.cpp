#include "report/tables/change_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <ostream>
#include <tuple>

#include "base/text/csv_writer.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"
#include "model/base/order_statistics.hpp"
#include "report/tables/point_fields.hpp"

namespace sparlab::report {
namespace {

using base::Fields;
using base::text_field;
using base::Value;

constexpr std::size_t kMostRows = 20;
constexpr std::array kAllChanges = {analysis::Change::slower, analysis::Change::faster,
                                    analysis::Change::same,   analysis::Change::not_judged,
                                    analysis::Change::added,  analysis::Change::missing};

std::optional<double> time_if(const experiments::Record* record, double time_s) {
  return record == nullptr ? std::nullopt : std::optional(time_s);
}

std::string id_of(const experiments::Record* record) { return record == nullptr ? "" : record->id; }

/// What data have of a point.
Fields change_fields(const analysis::ChangedPoint& changed) {
  const auto& interval = changed.interval;
  return {
      {"change", name_of(changed.change)},
      point_fields(changed.record().point),
      {"before_id", id_of(changed.before)},
      {"now_id", id_of(changed.now)},
      {"runs_before", changed.runs_before},
      {"runs_now", changed.runs_now},
      {"before_s", time_if(changed.before, changed.before_s)},
      {"now_s", time_if(changed.now, changed.now_s)},
      {"ratio", changed.ratio},
      base::csv_field("ratio_low", interval ? Value(interval->low) : Value()),
      base::csv_field("ratio_high", interval ? Value(interval->high) : Value()),
      {"p_value", changed.p_value},
      base::csv_field("newly_wrong", changed.newly_wrong() ? 1 : 0),
      base::json_field("newly_wrong", changed.newly_wrong()),
      base::json_field("ratio_interval",
                       interval ? Value(base::Values{interval->low, interval->high}) : Value())};
}

/// A change of a computed time may be far below a percent.
std::string change_text(const std::optional<double>& ratio) {
  if (!ratio) return "?";
  return std::abs(*ratio - 1) < 0.005 ? fmt::format("1{:+.1e}", *ratio - 1)
                                      : base::ratio_text(*ratio);
}

Fields times_row(const analysis::ChangedPoint& changed) {
  const std::string interval =
      changed.interval ? fmt::format("{} to {}", base::ratio_text(changed.interval->low),
                                     base::ratio_text(changed.interval->high))
                       : "";
  return {text_field("before", base::seconds(changed.before_s)),
          text_field("now", base::seconds(changed.now_s)),
          text_field("ratio", base::number_as(changed.ratio, change_text(changed.ratio))),
          text_field("95 %", interval), text_field("p", base::number(changed.p_value))};
}

/// What texts have of a point.
Fields point_row(const analysis::ChangedPoint& changed) {
  const experiments::Point& point = changed.record().point;
  const bool both =
      changed.change == analysis::Change::slower || changed.change == analysis::Change::faster;
  return {text_field("engine", name_of(point.engine)),
          text_field("algorithm", point.algorithm.spec()),
          text_field("P", point.ranks),
          text_field("N", Value(point.universe).shown(base::short_count(point.universe))),
          text_field("density", point.density),
          text_field("sweep", point.sweep),
          both ? times_row(changed) : Fields()};
}

/// The points with this change, those that changed most first.
std::vector<const analysis::ChangedPoint*> points_with(const analysis::RunComparison& comparison,
                                                       analysis::Change change) {
  std::vector<const analysis::ChangedPoint*> found;
  for (const analysis::ChangedPoint& point : comparison.points)
    if (point.change == change) found.push_back(&point);
  const auto size = [](const analysis::ChangedPoint* point) {
    return point->ratio && *point->ratio > 0 ? -std::abs(std::log(*point->ratio)) : 0.0;
  };
  std::ranges::stable_sort(found, {}, size);
  return found;
}

void print_points(std::ostream& stream, const analysis::RunComparison& comparison,
                  analysis::Change change) {
  const std::vector<const analysis::ChangedPoint*> points = points_with(comparison, change);
  if (points.empty()) return;
  stream << fmt::format("\n{}\n", name_of(change));
  std::vector<Fields> rows;
  for (std::size_t i = 0; i < std::min(points.size(), kMostRows); ++i)
    rows.push_back(point_row(*points[i]));
  base::print_table(stream, rows, 2);
  if (points.size() > kMostRows)
    stream << fmt::format("  and {} more (--format csv lists all)\n", points.size() - kMostRows);
}

void print_groups(std::ostream& stream, const analysis::RunComparison& comparison) {
  struct Group {
    std::vector<double> ratios;
    std::size_t slower = 0, faster = 0;
  };
  std::map<std::tuple<experiments::Engine, std::string>, Group> groups;
  for (const analysis::ChangedPoint& point : comparison.points) {
    if (!point.ratio) continue;
    const experiments::Point& of = point.record().point;
    Group& group = groups[{of.engine, of.algorithm.spec()}];
    group.ratios.push_back(*point.ratio);
    group.slower += point.change == analysis::Change::slower ? 1 : 0;
    group.faster += point.change == analysis::Change::faster ? 1 : 0;
  }
  std::vector<Fields> rows;
  for (const auto& [key, group] : groups) {
    if (group.slower + group.faster == 0) continue;
    rows.push_back({text_field("engine", name_of(std::get<0>(key))),
                    text_field("algorithm", std::get<1>(key)),
                    text_field("points", group.ratios.size()), text_field("slower", group.slower),
                    text_field("faster", group.faster),
                    text_field("median ratio", base::ratio(model::median(group.ratios))),
                    text_field("least", base::ratio(std::ranges::min(group.ratios))),
                    text_field("greatest", base::ratio(std::ranges::max(group.ratios)))});
  }
  if (rows.empty()) return;
  stream << "\ntime now over that of the baseline, where a point changed\n";
  base::print_table(stream, rows, 2);
}

}  // namespace

void print_changes(std::ostream& stream, const analysis::RunComparison& comparison) {
  std::vector<std::string> counts;
  std::size_t common = 0;
  for (const analysis::Change change : kAllChanges) {
    const std::size_t count = comparison.count(change);
    if (change != analysis::Change::added && change != analysis::Change::missing) common += count;
    if (count > 0) counts.push_back(fmt::format("{} {}", count, name_of(change)));
  }
  stream << fmt::format("{} points in both; {}\n", common, fmt::join(counts, ", "));
  const auto wrong = std::ranges::count_if(comparison.points, &analysis::ChangedPoint::newly_wrong);
  if (wrong > 0) stream << fmt::format("{} results are wrong now\n", wrong);
  if (comparison.other_platforms > 0)
    stream << fmt::format("{} points have another platform file, or other data, than before\n",
                          comparison.other_platforms);
  if (comparison.count(analysis::Change::not_judged) > 0)
    stream << fmt::format("not judged: measured with fewer than {} repetitions\n",
                          analysis::kFewestRepetitions);
  if (!comparison.differences.empty()) {
    base::TextRows rows = {{"", "before", "now"}};
    for (const auto& [what, before, now] : comparison.differences)
      rows.push_back({what, before.empty() ? "-" : before, now.empty() ? "-" : now});
    stream << "\nthe runs differ in\n";
    base::print_columns(stream, rows, {.indent = 2});
  }
  print_groups(stream, comparison);
  for (const analysis::Change change : {analysis::Change::slower, analysis::Change::faster,
                                        analysis::Change::added, analysis::Change::missing})
    print_points(stream, comparison, change);
}

Value changes_value(const analysis::RunComparison& comparison,
                    const std::vector<analysis::GateRule>& gate) {
  Fields counts;
  for (const analysis::Change change : kAllChanges)
    counts.push_back({std::string(name_of(change)), comparison.count(change)});
  base::Values differences;
  for (const auto& [what, before, now] : comparison.differences)
    differences.push_back(Fields{{"what", what}, {"before", before}, {"now", now}});
  base::Values rules;
  for (const analysis::GateRule& rule : gate)
    rules.push_back(
        Fields{{"rule", rule.text}, {"refused", analysis::refused_by(rule, comparison).size()}});
  return Fields{{"counts", counts},
                {"differences", differences},
                {"other_platforms", comparison.other_platforms},
                {"fail_on", rules},
                {"points", base::rows_of(comparison.points, change_fields)}};
}

void write_changes_csv(std::ostream& stream, const analysis::RunComparison& comparison) {
  base::CsvWriter csv(stream);
  for (const analysis::ChangedPoint& point : comparison.points) csv.row(change_fields(point));
}

}  // namespace sparlab::report
