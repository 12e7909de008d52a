#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "machines/calibration/measurements.hpp"
#include "runtime/comm.hpp"

namespace sparlab::experiments::run::mpi {

/// What one rank saw of the processors that it may run on.
struct ProcessorUse {
  std::uint64_t place = 0;  ///< the same number for all ranks with the same processors
  double processors = 0;    ///< how many these are
  double all_s = 0;         ///< user time of all programs there; NaN if the system does not say
  double own_s = 0;         ///< user time of this rank
};

/// The largest use of processors by others than the ranks, during `seconds`. Ranks of the same
/// place see each other's time there. nullopt if a rank does not know.
std::optional<machines::calibration::OtherLoad> others_use(const std::vector<ProcessorUse>& ranks,
                                                           double seconds);

/// Watches the processors of all ranks from its construction on.
class OtherLoadWatch {
 public:
  OtherLoadWatch();

  /// Collective. The result is on rank 0 only, nullopt on the others.
  std::optional<machines::calibration::OtherLoad> gather(runtime::Comm& comm) const;

 private:
  std::vector<unsigned> processors_;
  std::uint64_t place_;
  double all_s_;
  double own_s_;
  double begin_s_;
};

}  // namespace sparlab::experiments::run::mpi
