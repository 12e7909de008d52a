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
#include "model/base/contract.hpp"
#include "report/figures/algorithm_styles.hpp"
#include "report/figures/figure_data.hpp"
#include "report/tables/reproduction_tables.hpp"

namespace sparlab::report {
namespace {

using Values = std::map<double, double>;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

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
    case analysis::Verdict::explained:
      return "does not hold; explained";
    case analysis::Verdict::differs:
      return "does not hold";
    case analysis::Verdict::unknown:
      break;
  }
  return "unknown";
}

/// The unit of the vertical axis; null for numbers.
const char* unit_of(const analysis::PublishedFigure& figure) {
  if (std::ranges::any_of(figure.curves, [](const analysis::PublishedCurve& curve) {
        return !curve.quantity.over.empty();
      }))
    return nullptr;
  switch (figure.field) {
    case analysis::Field::time_s:
    case analysis::Field::network_s:
      return "s";
    case analysis::Field::bytes:
      return "B";
    case analysis::Field::bus_bytes_per_s:
      return "B/s";
    case analysis::Field::result_density:
      break;
  }
  return nullptr;
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
std::vector<Curve> styled_curves(const analysis::ReproducedRow& row, Rows& legend) {
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
    legend.push_back({colour(i), symbol(i), text});
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
    for (const auto& [x, y] : row.curves[i]) curve.places.push_back({x, y, kUnknown, kUnknown});
  }
  return curves;
}

}  // namespace

bool can_draw_published(const analysis::ReproducedRow& row) {
  return row.row.draws &&
         std::ranges::any_of(row.curves, [](const Values& curve) { return curve.size() > 1; });
}

Figure published_figure(const analysis::ReproducedRow& row, const std::string& name) {
  SPARLAB_EXPECTS(can_draw_published(row));
  const analysis::PublishedResult& result = row.row.result;
  const analysis::PublishedFigure& figure = *result.figure;
  FigureData data("published", figure.along);
  data.set("title", result.source);
  // The first sentence says what was measured, and the next ones what is published.
  const std::size_t sentence = result.setting.find(". ");
  data.set("subtitle", result.setting.substr(0, sentence));
  data.set("note", sentence == std::string::npos ? "" : result.setting.substr(sentence + 2));
  data.set("engines note", result.data.empty() ? "" : "input: " + result.data);
  data.set_y_axis(figure.y_label, unit_of(figure));
  Rows points;
  Rows ranges;
  if (!figure.points.empty()) data.set("points text", figure.published_text);
  for (const auto& [x, y] : figure.points) {
    data.include(x, y);
    points.push_back({x, y});
  }
  if (figure.range) {
    const double low = figure.range->at_least > 0 ? figure.range->at_least : figure.range->at_most;
    const double high = std::isfinite(figure.range->at_most) ? figure.range->at_most : low;
    for (const double y : {low, high}) data.include(kUnknown, y);
    ranges.push_back({low, high, figure.published_text});
  }
  Rows lines;
  Rows list;
  Rows spans;
  const PlaceFinder places(row);
  Apart apart(row);
  for (std::size_t i = 0; i < result.claims.size(); ++i) {
    const analysis::Claim& claim = result.claims[i];
    const analysis::ClaimOutcome& outcome = row.outcomes[i];
    ClaimPlace place = places.of(claim, outcome);
    if (!claim.quantity.is_crossing()) place.x = apart.place(place);
    data.include(place.middle() > 0 ? place.x : kUnknown, kUnknown);
    const std::string ours = outcome.ours ? base::short_number(*outcome.ours) : "?";
    list.push_back({place.x, place.middle(), static_cast<double>(i + 1),
                    fmt::format("{} {}", i + 1, claim.name),
                    fmt::format("   published {}, ours {}: {}", published_text(claim.published),
                                ours, verdict_text(outcome.verdict))});
    if (place.low < place.high) spans.push_back({place.x, place.low, place.high - place.low});
    if (!claim.quantity.is_crossing() || claim.quantity.along != figure.along ||
        claim.published.at_least != claim.published.at_most)
      continue;
    const double at = claim.published.at_least;
    data.include(at, kUnknown);
    lines.push_back({at, at, at, "dashes", "published: " + analysis::place_text(figure.along, at)});
    if (outcome.ours)
      lines.push_back({*outcome.ours, *outcome.ours, *outcome.ours, "band",
                       "ours: " + analysis::place_text(figure.along, *outcome.ours)});
  }
  Rows legend;
  data.add_curves(styled_curves(row, legend), name_of(figure.field));
  data.set("group 1", "Ours");
  data.add_table("group 1", "colour, symbol, text", legend);
  data.set("list heading", "What the paper says");
  data.add_table("successions", "x, y, number, texts", list);
  data.set("lines heading", "Crossing");
  data.add_table("crossovers", "at, from, to, pen, text", lines);
  data.add_table("spans", "x, y, y distance", spans);
  data.add_table("published points", "x, y", points);
  data.add_table("published ranges", "from, to, text", ranges);
  return {name, FigureKind::published, data.text()};
}

}  // namespace sparlab::report
