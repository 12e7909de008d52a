#include "report/figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <ostream>
#include <system_error>

#include "base/errors/errors.hpp"
#include "base/system/environment.hpp"
#include "base/system/whole_file.hpp"
#include "report/figures/bar_figures.hpp"
#include "report/figures/figure_files.hpp"
#include "report/figures/fill_in_figure.hpp"
#include "report/figures/gnuplot.hpp"
#include "report/figures/link_figures.hpp"
#include "report/figures/map_figure.hpp"
#include "report/figures/panel_figures.hpp"

namespace sparlab::report {
namespace {

/// Distinguishes a panel from the others of its sweep: "-P8-N1048576".
std::string panel_suffix(const analysis::SweepView& sweep, const analysis::Panel& panel) {
  const auto varies = [&](auto coordinate) {
    return std::ranges::any_of(sweep.panels, [&](const analysis::Panel& other) {
      return other.*coordinate != panel.*coordinate;
    });
  };
  std::string suffix;
  if (sweep.axis != analysis::Axis::ranks && varies(&analysis::Panel::ranks))
    suffix += fmt::format("-P{}", panel.ranks);
  if (sweep.axis != analysis::Axis::universe && varies(&analysis::Panel::universe))
    suffix += fmt::format("-N{}", panel.universe);
  if (sweep.axis != analysis::Axis::density && varies(&analysis::Panel::density))
    suffix += fmt::format("-d{:.3g}", panel.density);
  return suffix;
}

/// Some of the panels that can be drawn, spread evenly, with the first and the last.
std::vector<const analysis::Panel*> spread(const std::vector<const analysis::Panel*>& panels,
                                           std::size_t most) {
  if (panels.size() <= most) return panels;
  std::vector<const analysis::Panel*> chosen;
  for (std::size_t i = 0; i < most; ++i)
    chosen.push_back(panels[i * (panels.size() - 1) / (most - 1)]);
  return chosen;
}

/// Chosen by what varies: bars for one or two positions, otherwise curves; a map and some of the
/// panels if two axes vary; and what else is known for the middle panel.
std::vector<Figure> figures_of(const analysis::SweepView& sweep, const std::string& stem,
                               std::ostream& messages) {
  std::vector<Figure> figures = map_figures(sweep, stem + "-map");
  for (Figure& figure : fill_in_figures(sweep, stem + "-fill_in"))
    figures.push_back(std::move(figure));
  std::vector<const analysis::Panel*> drawable;
  for (const analysis::Panel& panel : sweep.panels)
    if (can_draw_bars(panel) || can_draw_times(panel)) drawable.push_back(&panel);
  const std::vector<const analysis::Panel*> drawn = spread(drawable, kMostPanels);
  for (const analysis::Panel* panel : drawn) {
    const std::string suffix = panel_suffix(sweep, *panel);
    if (can_draw_bars(*panel)) {
      figures.push_back(bar_figure(sweep, *panel, stem + suffix));
      continue;
    }
    figures.push_back(time_figure(sweep, *panel, stem + suffix));
    if (can_draw_regret(*panel))
      figures.push_back(regret_figure(sweep, *panel, stem + "-regret" + suffix));
  }
  if (!drawn.empty()) {
    const analysis::Panel& middle = *drawn[drawn.size() / 2];
    const std::string suffix = panel_suffix(sweep, middle);
    if (can_draw_phases(middle))
      figures.push_back(phase_figure(sweep, middle, stem + "-phases" + suffix));
    if (!can_draw_bars(middle) && can_draw_speed_up(middle))
      figures.push_back(speed_up_figure(sweep, middle, stem + "-speed_up" + suffix));
    if (!can_draw_bars(middle) && can_draw_traffic(middle))
      figures.push_back(traffic_figure(sweep, middle, stem + "-traffic" + suffix));
    if (can_draw_links(middle))
      figures.push_back(link_figure(sweep, middle, stem + "-links" + suffix));
    if (can_draw_groups(middle))
      figures.push_back(group_figure(sweep, middle, stem + "-groups" + suffix));
  }
  if (drawn.size() < drawable.size())
    messages << fmt::format("figures of {}: of {} panels, {} are drawn; narrow P, N or density\n",
                            sweep.label, drawable.size(), drawn.size());
  if (figures.empty())
    messages << fmt::format("no figure of {}: it has the time of one algorithm at one {}\n",
                            sweep.label, name_of(sweep.axis));
  return figures;
}

/// Whoever placed a link there would choose where files are written and removed.
void require_no_link(const std::filesystem::path& folder) {
  std::error_code absent;
  if (std::filesystem::is_symlink(folder, absent))
    throw base::EnvironmentError(
        fmt::format("{} is a symbolic link, which is not written through", folder.string()));
}

void draw_all(const std::filesystem::path& folder, const std::vector<Figure>& figures) {
  std::string failures;
  std::deque<Drawing> running;
  const auto finish_first = [&] {
    const std::string failure = running.front().finish();
    running.pop_front();
    if (!failure.empty()) failures += (failures.empty() ? "" : "; ") + failure;
  };
  for (const Figure& figure : figures) {
    running.emplace_back(folder, figure.name);
    // The first one ends before others start: there may be no gnuplot.
    if (running.size() == base::usable_processors() || &figure == &figures.front()) finish_first();
  }
  while (!running.empty()) finish_first();
  if (!failures.empty())
    throw base::EnvironmentError(
        fmt::format("gnuplot failed in {}: {}", folder.string(), failures));
}

}  // namespace

void write_figures(const std::filesystem::path& folder, std::span<const analysis::SweepView> sweeps,
                   std::ostream& messages) {
  UniqueNames stems;
  UniqueNames names;
  std::vector<Figure> figures;
  for (const analysis::SweepView& sweep : sweeps)
    for (Figure& figure : figures_of(sweep, stems.give(file_stem(sweep.label)), messages)) {
      figure.name = names.give(figure.name);
      figures.push_back(std::move(figure));
    }
  require_no_link(folder);
  base::remove_stale_partials(folder);
  remove_stale_figures(folder, names.given());
  if (!figures.empty()) draw_figures(folder, figures);
}

void draw_figures(const std::filesystem::path& folder, const std::vector<Figure>& figures) {
  require_no_link(folder);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw base::EnvironmentError(
        fmt::format("cannot create {}: {}", folder.string(), error.message()));
  for (const Figure& figure : figures) {
    base::write_whole_file(folder / (figure.name + ".dat"), figure.data);
    base::write_whole_file(folder / (figure.name + ".gp"),
                           gnuplot_script(figure.kind, figure.name));
  }
  draw_all(folder, figures);
}

}  // namespace sparlab::report
