#include "report/figures/published_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/text/text_table.hpp"
#include "report/charts/algorithm_styles.hpp"
#include "report/charts/layouts.hpp"
#include "report/figures/curves.hpp"
#include "report/figures/marked_places.hpp"
#include "report/tables/reproduction_tables.hpp"

namespace sparlab::report {
namespace {

using Values = std::map<double, double>;

/// The value of a curve at a place between two of its own, linear in the logarithms.
double value_at(const Values& values, double x) {
  const auto right = values.lower_bound(x * (1 - 1e-9));
  if (right == values.end()) return kUnknown;
  if (right->first <= x * (1 + 1e-9)) return right->second;
  if (right == values.begin()) return kUnknown;
  const auto left = std::prev(right);
  const double share = std::log(x / left->first) / std::log(right->first / left->first);
  return left->second * std::pow(right->second / left->second, share);
}

/// The sweep, the engine and the coordinates that both give are equal. A curve does not give that
/// of its axis.
bool same_points(const analysis::DerivedQuantity& one, const analysis::DerivedQuantity& other) {
  const auto agree = [](const std::optional<double>& left, const std::optional<double>& right) {
    return !left || !right || *left == *right;
  };
  return one.sweep == other.sweep && one.engine == other.engine && agree(one.ranks, other.ranks) &&
         agree(one.universe, other.universe) && agree(one.density, other.density);
}

/// Where a claim is on the picture: on a curve, or between two that it compares.
struct ClaimPlace {
  double x = kUnknown;
  double low = kUnknown, high = kUnknown;

  double middle() const { return std::sqrt(low * high); }
};

class PlaceFinder {
 public:
  explicit PlaceFinder(const analysis::ReproducedRow& row)
      : row_(row), figure_(*row.row.result.figure) {}

  ClaimPlace of(const analysis::Claim& claim, const analysis::ClaimOutcome& outcome) const {
    const analysis::DerivedQuantity& quantity = claim.quantity;
    if (quantity.field != figure_.field) return {};
    if (quantity.is_crossing()) {
      if (quantity.along != figure_.along || !outcome.ours) return {};
      return between(*outcome.ours, quantity);
    }
    if (quantity.is_growth()) return {};  // between two places
    const std::optional<double>& x = quantity.place_on(figure_.along);
    return x ? between(*x, quantity) : ClaimPlace();
  }

 private:
  /// The place of a value on its curve, or of a ratio on the curve of it or between its two.
  ClaimPlace between(double x, const analysis::DerivedQuantity& quantity) const {
    for (std::size_t i = 0; i < figure_.curves.size(); ++i) {
      const analysis::DerivedQuantity& curve = figure_.curves[i].quantity;
      if (!same_points(curve, quantity) || curve.of != quantity.of || curve.over != quantity.over)
        continue;
      const double y = value_at(row_.curves[i], x);
      return {x, y, y};
    }
    if (quantity.over.empty()) return {};
    const double one = alone(x, quantity, quantity.of);
    const double other = alone(x, quantity, quantity.over);
    if (!std::isfinite(one) || !std::isfinite(other)) return {};
    return {x, std::min(one, other), std::max(one, other)};
  }

  /// Of several algorithms, the least or the greatest value; all must have curves.
  double alone(double x, const analysis::DerivedQuantity& quantity,
               const std::vector<model::Algorithm>& algorithms) const {
    std::vector<double> found;
    for (const model::Algorithm& algorithm : algorithms) {
      const auto curve =
          std::ranges::find_if(figure_.curves, [&](const analysis::PublishedCurve& one) {
            return one.quantity.over.empty() && one.quantity.of == std::vector{algorithm} &&
                   same_points(one.quantity, quantity);
          });
      if (curve == figure_.curves.end()) return kUnknown;
      found.push_back(
          value_at(row_.curves[static_cast<std::size_t>(curve - figure_.curves.begin())], x));
    }
    return quantity.take_greatest ? std::ranges::max(found) : std::ranges::min(found);
  }

  const analysis::ReproducedRow& row_;
  const analysis::PublishedFigure& figure_;
};

std::string_view verdict_text(analysis::Verdict verdict) {
  switch (verdict) {
    case analysis::Verdict::agrees:
      return "holds";
    case analysis::Verdict::fitted:
      return "fitted";
    case analysis::Verdict::explained:
      return "does not hold; explained";
    case analysis::Verdict::differs:
      return "does not hold";
    case analysis::Verdict::unknown:
      break;
  }
  return "unknown";
}

/// The unit of the vertical axis; empty for numbers.
std::string unit_of(const analysis::PublishedFigure& figure) {
  if (std::ranges::any_of(figure.curves, [](const analysis::PublishedCurve& curve) {
        return !curve.quantity.over.empty();
      }))
    return "";
  switch (figure.field) {
    case analysis::Field::time_s:
    case analysis::Field::network_s:
    case analysis::Field::compute_s:
    case analysis::Field::selection_s:
    case analysis::Field::exposed_s:
    case analysis::Field::not_compute_s:
      return "s";
    case analysis::Field::bytes:
      return "B";
    case analysis::Field::bus_bytes_per_s:
      return "B/s";
    case analysis::Field::result_density:
      break;
  }
  return "";
}

/// Places that claims share are set apart sideways, by shares of the axis.
class Apart {
 public:
  explicit Apart(const analysis::ReproducedRow& row) {
    double least = std::numeric_limits<double>::infinity();
    double greatest = 0;
    for (const Values& curve : row.curves)
      for (const auto& [x, y] : curve) {
        least = std::min(least, x);
        greatest = std::max(greatest, x);
      }
    constexpr double kShare = 0.03;
    step_ = std::pow(std::max(1.0, greatest / least), kShare);
  }

  double place(const ClaimPlace& claim) {
    if (!std::isfinite(claim.x) || !std::isfinite(claim.low)) return claim.x;
    return claim.x * std::pow(step_, taken_[claim.x]++);
  }

 private:
  double step_ = 1;
  std::map<double, int> taken_;
};

bool coincide(const analysis::ReproducedRow& row, const std::string& one,
              const std::string& other) {
  constexpr double kDifference = 0.02;
  const auto curves_of = [&](const std::string& label) {
    std::map<experiments::Engine, const Values*> curves;
    const std::vector<analysis::PublishedCurve>& all = row.row.result.figure->curves;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].label == label) curves[all[i].quantity.engine] = &row.curves[i];
    return curves;
  };
  const auto near = [&](const auto& left, const auto& right) {
    return left.first == right.first &&
           std::abs(left.second - right.second) <= kDifference * right.second;
  };
  return std::ranges::equal(curves_of(one), curves_of(other), [&](const auto& a, const auto& b) {
    return a.first == b.first && std::ranges::equal(*a.second, *b.second, near);
  });
}

/// Curves of one label have one style. Labels of one algorithm have colours in order.
std::vector<Curve> styled_curves(const analysis::ReproducedRow& row,
                                 std::vector<LegendEntry>& legend) {
  const analysis::PublishedFigure& figure = *row.row.result.figure;
  std::vector<std::string> labels;
  std::vector<std::string> algorithms;
  for (const analysis::PublishedCurve& curve : figure.curves) {
    if (std::ranges::find(labels, curve.label) != labels.end()) continue;
    labels.push_back(curve.label);
    algorithms.push_back(curve.quantity.of.front().spec());
  }
  const AlgorithmStyles styles(algorithms);
  const bool distinct =
      std::set<std::string>(algorithms.begin(), algorithms.end()).size() == algorithms.size();
  constexpr std::array<int, 7> kSymbols = {7, 5, 9, 11, 13, 15, 3};
  const auto colour = [&](std::size_t i) {
    return distinct ? std::string(styles.colour(algorithms[i])) : ordered_colour(i, labels.size());
  };
  const auto symbol = [&](std::size_t i) {
    return distinct ? styles.symbol(algorithms[i]) : kSymbols[i % kSymbols.size()];
  };
  // One curve stands for all that coincide with it.
  std::set<std::string> represented;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (represented.contains(labels[i])) continue;
    std::string text = labels[i];
    for (std::size_t j = i + 1; j < labels.size(); ++j)
      if (!represented.contains(labels[j]) && coincide(row, labels[i], labels[j])) {
        text += " = " + labels[j];
        represented.insert(labels[j]);
      }
    legend.push_back({Sample::line_and_symbol, text,
                      Style{.colour = colour(i), .width = 1.5, .symbol = symbol(i), .size = 0.9},
                      labels[i]});
  }
  std::vector<Curve> curves;
  std::set<std::string> marked;
  for (std::size_t i = 0; i < figure.curves.size(); ++i) {
    if (represented.contains(figure.curves[i].label)) continue;
    const auto label = static_cast<std::size_t>(std::ranges::find(labels, figure.curves[i].label) -
                                                labels.begin());
    Curve& curve = curves.emplace_back(Curve{.engine = figure.curves[i].quantity.engine,
                                             .what = figure.curves[i].label,
                                             .colour = colour(label),
                                             .symbol = symbol(label),
                                             .marked = marked.insert(labels[label]).second});
    for (const auto& [x, y] : row.curves[i])
      if (x > 0 && y > 0) curve.places.push_back({x, y, kUnknown, kUnknown});  // logarithmic axes
  }
  return curves;
}

/// Diamonds at the published points, and a range behind our curves. `axes` reach them.
void mark_published(const analysis::PublishedFigure& figure, CurveAxes& axes, ChartPanel& panel,
                    std::vector<LegendEntry>& legend) {
  const Style diamond{.width = 1.4, .symbol = 12, .size = 1.9};
  Series points{{"published"}, {"x", "y"}, {}};
  for (const auto& [x, y] : figure.points) {
    axes.reached_x.push_back(x);
    axes.reached_y.push_back(y);
    points.rows.push_back({x, y});
  }
  if (!points.rows.empty()) legend.push_back({Sample::symbol, figure.published_text, diamond});
  panel.draw(std::move(points), {.kind = MarkKind::points, .style = diamond});
  if (figure.range) {
    const double low = figure.range->at_least > 0 ? figure.range->at_least : figure.range->at_most;
    const double high = std::isfinite(figure.range->at_most) ? figure.range->at_most : low;
    axes.reached_y.insert(axes.reached_y.end(), {low, high});
    const Style range{.colour = "0xF4E3B5"};
    panel.guides.push_back({false, low, high, range});
    for (const double end : {low, high})
      panel.guides.push_back({false, end, end, {.colour = "0xC9A227"}});
    legend.push_back({Sample::box, figure.published_text, range});
  }
  if (!legend.empty()) legend.insert(legend.begin(), {Sample::none, " "});
}

}  // namespace

std::optional<Chart> published_figure(const analysis::ReproducedRow& row, const std::string& name) {
  if (!row.row.draws ||
      std::ranges::none_of(row.curves, [](const Values& curve) { return curve.size() > 1; }))
    return std::nullopt;
  const analysis::PublishedResult& result = row.row.result;
  const analysis::PublishedFigure& figure = *result.figure;
  CurveAxes axes{.along = figure.along,
                 .y_label = figure.y_label,
                 .y_unit = unit_of(figure),
                 .y_name = std::string(name_of(figure.field))};
  ChartPanel published;
  std::vector<LegendEntry> marks;
  mark_published(figure, axes, published, marks);
  std::vector<MarkedPlace> places;
  std::vector<MarkedCrossing> crossings;
  std::vector<LegendEntry> crossing_texts;
  Series spans{{}, {"x", "y", "y to"}, {}};
  const PlaceFinder finder(row);
  Apart apart(row);
  for (std::size_t i = 0; i < result.claims.size(); ++i) {
    const analysis::Claim& claim = result.claims[i];
    const analysis::ClaimOutcome& outcome = row.outcomes[i];
    const bool crosses = claim.quantity.is_crossing();
    ClaimPlace place = finder.of(claim, outcome);
    if (!crosses) place.x = apart.place(place);
    if (place.middle() > 0) axes.reached_x.push_back(place.x);
    const std::string ours = outcome.ours ? base::short_number(*outcome.ours) : "?";
    places.push_back({place.x, place.middle(), claim.name,
                      fmt::format("published {}, ours {}: {}", published_text(claim.published),
                                  ours, verdict_text(outcome.verdict)),
                      0, 0});
    if (place.low < place.high) spans.rows.push_back({place.x, place.low, place.high});
    if (!crosses || claim.quantity.along != figure.along ||
        claim.published.at_least != claim.published.at_most)
      continue;
    const auto add = [&](double at, const char* whose, std::vector<double> dash) {
      const Style style{.colour = "0x444444", .dash = std::move(dash)};
      crossings.push_back({at, at, at, style});
      crossing_texts.push_back({Sample::line,
                                fmt::format("{}: {}", whose, analysis::place_text(axes.along, at)),
                                style});
    };
    axes.reached_x.push_back(claim.published.at_least);
    add(claim.published.at_least, "published", {7, 6});
    if (outcome.ours) add(*outcome.ours, "ours", {});
  }
  std::vector<LegendEntry> names = {{Sample::heading, "Ours"}};
  const std::vector<Curve> curves = styled_curves(row, names);
  Chart chart = chart_of_curves(axes, curves, std::move(names));
  chart.name = name;
  chart.command = "reproduce --figures";
  chart.title = result.source;
  // The first sentence says what was measured, and the next ones what is published.
  const std::size_t sentence = result.setting.find(". ");
  chart.subtitle = result.setting.substr(0, sentence);
  chart.notes = {sentence == std::string::npos ? "" : result.setting.substr(sentence + 2),
                 result.data.empty() ? "" : "input: " + result.data};
  ChartPanel& panel = chart.panels.front();
  panel.guides = std::move(published.guides);
  for (const MarkedCrossing& crossing : crossings) add_crossing(chart, crossing);
  if (!spans.rows.empty()) {  // arrows with two heads
    const std::size_t all = panel.add(std::move(spans));
    panel.marks.push_back({.kind = MarkKind::segments, .series = all, .places = {1, 1, 2, 3}});
    for (const auto& [column, head] : {std::pair{2, 11}, {3, 9}})
      panel.marks.push_back({.kind = MarkKind::points,
                             .series = all,
                             .style = {.symbol = head, .size = 0.6},
                             .places = {1, column}});
  }
  for (std::size_t i = 0; i < published.series.size(); ++i)
    panel.draw(std::move(published.series[i]), published.marks[i]);
  mark_places(chart, "What the paper says", places);
  chart.legend.insert(chart.legend.end(), marks.begin(), marks.end());
  if (!crossing_texts.empty()) {
    chart.legend.push_back({Sample::none, " "});
    chart.legend.push_back({Sample::heading, "Crossing"});
    chart.legend.insert(chart.legend.end(), crossing_texts.begin(), crossing_texts.end());
  }
  lay_out_frame(chart);
  return chart;
}

}  // namespace sparlab::report
