#pragma once

#include <cstdint>
#include <string>

#include "experiments/spec/points/engine.hpp"
#include "experiments/spec/points/settings.hpp"
#include "inputs/sources/input.hpp"
#include "model/algorithms/algorithm.hpp"

namespace sparlab::experiments {

/// One fully resolved measurement, prediction or simulation, with everything that determines its
/// result.
struct Point : Settings {
  std::string experiment;  ///< name of the experiment file
  std::string sweep;       ///< label of the sweep in it
  Engine engine = Engine::model;
  model::Algorithm algorithm;  ///< with its settings: oktopk(tau=32)
  std::uint64_t ranks = 1;     ///< P
  std::uint64_t universe = 1;  ///< N
  std::uint64_t nnz = 0;       ///< k, entries per rank (mean, rounded, for real data)
  double density = 0;          ///< k / N
  inputs::InputSpec input;
  std::string platform;  ///< name or path of a platform file; of `measured`: the machine's name
  /// `measured` only: which implementation of the algorithm ran, and in which of several runs.
  std::string variant, run;
};

/// The point on another engine, with the settings as that engine has them.
inline Point on_engine(Point point, Engine engine) {
  point.engine = engine;
  static_cast<Settings&>(point) = settings_for(info_of(engine), point);
  return point;
}

}  // namespace sparlab::experiments
