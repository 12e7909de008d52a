#include "experiments/report/processor_sharing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sparlab::experiments {

std::string ProcessorSharing::text() const {
  return fmt::format("mpi: {} ranks on {} processors", fmt::join(ranks, ", "),
                     fmt::join(processors, " or "));
}

std::optional<ProcessorSharing> processor_sharing(const Panel& panel) {
  ProcessorSharing found;
  for (const Series& series : panel.series)
    for (const Record* record : series.records) {
      const auto& environment = record->environment;
      const auto shared = environment.find("mpi.oversubscribed");
      if (shared == environment.end() || shared->second != "yes") continue;
      found.ranks.insert(record->point.ranks);
      const auto processors = environment.find("processors");
      found.processors.insert(processors == environment.end() ? "fewer" : processors->second);
    }
  return found.ranks.empty() ? std::nullopt : std::optional(found);
}

}  // namespace sparlab::experiments
