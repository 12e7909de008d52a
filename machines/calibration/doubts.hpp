#pragma once

#include <map>
#include <string>

#include "machines/calibration/calibration.hpp"

namespace sparlab::machines::calibration {

/// Reasons why the numbers may be wrong, by the number concerned: other programs used the
/// processors, repetitions differ, or lines do not describe the messages. Empty on a quiet machine.
std::map<std::string, std::string> doubts(const Calibration& calibration);

/// Those that concern the kernels alone.
std::map<std::string, std::string> doubts(const KernelCosts& kernels);

/// Errors  std::invalid_argument that names the cost that is not significantly above zero. Those of
///         large messages count where the messages of a platform begin and end: the latency of
///         the first segment and the time per byte of the last.
void require_usable(const Calibration& calibration);
void require_usable(const KernelCosts& kernels);

/// "other programs used 1.5 of 2 processors".
std::string describe(const OtherLoad& others);

/// False if other programs used more than half of the processors.
bool is_quiet(const OtherLoad& others);

/// Errors  std::invalid_argument: not quiet.
void require_quiet(const std::optional<OtherLoad>& others);

}  // namespace sparlab::machines::calibration
