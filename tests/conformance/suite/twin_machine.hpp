#pragma once

#include "model/base/cost.hpp"
#include "runtime/loggp/machine.hpp"

namespace sparlab::conformance {

/// One machine, for the model and for the loggp engine.
struct TwinMachine {
  model::Machine model;
  runtime::loggp::Machine loggp;
};

inline TwinMachine twin_machine(double alpha_s, double beta_s_per_byte,
                                const model::Gammas& gammas) {
  return {{.alpha_s = alpha_s, .beta_s_per_byte = beta_s_per_byte, .gammas = gammas},
          runtime::loggp::Machine::hockney(alpha_s, beta_s_per_byte,
                                           {gammas.merge_s, gammas.scatter_s, gammas.dense_sum_s,
                                            gammas.copy_s_per_byte, gammas.select_s})};
}

/// With a price for everything.
inline TwinMachine twin_machine() {
  return twin_machine(1.1e-6, 1.025e-10, {4.5e-9, 6e-9, 6e-10, 1e-10, 2e-9});
}

}  // namespace sparlab::conformance
