#pragma once

#include <nlohmann/json_fwd.hpp>

#include "model/base/cost.hpp"

namespace sparlab::platforms {

/// All numbers of a machine; machine_from_json(machine_to_json(m)) is bitwise equal to m.
nlohmann::json machine_to_json(const model::Machine& machine);

/// Errors  FormatError that names the key that is missing or has the wrong type.
model::Machine machine_from_json(const nlohmann::json& object);

}  // namespace sparlab::platforms
