#include "experiments/execution/call_totals.hpp"

#include <algorithm>

namespace sparlab::experiments {

void PhaseTotals::add(const runtime::decorators::CountingComm& counter) {
  for (const auto& [name, counts] : counter.phases()) {
    if (counts.messages_sent == 0) continue;
    add({name, static_cast<double>(counts.messages_sent), counts.bytes_sent});
  }
}

void PhaseTotals::add(const PhaseTraffic& traffic) {
  const auto phase = std::ranges::find(phases_, traffic.name, &PhaseTraffic::name);
  if (phase == phases_.end()) {
    phases_.push_back(traffic);
  } else {
    phase->messages += traffic.messages;
    phase->bytes += traffic.bytes;
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

}  // namespace sparlab::experiments
