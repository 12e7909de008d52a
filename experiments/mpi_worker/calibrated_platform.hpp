#pragma once

#include <map>
#include <string>

#include "experiments/mpi_worker/calibration.hpp"

namespace sparlab::experiments::mpi {

/// Reasons why the numbers may be wrong, by the number concerned: other programs used the
/// processors, or repetitions differ. Empty on a quiet machine.
std::map<std::string, std::string> doubts(const Calibration& calibration);

/// Errors  std::invalid_argument: a cost, other than that of the rendezvous, that is not
///         significantly above zero.
void require_usable(const Calibration& calibration);

/// The text of a platform file (see docs/platforms.md) named `name` with these numbers and doubts.
std::string platform_json(const Calibration& calibration, const std::string& name);

}  // namespace sparlab::experiments::mpi
