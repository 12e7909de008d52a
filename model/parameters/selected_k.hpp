#pragma once

#include <cstdint>
#include <string>

#include "model/parameters/fields.hpp"

namespace sparlab::model {

/// The parameter k of systems that select: the number of entries that a rank selects; 0 means as
/// many as its input holds.
inline constexpr std::string_view kSelectedKMeaning =
    "entries that a rank selects from input + residual; 0: as many as its input holds";

/// Errors  ParameterError for a k above N.
inline void check_selected_k(std::uint64_t k, const Shape& shape) {
  if (k <= shape.universe) return;
  throw ParameterError("k", std::to_string(k), "0 to N = " + std::to_string(shape.universe));
}

}  // namespace sparlab::model
