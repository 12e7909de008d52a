#include <sparlab/algos/reduction.hpp>
#include <sparlab/model/cost.hpp>
#include <sparlab/runtime/comm.hpp>
#include <sparlab/runtime/loggp/engine.hpp>

#include <cmath>
#include <cstdio>

/// A barrier of 8 ranks on the loggp engine takes what the model says: log2(8) messages of alpha.
int main() {
  const double alpha_s = 1e-6;
  const auto machine = sparlab::runtime::loggp::Machine::hockney(alpha_s, 0);
  const auto result = sparlab::runtime::loggp::run(
      machine, 8, [](sparlab::runtime::Comm& comm) { sparlab::runtime::barrier(comm); });

  sparlab::model::Cost cost;
  cost.critical_path.push_back({.name = "rounds", .messages = 3});
  const double expected_s = cost.seconds({.alpha_s = alpha_s});

  const bool neutral = sparlab::algos::Reduction<float>::sum().neutral() == 0.0F;
  std::printf("measured %g s, expected %g s\n", result.makespan_s(), expected_s);
  return neutral && std::abs(result.makespan_s() - expected_s) < 1e-12 ? 0 : 1;
}
