#pragma once

#include <filesystem>
#include <iosfwd>
#include <span>

#include "experiments/errors/environment_error.hpp"
#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// Figures of one sweep beyond this number are not drawn.
inline constexpr std::size_t kMostFigures = 12;

/// The machine has no gnuplot in PATH.
struct MissingGnuplot : EnvironmentError {
  using EnvironmentError::EnvironmentError;
};

/// Writes into `folder`, for each panel with two or more positions, NAME.gp and NAME.dat and runs
/// gnuplot on them for NAME.png and NAME.svg: time against the free axis, what choosing costs
/// sparlab_auto where it ran, and result density against P for sweeps along P. What is left out is
/// said on `messages`. Figures of earlier reports in the folder are removed, other files stay.
/// Errors  EnvironmentError: not writable, or a symbolic link; gnuplot missing (MissingGnuplot),
///         failing or leaving pictures incomplete (all scripts and data are written before, and
///         the other pictures drawn).
void write_figures(const std::filesystem::path& folder, std::span<const SweepView> sweeps,
                   std::ostream& messages);

}  // namespace sparlab::experiments
