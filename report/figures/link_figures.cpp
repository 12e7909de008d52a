#include "report/figures/link_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "analysis/results/link_use.hpp"
#include "base/text/printable.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"
#include "model/base/contract.hpp"
#include "report/figures/algorithm_styles.hpp"
#include "report/figures/boxes_data.hpp"
#include "report/figures/curve_choice.hpp"

namespace sparlab::report {
namespace {

constexpr double kMeanShade = 1.0;
constexpr double kBusiestShade = 0.4;
constexpr std::size_t kMostClasses = 4;
constexpr std::size_t kMostGroupMaps = 3;
constexpr std::size_t kMostLabelledGroups = 4;  ///< cells have room for a text

/// The uses of the first engine that knows them, at the middle of its positions.
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

std::string subtitle_of(const analysis::SweepView& sweep, const analysis::Panel& panel,
                        const analysis::LinkUses& uses) {
  std::string text =
      fmt::format("{}, {}", panel.fixed_text(), analysis::place_text(panel.axis, uses.position));
  if (!sweep.platform.empty()) text += ", platform " + sweep.platform;
  return fmt::format("{}, engine {}", text, name_of(uses.engine));
}

std::vector<Tick> percent_ticks(double to) {
  double step = 0.1;
  while (to / step > 5.5) step *= std::fabs(std::fmod(std::log10(step) + 10, 1)) < 0.2 ? 2.5 : 2;
  std::vector<Tick> ticks;
  for (double at = 0; at <= to * 1.0001; at += step)
    ticks.push_back({at, fmt::format("{:g}", std::round(at * 100) / 100)});
  return ticks;
}

/// Rows of the matrix of a record that has groups; 0 if it has none.
std::size_t groups_of(const experiments::Record& record) {
  return analysis::used_groups(*record.links);
}

}  // namespace

bool can_draw_links(const analysis::Panel& panel) {
  const std::vector<analysis::LinkUses> all = analysis::link_uses(panel);
  return !all.empty() && !all.front().classes.empty();
}

Figure link_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                   const std::string& name) {
  SPARLAB_EXPECTS(can_draw_links(panel));
  const analysis::LinkUses uses = middle_uses(panel, analysis::link_uses(panel));
  std::vector<std::string> classes = uses.classes;
  std::string note = "input: " + sweep.settings;
  if (classes.size() > kMostClasses) {
    note += fmt::format("; not drawn: {} other classes of links", classes.size() - kMostClasses);
    classes.resize(kMostClasses);
  }
  std::vector<std::string> names;
  for (const experiments::Record* record : uses.records)
    names.push_back(record->point.algorithm.spec());
  const AlgorithmStyles styles(names);
  BoxesData data;
  const auto rows = static_cast<double>(names.size());
  data.y = {"", false, 0.4, rows + 0.6, {}};
  std::size_t longest = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    constexpr std::size_t kMostBytes = 48;
    data.y.ticks.push_back(
        {rows - static_cast<double>(i), base::both_ends(base::printable(names[i]), kMostBytes)});
    longest = std::max(longest, data.y.ticks.back().text.size());
  }
  double greatest = 0;
  for (const std::string& link_class : classes) {
    BoxesData::Panel& drawn = data.panels.emplace_back();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const experiments::LinkClassTraffic* const of =
          analysis::class_traffic(*uses.records[i], link_class);
      if (of == nullptr) continue;
      drawn.title = fmt::format("{}: {} links", link_class, of->links);
      const double row = rows - static_cast<double>(i);
      const double mean = 100 * of->utilisation;
      const double busiest = 100 * of->highest_utilisation;
      constexpr double kHalf = 0.38;
      constexpr double kInner = 0.2;
      drawn.boxes.push_back(
          {0, busiest, row - kHalf, row + kHalf, tint(styles.colour(names[i]), kBusiestShade)});
      drawn.boxes.push_back(
          {0, mean, row - kInner, row + kInner, tint(styles.colour(names[i]), kMeanShade)});
      greatest = std::max({greatest, mean, busiest});
    }
  }
  const double to = greatest > 0 ? 1.05 * greatest : 1;
  data.x = {"utilisation (%)", false, 0, to, percent_ticks(to)};
  data.left_margin = 24 + 7.4 * static_cast<double>(longest);
  data.panel_height = 60 + 30 * rows;
  data.panel_width = classes.size() > 2 ? 200 : 300;
  data.set_texts(fmt::format("Utilisation of links, {}", sweep.name()),
                 subtitle_of(sweep, panel, uses), note);
  data.add_legend("heading", "0x0", 5, "Of the links of a class");
  data.add_legend("box", tint("0x444444", kMeanShade), 5, "mean");
  data.add_legend("box", tint("0x444444", kBusiestShade), 5, "the busiest");
  return {name, FigureKind::boxes, data.text()};
}

bool can_draw_groups(const analysis::Panel& panel) {
  for (const analysis::LinkUses& uses : analysis::link_uses(panel))
    for (const experiments::Record* record : uses.records)
      if (groups_of(*record) > 1) return true;
  return false;
}

Figure group_figure(const analysis::SweepView& sweep, const analysis::Panel& panel,
                    const std::string& name) {
  SPARLAB_EXPECTS(can_draw_groups(panel));
  std::vector<analysis::LinkUses> all = analysis::link_uses(panel);
  for (analysis::LinkUses& uses : all)
    std::erase_if(uses.records,
                  [](const experiments::Record* record) { return groups_of(*record) < 2; });
  std::erase_if(all, [](const analysis::LinkUses& uses) { return uses.records.empty(); });
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
  BoxesData data;
  for (const experiments::Record* record : uses.records) {
    BoxesData::Panel& drawn = data.panels.emplace_back();
    drawn.title =
        fmt::format("{}, {}", record->point.algorithm.spec(), base::seconds_text(record->time_s));
    const std::vector<double>& bytes = record->links->group_bytes;
    const auto row = static_cast<std::size_t>(record->links->groups);
    for (std::size_t from = 0; from < std::min(groups, row); ++from)
      for (std::size_t to = 0; to < std::min(groups, row); ++to) {
        const double passed = bytes[from * row + to];
        if (!(passed > 0)) continue;
        const auto x = static_cast<double>(to);
        const auto y = static_cast<double>(from);
        drawn.boxes.push_back({x - 0.5, x + 0.5, y - 0.5, y + 0.5, colour_of(passed)});
        if (groups <= kMostLabelledGroups)
          drawn.labels.push_back({x, y, base::bytes_text(passed)});
      }
  }
  const auto end = static_cast<double>(groups);
  const auto scale = [&](const char* label) {
    BoxesData::Scale axis{label, false, -0.5, end - 0.5, {}};
    const std::size_t every = (groups + 7) / 8;
    for (std::size_t group = 0; group < groups; group += every)
      axis.ticks.push_back({static_cast<double>(group), fmt::format("{}", group)});
    return axis;
  };
  data.x = scale("to group");
  data.y = scale("from group");
  data.panel_width = data.panel_height = 280;
  data.set_texts(fmt::format("Bytes between groups, {}", sweep.name()),
                 subtitle_of(sweep, panel, uses),
                 "input: " + sweep.settings + "; on the diagonal: between the hosts of a group");
  data.add_legend("heading", "0x0", 5, "Bytes of one call");
  constexpr int kSamples = 5;
  for (int i = 0; i < kSamples && (width > 0 || i == 0); ++i) {
    const double bytes = greatest * std::exp(-width * i / (kSamples - 1));
    data.add_legend("box", colour_of(bytes), 5, base::bytes_text(bytes));
  }
  data.add_legend("heading", "0x0", 5, "white: none");
  return {name, FigureKind::boxes, data.text()};
}

}  // namespace sparlab::report
