#include "report/tables/change_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <tuple>

#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"
#include "model/base/order_statistics.hpp"
#include "report/tables/csv_cells.hpp"

namespace sparlab::report {
namespace {

using nlohmann::json;
using TextRows = std::vector<std::vector<std::string>>;

constexpr std::size_t kMostRows = 20;
constexpr std::array kAllChanges = {analysis::Change::slower, analysis::Change::faster,
                                    analysis::Change::same,   analysis::Change::not_judged,
                                    analysis::Change::added,  analysis::Change::missing};

std::vector<std::string> point_cells(const experiments::Point& point) {
  return {std::string(name_of(point.engine)), point.algorithm.spec(),
          std::to_string(point.ranks),        base::short_count(point.universe),
          base::short_number(point.density),  point.sweep};
}

std::string interval_text(const analysis::ChangedPoint& point) {
  return point.interval ? fmt::format("{} to {}", base::ratio_text(point.interval->low),
                                      base::ratio_text(point.interval->high))
                        : "";
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
  TextRows rows = {{"engine", "algorithm", "P", "N", "density", "sweep"}};
  const bool both = change == analysis::Change::slower || change == analysis::Change::faster;
  if (both) {
    const std::array<std::string, 5> more = {"before", "now", "ratio", "95 %", "p"};
    rows.front().insert(rows.front().end(), more.begin(), more.end());
  }
  for (std::size_t i = 0; i < std::min(points.size(), kMostRows); ++i) {
    const analysis::ChangedPoint& point = *points[i];
    rows.push_back(point_cells(point.record().point));
    if (!both) continue;
    const double ratio = point.ratio.value_or(0);
    // A change of a computed time may be far below a percent.
    const bool tiny = std::abs(ratio - 1) < 0.005;
    const std::array<std::string, 5> more = {
        base::seconds_text(point.before_s), base::seconds_text(point.now_s),
        !point.ratio ? "?"
        : tiny       ? fmt::format("1{:+.1e}", ratio - 1)
                     : base::ratio_text(ratio),
        interval_text(point), point.p_value ? base::short_number(*point.p_value) : ""};
    rows.back().insert(rows.back().end(), more.begin(), more.end());
  }
  base::print_columns(stream, rows, {.indent = 2, .right = {2, 3, 4, 6, 7, 8, 10}});
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
  TextRows rows = {
      {"engine", "algorithm", "points", "slower", "faster", "median ratio", "least", "greatest"}};
  for (const auto& [key, group] : groups) {
    if (group.slower + group.faster == 0) continue;
    rows.push_back({std::string(name_of(std::get<0>(key))), std::get<1>(key),
                    std::to_string(group.ratios.size()), std::to_string(group.slower),
                    std::to_string(group.faster), base::ratio_text(model::median(group.ratios)),
                    base::ratio_text(std::ranges::min(group.ratios)),
                    base::ratio_text(std::ranges::max(group.ratios))});
  }
  if (rows.size() == 1) return;
  stream << "\ntime now over that of the baseline, where a point changed\n";
  base::print_columns(stream, rows, {.indent = 2, .right = {2, 3, 4, 5, 6, 7}});
}

json nullable(std::optional<double> value) { return value ? json(*value) : json(nullptr); }

std::optional<double> time_if(const experiments::Record* record, double time_s) {
  return record == nullptr ? std::nullopt : std::optional(time_s);
}

std::string id_of(const experiments::Record* record) { return record == nullptr ? "" : record->id; }

json change_to_json(const analysis::ChangedPoint& changed) {
  const experiments::Point& point = changed.record().point;
  json object = {{"change", name_of(changed.change)},
                 {"experiment", point.experiment},
                 {"sweep", point.sweep},
                 {"engine", name_of(point.engine)},
                 {"algorithm", point.algorithm.spec()},
                 {"P", point.ranks},
                 {"N", point.universe},
                 {"nnz", point.nnz},
                 {"density", point.density},
                 {"platform", point.platform},
                 {"before_id", id_of(changed.before)},
                 {"now_id", id_of(changed.now)},
                 {"runs_before", changed.runs_before},
                 {"runs_now", changed.runs_now},
                 {"before_s", nullable(time_if(changed.before, changed.before_s))},
                 {"now_s", nullable(time_if(changed.now, changed.now_s))},
                 {"ratio", nullable(changed.ratio)},
                 {"p_value", nullable(changed.p_value)},
                 {"newly_wrong", changed.newly_wrong()}};
  object["ratio_interval"] = changed.interval
                                 ? json::array({changed.interval->low, changed.interval->high})
                                 : json(nullptr);
  return object;
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
    TextRows rows = {{"", "before", "now"}};
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

json changes_to_json(const analysis::RunComparison& comparison,
                     const std::vector<analysis::GateRule>& gate) {
  json counts = json::object();
  for (const analysis::Change change : kAllChanges)
    counts[std::string(name_of(change))] = comparison.count(change);
  json points = json::array();
  for (const analysis::ChangedPoint& point : comparison.points)
    points.push_back(change_to_json(point));
  json differences = json::array();
  for (const auto& [what, before, now] : comparison.differences)
    differences.push_back({{"what", what}, {"before", before}, {"now", now}});
  json rules = json::array();
  for (const analysis::GateRule& rule : gate)
    rules.push_back(
        {{"rule", rule.text}, {"refused", analysis::refused_by(rule, comparison).size()}});
  return {{"counts", std::move(counts)},
          {"differences", std::move(differences)},
          {"other_platforms", comparison.other_platforms},
          {"fail_on", std::move(rules)},
          {"points", std::move(points)}};
}

void write_changes_csv(std::ostream& stream, const analysis::RunComparison& comparison) {
  stream << "change,experiment,sweep,engine,algorithm,P,N,nnz,density,platform,before_id,now_id,"
            "runs_before,runs_now,before_s,now_s,ratio,ratio_low,ratio_high,p_value,newly_wrong\n";
  for (const analysis::ChangedPoint& changed : comparison.points) {
    const experiments::Point& point = changed.record().point;
    const auto end = [&](double analysis::RatioInterval::*which) {
      return csv_number(changed.interval ? std::optional((*changed.interval).*which)
                                         : std::nullopt);
    };
    const std::vector<std::string> cells = {std::string(name_of(changed.change)),
                                            csv_text(point.experiment),
                                            csv_text(point.sweep),
                                            std::string(name_of(point.engine)),
                                            csv_text(point.algorithm.spec()),
                                            std::to_string(point.ranks),
                                            std::to_string(point.universe),
                                            std::to_string(point.nnz),
                                            csv_number(point.density),
                                            csv_text(point.platform),
                                            csv_text(id_of(changed.before)),
                                            csv_text(id_of(changed.now)),
                                            std::to_string(changed.runs_before),
                                            std::to_string(changed.runs_now),
                                            csv_number(time_if(changed.before, changed.before_s)),
                                            csv_number(time_if(changed.now, changed.now_s)),
                                            csv_number(changed.ratio),
                                            end(&analysis::RatioInterval::low),
                                            end(&analysis::RatioInterval::high),
                                            csv_number(changed.p_value),
                                            changed.newly_wrong() ? "1" : "0"};
    stream << fmt::format("{}\n", fmt::join(cells, ","));
  }
}

}  // namespace sparlab::report
