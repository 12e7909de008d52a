#include "experiments/report/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "experiments/plan/names.hpp"
#include "experiments/report/panel_crossovers.hpp"
#include "experiments/report/standing.hpp"
#include "experiments/report/unit_text.hpp"

namespace sparlab::experiments {
namespace {

/// Boundaries closer than this, relatively, are told as one.
constexpr double kSameBoundary = 0.03;

/// Between two whole numbers the earlier winner still leads at the lower one.
double last_place(Axis axis, const WinnerRange& range) {
  return axis == Axis::density ? range.until : std::floor(range.until);
}

std::string ranges_text(const Panel& panel, const std::vector<WinnerRange>& ranges) {
  if (ranges.size() == 1)
    return ranges.front().algorithm + (panel.positions.size() > 1 ? " everywhere" : "");
  std::string text;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (i + 1 == ranges.size()) return text + ", then " + ranges[i].algorithm;
    const double until = last_place(panel.axis, ranges[i]);
    text += i == 0 ? fmt::format("{} up to {}", ranges[i].algorithm, place_text(panel.axis, until))
                   : fmt::format(", {} up to {}", ranges[i].algorithm,
                                 position_text(panel.axis, until));
  }
  return text;
}

bool same_ranges(Axis axis, const std::vector<WinnerRange>& one,
                 const std::vector<WinnerRange>& other) {
  return std::ranges::equal(one, other, [&](const WinnerRange& a, const WinnerRange& b) {
    const double difference = std::abs(last_place(axis, a) - last_place(axis, b));
    return a.algorithm == b.algorithm && difference <= kSameBoundary * b.until;
  });
}

std::vector<std::string> range_sentences(const Panel& panel) {
  std::vector<std::pair<std::string, std::vector<WinnerRange>>> told;
  for (const Engine engine : panel.engines()) {
    std::vector<WinnerRange> ranges = winner_ranges(panel, engine);
    const auto same = std::ranges::find_if(
        told, [&](const auto& item) { return same_ranges(panel.axis, item.second, ranges); });
    if (same == told.end()) {
      told.emplace_back(name_of(engine), std::move(ranges));
    } else {
      same->first += fmt::format(", {}", name_of(engine));
    }
  }
  std::vector<std::string> sentences;
  for (const auto& [engines, ranges] : told)
    sentences.push_back(fmt::format("{}: {}", engines, ranges_text(panel, ranges)));
  return sentences;
}

std::vector<std::string> common_algorithms(const Panel& panel) {
  std::vector<std::string> names = panel.algorithms();
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::any_of(panel.engines(),
                               [&](Engine engine) { return panel.find(engine, name) == nullptr; });
  });
  return names;
}

/// A stretch of positions at which the engines name the same, differing winners.
struct Disagreement {
  double first = 0;
  double last = 0;
  std::map<Engine, std::string> winners;
  double cost = 1;  ///< greatest time of the first engine's winner over the dissenting engine's own
};

double time_of(const Standing& standing, const std::string& algorithm) {
  for (const Record* record : standing.fastest_first)
    if (record->point.algorithm == algorithm) return record->time_s;
  return standing.winner().time_s;
}

/// Of those that share the first place, the one that the ranges name, if it is among them.
std::string choice(const Panel& panel, Engine engine, double position, const Standing& standing) {
  const std::string named = winner_at(winner_ranges(panel, engine), position);
  return standing.leads(named) ? named : standing.winner().point.algorithm;
}

/// Nothing if one algorithm has first place, alone or shared, on every engine.
std::optional<Disagreement> disagreement_at(const Panel& panel, double position,
                                            const std::vector<std::string>& algorithms) {
  std::map<Engine, Standing> standings;
  for (const Engine engine : panel.engines())
    if (auto standing = standing_among(panel, engine, position, algorithms))
      standings.emplace(engine, std::move(*standing));
  const auto leads_everywhere = [&](const std::string& algorithm) {
    return std::ranges::all_of(standings,
                               [&](const auto& item) { return item.second.leads(algorithm); });
  };
  if (standings.size() < 2 || std::ranges::any_of(algorithms, leads_everywhere))
    return std::nullopt;
  Disagreement found{position, position, {}, 1};
  const auto& [first_engine, first_standing] = *standings.begin();
  const std::string first_choice = choice(panel, first_engine, position, first_standing);
  for (const auto& [engine, standing] : standings) {
    found.winners[engine] =
        standing.leads(first_choice) ? first_choice : choice(panel, engine, position, standing);
    found.cost = std::max(found.cost, time_of(standing, first_choice) / standing.winner().time_s);
  }
  return found;
}

std::string disagreement_text(const Panel& panel, const Disagreement& found) {
  std::vector<std::string> claims;
  for (const auto& [engine, winner] : found.winners)
    claims.push_back(fmt::format("{} says {}", name_of(engine), winner));
  std::string where = place_text(panel.axis, found.first);
  if (found.last > found.first) where += " to " + position_text(panel.axis, found.last);
  return fmt::format("{}: {}; {} takes up to {} the best time", where, fmt::join(claims, ", "),
                     found.winners.begin()->second, ratio_text(found.cost));
}

std::vector<std::string> disagreement_sentences(const Panel& panel) {
  const std::vector<std::string> algorithms = common_algorithms(panel);
  std::vector<Disagreement> found;
  std::size_t positions = 0;
  bool joins = false;  // the last stretch ended at the position before
  for (const double position : panel.positions) {
    const auto here = disagreement_at(panel, position, algorithms);
    if (here) ++positions;
    if (here && joins && found.back().winners == here->winners) {
      found.back().last = position;
      found.back().cost = std::max(found.back().cost, here->cost);
    } else if (here) {
      found.push_back(*here);
    }
    joins = here.has_value();
  }
  if (found.empty()) return {"all engines agree on the winner (of the algorithms that all ran)"};
  std::vector<std::string> sentences{
      fmt::format("engines disagree on the winner at {} of {} values of {}:", positions,
                  panel.positions.size(), name_of(panel.axis))};
  for (const Disagreement& one : found) sentences.push_back(disagreement_text(panel, one));
  return sentences;
}

}  // namespace

std::vector<std::string> verdict(const Panel& panel) {
  std::vector<std::string> sentences = range_sentences(panel);
  if (panel.engines().size() < 2 || common_algorithms(panel).empty()) return sentences;
  for (std::string& sentence : disagreement_sentences(panel))
    sentences.push_back(std::move(sentence));
  return sentences;
}

}  // namespace sparlab::experiments
