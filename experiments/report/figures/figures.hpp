#pragma once

#include <filesystem>
#include <iosfwd>
#include <span>
#include <vector>

#include "experiments/report/analysis/sweep_views.hpp"
#include "experiments/report/figures/gnuplot.hpp"

namespace sparlab::experiments {

/// At most this many figures of one sweep are drawn.
inline constexpr std::size_t kMostFigures = 12;

/// For each panel with two or more positions, writes NAME.gp and NAME.dat into `folder` and runs
/// gnuplot on them to make NAME.png and NAME.svg. The figures show time against the free axis, the
/// regret of sparlab_auto where it ran, and result density against P for sweeps along P. Figures
/// that are skipped are reported on `messages`. Figures of earlier reports in the folder are
/// removed; other files stay.
/// Errors  EnvironmentError: the folder is not writable or a symbolic link; gnuplot is missing
///         (MissingGnuplot), fails or leaves pictures incomplete. All scripts and data are written
///         and all other pictures drawn before the error is thrown.
void write_figures(const std::filesystem::path& folder, std::span<const SweepView> sweeps,
                   std::ostream& messages);

/// Writes NAME.gp and NAME.dat of each figure into `folder`, which is created if needed, and draws
/// them. Other files stay. Errors  as write_figures.
void draw_figures(const std::filesystem::path& folder, const std::vector<Figure>& figures);

}  // namespace sparlab::experiments
