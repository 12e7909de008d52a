#pragma once

#include <optional>

#include "experiments/platforms/platform_file.hpp"
#include "experiments/points/point.hpp"
#include "experiments/points/record.hpp"
#include "model/base/cost.hpp"

namespace sparlab::experiments {

/// Predicts one point by the closed form. Also adds the terms, the best and worst supports, and the
/// published and corrected intervals.
Record execute_model(const Point& point, const PlatformFile& platform);

/// Only the predicted time of such a record; nullopt for unknown algorithms and those without a
/// model.
/// Errors  model::ParameterError: settings that the point's P and N do not accept.
std::optional<double> predicted_seconds(const Point& point, const model::Machine& machine);

}  // namespace sparlab::experiments
