#include "analysis/results/winner_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "analysis/results/standing.hpp"

namespace sparlab::analysis {
namespace {

/// What a winner is known of at one place.
struct Outcome {
  std::string winner;
  bool tied = false;
  std::string dense;
  std::optional<double> gain, sparse_gain;
};

/// Engine, the coordinate that is fixed, position on the second axis, density.
using Outcomes = std::map<std::tuple<experiments::Engine, double, double, double>, Outcome>;

std::optional<Outcome> outcome_at(const Panel& exact, experiments::Engine engine, double position) {
  const auto standing = standing_at(exact, engine, position);
  if (!standing || !Coverage(exact, engine).can_judge(position)) return std::nullopt;
  const experiments::Record& winner = standing->winner();
  Outcome outcome{
      winner.point.algorithm.spec(), standing->leaders.size() > 1, {}, standing->gain(winner), {}};
  if (standing->best_dense == nullptr) return outcome;
  outcome.dense = standing->best_dense->point.algorithm.spec();
  if (standing->best_sparse != nullptr && standing->best_sparse->time_s > 0)
    outcome.sparse_gain = standing->best_dense->time_s / standing->best_sparse->time_s;
  return outcome;
}

/// The coordinate of a place in a panel, whether the panel runs along it or not.
double coordinate(const Panel& panel, Axis axis, double position) {
  if (panel.axis == axis) return position;
  if (axis == Axis::density) return panel.density;
  return static_cast<double>(axis == Axis::ranks ? panel.ranks : panel.universe);
}

std::size_t count_values(const SweepView& sweep, Axis axis) {
  std::set<double> values;
  for (const Panel& panel : sweep.panels)
    for (const double position : panel.positions) values.insert(coordinate(panel, axis, position));
  return values.size();
}

/// Where a level lies between two values of a logarithm, as a share.
std::optional<double> share_of(double left, double right, double level) {
  if ((left < level) == (right < level)) return std::nullopt;
  return (level - left) / (right - left);
}

}  // namespace

std::string WinnerMap::title() const {
  return sharing.empty() ? std::string(name_of(engine)) : sharing;
}

std::vector<WinnerMap::Segment> WinnerMap::contour(double level) const {
  std::map<std::pair<std::size_t, std::size_t>, double> known;
  for (const Cell& cell : cells)
    if (cell.sparse_gain && *cell.sparse_gain > 0)
      known[{cell.column, cell.row}] = std::log(*cell.sparse_gain);
  const double wanted = std::log(level);
  const auto mix = [](double from, double to, double share) {
    return from * std::pow(to / from, share);
  };
  std::vector<Segment> segments;
  for (std::size_t i = 0; i + 1 < densities.size(); ++i)
    for (std::size_t j = 0; j + 1 < positions.size(); ++j) {
      constexpr std::array<std::array<std::size_t, 2>, 4> kCorners = {
          {{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
      std::vector<std::pair<double, double>> crossed;
      const auto at = [&](std::size_t corner) {
        return known.find({i + kCorners[corner % 4][0], j + kCorners[corner % 4][1]});
      };
      bool complete = true;
      for (std::size_t corner = 0; corner < 4; ++corner)
        complete = complete && at(corner) != known.end();
      if (!complete) continue;
      for (std::size_t corner = 0; corner < 4; ++corner) {
        const auto from = at(corner);
        const auto to = at(corner + 1);
        const auto share = share_of(from->second, to->second, wanted);
        if (!share) continue;
        crossed.emplace_back(
            mix(densities[from->first.first], densities[to->first.first], *share),
            mix(positions[from->first.second], positions[to->first.second], *share));
      }
      for (std::size_t k = 0; k + 1 < crossed.size(); k += 2)
        segments.push_back(
            {crossed[k].first, crossed[k].second, crossed[k + 1].first, crossed[k + 1].second});
    }
  return segments;
}

std::vector<WinnerMap> winner_maps(const SweepView& sweep) {
  constexpr std::size_t kFewestDensities = 3;
  constexpr std::size_t kFewestRows = 2;
  if (count_values(sweep, Axis::density) < kFewestDensities) return {};
  const bool by_ranks = count_values(sweep, Axis::ranks) >= kFewestRows;
  if (!by_ranks && count_values(sweep, Axis::universe) < kFewestRows) return {};
  const Axis second = by_ranks ? Axis::ranks : Axis::universe;
  const Axis third = by_ranks ? Axis::universe : Axis::ranks;
  Outcomes outcomes;
  std::map<std::pair<double, experiments::Engine>, ProcessorSharing> sharing;
  for (const Panel& panel : sweep.panels) {
    const Panel exact = panel.competing();
    for (const Series& series : exact.series)
      for (const experiments::Record* record : series.records)
        sharing[{coordinate(panel, third, position(panel.axis, record->point)), series.engine}].add(
            *record);
    for (const experiments::Engine engine : exact.engines())
      for (const double position : exact.positions) {
        const double density = coordinate(panel, Axis::density, position);
        if (!(density > 0)) continue;
        if (auto outcome = outcome_at(exact, engine, position))
          outcomes[{engine, coordinate(panel, third, position), coordinate(panel, second, position),
                    density}] = std::move(*outcome);
      }
  }
  std::map<std::pair<double, experiments::Engine>, WinnerMap> maps;
  for (const auto& [key, outcome] : outcomes) {
    const auto& [engine, fixed, row, density] = key;
    WinnerMap& map = maps[{fixed, engine}];
    map.engine = engine;
    map.second = second;
    map.fixed = place_text(third, fixed);
    const ProcessorSharing& shared = sharing[{fixed, engine}];
    if (!shared.ranks.empty()) map.sharing = shared.text();
    map.densities.push_back(density);
    map.positions.push_back(row);
  }
  std::vector<WinnerMap> result;
  for (auto& [key, map] : maps) {
    for (std::vector<double>* values : {&map.densities, &map.positions}) {
      std::ranges::sort(*values);
      values->erase(std::unique(values->begin(), values->end()), values->end());
    }
    if (map.densities.size() < kFewestDensities || map.positions.size() < kFewestRows) continue;
    for (std::size_t i = 0; i < map.densities.size(); ++i)
      for (std::size_t j = 0; j < map.positions.size(); ++j) {
        const auto found =
            outcomes.find({key.second, key.first, map.positions[j], map.densities[i]});
        if (found == outcomes.end()) continue;
        const Outcome& outcome = found->second;
        map.cells.push_back(
            {i, j, outcome.winner, outcome.tied, outcome.dense, outcome.gain, outcome.sparse_gain});
      }
    result.push_back(std::move(map));
  }
  return result;
}

}  // namespace sparlab::analysis
