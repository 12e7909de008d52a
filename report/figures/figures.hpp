#pragma once

#include <filesystem>
#include <iosfwd>
#include <span>
#include <vector>

#include "analysis/results/sweep_views.hpp"
#include "report/figures/gnuplot.hpp"

namespace sparlab::report {

/// Times are drawn for at most this many panels of one sweep.
inline constexpr std::size_t kMostPanels = 6;

/// Writes NAME.gp and NAME.dat of each figure into `folder` and runs gnuplot on them to make
/// NAME.png, NAME.svg and NAME.pdf. The figures of a sweep follow from what varies in it: times
/// against the free axis, or bars for one or two positions; a map of winners over density and P or
/// N; the regret of sparlab_auto where it ran; phases, speed-up, traffic and use of links of the
/// middle panel; result density against P. What is skipped is reported on `messages`. Figures of
/// earlier reports in the folder are removed; other files stay. Errors  EnvironmentError: the
/// folder is not writable or a symbolic link; gnuplot is missing
///         (MissingGnuplot), fails or leaves pictures incomplete. All scripts and data are written
///         and all other pictures drawn before the error is thrown.
void write_figures(const std::filesystem::path& folder, std::span<const analysis::SweepView> sweeps,
                   std::ostream& messages);

/// Writes NAME.gp and NAME.dat of each figure into `folder`, which is created if needed, and draws
/// them. Other files stay. Errors  as write_figures.
void draw_figures(const std::filesystem::path& folder, const std::vector<Figure>& figures);

}  // namespace sparlab::report
