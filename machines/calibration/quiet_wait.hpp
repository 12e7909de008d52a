#pragma once

#include <functional>
#include <iosfwd>
#include <optional>

#include "machines/calibration/measurements.hpp"

namespace sparlab::machines::calibration {

/// What other programs use of the processors of this process, seen for a short time. nullopt: the
/// system does not say.
std::optional<OtherLoad> load_now();

/// Waits until other programs use at most half of the processors, at most `most_s` seconds, and
/// says on `messages` what it waits for. `load` must take some time, as load_now does, since there
/// is no other pause between its calls.
/// Errors  EnvironmentError: they still use more.
void wait_for_quiet(double most_s, std::ostream& messages,
                    const std::function<std::optional<OtherLoad>()>& load = load_now);

}  // namespace sparlab::machines::calibration
