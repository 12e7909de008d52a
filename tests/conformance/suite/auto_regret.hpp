#pragma once

#include <cstdint>
#include <string>

#include "tests/conformance/suite/layered_supports.hpp"
#include "tests/conformance/suite/twin_machine.hpp"

namespace sparlab::conformance {

/// sparlab_auto compared with the best other exact algorithm, in simulated time, on the same
/// sparse inputs: dense algorithms make them dense first.
struct Regret {
  double auto_s = 0;
  double best_s = 0;
  std::string best;
  std::string chosen;      ///< by the model from the summaries of all ranks
  double predicted_s = 0;  ///< of the chosen
  double chosen_s = 0;     ///< it alone

  double share() const { return auto_s / best_s - 1; }
};
Regret measure_regret(const Supports& supports, std::uint64_t universe, const TwinMachine& machine);

}  // namespace sparlab::conformance
