#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sparlab::base {

/// The dimension of a number in a platform file or on the command line.
enum class Dimension {
  time,              ///< s, ms, us, ns
  bandwidth,         ///< B/s, kB/s, MB/s, GB/s; Mb/s, Gb/s or Mbit/s, Gbit/s: powers of 1000
  size,              ///< B, kB, MB, GB, KiB, MiB, GiB
  time_per_byte,     ///< s/B, us/B, ns/B
  time_per_entry,    ///< s/entry, us/entry, ns/entry
  time_per_element,  ///< s/element, us/element, ns/element
  multiple,          ///< times, %
};

/// Converts `value` to seconds, bytes and quotients of them; nullopt if `unit` does not belong to
/// the dimension. Units below the base unit divide, so that 150 ns is the same double as 150e-9.
std::optional<double> in_base_units(double value, std::string_view unit, Dimension dimension);

/// The accepted range of a quantity in base units, chosen so that no sum or product in an engine
/// overflows: a time up to 1e6 s, a bandwidth from 1 to 1e18 B/s, a size up to 1e18 B, a time per
/// byte, entry or element up to 1 s, a multiple up to 1e6.
struct QuantityRange {
  double least;
  double most;
};
QuantityRange accepted_range(Dimension dimension);

/// A quantity as a user wrote it.
struct WrittenQuantity {
  double value = 0;
  std::string unit;
  double in_base_units = 0;
};

/// Reads "10Gb/s" or "10 Gb/s"; nullopt if the number, its unit or its size is not accepted.
std::optional<WrittenQuantity> parse_quantity(std::string_view text, Dimension dimension);

/// The base unit of a dimension: "s".
std::string_view base_unit(Dimension dimension);

/// The units that a dimension accepts: "s, ms, us or ns".
std::string accepted_units(Dimension dimension);

}  // namespace sparlab::base
