#pragma once

#include <nlohmann/json_fwd.hpp>

#include "experiments/points/point.hpp"

namespace sparlab::experiments {

/// All fields of a point. Keys equal those of a sweep in an experiment file where they have the
/// same meaning. point_from_json(point_to_json(p)) is bitwise equal to p.
nlohmann::json point_to_json(const Point& point);

/// Errors  FormatError that names the key that is missing or has the wrong type.
Point point_from_json(const nlohmann::json& object);

/// An input as in an experiment file: its kind and the settings of this kind.
nlohmann::json input_to_json(const inputs::InputSpec& input);
inputs::InputSpec input_from_json(const nlohmann::json& object);

}  // namespace sparlab::experiments
