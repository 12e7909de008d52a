#pragma once

#include <string_view>

#include "algos/registry/algorithm_info.hpp"

namespace sparlab::algos {

/// Whether input that is not in the result is kept, with these settings: AlgorithmInfo::mass, or
/// lost if a setting adds up something other than inputs.
/// Errors  ParameterError: an unknown algorithm or parameter, or a value that no P and N accept.
Mass mass_of(std::string_view spec);

}  // namespace sparlab::algos
