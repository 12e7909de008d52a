#include "report/figures/training_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>

#include "report/charts/algorithm_styles.hpp"
#include "report/charts/axis_ticks.hpp"
#include "report/charts/layouts.hpp"

namespace sparlab::report {
namespace {

using experiments::Record;
using training::Curve;
using training::EpochRecord;

/// A horizontal axis.
struct Along {
  const char* name;  ///< in those of files
  const char* column;
  const char* unit;
  bool logarithmic;
  double (*place)(const EpochRecord&);
};

constexpr Along kEpochs = {"epochs", "epoch", "", false, [](const EpochRecord& record) {
                             return static_cast<double>(record.epoch);
                           }};
constexpr Along kTime = {"time", "time_s", "s", true,
                         [](const EpochRecord& record) { return record.time_s; }};
constexpr Along kSteps = {"steps", "step", "", false, [](const EpochRecord& record) {
                            return static_cast<double>(record.steps);
                          }};

/// Values that are not positive numbers are not drawn, nor places on a logarithmic axis.
using ValueOf = double (*)(const EpochRecord&, const Curve&);

/// A figure of runs: a value after each epoch, on a logarithmic axis.
struct Kind {
  const char* name;
  const char* label;
  Along along;
  ValueOf value;
  const char* predicted_name = "";  ///< of dashed curves
  ValueOf predicted = nullptr;
};

constexpr ValueOf kLoss = [](const EpochRecord& record, const Curve&) { return record.loss; };
constexpr ValueOf kWrong = [](const EpochRecord& record, const Curve&) {
  return 1 - record.accuracy.value_or(1);
};
constexpr std::array kKinds = {
    Kind{"loss", "loss, F(w)", kEpochs, kLoss},
    Kind{"loss", "loss, F(w)", kTime, kLoss},
    Kind{"errors", "share of samples predicted wrongly", kEpochs, kWrong},
    Kind{"errors", "share of samples predicted wrongly", kTime, kWrong},
    Kind{"union", "density of the sum", kSteps,
         [](const EpochRecord& record, const Curve&) { return record.union_density; },
         "predicted for uniform supports",
         [](const EpochRecord& record, const Curve&) { return record.predicted_union; }},
    Kind{"selected", "entries of a rank in the sum / k", kSteps,
         [](const EpochRecord& record, const Curve& curve) {
           return curve.k == 0 ? kUnknown : record.sent / static_cast<double>(curve.k);
         }},
    Kind{"xi", "xi of the last step of an epoch", kSteps,
         [](const EpochRecord& record, const Curve&) { return record.xi.value_or(kUnknown); }},
    Kind{"mass", "relative error of the mass", kSteps,
         [](const EpochRecord& record, const Curve&) { return record.mass_error; }}};

/// What is drawn lies between these.
struct Extent {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  double least_x = std::numeric_limits<double>::infinity();
  double most_x = 0;
};

template <class Of>
bool all_have_one(const std::vector<Record>& runs, Of of) {
  return std::ranges::all_of(runs, [&](const Record& run) { return of(run) == of(runs.front()); });
}
std::uint64_t ranks_of(const Record& run) { return run.point.ranks; }
experiments::Engine engine_of(const Record& run) { return run.point.engine; }

/// Method and algorithm, with P and engine where runs differ in them.
std::string name_among(const Record& run, const std::vector<Record>& runs) {
  std::string name;
  if (!all_have_one(runs, ranks_of)) name += fmt::format("P = {}, ", run.point.ranks);
  if (!all_have_one(runs, engine_of))
    name += fmt::format("{}, ", experiments::name_of(run.point.engine));
  return name +
         fmt::format("{}, {}", run.point.training->method.spec(), run.point.algorithm.spec());
}

Series series_of(const Record& run, const std::string& name, const Kind& kind, ValueOf value,
                 Extent& extent) {
  Series series{{name}, {kind.along.column, kind.name}, {}};
  for (const EpochRecord& record : run.curve->epochs) {
    const double shown = value(record, *run.curve);
    if (!(shown > 0) || !std::isfinite(shown)) continue;
    const double x = kind.along.place(record);
    if (kind.along.logarithmic && !(x > 0)) continue;
    series.rows.push_back({x, shown});
    extent.least = std::min(extent.least, shown);
    extent.most = std::max(extent.most, shown);
    extent.least_x = std::min(extent.least_x, x);
    extent.most_x = std::max(extent.most_x, x);
  }
  return series;
}

/// Draws the runs; returns what they span.
Extent draw_runs(const std::vector<Record>& runs, const Kind& kind, Chart& chart) {
  constexpr std::array kSymbols = {7, 5, 9, 11, 13};
  Extent extent;
  ChartPanel& panel = chart.panels.emplace_back();
  LegendEntry predicted{Sample::line, kind.predicted_name, {.width = 1.2, .dash = {7, 6}}};
  for (std::size_t run = 0; run < runs.size(); ++run) {
    Extent wider = extent;
    const std::string name = name_among(runs[run], runs);
    Series series = series_of(runs[run], name, kind, kind.value, wider);
    if (series.rows.size() < 2) continue;
    const Style style{.colour = ordered_colour(run, runs.size()),
                      .width = 1.5,
                      .symbol = kSymbols[run % kSymbols.size()],
                      .size = 0.75};
    chart.legend.push_back({Sample::line_and_symbol, series.keys.front(), style});
    if (kind.predicted != nullptr) {
      Style dashed = predicted.style;
      dashed.colour = style.colour;
      panel.draw(series_of(runs[run], name, kind, kind.predicted, wider),
                 {MarkKind::line, 0, dashed});
    }
    extent = wider;
    const std::size_t added = panel.add(std::move(series));
    panel.marks.push_back({.kind = MarkKind::line, .series = added, .style = style});
    panel.marks.push_back({.kind = MarkKind::points, .series = added, .style = style});
  }
  if (kind.predicted != nullptr && !chart.legend.empty())
    chart.legend.push_back(std::move(predicted));
  return extent;
}

ChartAxis axis_of(const Along& along, const Extent& extent) {
  if (!along.logarithmic)
    return {along.name, false, 0, extent.most_x, step_ticks(0, extent.most_x, along.unit)};
  constexpr double kMargin = 1.05;
  const double from = extent.least_x / kMargin;
  const double to = extent.most_x * kMargin;
  return {along.name, true, from, to, unit_ticks(from, to, along.unit)};
}

Chart chart_of(const std::vector<Record>& runs, const Kind& kind) {
  Chart chart;
  chart.name = fmt::format("{}-{}", kind.name, kind.along.name);
  const Extent extent = draw_runs(runs, kind, chart);
  if (chart.legend.empty()) return chart;
  chart.x = axis_of(kind.along, extent);
  // A twentieth of the height on both sides.
  const double margin = std::max(1.001, std::pow(extent.most / extent.least, 0.05));
  const double from = extent.least / margin;
  const double to = extent.most * margin;
  chart.y = {kind.label, true, from, to, unit_ticks(from, to, "")};
  const experiments::Point& point = runs.front().point;
  chart.title = fmt::format("Training, model {}", point.training->loss->name);
  const std::string ranks =
      all_have_one(runs, ranks_of) ? fmt::format("P = {}, ", point.ranks) : "";
  chart.subtitle = fmt::format("{}N = {}, batch {} a rank, rate {:.3g}", ranks, point.universe,
                               point.input.batch, runs.front().curve->rate);
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
  for (const Kind& kind : kKinds) {
    Chart chart = chart_of(runs, kind);
    if (!chart.legend.empty()) charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace sparlab::report
