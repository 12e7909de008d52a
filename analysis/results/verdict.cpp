#include "analysis/results/verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "analysis/results/leads.hpp"
#include "analysis/results/panel.hpp"
#include "analysis/results/regret.hpp"
#include "analysis/results/standing.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::analysis {
namespace {

using Standings = std::map<experiments::Engine, Standing>;

/// The part of a panel common to all engines: the algorithms that all engines ran, and the
/// positions at which each engine has all of those that can run there.
Panel common_part(const Panel& panel) {
  Panel common = panel;
  const std::vector<experiments::Engine> engines = panel.engines();
  std::erase_if(common.series, [&](const Series& one) {
    return std::ranges::any_of(engines, [&](experiments::Engine engine) {
      return panel.find(engine, one.algorithm) == nullptr;
    });
  });
  if (common.series.empty()) {
    common.positions.clear();
    return common;
  }
  const Panel all_positions = common;
  std::erase_if(common.positions, [&](double position) {
    return std::ranges::any_of(engines, [&](experiments::Engine engine) {
      return !Coverage(all_positions, engine).can_judge(position);
    });
  });
  return common;
}

/// Of all engines of a common part.
Standings standings_at(const Panel& common, double position) {
  Standings standings;
  for (const experiments::Engine engine : common.engines())
    standings.emplace(engine, *standing_at(common, engine, position));
  return standings;
}

/// A stretch of positions at which the engines have the same, different winners.
struct Disagreement {
  double first = 0;
  double last = 0;
  std::map<experiments::Engine, std::string> winners;
  double cost = 1;  ///< largest time of the first engine's winner over the dissenting engine's own
};

double time_of(const Standing& standing, const std::string& algorithm) {
  return (*std::ranges::find_if(standing.fastest_first,
                                [&](const experiments::Record* record) {
                                  return record->point.algorithm == algorithm;
                                }))
      ->time_s;
}

std::string leaders_text(const Standing& standing) {
  std::vector<std::string> names;
  for (const experiments::Record* leader : standing.leaders)
    names.push_back(leader->point.algorithm.spec());
  return fmt::format("{}", fmt::join(names, " = "));
}

/// nullopt if some algorithm has the first place, alone or tied, on every engine.
std::optional<Disagreement> disagreement_at(const Standings& standings, double position) {
  const auto& [first_engine, first] = *standings.begin();
  const bool agree = std::ranges::any_of(first.leaders, [&](const experiments::Record* leader) {
    return std::ranges::all_of(standings, [&](const auto& item) {
      return item.second.leads(leader->point.algorithm.spec());
    });
  });
  if (agree) return std::nullopt;
  Disagreement found{position, position, {}, 1};
  const std::string& choice = first.winner().point.algorithm.spec();
  for (const auto& [engine, standing] : standings) {
    found.winners[engine] = leaders_text(standing);
    const double best_s = standing.winner().time_s;
    if (best_s > 0) found.cost = std::max(found.cost, time_of(standing, choice) / best_s);
  }
  return found;
}

std::string disagreement_text(const Panel& panel, const Disagreement& found) {
  std::vector<std::string> claims;
  for (const auto& [engine, winner] : found.winners)
    claims.push_back(fmt::format("{} says {}", name_of(engine), winner));
  return fmt::format("{}: {}; following {} takes up to {} the best time",
                     place_text(panel.axis, range_text(panel.axis, found.first, found.last)),
                     fmt::join(claims, ", "), name_of(found.winners.begin()->first),
                     base::ratio_text(found.cost));
}

/// True if the fastest algorithms of the engines differ, so that they agree only thanks to a tie.
bool agree_by_ties(const Standings& standings) {
  std::set<std::string> fastest;
  for (const auto& [engine, standing] : standings)
    fastest.insert(standing.winner().point.algorithm.spec());
  return fastest.size() > 1;
}

/// "at all 12 values of density", "at density 0.01, the only one of 12 values with results of all".
std::string scope_text(const Panel& panel, const std::vector<double>& compared) {
  const std::size_t values = panel.positions.size();
  if (values == 1) return "at " + place_text(panel.axis, compared.front());
  if (compared.size() == values)
    return fmt::format("at all {} values of {}", values, name_of(panel.axis));
  if (compared.size() == 1)
    return fmt::format("at {}, the only one of {} values with results of all",
                       place_text(panel.axis, compared.front()), values);
  return fmt::format("at the {} of {} values of {} with results of all", compared.size(), values,
                     name_of(panel.axis));
}

/// Whether the engines of a panel have the same winner. They are compared at the positions at which
/// all of them have a result of every algorithm that all of them ran; the first sentence gives the
/// number of these positions. Each further sentence describes a stretch where they disagree: the
/// winner of each engine, and what following the first engine would cost there. Empty for a single
/// engine.
std::vector<std::string> disagreement_sentences(const Panel& panel) {
  std::vector<std::string_view> engines;
  for (const experiments::Engine engine : panel.engines()) engines.push_back(name_of(engine));
  if (engines.size() < 2) return {};
  const std::string names = fmt::format("{}", fmt::join(engines, ", "));
  const Panel common = common_part(panel);
  if (common.positions.empty())
    return {
        fmt::format("{} are not compared: at no {} do all have results of two or more algorithms",
                    names, name_of(panel.axis))};

  std::vector<Disagreement> found;
  std::size_t differing = 0;
  bool by_ties = false;
  bool joins = false;  // the previous position is part of the last stretch
  for (const double position : panel.positions) {
    if (std::ranges::find(common.positions, position) == common.positions.end()) {
      joins = false;
      continue;
    }
    const Standings standings = standings_at(common, position);
    const auto here = disagreement_at(standings, position);
    by_ties = by_ties || (!here && agree_by_ties(standings));
    if (here) ++differing;
    if (here && joins && found.back().winners == here->winners) {
      found.back().last = position;
      found.back().cost = std::max(found.back().cost, here->cost);
    } else if (here) {
      found.push_back(*here);
    }
    joins = here.has_value();
  }

  const std::string scope =
      fmt::format("{} (of the {} algorithms that all ran)", scope_text(panel, common.positions),
                  common.algorithms().size());
  if (found.empty())
    return {fmt::format("{} agree{} on the winner {}", names,
                        by_ties ? " within ties and noise" : "", scope)};
  std::vector<std::string> sentences{
      common.positions.size() == 1
          ? fmt::format("{} disagree on the winner {}:", names, scope)
          : fmt::format("{} are compared {}, and disagree on the winner at {} of them:", names,
                        scope, differing)};
  for (const Disagreement& one : found) sentences.push_back(disagreement_text(panel, one));
  return sentences;
}

/// Empty if every measured rank had its own processor, or if nothing is compared with measurements.
std::string sharing_sentence(const Panel& panel) {
  const auto sharing = processor_sharing(panel);
  std::vector<std::string_view> others;
  for (const experiments::Engine engine : panel.engines())
    if (!experiments::observes(engine)) others.push_back(name_of(engine));
  if (!sharing || others.empty()) return {};
  return fmt::format(
      "{} and mpi are not comparable at P = {}: the ranks of mpi took turns on {} processors",
      fmt::join(others, ", "), fmt::join(sharing->ranks, ", "),
      fmt::join(sharing->processors, " or "));
}

}  // namespace

WinnerAgreement winner_agreement(const Panel& panel) {
  const Panel exact = panel.competing().comparable();
  if (exact.engines().size() < 2) return {};
  const Panel common = common_part(exact);
  const auto agrees = [&](double position) {
    return !disagreement_at(standings_at(common, position), position);
  };
  return {common.positions.size(),
          static_cast<std::size_t>(std::ranges::count_if(common.positions, agrees))};
}

std::vector<std::string> verdict(const Panel& panel, double most_error) {
  std::vector<std::string> sentences;
  const auto add = [&](std::vector<std::string> more) {
    std::ranges::move(more, std::back_inserter(sentences));
  };
  if (const Panel exact = panel.competing(); !exact.series.empty()) {
    add(lead_sentences(exact));
    if (std::string sharing = sharing_sentence(exact); !sharing.empty())
      sentences.push_back(std::move(sharing));
    add(disagreement_sentences(exact.comparable()));
  }
  for (const experiments::Engine engine : panel.engines()) {
    if (auto sentence = regret_sentence(panel, engine)) sentences.push_back(std::move(*sentence));
  }
  add(approximate_sentences(panel, most_error));
  return sentences;
}

}  // namespace sparlab::analysis
