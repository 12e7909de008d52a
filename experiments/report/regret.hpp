#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

/// How much sparlab_auto loses by choosing: its time over that of the best other exact algorithm
/// that ran, minus 1. Negative where it beats all of them, which noise alone can do, too.
namespace sparlab::experiments {

struct Regret {
  double position = 0;
  double share = 0;  ///< 0.05: 5 % slower
};

/// By position; none where one of the engine's exact algorithms lacks a result (Coverage).
std::vector<Regret> regrets(const Panel& panel, Engine engine);

/// "loggp: sparlab_auto against the best other one: +4.3 % at worst (at P = 8), +1.1 % in the
/// median", with the number of positions where these are not all; nothing if sparlab_auto did not
/// run.
std::optional<std::string> regret_sentence(const Panel& panel, Engine engine);

}  // namespace sparlab::experiments
