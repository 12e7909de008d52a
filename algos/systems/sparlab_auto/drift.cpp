#include "algos/systems/sparlab_auto/drift.hpp"

#include <algorithm>
#include <utility>

#include "algos/steps/agree.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::algos {

Drift DriftWatch::compare(runtime::Comm& comm) {
  const double start_s = comm.now();
  std::vector<double> seconds;
  std::vector<double> entries;
  for (const Call& call : recent_) {
    seconds.push_back(call.seconds);
    entries.push_back(call.entries);
  }
  const auto agreed =
      agree_on_max(comm, {model::median(seconds), model::median(entries), comparison_s_});
  comparison_s_ = comm.now() - start_s;
  const Call now{agreed[0], agreed[1]};
  const double calls = now.seconds > 0 ? kCallsPerComparison * agreed[2] / now.seconds : 0;
  interval_ = std::clamp(static_cast<std::uint64_t>(std::min<double>(calls, kMostCalls)), kCompared,
                         kMostCalls);
  calls_ = 0;
  recent_.clear();
  if (!std::exchange(knows_usual_, true)) usual_ = now;
  const auto changed = [&](double Call::*what) {
    return now.*what > kChange * usual_.*what || kChange * now.*what < usual_.*what;
  };
  if (changed(&Call::entries)) return Drift::inputs;
  return changed(&Call::seconds) ? Drift::times : Drift::none;
}

}  // namespace sparlab::algos
