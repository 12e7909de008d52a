#pragma once

#include <string>
#include <vector>

#include "analysis/results/link_use.hpp"
#include "analysis/results/sweep_views.hpp"

namespace sparlab::report {

/// Of uses of links, those of the first engine that knows them, at the middle of its positions, by
/// the algorithms that other figures of the panel show. Contract: not empty.
analysis::LinkUses middle_uses(const analysis::Panel& panel,
                               const std::vector<analysis::LinkUses>& all);

/// What a figure of such uses says below its title.
std::string links_subtitle(const analysis::SweepView& sweep, const analysis::Panel& panel,
                           const analysis::LinkUses& uses);

}  // namespace sparlab::report
