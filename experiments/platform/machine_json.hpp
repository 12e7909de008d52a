#pragma once

#include <nlohmann/json_fwd.hpp>

#include "model/cost.hpp"

namespace sparlab::experiments {

/// All numbers of a machine; machine_from_json(machine_to_json(m)) equals m in every bit.
nlohmann::json machine_to_json(const model::Machine& machine);

/// Errors  FormatError naming the key that is missing or of the wrong type.
model::Machine machine_from_json(const nlohmann::json& object);

}  // namespace sparlab::experiments
