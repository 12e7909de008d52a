#include "report/figures/training_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>

#include "base/text/text_table.hpp"
#include "report/charts/algorithm_styles.hpp"
#include "report/charts/axis_ticks.hpp"
#include "report/charts/layouts.hpp"
#include "report/tables/training_tables.hpp"

namespace sparlab::report {
namespace {

using experiments::Record;
using training::EpochRecord;

/// What a figure has along its horizontal axis.
struct Along {
  const char* name;  ///< of the file
  const char* label;
  const char* column;
  const char* unit;
  double (*place)(const EpochRecord&);
};

constexpr std::array kAlong = {
    Along{"loss-epochs", "epochs", "epoch", "",
          [](const EpochRecord& record) { return static_cast<double>(record.epoch); }},
    Along{"loss-time", "time", "time_s", "s",
          [](const EpochRecord& record) { return record.time_s; }}};

Series series_of(const Record& run, const Along& along) {
  Series series{{training_name(run)}, {along.column, "loss"}, {}};
  for (const EpochRecord& record : run.curve->epochs)
    if (record.loss > 0 && std::isfinite(record.loss))
      series.rows.push_back({along.place(record), record.loss});
  return series;
}

Chart chart_along(const std::vector<Record>& runs, const Along& along) {
  constexpr std::array kSymbols = {7, 5, 9, 11, 13};
  constexpr double kMargin = 1.05;
  Chart chart;
  chart.name = along.name;
  ChartPanel& panel = chart.panels.emplace_back();
  double most_x = 0;
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    Series series = series_of(runs[run], along);
    if (series.rows.size() < 2) continue;
    for (const auto& row : series.rows) {
      most_x = std::max(most_x, row[0].number);
      least = std::min(least, row[1].number);
      most = std::max(most, row[1].number);
    }
    const Style style{.colour = ordered_colour(run, runs.size()),
                      .width = 1.5,
                      .symbol = kSymbols[run % kSymbols.size()],
                      .size = 0.75};
    chart.legend.push_back({Sample::line_and_symbol, series.keys.front(), style});
    const std::size_t added = panel.add(std::move(series));
    panel.marks.push_back({.kind = MarkKind::line, .series = added, .style = style});
    panel.marks.push_back({.kind = MarkKind::points, .series = added, .style = style});
  }
  if (chart.legend.empty()) return chart;
  if (!(most_x > 0)) most_x = 1;  // a platform without costs
  chart.x = {along.label, false, 0, most_x, step_ticks(0, most_x, along.unit)};
  chart.y = {"loss, F(w)", true, least / kMargin, most * kMargin,
             unit_ticks(least / kMargin, most * kMargin, "")};
  const experiments::Point& point = runs.front().point;
  const training::TrainingSpec& spec = *point.training;
  chart.title = fmt::format("Training, model {}", spec.loss->name);
  chart.subtitle = fmt::format("P = {}, N = {}, batch {} a rank, rate {}", point.ranks,
                               point.universe, point.input.batch, spec.rate.rate);
  chart.notes = {"data: " + std::filesystem::path(point.input.path).filename().string()};
  if (!point.platform.empty()) chart.notes.push_back("platform: " + point.platform);
  lay_out_frame(chart);
  return chart;
}

}  // namespace

std::vector<Chart> training_figures(std::span<const Record> records) {
  std::vector<Record> runs;
  for (const Record& record : records)
    if (record.curve) runs.push_back(record);
  std::vector<Chart> charts;
  for (const Along& along : kAlong) {
    Chart chart = chart_along(runs, along);
    if (!chart.legend.empty()) charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace sparlab::report
