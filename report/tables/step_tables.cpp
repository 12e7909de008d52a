#include "report/tables/step_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "base/text/text_table.hpp"

namespace sparlab::report {
namespace {

using experiments::Record;

/// What a step has in common with the dense one that it is compared with.
auto place_of(const Record& record) {
  const experiments::Point& point = record.point;
  return std::tuple(point.sweep, point.ranks, point.engine, point.platform);
}

/// Texts have a column of densities or platforms if there are several.
struct Columns {
  base::Field::In density, platform;
};

base::Fields step_fields(const Record& record, std::optional<double> dense_s, Columns columns) {
  const experiments::Point& point = record.point;
  const auto over = [&](std::optional<double> other_s) {
    return other_s ? std::optional(*other_s / record.time_s) : std::nullopt;
  };
  // Recorded times are those of one algorithm, whose name traces do not have.
  const bool recorded = !experiments::runs(point.engine);
  const auto count = static_cast<std::uint64_t>(record.term("exchanges").value_or(0));
  return {{"P", "P", point.ranks},
          {columns.platform, "platform", "platform", point.platform},
          {columns.density, "density", "density",
           base::number_as(point.density, fmt::format("{:.3g} %", 100 * point.density))},
          {"engine", "engine", recorded ? "recorded" : name_of(point.engine)},
          {"algorithm", "algorithm", recorded ? "as recorded" : point.algorithm.spec()},
          {"exchanges", "exchanges", count},
          {"step_s", "step", base::seconds(record.time_s)},
          {"compute_s", "compute", base::seconds(record.phase_s("compute"))},
          {"selection_s", "selection", base::seconds(record.phase_s("selection"))},
          {"exposed_s", "exposed", base::seconds(record.phase_s("exposed"))},
          {"update_s", "update", base::seconds(record.phase_s("update"))},
          {"hidden_s", "hidden", base::seconds(record.term("hidden_s"))},
          {"over_dense", "over dense", base::ratio(over(dense_s))},
          {"efficiency", "efficiency", base::share(over(record.term("one_rank_s")))}};
}

/// The density of all steps, or nothing if they differ.
std::optional<double> one_density(std::span<const Record> records) {
  std::optional<double> density;
  for (const Record& record : records) {
    if (!record.point.step) continue;
    if (density && *density != record.point.density) return std::nullopt;
    density = record.point.density;
  }
  return density;
}

}  // namespace

std::string schedule_text(std::span<const Record> records) {
  std::string text = records.front().point.step->exchanges_text();
  if (const auto density = one_density(records); density && *density < 1)
    text += fmt::format(", density {:.3g} %", 100 * *density);
  return text;
}

std::vector<base::Fields> step_rows(std::span<const Record> records) {
  std::map<decltype(place_of(records.front())), double> dense_s;
  for (const Record& record : records)
    if (record.point.step && experiments::runs(record.point.engine) &&
        record.point.algorithm == record.point.step->dense)
      dense_s[place_of(record)] = record.time_s;
  std::vector<const Record*> steps;
  for (const Record& record : records)
    if (record.point.step) steps.push_back(&record);
  std::ranges::stable_sort(steps, {}, [](const Record* record) {
    const experiments::Point& point = record->point;
    return std::tuple(point.ranks, point.density, point.engine);
  });
  const auto column = [](bool varies) {
    return varies ? base::Field::In::all : base::Field::In::data;
  };
  const bool several_platforms = std::ranges::any_of(steps, [&](const Record* one) {
    return one->point.platform != steps.front()->point.platform;
  });
  const Columns columns{.density = column(!one_density(records)),
                        .platform = column(several_platforms)};
  std::vector<base::Fields> rows;
  for (const Record* record : steps) {
    const auto dense = dense_s.find(place_of(*record));
    rows.push_back(step_fields(
        *record, dense == dense_s.end() ? std::nullopt : std::optional(dense->second), columns));
  }
  return rows;
}

void write_steps(ReportWriter& report, std::span<const Record> records) {
  std::map<std::string, std::vector<Record>> sweeps;
  for (const Record& record : records)
    if (record.point.step) sweeps[record.point.sweep].push_back(record);
  for (const auto& [label, steps] : sweeps) {
    const workloads::StepSpec& step = *steps.front().point.step;
    report.section(
        fmt::format("{}: steps of {}; exchanges: {}", label, step.workload, schedule_text(steps)));
    report.table(base::text_rows(step_rows(steps)), 1);
  }
}

}  // namespace sparlab::report
