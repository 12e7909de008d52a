#include "experiments/phase_totals.hpp"

#include <algorithm>

namespace sparlab::experiments {

void PhaseTotals::add(const runtime::decorators::CountingComm& counter) {
  for (const auto& [name, counts] : counter.phases()) {
    if (counts.messages_sent == 0) continue;
    auto phase = std::ranges::find(phases_, name, &PhaseTraffic::name);
    if (phase == phases_.end()) phase = phases_.insert(phases_.end(), PhaseTraffic{name});
    phase->messages += static_cast<double>(counts.messages_sent);
    phase->bytes += counts.bytes_sent;
  }
}

}  // namespace sparlab::experiments
