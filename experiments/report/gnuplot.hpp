#pragma once

#include <filesystem>
#include <string>

namespace sparlab::experiments {

enum class Drawing {
  done,
  no_gnuplot,  ///< gnuplot is not in PATH
  failed,
};

struct DrawingOutcome {
  Drawing drawing = Drawing::done;
  std::string reason;  ///< if failed: the output of gnuplot
};

/// Runs `gnuplot SCRIPT` in `folder` and waits for it.
/// Errors  EnvironmentError: no process or temporary file can be created.
DrawingOutcome draw(const std::filesystem::path& folder, const std::string& script);

}  // namespace sparlab::experiments
