#pragma once

#include <cstdint>
#include <string>

#include "inputs/sources/input.hpp"

namespace sparlab::inputs {

/// The ranks up to which an input's expected unions are known: those for which it has data, or any
/// number where these suffice to extrapolate.
std::uint64_t most_ranks(const Input& input);

/// What a reader must know of a result at a place, such as "P = 64", with more ranks than the input
/// has data for.
std::string extrapolation_text(const std::string& place, std::uint64_t ranks_with_data);

}  // namespace sparlab::inputs
