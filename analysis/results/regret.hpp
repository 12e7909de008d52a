#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/results/panel.hpp"

/// The regret of sparlab_auto: its time divided by that of the best other exact algorithm that ran,
/// minus 1. Negative where it is faster than all others, which may also be noise.
namespace sparlab::analysis {

struct Regret {
  double position = 0;
  double share = 0;  ///< 0.05: 5 % slower
};

/// By position, without positions at which an exact algorithm of the engine lacks a result
/// (Coverage).
std::vector<Regret> regrets(const Panel& panel, experiments::Engine engine);

/// "loggp: sparlab_auto, which chooses dense_ring from P = 4 to 8, against the best other one: +4.3
/// % at worst (at P = 8), +1.1 % in the median", with the number of positions if some are missing;
/// nullopt if sparlab_auto did not run.
std::optional<std::string> regret_sentence(const Panel& panel, experiments::Engine engine);

}  // namespace sparlab::analysis
