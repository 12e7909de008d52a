#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/results/leads.hpp"
#include "analysis/results/standing.hpp"
#include "experiments/spec/points/engine.hpp"
#include "report/tables/panel_tables.hpp"

namespace sparlab::report {
namespace {

/// The points at which an algorithm has the first place on one engine.
struct Wins {
  std::size_t points = 0;
  double least = 0;
  double greatest = 0;

  void add(double position) {
    least = points == 0 ? position : std::min(least, position);
    greatest = points == 0 ? position : std::max(greatest, position);
    ++points;
  }
};

}  // namespace

TextRows wins_rows(const analysis::SweepView& sweep) {
  std::set<experiments::Engine> engines;
  std::map<std::string, std::map<experiments::Engine, Wins>> wins;
  std::map<experiments::Engine, std::size_t> known;
  for (const analysis::Panel& panel : sweep.panels) {
    const analysis::Panel exact = panel.competing();
    for (const experiments::Engine engine : exact.engines()) {
      engines.insert(engine);
      const analysis::Coverage coverage(exact, engine);
      for (const double position : exact.positions) {
        const auto standing = analysis::standing_at(exact, engine, position);
        if (!standing || !coverage.can_judge(position)) continue;
        ++known[engine];
        for (const experiments::Record* leader : standing->leaders)
          wins[leader->point.algorithm.spec()][engine].add(position);
      }
    }
  }
  if (wins.empty()) return {};
  std::vector<std::pair<std::string, std::size_t>> order;
  for (const auto& [algorithm, of_engines] : wins) {
    std::size_t points = 0;
    for (const auto& [engine, one] : of_engines) points += one.points;
    order.emplace_back(algorithm, points);
  }
  std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.second > b.second; });
  TextRows rows{{""}, {"fastest"}};
  for (const experiments::Engine engine : engines) {
    rows[0].emplace_back(name_of(engine));
    rows[0].emplace_back();
    rows[1].emplace_back("points");
    rows[1].emplace_back(name_of(sweep.axis));
  }
  for (const auto& [algorithm, points] : order) {
    rows.push_back({algorithm});
    for (const experiments::Engine engine : engines) {
      const auto found = wins[algorithm].find(engine);
      const bool none = found == wins[algorithm].end();
      rows.back().push_back(none ? "-" : std::to_string(found->second.points));
      rows.back().push_back(
          none ? ""
               : analysis::range_text(sweep.axis, found->second.least, found->second.greatest));
    }
  }
  rows.push_back({"of"});
  for (const experiments::Engine engine : engines) {
    rows.back().push_back(std::to_string(known[engine]));
    rows.back().emplace_back();
  }
  return rows;
}

}  // namespace sparlab::report
