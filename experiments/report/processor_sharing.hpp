#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// Measurements of a panel in which several ranks shared a processor. They cannot be compared with
/// a model or simulation, where every rank has its own processor.
struct ProcessorSharing {
  std::set<std::uint64_t> ranks;     ///< every P with shared processors
  std::set<std::string> processors;  ///< numbers of processors; several for several machines

  /// "mpi: 4, 8 ranks on 2 processors".
  std::string text() const;
};

/// nullopt if every measurement had a processor for each rank, or if there are no measurements.
std::optional<ProcessorSharing> processor_sharing(const Panel& panel);

}  // namespace sparlab::experiments
