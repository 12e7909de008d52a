#include "report/figures/curve_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "analysis/results/standing.hpp"

namespace sparlab::report {
namespace {

/// How much an algorithm deserves a curve.
struct Merit {
  double dense_wins = 0;  ///< first places among dense algorithms, shared ones in parts
  double wins = 0;        ///< first places
  /// The least ratio of its time to that of the fastest.
  double nearness = std::numeric_limits<double>::infinity();
};

using Merits = std::map<std::string, Merit>;

/// Of exact or of approximate algorithms.
Merits merits_of(const analysis::Panel& panel) {
  Merits merits;
  for (const std::string& algorithm : panel.algorithms()) merits[algorithm];
  for (const experiments::Engine engine : panel.engines())
    for (const double position : panel.positions) {
      const auto standing = analysis::standing_at(panel, engine, position);
      if (!standing || !(standing->winner().time_s > 0)) continue;
      for (const experiments::Record* leader : standing->leaders)
        merits[leader->point.algorithm.spec()].wins +=
            1 / static_cast<double>(standing->leaders.size());
      if (standing->best_dense != nullptr)
        merits[standing->best_dense->point.algorithm.spec()].dense_wins += 1;
      for (const experiments::Record* record : standing->fastest_first) {
        double& least = merits[record->point.algorithm.spec()].nearness;
        least = std::min(least, record->time_s / standing->winner().time_s);
      }
    }
  return merits;
}

/// The most deserving first; the best dense algorithm precedes all.
std::vector<std::string> by_merit(const analysis::Panel& panel) {
  std::vector<std::string> names = panel.algorithms();
  if (names.empty()) return names;
  const Merits merits = merits_of(panel);
  std::ranges::stable_sort(names, {}, [&](const std::string& name) {
    const Merit& merit = merits.at(name);
    return std::tuple{-merit.wins, merit.nearness};
  });
  const auto best_dense = std::ranges::max_element(
      names, {}, [&](const std::string& name) { return merits.at(name).dense_wins; });
  if (merits.at(*best_dense).dense_wins > 0)
    std::rotate(names.begin(), best_dense, std::next(best_dense));
  return names;
}

bool coincide(const analysis::Panel& panel, const ShownValue& shown, const std::string& one,
              const std::string& other) {
  constexpr double kDifference = 0.02;
  if (analysis::is_approximate(one) != analysis::is_approximate(other)) return false;
  for (const experiments::Engine engine : panel.engines()) {
    const analysis::Series* const left = panel.find(engine, one);
    const analysis::Series* const right = panel.find(engine, other);
    if ((left == nullptr) != (right == nullptr)) return false;
    if (left == nullptr) continue;
    const auto same = [&](const experiments::Record* a, const experiments::Record* b) {
      return analysis::position(panel.axis, a->point) == analysis::position(panel.axis, b->point) &&
             std::abs(shown(*a) - shown(*b)) <= kDifference * shown(*b);
    };
    if (!std::ranges::equal(left->records, right->records, same)) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> CurveChoice::label(const std::string& drawn) const {
  std::vector<std::string> lines{drawn};
  const auto found = same_as.find(drawn);
  if (found == same_as.end()) return lines;
  constexpr std::size_t kMostBytes = 34;  // what fits beside the curves
  for (const std::string& other : found->second) {
    const std::string next = "= " + other;
    if (lines.back().size() + 1 + next.size() <= kMostBytes) {
      lines.back() += " " + next;
    } else {
      lines.push_back(next);
    }
  }
  return lines;
}

std::string CurveChoice::left_out_text() const {
  return fmt::format("not drawn: {} other algorithm{}", left_out, left_out == 1 ? "" : "s");
}

std::string CurveChoice::drawn_for(const std::string& algorithm) const {
  for (const auto& [drawn, others] : same_as)
    if (std::ranges::find(others, algorithm) != others.end()) return drawn;
  const std::vector<std::string> drawn = panel.algorithms();
  return std::ranges::find(drawn, algorithm) == drawn.end() ? std::string() : algorithm;
}

std::string best_dense_note(const std::set<std::string>& algorithms) {
  if (algorithms.empty()) return {};
  return fmt::format("; best dense: {}", fmt::join(analysis::in_registry_order(algorithms), ", "));
}

CurveChoice choose_curves(const analysis::Panel& panel, const ShownValue& shown) {
  CurveChoice choice;
  // One algorithm stands for all that coincide with it: the first of the registry.
  std::set<std::string> represented;
  const std::vector<std::string> all = panel.algorithms();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (represented.contains(all[i])) continue;
    for (std::size_t j = i + 1; j < all.size(); ++j)
      if (!represented.contains(all[j]) && coincide(panel, shown, all[i], all[j])) {
        choice.same_as[all[i]].push_back(all[j]);
        represented.insert(all[j]);
      }
  }
  choice.panel = panel;
  std::erase_if(choice.panel.series, [&](const analysis::Series& series) {
    return represented.contains(series.algorithm);
  });
  const std::vector<std::string> exact = by_merit(choice.panel.exact());
  const std::vector<std::string> approximate = by_merit(choice.panel.approximate());
  const std::size_t reserved = std::min(kReservedApproximate, approximate.size());
  const std::size_t of_exact = std::min(exact.size(), kMostCurves - reserved);
  const std::size_t of_approximate = std::min(approximate.size(), kMostCurves - of_exact);
  const auto drawn = [&](const std::string& name) {
    const auto among = [&](const std::vector<std::string>& names, std::size_t count) {
      const auto end = names.begin() + static_cast<std::ptrdiff_t>(count);
      return std::find(names.begin(), end, name) != end;
    };
    return among(exact, of_exact) || among(approximate, of_approximate);
  };
  std::erase_if(choice.panel.series,
                [&](const analysis::Series& series) { return !drawn(series.algorithm); });
  std::erase_if(choice.same_as, [&](const auto& group) {
    if (drawn(group.first)) return false;
    choice.left_out += group.second.size();
    return true;
  });
  choice.left_out += exact.size() + approximate.size() - of_exact - of_approximate;
  return choice;
}

}  // namespace sparlab::report
