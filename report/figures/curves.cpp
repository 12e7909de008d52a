#include "report/figures/curves.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "experiments/spec/points/engine.hpp"
#include "model/base/contract.hpp"
#include "report/charts/algorithm_styles.hpp"

namespace sparlab::report {
namespace {

constexpr const char* kDark = "0x444444";

experiments::Pen pen_of(experiments::Engine engine) { return experiments::info_of(engine).pen; }

/// The ends of a logarithmic axis: those of the values, with a margin.
void set_range(ChartAxis& axis, const std::vector<double>& values, double share,
               double least_margin, double single_margin) {
  const auto [least, greatest] = std::ranges::minmax(values);
  const double width = greatest / least;
  const double margin = width > 1 ? std::max(least_margin, std::pow(width, share)) : single_margin;
  axis.from = least / margin;
  axis.to = greatest * margin;
}

Series series_of(const CurveAxes& axes, const Curve& curve,
                 const std::vector<Curve::Place>& places) {
  const bool observed = experiments::observes(curve.engine);
  Series series{{std::string(name_of(curve.engine)), curve.what},
                {std::string(name_of(axes.along)), axes.y_name},
                {}};
  if (observed) series.columns.insert(series.columns.end(), {"low", "high"});
  for (const auto& [x, y, low, high] : places) {
    series.rows.push_back({x, y});
    if (observed) series.rows.back().insert(series.rows.back().end(), {low, high});
  }
  return series;
}

/// Those with an interval.
Series intervals_of(const CurveAxes& axes, const Curve& curve) {
  std::vector<Curve::Place> known = curve.places;
  std::erase_if(known, [](const Curve::Place& place) {
    return !std::isfinite(place.low) || !std::isfinite(place.high);
  });
  return series_of(axes, curve, known);
}

LegendEntry sample_of(experiments::Engine engine, const CurveAxes& axes) {
  const std::string name(name_of(engine));
  const Style style = pen_style(engine, kDark);
  const std::string& text = experiments::measures(engine) ? axes.measured : name;
  switch (pen_of(engine)) {
    case experiments::Pen::dots:
      return {Sample::line_and_symbol, text, style, name};
    case experiments::Pen::symbols:
      return {Sample::symbol, text, style, name};
    default:
      return {Sample::line, text, style, name};
  }
}

}  // namespace

Style pen_style(experiments::Engine engine, std::string colour) {
  switch (pen_of(engine)) {
    case experiments::Pen::band:
      return {.colour = std::move(colour), .opacity = 0.498, .width = 5};
    case experiments::Pen::dashes:
      return {.colour = std::move(colour), .width = 1.5, .dash = {7, 6}};
    case experiments::Pen::dots:
      return {.colour = std::move(colour), .width = 1.5, .dash = {0.5, 6}, .size = 0.35};
    case experiments::Pen::symbols:
      break;
  }
  return {.colour = std::move(colour), .width = 1.5, .symbol = hollow_symbol(5), .size = 1.1};
}

Chart chart_of_curves(const CurveAxes& axes, const std::vector<Curve>& curves,
                      std::vector<LegendEntry> names) {
  std::set<experiments::Engine> engines;
  std::set<double> positions;
  std::vector<double> reached_y;
  for (const Curve& curve : curves)
    for (const auto& [x, y, low, high] : curve.places) {
      engines.insert(curve.engine);
      positions.insert(x);
      // A logarithmic axis cannot show an end that is not positive.
      reached_y.insert(reached_y.end(), {y, low > 0 ? low : y, std::isfinite(high) ? high : y});
    }
  SPARLAB_EXPECTS(!positions.empty());
  std::vector<double> reached_x(positions.begin(), positions.end());
  constexpr std::size_t kMostMarks = 16;
  const std::size_t every = (positions.size() + kMostMarks - 1) / kMostMarks;

  Chart chart;
  ChartPanel& panel = chart.panels.emplace_back();
  std::vector<Mark> dots;
  std::vector<Mark> symbols;
  std::vector<Mark> measured;
  for (const Curve& curve : curves) {
    if (curve.places.empty()) continue;
    const Style style = pen_style(curve.engine, curve.colour);
    if (pen_of(curve.engine) != experiments::Pen::symbols) {
      const std::size_t series = panel.add(series_of(axes, curve, curve.places));
      const std::size_t line =
          curve.line.empty() ? series : panel.add(series_of(axes, curve, curve.line));
      panel.marks.push_back({.kind = MarkKind::line, .series = line, .style = style});
      if (pen_of(curve.engine) == experiments::Pen::dots)
        dots.push_back({.kind = MarkKind::points, .series = series, .style = style});
      Style symbol = style;
      symbol = {.colour = curve.colour, .width = 1.2, .symbol = curve.symbol, .size = 0.75};
      if (curve.marked)
        symbols.push_back(
            {.kind = MarkKind::points, .series = series, .style = symbol, .every = every});
      continue;
    }
    // White inside, so that they differ from the symbols on lines.
    Mark mark{.kind = MarkKind::points,
              .series = panel.add(series_of(axes, curve, curve.places)),
              .style = style};
    mark.style.symbol = hollow_symbol(curve.symbol);
    Mark ground = mark;
    ground.style = {.colour = "0xFFFFFF", .symbol = 7, .size = 1.2};
    Series known = intervals_of(axes, curve);
    if (axes.intervals && !known.rows.empty()) {
      const bool all = known.rows.size() == curve.places.size();
      measured.push_back({.kind = MarkKind::segments,
                          .series = all ? mark.series : panel.add(std::move(known)),
                          .style = style,
                          .places = {1, 1, 3, 4}});
    }
    measured.insert(measured.end(), {ground, mark});
  }
  for (const auto* marks : {&dots, &symbols, &measured})
    panel.marks.insert(panel.marks.end(), marks->begin(), marks->end());

  chart.x.label = axis_title(axes.along);
  for (const double x : axes.reached_x)
    if (x > 0) reached_x.push_back(x);
  for (const double y : axes.reached_y)
    if (y > 0) reached_y.push_back(y);
  set_range(chart.x, reached_x, 0.035, 1, 1.5);
  chart.x.ticks =
      position_ticks(axes.along, {positions.begin(), positions.end()}, chart.x.from, chart.x.to);
  chart.y.label = axes.y_label;
  set_range(chart.y, reached_y, 0.04, 1.15, 1.15);
  chart.y.ticks = unit_ticks(chart.y.from, chart.y.to, axes.y_unit);

  chart.legend = std::move(names);
  chart.legend.push_back({Sample::none, " "});
  chart.legend.push_back({Sample::heading, "Engine"});
  for (const experiments::Engine engine : engines) chart.legend.push_back(sample_of(engine, axes));
  return chart;
}

}  // namespace sparlab::report
