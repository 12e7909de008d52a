#pragma once

#include <optional>

#include "experiments/points/point.hpp"
#include "model/base/cost.hpp"

namespace sparlab::experiments {

/// The time that the closed form predicts for a point; nullopt for unknown algorithms and those
/// without a model.
/// Errors  model::ParameterError: settings that the point's P and N do not accept.
std::optional<double> predicted_seconds(const Point& point, const model::Machine& machine);

}  // namespace sparlab::experiments
