#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text/text_table.hpp"
#include "report/charts/algorithm_styles.hpp"
#include "report/charts/layouts.hpp"
#include "report/figures/kinds.hpp"
#include "report/figures/middle_links.hpp"

namespace sparlab::report {
namespace {

constexpr std::size_t kMostGroupMaps = 3;
constexpr std::size_t kMostLabelledGroups = 4;  ///< cells have room for a text

/// Rows of the matrix of a record that has groups; 0 if it has none.
std::size_t groups_of(const experiments::Record& record) {
  return analysis::used_groups(*record.links);
}

ChartAxis axis_of(std::size_t groups, std::string label) {
  ChartAxis axis{std::move(label), false, -0.5, static_cast<double>(groups) - 0.5, {}};
  const std::size_t every = (groups + 7) / 8;
  for (std::size_t group = 0; group < groups; group += every)
    axis.ticks.push_back({static_cast<double>(group), fmt::format("{}", group)});
  return axis;
}

}  // namespace

std::optional<Chart> group_figure(const SweepView& sweep, const Panel& panel) {
  std::vector<analysis::LinkUses> all = analysis::link_uses(panel);
  for (analysis::LinkUses& uses : all)
    std::erase_if(uses.records,
                  [](const experiments::Record* record) { return groups_of(*record) < 2; });
  std::erase_if(all, [](const analysis::LinkUses& uses) { return uses.records.empty(); });
  if (all.empty()) return std::nullopt;
  analysis::LinkUses uses = middle_uses(panel, all);
  if (uses.records.size() > kMostGroupMaps) uses.records.resize(kMostGroupMaps);
  std::size_t groups = 0;
  double least = std::numeric_limits<double>::infinity();
  double greatest = 0;
  for (const experiments::Record* record : uses.records) {
    groups = std::max(groups, groups_of(*record));
    for (const double bytes : record->links->group_bytes) {
      if (bytes > 0) least = std::min(least, bytes);
      greatest = std::max(greatest, bytes);
    }
  }
  // From pale for the least to dark for the greatest; white for nothing.
  constexpr std::size_t kShades = 256;
  const double width = std::log(greatest / least);
  const auto colour_of = [&](double bytes) {
    const double share = width > 0 ? std::log(bytes / least) / width : 1;
    const auto shade = static_cast<std::size_t>(std::lround((1 - share) * (kShades - 1)));
    return ordered_colour(shade, kShades);
  };
  Chart chart;
  for (const experiments::Record* record : uses.records) {
    ChartPanel& drawn = chart.panels.emplace_back();
    drawn.title =
        fmt::format("{}, {}", record->point.algorithm.spec(), base::seconds_text(record->time_s));
    Series cells{{}, {"x from", "x to", "y from", "y to", "colour", "bytes"}, {}};
    Series labels{{}, {"x", "y", "bytes"}, {}};
    const std::vector<double>& bytes = record->links->group_bytes;
    const auto row = static_cast<std::size_t>(record->links->groups);
    for (std::size_t from = 0; from < std::min(groups, row); ++from)
      for (std::size_t to = 0; to < std::min(groups, row); ++to) {
        const double passed = bytes[from * row + to];
        if (!(passed > 0)) continue;
        const auto x = static_cast<double>(to);
        const auto y = static_cast<double>(from);
        cells.rows.push_back(
            {x - 0.5, x + 0.5, y - 0.5, y + 0.5, colour_of(passed), base::bytes_text(passed)});
        if (groups <= kMostLabelledGroups) labels.rows.push_back({x, y, base::bytes_text(passed)});
      }
    drawn.draw(std::move(cells), {.kind = MarkKind::boxes, .colour = 5});
    drawn.draw(std::move(labels),
               {.kind = MarkKind::labels, .text = 3, .lettering = {.bold = true, .boxed = true}});
  }
  chart.x = axis_of(groups, "to group");
  chart.y = axis_of(groups, "from group");
  chart.y.grid = false;
  chart.legend.push_back({Sample::heading, "Bytes of one call"});
  constexpr int kSamples = 5;
  for (int i = 0; i < kSamples && (width > 0 || i == 0); ++i) {
    const double bytes = greatest * std::exp(-width * i / (kSamples - 1));
    chart.legend.push_back(
        {Sample::box, base::bytes_text(bytes), Style{.colour = colour_of(bytes)}});
  }
  chart.legend.push_back({Sample::heading, "white: none"});
  chart.title = fmt::format("Bytes between groups, {}", sweep.name());
  chart.subtitle = links_subtitle(sweep, panel, uses);
  chart.notes = {"input: " + sweep.settings + "; on the diagonal: between the hosts of a group"};
  lay_out_row(chart, 90, 280, 280);
  return chart;
}

}  // namespace sparlab::report
