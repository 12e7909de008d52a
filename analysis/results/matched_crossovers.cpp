#include "analysis/results/matched_crossovers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace sparlab::analysis {
namespace {

using Points = std::vector<const ComparedPoint*>;

/// The compared points of one predictor at which only algorithm and one axis vary.
struct Curves {
  Axis axis;
  Points points;
};

/// Points along density for each N; along N for each density where no N has several densities.
std::vector<Curves> split(const Points& points) {
  std::map<std::uint64_t, Points> by_universe;
  std::map<double, Points> by_density;
  bool densities_vary = false;
  for (const ComparedPoint* point : points) {
    Points& others = by_universe[point->point().universe];
    if (!others.empty() && others.front()->point().density != point->point().density)
      densities_vary = true;
    others.push_back(point);
    by_density[point->point().density].push_back(point);
  }
  std::vector<Curves> curves;
  if (densities_vary)
    for (auto& [universe, part] : by_universe) curves.push_back({Axis::density, std::move(part)});
  else
    for (auto& [density, part] : by_density) curves.push_back({Axis::universe, std::move(part)});
  return curves;
}

Panel panel_of(const Curves& curves) {
  Panel panel;
  const experiments::Point& first = curves.points.front()->point();
  panel.axis = curves.axis;
  panel.ranks = first.ranks;
  panel.universe = first.universe;
  panel.density = first.density;
  std::map<std::tuple<experiments::Engine, std::size_t, std::string>,
           std::map<double, const experiments::Record*>>
      series;
  std::set<double> positions;
  for (const ComparedPoint* point : curves.points)
    for (const experiments::Record* record : {point->prediction, &point->measured->merged}) {
      const std::string& spec = point->point().algorithm.spec();
      const double where = position(panel.axis, record->point);
      series[{record->point.engine, registry_position(spec), spec}][where] = record;
      positions.insert(where);
    }
  panel.positions.assign(positions.begin(), positions.end());
  for (const auto& [key, records] : series) {
    Series& one = panel.series.emplace_back();
    one.engine = std::get<experiments::Engine>(key);
    one.algorithm = std::get<std::string>(key);
    for (const auto& [where, record] : records) one.records.push_back(record);
  }
  return panel.exact();
}

std::string where_text(const Panel& panel, const experiments::Point& point) {
  std::vector<std::string> parts;
  if (!experiments::runs(point.engine)) parts.push_back(point.platform);
  if (!point.variant.empty()) parts.push_back(point.variant);
  parts.push_back(panel.fixed_text());
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Takes the crossover out of `candidates` that is nearest to `wanted` and in its direction.
std::optional<PanelCrossover> take_nearest(std::vector<PanelCrossover>& candidates,
                                           const PanelCrossover& wanted) {
  auto best = candidates.end();
  const auto distance = [&](const PanelCrossover& one) {
    return std::abs(std::log(one.at / wanted.at));
  };
  for (auto one = candidates.begin(); one != candidates.end(); ++one)
    if (one->first_wins_after == wanted.first_wins_after &&
        (best == candidates.end() || distance(*one) < distance(*best)))
      best = one;
  if (best == candidates.end()) return std::nullopt;
  const PanelCrossover found = *best;
  candidates.erase(best);
  return found;
}

void add_pair(std::vector<MatchedCrossover>& found, const MatchedCrossover& like,
              const Panel& panel, experiments::Engine predictor, experiments::Engine reference) {
  std::vector<PanelCrossover> predicted = crossovers_of(panel, predictor, like.pair);
  const auto add = [&](bool first_wins_after, std::optional<PanelCrossover> of_prediction,
                       std::optional<PanelCrossover> of_measurement) {
    MatchedCrossover one = like;
    if (first_wins_after) std::swap(one.pair.first, one.pair.second);
    one.predicted = of_prediction;
    one.measured = of_measurement;
    found.push_back(std::move(one));
  };
  for (const PanelCrossover& measured : crossovers_of(panel, reference, like.pair))
    add(measured.first_wins_after, take_nearest(predicted, measured), measured);
  for (const PanelCrossover& left : predicted) add(left.first_wins_after, left, std::nullopt);
}

}  // namespace

bool MatchedCrossover::overlaps() const {
  if (!predicted || !measured) return false;
  const double lo = std::max(predicted->lo, measured->lo);
  const double hi = std::min(predicted->hi, measured->hi);
  // Neighbouring intervals have only an end in common, unless that is a whole interval.
  const bool exact = predicted->lo == predicted->hi || measured->lo == measured->hi;
  return exact ? lo <= hi : lo < hi;
}

std::optional<double> MatchedCrossover::ratio() const {
  if (!predicted || !measured) return std::nullopt;
  return predicted->at / measured->at;
}

std::vector<MatchedCrossover> matched_crossovers(const Pairing& pairing) {
  std::map<std::pair<std::string, std::string>, Points> groups;
  std::vector<const Points*> order;
  for (const ComparedPoint& point : pairing.points) {
    const auto [group, fresh] = groups.try_emplace({point.predictor, point.measured->curve_key});
    if (fresh) order.push_back(&group->second);
    group->second.push_back(&point);
  }
  std::vector<MatchedCrossover> found;
  for (const Points* group : order)
    for (const Curves& curves : split(*group)) {
      const Panel panel = panel_of(curves);
      if (panel.positions.size() < 2) continue;
      const ComparedPoint& first = *curves.points.front();
      MatchedCrossover like;
      like.predictor = first.predictor;
      like.where = where_text(panel, first.point());
      like.axis = panel.axis;
      for (AlgorithmPair& pair : successive_winners(panel)) {
        like.pair = std::move(pair);
        add_pair(found, like, panel, first.prediction->point.engine, pairing.reference);
      }
    }
  return found;
}

}  // namespace sparlab::analysis
