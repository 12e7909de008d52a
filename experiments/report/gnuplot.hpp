#pragma once

#include <filesystem>
#include <string>

namespace sparlab::experiments {

enum class Drawing {
  done,
  no_gnuplot,  ///< no such program in PATH
  failed,
};

struct DrawingOutcome {
  Drawing drawing = Drawing::done;
  std::string reason;  ///< failed: what gnuplot printed
};

/// Runs `gnuplot SCRIPT` in `folder` and waits for it.
/// Errors  EnvironmentError: no process or temporary file can be had.
DrawingOutcome draw(const std::filesystem::path& folder, const std::string& script);

}  // namespace sparlab::experiments
