#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// Measurements of a panel whose ranks took turns on fewer processors: they hold for such a
/// machine, not for the one of a model or simulation, where every rank has a processor.
struct ProcessorSharing {
  std::set<std::uint64_t> ranks;     ///< every P that was measured so
  std::set<std::string> processors;  ///< that the ranks shared; several if on several machines

  /// "mpi: 4, 8 ranks on 2 processors".
  std::string text() const;
};

/// Nothing if every measurement had a processor for each rank, or there is none.
std::optional<ProcessorSharing> processor_sharing(const Panel& panel);

}  // namespace sparlab::experiments
