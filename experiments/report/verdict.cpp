#include "experiments/report/verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "experiments/plan/names.hpp"
#include "experiments/report/named_winners.hpp"
#include "experiments/report/processor_sharing.hpp"
#include "experiments/report/regret.hpp"
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

/// "0.1", or "0.1 to 0.5".
std::string stretch_text(Axis axis, double first, double last) {
  const std::string text = position_text(axis, first);
  return last > first ? text + " to " + position_text(axis, last) : text;
}

/// Winners in the table that an engine's ranges do not name: "; tied with a at density 0.1, 0.5".
std::string ties_text(Axis axis, const std::vector<NamedWinners::Tie>& ties) {
  std::map<std::string, std::vector<std::string>> places;
  for (const auto& tie : ties)
    places[tie.algorithm].push_back(stretch_text(axis, tie.first, tie.last));
  std::string text;
  for (const auto& [algorithm, where] : places)
    text += fmt::format("; tied with {} at {}{}{}", algorithm, name_of(axis),
                        axis == Axis::density ? " " : " = ", fmt::join(where, ", "));
  return text;
}

std::vector<std::string> range_sentences(const Panel& panel, const NamedWinners& winners) {
  struct Told {
    std::string engines;
    std::vector<WinnerRange> ranges;
    std::string ties;
  };
  std::vector<Told> told;
  for (const Engine engine : panel.engines()) {
    const std::vector<WinnerRange>& ranges = winners.ranges(engine);
    const std::string ties = ties_text(panel.axis, winners.ties(engine));
    const auto same = std::ranges::find_if(told, [&](const Told& item) {
      return item.ties == ties && same_ranges(panel.axis, item.ranges, ranges);
    });
    if (same == told.end()) {
      told.push_back({std::string(name_of(engine)), ranges, ties});
    } else {
      same->engines += fmt::format(", {}", name_of(engine));
    }
  }
  std::vector<std::string> sentences;
  for (const auto& [engines, ranges, ties] : told)
    sentences.push_back(fmt::format("{}: {}{}", engines, ranges_text(panel, ranges), ties));
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
std::string choice(const NamedWinners& winners, Engine engine, double position,
                   const Standing& standing) {
  const std::string& named = winner_at(winners.ranges(engine), position);
  return standing.leads(named) ? named : standing.winner().point.algorithm;
}

/// Those of the engines that have a record there.
using Standings = std::map<Engine, Standing>;

Standings standings_at(const Panel& panel, double position,
                       const std::vector<std::string>& algorithms) {
  Standings standings;
  for (const Engine engine : panel.engines())
    if (auto standing = standing_among(panel, engine, position, algorithms))
      standings.emplace(engine, std::move(*standing));
  return standings;
}

/// Nothing if one algorithm has first place, alone or shared, on every engine.
std::optional<Disagreement> disagreement_at(const Standings& standings, const NamedWinners& winners,
                                            double position,
                                            const std::vector<std::string>& algorithms) {
  const auto leads_everywhere = [&](const std::string& algorithm) {
    return std::ranges::all_of(standings,
                               [&](const auto& item) { return item.second.leads(algorithm); });
  };
  if (standings.size() < 2 || std::ranges::any_of(algorithms, leads_everywhere))
    return std::nullopt;
  Disagreement found{position, position, {}, 1};
  const auto& [first_engine, first_standing] = *standings.begin();
  const std::string first_choice = choice(winners, first_engine, position, first_standing);
  for (const auto& [engine, standing] : standings) {
    found.winners[engine] =
        standing.leads(first_choice) ? first_choice : choice(winners, engine, position, standing);
    found.cost = std::max(found.cost, time_of(standing, first_choice) / standing.winner().time_s);
  }
  return found;
}

std::string disagreement_text(const Panel& panel, const Disagreement& found) {
  std::vector<std::string> claims;
  for (const auto& [engine, winner] : found.winners)
    claims.push_back(fmt::format("{} says {}", name_of(engine), winner));
  return fmt::format("{}{}{}: {}; {} takes up to {} the best time", name_of(panel.axis),
                     panel.axis == Axis::density ? " " : " = ",
                     stretch_text(panel.axis, found.first, found.last), fmt::join(claims, ", "),
                     found.winners.begin()->second, ratio_text(found.cost));
}

/// True if engines whose ranges name different winners agree only as these share first places.
bool agree_by_ties(const Standings& standings, const NamedWinners& winners, double position) {
  std::set<std::string> choices;
  for (const auto& [engine, standing] : standings)
    choices.insert(choice(winners, engine, position, standing));
  return choices.size() > 1;
}

std::vector<std::string> disagreement_sentences(const Panel& panel, const NamedWinners& winners) {
  const std::vector<std::string> algorithms = common_algorithms(panel);
  std::vector<Disagreement> found;
  std::size_t positions = 0;
  bool by_ties = false;
  bool joins = false;  // the last stretch ended at the position before
  for (const double position : panel.positions) {
    const Standings standings = standings_at(panel, position, algorithms);
    const auto here = disagreement_at(standings, winners, position, algorithms);
    by_ties = by_ties || agree_by_ties(standings, winners, position);
    if (here) ++positions;
    if (here && joins && found.back().winners == here->winners) {
      found.back().last = position;
      found.back().cost = std::max(found.back().cost, here->cost);
    } else if (here) {
      found.push_back(*here);
    }
    joins = here.has_value();
  }
  if (found.empty())
    return {fmt::format("all engines agree{} on the winner (of the algorithms that all ran)",
                        by_ties ? " within ties and noise" : "")};
  std::vector<std::string> sentences{
      fmt::format("engines disagree on the winner at {} of {} values of {}:", positions,
                  panel.positions.size(), name_of(panel.axis))};
  for (const Disagreement& one : found) sentences.push_back(disagreement_text(panel, one));
  return sentences;
}

/// Empty if every measured rank had a processor, or nothing is compared with measurements.
std::string sharing_sentence(const Panel& panel) {
  const auto sharing = processor_sharing(panel);
  std::vector<std::string_view> others;
  for (const Engine engine : panel.engines())
    if (engine != Engine::mpi) others.push_back(name_of(engine));
  if (!sharing || others.empty()) return {};
  return fmt::format(
      "{} and mpi are not comparable at P = {}: the ranks of mpi took turns on {} processors",
      fmt::join(others, ", "), fmt::join(sharing->ranks, ", "),
      fmt::join(sharing->processors, " or "));
}

std::vector<std::string> exact_sentences(const Panel& panel) {
  const NamedWinners winners(panel);
  std::vector<std::string> sentences = range_sentences(panel, winners);
  if (std::string sharing = sharing_sentence(panel); !sharing.empty())
    sentences.push_back(std::move(sharing));
  if (panel.engines().size() < 2 || common_algorithms(panel).empty()) return sentences;
  for (std::string& sentence : disagreement_sentences(panel, winners))
    sentences.push_back(std::move(sentence));
  return sentences;
}

}  // namespace

std::vector<std::string> verdict(const Panel& panel) {
  const Panel exact = panel.exact();
  const Panel approximate = panel.approximate();
  std::vector<std::string> sentences;
  if (!exact.series.empty()) sentences = exact_sentences(exact);
  for (const Engine engine : panel.engines()) {
    if (auto sentence = regret_sentence(panel, engine)) sentences.push_back(std::move(*sentence));
  }
  if (approximate.series.empty()) return sentences;
  for (const std::string& sentence : range_sentences(approximate, NamedWinners(approximate)))
    sentences.push_back("if another result will do, " + sentence);
  return sentences;
}

}  // namespace sparlab::experiments
