#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/results/link_use.hpp"
#include "base/text/text_table.hpp"
#include "report/charts/algorithm_styles.hpp"
#include "report/charts/layouts.hpp"
#include "report/figures/curve_choice.hpp"
#include "report/figures/kinds.hpp"

namespace sparlab::report {
namespace {

constexpr double kMeanShade = 1.0;
constexpr double kBusiestShade = 0.4;
constexpr std::size_t kMostClasses = 4;

std::vector<Tick> percent_ticks(double to) {
  double step = 0.1;
  while (to / step > 5.5) step *= std::fabs(std::fmod(std::log10(step) + 10, 1)) < 0.2 ? 2.5 : 2;
  std::vector<Tick> ticks;
  for (double at = 0; at <= to * 1.0001; at += step)
    ticks.push_back({at, fmt::format("{:g}", std::round(at * 100) / 100)});
  return ticks;
}

constexpr std::size_t kMostGroupMaps = 3;
constexpr std::size_t kMostLabelledGroups = 4;  ///< cells have room for a text

/// Rows of the matrix of a record that has groups; 0 if it has none.
std::size_t groups_of(const experiments::Record& record) {
  return analysis::used_groups(*record.links);
}

ChartAxis group_axis(std::size_t groups, std::string label) {
  ChartAxis axis{std::move(label), false, -0.5, static_cast<double>(groups) - 0.5, {}};
  const std::size_t every = (groups + 7) / 8;
  for (std::size_t group = 0; group < groups; group += every)
    axis.ticks.push_back({static_cast<double>(group), fmt::format("{}", group)});
  return axis;
}

/// Of uses of links, those of the first engine that knows them, at the middle of its positions, by
/// the algorithms that other figures of the panel show. Contract: not empty.
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

std::string subtitle_of_links(const analysis::SweepView& sweep, const analysis::Panel& panel,
                              const analysis::LinkUses& uses) {
  std::string text =
      fmt::format("{}, {}", panel.fixed_text(), analysis::place_text(panel.axis, uses.position));
  if (!sweep.platform.empty()) text += ", platform " + sweep.platform;
  return fmt::format("{}, engine {}", text, name_of(uses.engine));
}

}  // namespace

std::optional<Chart> link_figure(const SweepView& sweep, const Panel& panel) {
  const std::vector<analysis::LinkUses> all = analysis::link_uses(panel);
  if (all.empty() || all.front().classes.empty()) return std::nullopt;
  const analysis::LinkUses uses = middle_uses(panel, all);
  std::vector<std::string> classes = uses.classes;
  Chart chart;
  chart.notes = {"input: " + sweep.settings};
  if (classes.size() > kMostClasses) {
    chart.notes[0] +=
        fmt::format("; not drawn: {} other classes of links", classes.size() - kMostClasses);
    classes.resize(kMostClasses);
  }
  std::vector<std::string> names;
  std::vector<RowLabel> labels;
  for (const experiments::Record* record : uses.records) {
    names.push_back(record->point.algorithm.spec());
    labels.push_back({names.back()});
  }
  const AlgorithmStyles styles(names);
  double greatest = 0;
  for (const std::string& link_class : classes) {
    ChartPanel& drawn = chart.panels.emplace_back();
    Series bars{{}, {"from", "per cent", "y from", "y to", "colour", "what"}, {}};
    for (std::size_t i = 0; i < names.size(); ++i) {
      const experiments::LinkClassTraffic* const of =
          analysis::class_traffic(*uses.records[i], link_class);
      if (of == nullptr) continue;
      drawn.title = fmt::format("{}: {} links", link_class, of->links);
      const double row = static_cast<double>(names.size() - i);
      const double mean = 100 * of->utilisation;
      const double busiest = 100 * of->highest_utilisation;
      constexpr double kHalf = 0.38;
      constexpr double kInner = 0.2;
      bars.rows.push_back({0, busiest, row - kHalf, row + kHalf,
                           tint(styles.colour(names[i]), kBusiestShade), names[i]});
      bars.rows.push_back({0, mean, row - kInner, row + kInner,
                           tint(styles.colour(names[i]), kMeanShade), names[i]});
      greatest = std::max({greatest, mean, busiest});
    }
    drawn.draw(std::move(bars), {.kind = MarkKind::boxes, .colour = 5});
  }
  const double to = greatest > 0 ? 1.05 * greatest : 1;
  chart.x = {"utilisation (%)", false, 0, to, percent_ticks(to)};
  chart.title = fmt::format("Utilisation of links, {}", sweep.name());
  chart.subtitle = subtitle_of_links(sweep, panel, uses);
  chart.legend = {{Sample::heading, "Of the links of a class"},
                  {Sample::box, "mean", Style{.colour = tint("0x444444", kMeanShade)}},
                  {Sample::box, "the busiest", Style{.colour = tint("0x444444", kBusiestShade)}}};
  lay_out_rows(chart, labels, classes.size() > 2 ? 200 : 300, 30);
  return chart;
}

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
  chart.x = group_axis(groups, "to group");
  chart.y = group_axis(groups, "from group");
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
  chart.subtitle = subtitle_of_links(sweep, panel, uses);
  chart.notes = {"input: " + sweep.settings + "; on the diagonal: between the hosts of a group"};
  lay_out_row(chart, 90, 280, 280);
  return chart;
}

}  // namespace sparlab::report
