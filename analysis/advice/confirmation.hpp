#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/spec/points/point.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::analysis {

/// One algorithm on a simulated engine.
struct SimulatedTime {
  std::string algorithm;  ///< its name, or how it is used
  std::optional<double> seconds;
  std::string failure;  ///< why there is no time
};

/// The fastest algorithms on a simulated engine.
struct Confirmation {
  experiments::Engine engine = experiments::Engine::loggp;
  std::vector<SimulatedTime> times;
  std::vector<double> model_s;  ///< of the same algorithms
  std::string fastest;          ///< empty: none has a time
  std::optional<double> ratio;  ///< time of the first algorithm over that of the fastest
  bool holds() const;           ///< with a ratio: it is as good as 1
};

/// A point of engine model, what confirmations call it, and its time.
struct Candidate {
  experiments::Point point;
  std::string name;
  double model_s = 0;
};

/// How many of some candidates are worth a simulation. Those that take at most 1.5 times the least
/// time; at least three, at most six. Times ascend.
std::size_t contenders(std::span<const Candidate> candidates);

/// Runs candidates, of which the first is the choice, on a simulated engine.
/// Errors  As simulate.
Confirmation confirm(std::span<const Candidate> candidates, const platforms::PlatformFile& platform,
                     experiments::Engine engine);

/// Runs points of engine model on a simulated engine instead, each in a process of its own. A point
/// that is predicted to run for minutes or to need more memory than there is fails.
/// Errors  ConfigError: simgrid on a platform without links.
std::vector<SimulatedTime> simulate(const std::vector<experiments::Point>& points,
                                    const platforms::PlatformFile& platform,
                                    experiments::Engine engine);

}  // namespace sparlab::analysis
