#include "report/figures/crossing_marks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "analysis/results/crossovers.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::report {
namespace {

struct Crossing {
  std::string from, to;                        ///< the curves that cross
  std::set<std::string> from_names, to_names;  ///< the algorithms that do, drawn as these curves
  double x = 0;
  double y = 0;
  double low = 0, high = 0;  ///< all places that engines find possible
  struct Found {
    std::string place;  ///< "0.0208"
    experiments::Engine engine;
  };
  std::vector<Found> places;
};

/// The time of a series at a position between two of its own, interpolated linearly in log-log.
double time_at(const analysis::Panel& panel, const analysis::Series& series, double where) {
  for (std::size_t i = 0; i + 1 < series.records.size(); ++i) {
    const experiments::Record& left = *series.records[i];
    const experiments::Record& right = *series.records[i + 1];
    const double x0 = analysis::position(panel.axis, left.point);
    const double x1 = analysis::position(panel.axis, right.point);
    if (where < x0 || where > x1 || !(x0 > 0)) continue;
    const double share = std::log(where / x0) / std::log(x1 / x0);
    return left.time_s * std::pow(right.time_s / left.time_s, share);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

/// Engines by place: "0.0217 model; [0.0195 0.0574] loggp, simgrid".
std::string places_text(const std::vector<Crossing::Found>& places) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto same = [&](const Crossing::Found& other) { return other.place == places[i].place; };
    if (std::any_of(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(i), same))
      continue;
    std::vector<std::string_view> engines;
    for (const Crossing::Found& other : places)
      if (same(other)) engines.push_back(name_of(other.engine));
    texts.push_back(fmt::format("{} {}", places[i].place, fmt::join(engines, ", ")));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

/// Algorithms that share a curve: "a = b".
std::string names_text(const std::set<std::string>& names) {
  return fmt::format("{}", fmt::join(analysis::in_registry_order(names), " = "));
}

}  // namespace

std::vector<MarkedPlace> crossings_of(const analysis::Panel& panel, const CurveChoice& choice) {
  const analysis::Panel exact = panel.competing();
  const double width =
      exact.positions.size() < 2
          ? 1
          : std::log(exact.positions.back() / std::max(exact.positions.front(), 1e-300));
  constexpr double kSamePlace = 0.06;
  std::vector<Crossing> crossings;
  for (const experiments::Engine engine : exact.engines()) {
    const std::vector<analysis::WinnerRange> ranges = analysis::winner_ranges(exact, engine);
    for (std::size_t i = 0; i + 1 < ranges.size(); ++i) {
      const std::string from = choice.drawn_for(ranges[i].algorithm);
      const std::string to = choice.drawn_for(ranges[i + 1].algorithm);
      if (from.empty() || to.empty() || from == to || !(ranges[i].until > 0)) continue;
      const analysis::PanelCrossover found = analysis::nearest_crossover(
          exact, engine, {ranges[i].algorithm, ranges[i + 1].algorithm}, ranges[i].until);
      const double x = found.at;
      const double y = time_at(exact, *exact.find(engine, from), x);
      if (!(x > 0 && y > 0)) continue;
      const Crossing::Found text{analysis::crossover_text(exact.axis, found), engine};
      // The first engine is the model, which knows the place exactly.
      const auto known = std::ranges::find_if(crossings, [&](const Crossing& one_) {
        const bool near = std::abs(std::log(one_.x / x)) < kSamePlace * width &&
                          std::abs(std::log(one_.y / y)) < 0.25;
        const bool overlaps = found.lo <= one_.high && one_.low <= found.hi;
        return one_.from == from && one_.to == to && (near || overlaps);
      });
      if (known == crossings.end()) {
        if (crossings.size() < kMostCrossings)
          crossings.push_back({from,
                               to,
                               {ranges[i].algorithm},
                               {ranges[i + 1].algorithm},
                               x,
                               y,
                               found.lo,
                               found.hi,
                               {text}});
      } else {
        known->low = std::min(known->low, found.lo);
        known->high = std::max(known->high, found.hi);
        known->from_names.insert(ranges[i].algorithm);
        known->to_names.insert(ranges[i + 1].algorithm);
        known->places.push_back(text);
      }
    }
  }
  std::ranges::stable_sort(crossings, {}, &Crossing::x);
  std::vector<MarkedPlace> marked;
  for (const Crossing& crossing : crossings)
    marked.push_back(
        {crossing.x, crossing.y,
         fmt::format("{}, then {}", names_text(crossing.from_names), names_text(crossing.to_names)),
         fmt::format("{} {}", name_of(panel.axis), places_text(crossing.places)), crossing.low,
         crossing.high});
  return marked;
}

}  // namespace sparlab::report
