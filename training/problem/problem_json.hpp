#pragma once

#include <nlohmann/json_fwd.hpp>

#include "training/problem/problem.hpp"

namespace sparlab::training {

/// What each rank must know of samples that it does not read.
nlohmann::json problem_to_json(const Problem& problem);
/// Errors  FormatError that names the key.
Problem problem_from_json(const nlohmann::json& object);

}  // namespace sparlab::training
