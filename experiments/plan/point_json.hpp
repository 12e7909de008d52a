#pragma once

#include <nlohmann/json_fwd.hpp>

#include "experiments/plan/point.hpp"

namespace sparlab::experiments {

/// All fields of a point; the keys are those of an experiment file's sweep where they mean the
/// same. point_from_json(point_to_json(p)) equals p in every bit.
nlohmann::json point_to_json(const Point& point);

/// Errors  FormatError naming the key that is missing or of the wrong type.
Point point_from_json(const nlohmann::json& object);

/// An input as in an experiment file: its kind and the settings that this kind uses.
nlohmann::json input_to_json(const inputs::InputSpec& input);
inputs::InputSpec input_from_json(const nlohmann::json& object);

/// A list of their names.
/// Errors  FormatError: anything else.
model::FormatSet formats_from_json(const nlohmann::json& names);

}  // namespace sparlab::experiments
