#include "report/tables/bound_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <ostream>
#include <set>
#include <string_view>

#include "base/text/csv_writer.hpp"
#include "base/text/printable.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"
#include "report/tables/point_fields.hpp"

namespace sparlab::report {
namespace {

constexpr std::size_t kMostBroken = 12;

using base::Fields;
using base::text_field;
using base::Value;

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

/// The records to which some bound applies.
std::size_t with_bounds(const std::vector<analysis::BoundedRecord>& records) {
  return static_cast<std::size_t>(
      std::ranges::count_if(records, &analysis::BoundedRecord::bounded));
}

Fields tightness_fields(const analysis::Tightness& one, bool shows_records) {
  return {{shows_records ? base::Field::In::all : base::Field::In::data, "records", "records",
           one.records},
          {"least", "least", base::ratio(one.least)},
          {"median", "median", base::ratio(one.median)},
          {"greatest", "greatest", base::ratio(one.greatest)}};
}

Fields bound_fields(const analysis::BoundSummary& one) {
  const bool proved = is_proved(one.kind);
  const std::size_t applies = one.tightness.records;
  Fields fields = {{"bound", "bound", name(one.kind)},
                   {"proved", "form", Value(proved).shown(proved ? "proved" : "published")},
                   {"engine", "engine", name_of(one.engine)},
                   text_field("applies", applies),
                   text_field("holds", applies - one.broken),
                   {"broken", "broken", one.broken},
                   {"tightness", "", tightness_fields(one.tightness, false)}};
  if (one.broken > 0) fields.push_back({"why_broken", analysis::why_broken(one.kind)});
  return fields;
}

Fields algorithm_fields(const analysis::AlgorithmSummary& one) {
  const experiments::Point& point = one.nearest->record->point;
  return {{"algorithm", "algorithm", Value(one.algorithm).shown(shown(point.algorithm))},
          {"nearest", one.nearest->record->id},
          {"tightness", "", tightness_fields(one.tightness, true)},
          text_field(
              "engine, P, N, density",
              fmt::format("{} {} {} {}", name_of(point.engine), point.ranks,
                          base::short_count(point.universe), base::short_number(point.density)))};
}

/// A row for each algorithm, with a column for each folder.
std::vector<Fields> medians_by_folder(const std::vector<analysis::BoundedRecord>& records,
                                      const std::set<std::string_view>& folders) {
  std::vector<std::vector<analysis::AlgorithmSummary>> columns;
  for (const std::string_view folder : folders) {
    std::vector<analysis::BoundedRecord> of_folder;
    std::ranges::copy_if(records, std::back_inserter(of_folder),
                         [&](const auto& record) { return record.folder == folder; });
    columns.push_back(analysis::summary_by_algorithm(of_folder));
  }
  const auto row_of = [&](const analysis::AlgorithmSummary& all) {
    Fields row{{"algorithm", "algorithm",
                Value(all.algorithm).shown(shown(all.nearest->record->point.algorithm))}};
    auto folder = folders.begin();
    for (const auto& column : columns) {
      const auto found =
          std::ranges::find(column, all.algorithm, &analysis::AlgorithmSummary::algorithm);
      const std::string name(*folder++);
      row.push_back(
          {name, name, found == column.end() ? Value() : base::ratio(found->tightness.median)});
    }
    return row;
  };
  return base::rows_of(analysis::summary_by_algorithm(records), row_of);
}

void print_broken(std::ostream& stream, const std::vector<analysis::BrokenBound>& broken) {
  std::map<model::BoundKind, std::vector<Fields>> tables;
  for (const analysis::BrokenBound& one : broken) {
    const experiments::Record& record = *one.record->record;
    tables[one.check->kind].push_back({text_field("time", base::seconds(record.time_s)),
                                       text_field("bound", base::seconds(one.check->bound_s)),
                                       text_field("ratio", base::ratio(one.check->tightness)),
                                       text_field("at", point_text(record.point))});
  }
  for (auto& [kind, rows] : tables) {
    stream << fmt::format("\n{}: {} {}\n", is_proved(kind) ? "BROKEN, although proved" : "broken",
                          name(kind), base::counted(rows.size(), "time"));
    base::print_wrapped(stream, std::string(analysis::why_broken(kind)), 2);
    const std::size_t left_out = rows.size() - std::min(rows.size(), kMostBroken);
    rows.resize(rows.size() - left_out);
    base::print_table(stream, rows, 2);
    if (left_out > 0) stream << fmt::format("  and {} more (--format json, --output)\n", left_out);
  }
}

void print_reasons(std::ostream& stream, const std::vector<analysis::BoundedRecord>& records) {
  base::TextRows rows;
  for (const auto& [kind, reasons] : analysis::reasons_not_applied(records))
    for (const auto& [why, count] : reasons)
      rows.push_back({std::string(name(kind)), std::to_string(count), why});
  if (rows.empty()) return;
  stream << "\ndoes not apply, records\n";
  base::print_columns(stream, rows, {.indent = 2, .right = {1}});
}

Fields check_fields(const model::BoundCheck& check) {
  Fields found;
  if (check.applies)
    found = {{"bound_s", check.bound_s}, {"holds", check.holds}, {"tightness", check.tightness}};
  return {{"bound", name(check.kind)},
          {"proved", is_proved(check.kind)},
          {"applies", check.applies},
          {"why", check.why},
          found};
}

Fields bounded_fields(const analysis::BoundedRecord& bounded) {
  const experiments::Record& record = *bounded.record;
  Fields bounds;
  std::vector<std::string_view> broken;
  for (std::size_t i = 0; i < model::kBoundKinds.size(); ++i) {
    const model::BoundCheck* const check = bounded.checks.empty() ? nullptr : &bounded.checks[i];
    const bool applies = check != nullptr && check->applies;
    bounds.push_back(base::csv_field(fmt::format("{}_s", name(model::kBoundKinds[i])),
                                     applies ? Value(check->bound_s) : Value()));
    if (applies && !check->holds) broken.push_back(name(check->kind));
  }
  const model::BoundCheck* const largest = bounded.nearest();
  return {{"folder", bounded.folder},
          {"id", record.id},
          point_fields(record.point),
          {"time_s", record.time_s},
          base::json_field("result_nnz", record.result_nnz),
          {"why_none", bounded.why_none},
          bounds,
          base::csv_field("largest_proved", largest == nullptr ? Value() : name(largest->kind)),
          base::csv_field("tightness", largest == nullptr ? Value() : largest->tightness),
          base::csv_field("broken", broken),
          base::json_field("bounds", base::rows_of(bounded.checks, check_fields))};
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
                                     : base::counted(totals.broken, "proved one") + " BROKEN");
  if (totals.nearest)
    text += fmt::format("; least time / bound {} ({})",
                        base::ratio_text(totals.nearest->nearest()->tightness),
                        point_text(totals.nearest->record->point));
  if (totals.broken_as_published > 0)
    text += fmt::format("; {} broken", base::counted(totals.broken_as_published, "published one"));
  if (totals.broken + totals.broken_as_published > 0) text += " (sparlab validate says why)";
  return text;
}

void print_bounds(std::ostream& stream, const std::vector<analysis::BoundedRecord>& records) {
  std::set<std::string_view> folders;
  for (const analysis::BoundedRecord& record : records) folders.insert(record.folder);
  stream << fmt::format("{} of {}: {} with lower bounds\n", base::counted(records.size(), "record"),
                        base::counted(folders.size(), "folder"), with_bounds(records));
  for (const auto& [reason, count] : analysis::records_without_bounds(records))
    base::print_wrapped(stream, fmt::format("{} without: {}", count, reason), 2);
  if (with_bounds(records) > 0) {
    stream << "\ntime / bound, 1 is optimal\n";
    base::print_table(stream, base::rows_of(analysis::summary_by_bound(records), bound_fields), 2);
    const auto algorithms =
        base::rows_of(analysis::summary_by_algorithm(records), algorithm_fields);
    if (!algorithms.empty()) {
      stream << "\ntime / largest proved bound, where one on the traffic applies\n";
      base::print_table(stream, algorithms, 2);
      if (folders.size() > 1) {
        stream << "\nmedian of these, by folder\n";
        base::print_table(stream, medians_by_folder(records, folders), 2);
      }
    }
  }
  print_reasons(stream, records);
  print_broken(stream, analysis::broken_bounds(records, false));
  print_broken(stream, analysis::broken_bounds(records, true));
}

base::Value bounds_value(const std::vector<analysis::BoundedRecord>& records) {
  Fields without;
  for (const auto& [reason, count] : analysis::records_without_bounds(records))
    without.push_back({reason, count});
  return Fields{
      {"broken", analysis::broken_bounds(records, true).size()},
      {"broken_as_published", analysis::broken_bounds(records, false).size()},
      {"without_bounds", without},
      {"bounds", base::rows_of(analysis::summary_by_bound(records), bound_fields)},
      {"algorithms", base::rows_of(analysis::summary_by_algorithm(records), algorithm_fields)},
      {"records", base::rows_of(records, bounded_fields)}};
}

void write_bounds_csv(std::ostream& stream, const std::vector<analysis::BoundedRecord>& records) {
  base::CsvWriter csv(stream);
  for (const analysis::BoundedRecord& record : records) csv.row(bounded_fields(record));
}

}  // namespace sparlab::report
