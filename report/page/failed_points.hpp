#pragma once

#include <span>
#include <string>

#include "experiments/records/store/failure_log.hpp"
#include "experiments/spec/points/record.hpp"

namespace sparlab::report {

/// Which points have no result, or a wrong one, and why: those that crashed, ran too long or were
/// refused, those whose result failed its check, and how many results were not checked. Of many
/// points with the same reason, the first ones.
std::string failed_points_html(std::span<const experiments::Record> records,
                               std::span<const experiments::records::LoggedFailure> failures);

}  // namespace sparlab::report
