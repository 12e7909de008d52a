#include "report/figures/training_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/text/text_table.hpp"
#include "report/charts/algorithm_styles.hpp"
#include "report/charts/axis_ticks.hpp"
#include "report/charts/layouts.hpp"

namespace sparlab::report {
namespace {

using training::EpochRecord;
using training::Outcome;

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

Series series_of(const Outcome& outcome, const Along& along) {
  Series series{{training::describe(outcome.job)}, {along.column, "loss"}, {}};
  for (const EpochRecord& record : outcome.curve.epochs)
    if (record.loss > 0 && std::isfinite(record.loss))
      series.rows.push_back({along.place(record), record.loss});
  return series;
}

Chart chart_along(const training::TrainingPlan& plan, const std::vector<Outcome>& outcomes,
                  const Along& along) {
  constexpr std::array kSymbols = {7, 5, 9, 11, 13};
  constexpr double kMargin = 1.05;
  Chart chart;
  chart.name = along.name;
  chart.command = "train";
  ChartPanel& panel = chart.panels.emplace_back();
  double most_x = 0;
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t run = 0; run < outcomes.size(); ++run) {
    Series series = series_of(outcomes[run], along);
    if (series.rows.size() < 2) continue;
    for (const auto& row : series.rows) {
      most_x = std::max(most_x, row[0].number);
      least = std::min(least, row[1].number);
      most = std::max(most, row[1].number);
    }
    const Style style{.colour = ordered_colour(run, outcomes.size()),
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
  const training::Job& job = plan.jobs.front();
  chart.title = fmt::format("Training, model {}", plan.set.problem.loss->name);
  chart.subtitle = fmt::format("P = {}, N = {}, batch {} a rank, rate {}", job.ranks,
                               plan.set.problem.parameters(), job.pass.batch, job.pass.rate.rate);
  chart.notes = {"data: " + plan.set.samples->name, "platform: " + plan.platform.name};
  lay_out_frame(chart);
  return chart;
}

}  // namespace

std::vector<Chart> training_figures(const training::TrainingPlan& plan,
                                    const std::vector<Outcome>& outcomes) {
  std::vector<Chart> charts;
  for (const Along& along : kAlong) {
    Chart chart = chart_along(plan, outcomes, along);
    if (!chart.legend.empty()) charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace sparlab::report
