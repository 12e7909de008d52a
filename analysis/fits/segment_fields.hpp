#pragma once

#include <fmt/format.h>

#include "base/text/value.hpp"

namespace sparlab::analysis {

/// Messages of at least `from_bytes`, and what each and each of its bytes costs.
inline base::Fields segment_fields(double from_bytes, double alpha_s, double beta_s_per_byte) {
  return {{"from_bytes", "messages of at least",
           base::number_as(from_bytes, fmt::format("{:.0f} B", from_bytes))},
          {"alpha_s", "alpha", base::seconds(alpha_s)},
          {"beta_s_per_byte", "beta",
           base::number_as(beta_s_per_byte, fmt::format("{:.4g} ns/B", beta_s_per_byte * 1e9))}};
}

}  // namespace sparlab::analysis
