#include "experiments/run/execution/call_totals.hpp"

#include <algorithm>

namespace sparlab::experiments::run {

std::vector<PhaseTraffic> traffic_of(const runtime::decorators::CountingComm& counter) {
  std::vector<PhaseTraffic> phases;
  for (const auto& [name, counts] : counter.phases()) {
    if (counts.messages_sent == 0) continue;
    phases.push_back({name, static_cast<double>(counts.messages_sent), counts.bytes_sent});
  }
  return phases;
}

void PhaseTotals::add(const runtime::decorators::CountingComm& counter) {
  for (const PhaseTraffic& traffic : traffic_of(counter)) add(traffic);
}

void PhaseTotals::add(const PhaseTraffic& traffic, double times) {
  const auto phase = std::ranges::find(phases_, traffic.name, &PhaseTraffic::name);
  if (phase == phases_.end()) {
    phases_.push_back({traffic.name, times * traffic.messages, times * traffic.bytes});
  } else {
    phase->messages += times * traffic.messages;
    phase->bytes += times * traffic.bytes;
  }
}

std::vector<PhaseTraffic> PhaseTotals::mean_of(double calls) const {
  std::vector<PhaseTraffic> means = phases_;
  for (PhaseTraffic& phase : means) {
    phase.messages /= calls;
    phase.bytes /= calls;
  }
  return means;
}

}  // namespace sparlab::experiments::run
