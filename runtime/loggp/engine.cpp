#include "runtime/loggp/engine.hpp"

#include <algorithm>

#include "model/base/contract.hpp"
#include "runtime/loggp/simulation.hpp"

namespace sparlab::runtime::loggp {

double RunResult::makespan_s() const {
  return finish_s.empty() ? 0.0 : *std::max_element(finish_s.begin(), finish_s.end());
}

RunResult run(const Machine& machine, int ranks, const std::function<void(Comm&)>& body,
              const Options& options) {
  SPARLAB_EXPECTS(ranks > 0 && ranks < 1 << Entry::kPeerBits);
  SPARLAB_EXPECTS(options.stack_bytes == 0 || options.stack_bytes >= 16384);
  return Simulation(machine, ranks, body, options).run();
}

}  // namespace sparlab::runtime::loggp
