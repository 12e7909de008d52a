#include "report/figures/middle_links.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/figures/curve_choice.hpp"

namespace sparlab::report {

analysis::LinkUses middle_uses(const analysis::Panel& panel,
                               const std::vector<analysis::LinkUses>& all) {
  std::vector<analysis::LinkUses> of_engine;
  for (const analysis::LinkUses& uses : all)
    if (uses.engine == all.front().engine) of_engine.push_back(uses);
  analysis::LinkUses middle = of_engine[of_engine.size() / 2];
  // The algorithms are those that other figures of the panel show.
  const std::vector<std::string> drawn = choose_curves(panel).panel.algorithms();
  std::vector<const experiments::Record*> kept;
  for (const experiments::Record* record : middle.records)
    if (std::ranges::find(drawn, record->point.algorithm.spec()) != drawn.end())
      kept.push_back(record);
  if (!kept.empty()) middle.records = kept;
  if (middle.records.size() > kMostCurves) middle.records.resize(kMostCurves);
  return middle;
}

std::string links_subtitle(const analysis::SweepView& sweep, const analysis::Panel& panel,
                           const analysis::LinkUses& uses) {
  std::string text =
      fmt::format("{}, {}", panel.fixed_text(), analysis::place_text(panel.axis, uses.position));
  if (!sweep.platform.empty()) text += ", platform " + sweep.platform;
  return fmt::format("{}, engine {}", text, name_of(uses.engine));
}

}  // namespace sparlab::report
