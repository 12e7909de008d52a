#pragma once

#include <span>
#include <string>

#include "experiments/spec/points/record.hpp"
#include "experiments/records/store/failure_log.hpp"

namespace sparlab::experiments {

/// Which points have no result, or a wrong one, and why: those that crashed, ran too long or were
/// refused, those whose result failed its check, and how many results were not checked. Of many
/// points with the same reason, the first ones.
std::string failed_points_html(std::span<const Record> records,
                               std::span<const LoggedFailure> failures);

}  // namespace sparlab::experiments
