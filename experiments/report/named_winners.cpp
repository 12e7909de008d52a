#include "experiments/report/named_winners.hpp"

#include <algorithm>

#include "experiments/report/standing.hpp"

namespace sparlab::experiments {

NamedWinners::NamedWinners(const Panel& panel) {
  const std::vector<Engine> engines = panel.engines();
  for (const Engine engine : engines) ranges_[engine] = winner_ranges(panel, engine);
  for (const double position : panel.positions) {
    std::vector<std::string> names;  // in the order of the engines
    for (const Engine engine : engines) {
      const auto standing = standing_at(panel, engine, position);
      if (!standing) continue;
      const auto shared = std::ranges::find_if(
          names, [&](const std::string& name) { return standing->leads(name); });
      names.push_back(shared == names.end() ? winner_at(ranges_[engine], position) : *shared);
      named_[position][engine] = names.back();
    }
  }
}

std::vector<NamedWinners::Tie> NamedWinners::ties(Engine engine) const {
  std::vector<Tie> found;
  bool joins = false;  // the last stretch ended at the position before
  for (const auto& [position, names] : named_) {
    const auto named = names.find(engine);
    if (named == names.end()) continue;
    const bool tie = named->second != winner_at(ranges_.at(engine), position);
    if (tie && joins && found.back().algorithm == named->second) {
      found.back().last = position;
    } else if (tie) {
      found.push_back({named->second, position, position});
    }
    joins = tie;
  }
  return found;
}

}  // namespace sparlab::experiments
