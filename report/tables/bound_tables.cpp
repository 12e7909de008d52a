#include "report/tables/bound_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <string_view>

#include "base/text/printable.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::report {
namespace {

constexpr std::size_t kLineWidth = 100;
constexpr std::size_t kMostBroken = 12;

using CellRows = std::vector<std::vector<std::string>>;

std::string form_of(model::BoundKind kind) { return is_proved(kind) ? "proved" : "published"; }

/// A spec with many settings would make lines too long.
std::string shown(const model::Algorithm& algorithm) {
  constexpr std::size_t kMostBytes = 40;
  return base::both_ends(algorithm.spec(), kMostBytes);
}

std::string point_text(const experiments::Point& point) {
  return fmt::format("{} {} P={} N={} density={}", name_of(point.engine), shown(point.algorithm),
                     point.ranks, base::short_count(point.universe),
                     base::short_number(point.density));
}

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// The records to which some bound applies.
std::size_t with_bounds(const std::vector<analysis::BoundedRecord>& records) {
  return static_cast<std::size_t>(
      std::ranges::count_if(records, &analysis::BoundedRecord::bounded));
}

CellRows bound_rows(const std::vector<analysis::BoundedRecord>& records) {
  CellRows rows = {
      {"bound", "form", "engine", "applies", "holds", "broken", "least", "median", "greatest"}};
  for (const analysis::BoundSummary& one : analysis::summary_by_bound(records))
    rows.push_back({std::string(name(one.kind)), form_of(one.kind),
                    std::string(name_of(one.engine)), std::to_string(one.tightness.records),
                    std::to_string(one.tightness.records - one.broken), std::to_string(one.broken),
                    base::ratio_text(one.tightness.least), base::ratio_text(one.tightness.median),
                    base::ratio_text(one.tightness.greatest)});
  return rows;
}

CellRows algorithm_rows(const std::vector<analysis::BoundedRecord>& records) {
  CellRows rows = {
      {"algorithm", "records", "least", "median", "greatest", "engine, P, N, density"}};
  for (const analysis::AlgorithmSummary& one : analysis::summary_by_algorithm(records)) {
    const experiments::Point& point = one.nearest->record->point;
    rows.push_back(
        {shown(point.algorithm), std::to_string(one.tightness.records),
         base::ratio_text(one.tightness.least), base::ratio_text(one.tightness.median),
         base::ratio_text(one.tightness.greatest),
         fmt::format("{} {} {} {}", name_of(point.engine), point.ranks,
                     base::short_count(point.universe), base::short_number(point.density))});
  }
  return rows;
}

void print_broken(std::ostream& stream, const std::vector<analysis::BrokenBound>& broken) {
  std::map<model::BoundKind, CellRows> tables;
  for (const analysis::BrokenBound& one : broken) {
    const experiments::Record& record = *one.record->record;
    tables[one.check->kind].push_back(
        {base::seconds_text(record.time_s), base::seconds_text(one.check->bound_s),
         base::ratio_text(one.check->tightness), point_text(record.point)});
  }
  for (auto& [kind, rows] : tables) {
    stream << fmt::format("\n{}: {} {}\n", is_proved(kind) ? "BROKEN, although proved" : "broken",
                          name(kind), counted(rows.size(), "time"));
    base::print_wrapped(stream, std::string(analysis::why_broken(kind)), 2, kLineWidth);
    const std::size_t left_out = rows.size() - std::min(rows.size(), kMostBroken);
    rows.resize(rows.size() - left_out);
    rows.insert(rows.begin(), {"time", "bound", "ratio", "at"});
    base::print_columns(stream, rows, {.indent = 2, .right = {0, 1, 2}});
    if (left_out > 0) stream << fmt::format("  and {} more (--format json, --out)\n", left_out);
  }
}

void print_reasons(std::ostream& stream, const std::vector<analysis::BoundedRecord>& records) {
  CellRows rows;
  for (const auto& [kind, reasons] : analysis::reasons_not_applied(records))
    for (const auto& [why, count] : reasons)
      rows.push_back({std::string(name(kind)), std::to_string(count), why});
  if (rows.empty()) return;
  stream << "\ndoes not apply, records\n";
  base::print_columns(stream, rows, {.indent = 2, .right = {1}});
}

nlohmann::ordered_json tightness_json(const analysis::Tightness& one) {
  return {{"records", one.records},
          {"least", one.least},
          {"median", one.median},
          {"greatest", one.greatest}};
}

nlohmann::ordered_json record_json(const analysis::BoundedRecord& bounded) {
  const experiments::Record& record = *bounded.record;
  const experiments::Point& point = record.point;
  nlohmann::ordered_json bounds = nlohmann::json::array();
  for (const model::BoundCheck& check : bounded.checks) {
    nlohmann::ordered_json one = {{"bound", name(check.kind)},
                                  {"proved", is_proved(check.kind)},
                                  {"applies", check.applies},
                                  {"why", check.why}};
    if (check.applies) {
      one["bound_s"] = check.bound_s;
      one["holds"] = check.holds;
      one["tightness"] = check.tightness;
    }
    bounds.push_back(std::move(one));
  }
  return {{"folder", bounded.folder},
          {"id", record.id},
          {"experiment", point.experiment},
          {"sweep", point.sweep},
          {"engine", name_of(point.engine)},
          {"algorithm", point.algorithm.spec()},
          {"P", point.ranks},
          {"N", point.universe},
          {"nnz", point.nnz},
          {"density", point.density},
          {"platform", point.platform},
          {"time_s", record.time_s},
          {"result_nnz", record.result_nnz ? nlohmann::ordered_json(*record.result_nnz)
                                           : nlohmann::ordered_json(nullptr)},
          {"why_none", bounded.why_none},
          {"bounds", bounds}};
}

}  // namespace

std::string bounds_sentence(const analysis::BoundTotals& totals) {
  if (totals.bounded == 0)
    return fmt::format("lower bounds: none; {}", totals.without.empty()
                                                     ? "one rank sends nothing"
                                                     : totals.without.begin()->first);
  std::string text =
      fmt::format("lower bounds: {} of {} records; {}", totals.bounded, totals.records,
                  totals.broken == 0 ? "all proved ones hold"
                                     : counted(totals.broken, "proved one") + " BROKEN");
  if (totals.nearest)
    text += fmt::format("; least time / bound {} ({})",
                        base::ratio_text(totals.nearest->nearest()->tightness),
                        point_text(totals.nearest->record->point));
  if (totals.broken_as_published > 0)
    text += fmt::format("; {} broken", counted(totals.broken_as_published, "published one"));
  if (totals.broken + totals.broken_as_published > 0) text += " (sparlab validate says why)";
  return text;
}

void print_bounds(std::ostream& stream, const std::vector<analysis::BoundedRecord>& records) {
  std::set<std::string_view> folders;
  for (const analysis::BoundedRecord& record : records) folders.insert(record.folder);
  stream << fmt::format("{} of {}: {} with lower bounds\n", counted(records.size(), "record"),
                        counted(folders.size(), "folder"), with_bounds(records));
  for (const auto& [reason, count] : analysis::records_without_bounds(records))
    base::print_wrapped(stream, fmt::format("{} without: {}", count, reason), 2, kLineWidth);
  if (with_bounds(records) > 0) {
    stream << "\ntime / bound, 1 is optimal\n";
    base::print_columns(stream, bound_rows(records), {.indent = 2, .right = {3, 4, 5, 6, 7, 8}});
    const CellRows algorithms = algorithm_rows(records);
    if (algorithms.size() > 1) {
      stream << "\ntime / largest proved bound, where one on the traffic applies\n";
      base::print_columns(stream, algorithms, {.indent = 2, .right = {1, 2, 3, 4}});
    }
  }
  print_reasons(stream, records);
  print_broken(stream, analysis::broken_bounds(records, false));
  print_broken(stream, analysis::broken_bounds(records, true));
}

nlohmann::ordered_json bounds_to_json(const std::vector<analysis::BoundedRecord>& records) {
  using nlohmann::json;
  nlohmann::ordered_json object = {
      {"broken", analysis::broken_bounds(records, true).size()},
      {"broken_as_published", analysis::broken_bounds(records, false).size()},
      {"without_bounds", analysis::records_without_bounds(records)},
      {"bounds", json::array()},
      {"algorithms", json::array()},
      {"records", json::array()}};
  for (const analysis::BoundSummary& one : analysis::summary_by_bound(records)) {
    object["bounds"].push_back({{"bound", name(one.kind)},
                                {"proved", is_proved(one.kind)},
                                {"engine", name_of(one.engine)},
                                {"broken", one.broken},
                                {"tightness", tightness_json(one.tightness)}});
    if (one.broken > 0) object["bounds"].back()["why_broken"] = analysis::why_broken(one.kind);
  }
  for (const analysis::AlgorithmSummary& one : analysis::summary_by_algorithm(records))
    object["algorithms"].push_back({{"algorithm", one.algorithm},
                                    {"nearest", one.nearest->record->id},
                                    {"tightness", tightness_json(one.tightness)}});
  for (const analysis::BoundedRecord& record : records)
    object["records"].push_back(record_json(record));
  return object;
}

}  // namespace sparlab::report
