#include "runtime/loggp/machine.hpp"

namespace sparlab::runtime::loggp {

Machine Machine::hockney(double alpha_s, double beta_s_per_byte, const WorkRates& rates) {
  Machine machine;
  machine.setup_s = alpha_s;
  machine.gap_s_per_byte = beta_s_per_byte;
  machine.rates = rates;
  return machine;
}

Machine Machine::log_gp(double latency_s, double overhead_s, double gap_s, double gap_s_per_byte,
                        const WorkRates& rates) {
  Machine machine;
  machine.preset = "loggp";
  machine.latency_s = latency_s;
  machine.overhead_s = overhead_s;
  machine.gap_s = gap_s;
  machine.gap_s_per_byte = gap_s_per_byte;
  machine.rates = rates;
  return machine;
}

Machine Machine::synchronous() {
  Machine machine = hockney(1, 0);
  machine.preset = "synchronous";
  machine.handshake_bytes = 0;
  return machine;
}

}  // namespace sparlab::runtime::loggp
