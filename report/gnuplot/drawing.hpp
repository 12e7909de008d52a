#pragma once

#include <filesystem>
#include <vector>

#include "base/errors/errors.hpp"
#include "report/charts/chart.hpp"

namespace sparlab::report {

/// The machine has no gnuplot in PATH.
struct MissingGnuplot : base::EnvironmentError {
  using base::EnvironmentError::EnvironmentError;
};

/// Writes NAME.gp and NAME.dat of each chart into `folder`, which is created if needed, and runs
/// gnuplot on them to make NAME.png, NAME.svg and NAME.pdf. Other files stay.
/// Errors  EnvironmentError: the folder is not writable or a symbolic link; gnuplot is missing
///         (MissingGnuplot), fails or leaves pictures incomplete. All scripts and data are written
///         and all other pictures drawn before the error is thrown.
void draw_charts(const std::filesystem::path& folder, const std::vector<Chart>& charts);

/// The same for the charts of a report, which are all that it leaves in the folder: figures of
/// earlier reports are removed. A figure belongs to a report if NAME.gp begins with the line that
/// reports write, which contains NAME. So a copy under another name stays, as do all other files.
void replace_charts(const std::filesystem::path& folder, const std::vector<Chart>& charts);

}  // namespace sparlab::report
