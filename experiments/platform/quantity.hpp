#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sparlab::experiments {

/// What a number of a platform file measures.
enum class Dimension {
  time,              ///< s, ms, us, ns
  bandwidth,         ///< B/s, kB/s, MB/s, GB/s (powers of 1000)
  size,              ///< B, kB, MB, KiB, MiB
  time_per_byte,     ///< s/B, us/B, ns/B
  time_per_entry,    ///< s/entry, us/entry, ns/entry
  time_per_element,  ///< s/element, us/element, ns/element
};

/// `value` in seconds, bytes and their quotients; nothing if `unit` is not one of the dimension.
/// Prefixes below one divide, so that 150 ns is the same double as 150e-9.
std::optional<double> in_base_units(double value, std::string_view unit, Dimension dimension);

/// What a quantity may be in base units, so that no sum or product of an engine overflows: a time
/// up to 1e6 s, a bandwidth from 1 to 1e18 B/s, a size up to 1e18 B, a time per byte, entry or
/// element up to 1 s.
struct QuantityRange {
  double least;
  double most;
};
QuantityRange accepted_range(Dimension dimension);

/// The unit of these: "s".
std::string_view base_unit(Dimension dimension);

/// "s, ms, us or ns".
std::string accepted_units(Dimension dimension);

}  // namespace sparlab::experiments
