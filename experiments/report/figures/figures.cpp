#include "experiments/report/figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <system_error>

#include "experiments/errors/errors.hpp"
#include "experiments/report/figures/figure_files.hpp"
#include "experiments/report/figures/fill_in_figure.hpp"
#include "experiments/report/figures/gnuplot.hpp"
#include "experiments/report/figures/panel_figures.hpp"
#include "experiments/system/whole_file.hpp"

namespace sparlab::experiments {
namespace {

/// Distinguishes a panel from the others of its sweep: "-P8-N1048576".
std::string panel_suffix(const SweepView& sweep, const Panel& panel) {
  const auto varies = [&](auto coordinate) {
    return std::ranges::any_of(
        sweep.panels, [&](const Panel& other) { return other.*coordinate != panel.*coordinate; });
  };
  std::string suffix;
  if (sweep.axis != Axis::ranks && varies(&Panel::ranks))
    suffix += fmt::format("-P{}", panel.ranks);
  if (sweep.axis != Axis::universe && varies(&Panel::universe))
    suffix += fmt::format("-N{}", panel.universe);
  if (sweep.axis != Axis::density && varies(&Panel::density))
    suffix += fmt::format("-d{:.3g}", panel.density);
  return suffix;
}

std::vector<Figure> figures_of(const SweepView& sweep, const std::string& stem,
                               std::ostream& messages) {
  std::vector<Figure> figures = fill_in_figures(sweep, stem + "-fill_in");
  std::size_t left_out = 0;
  for (const Panel& panel : sweep.panels) {
    if (!can_draw_times(panel)) continue;
    if (figures.size() < kMostFigures) {
      figures.push_back(time_figure(sweep, panel, stem + panel_suffix(sweep, panel)));
      if (can_draw_regret(panel)) {
        figures.push_back(
            regret_figure(sweep, panel, stem + "-regret" + panel_suffix(sweep, panel)));
      }
    } else {
      ++left_out;
    }
  }
  if (left_out > 0)
    messages << fmt::format("figures of {}: {} more were left out; narrow P, N or density\n",
                            sweep.label, left_out);
  if (figures.empty())
    messages << fmt::format(
        "no figure of {}: all its times are at one {}; a figure needs two or more\n", sweep.label,
        name_of(sweep.axis));
  return figures;
}

/// Whoever placed a link there would choose where files are written and removed.
void require_no_link(const std::filesystem::path& folder) {
  std::error_code absent;
  if (std::filesystem::is_symlink(folder, absent))
    throw EnvironmentError(
        fmt::format("{} is a symbolic link, which is not written through", folder.string()));
}

void draw_all(const std::filesystem::path& folder, const std::vector<Figure>& figures) {
  std::string failures;
  for (const Figure& figure : figures) {
    const std::string failure = draw(folder, figure.name);
    if (!failure.empty()) failures += (failures.empty() ? "" : "; ") + failure;
  }
  if (!failures.empty())
    throw EnvironmentError(fmt::format("gnuplot failed in {}: {}", folder.string(), failures));
}

}  // namespace

void write_figures(const std::filesystem::path& folder, std::span<const SweepView> sweeps,
                   std::ostream& messages) {
  UniqueNames stems;
  UniqueNames names;
  std::vector<Figure> figures;
  for (const SweepView& sweep : sweeps)
    for (Figure& figure : figures_of(sweep, stems.give(file_stem(sweep.label)), messages)) {
      figure.name = names.give(figure.name);
      figures.push_back(std::move(figure));
    }
  require_no_link(folder);
  remove_stale_partials(folder);
  remove_stale_figures(folder, names.given());
  if (!figures.empty()) draw_figures(folder, figures);
}

void draw_figures(const std::filesystem::path& folder, const std::vector<Figure>& figures) {
  require_no_link(folder);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw EnvironmentError(fmt::format("cannot create {}: {}", folder.string(), error.message()));
  for (const Figure& figure : figures) {
    write_whole_file(folder / (figure.name + ".dat"), figure.data);
    write_whole_file(folder / (figure.name + ".gp"), gnuplot_script(figure.kind, figure.name));
  }
  draw_all(folder, figures);
}

}  // namespace sparlab::experiments
