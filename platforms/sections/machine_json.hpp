#pragma once

#include <nlohmann/json_fwd.hpp>

#include "model/base/cost.hpp"

namespace sparlab::platforms {

/// All numbers of a machine.
nlohmann::json machine_to_json(const model::Machine& machine);

}  // namespace sparlab::platforms
