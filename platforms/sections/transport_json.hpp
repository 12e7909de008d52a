#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json/strict_object.hpp"
#include "model/base/transport.hpp"

namespace sparlab::platforms {

/// The slow-down of one pattern, measured with a number of ranks.
struct MeasuredPattern {
  model::Pattern pattern = model::Pattern::exchange;
  std::uint64_t ranks = 2;
  model::SlowdownCurve curve;
};

/// The time that a collective takes beyond its messages, measured with a number of ranks: they
/// leave a barrier at different moments.
struct MeasuredStart {
  std::uint64_t ranks = 2;
  double seconds = 0;
};

/// The section `transport` or `inside_host` of a platform file: costs of messages by size and
/// pattern.
struct Transport {
  std::vector<model::Segment> segments;  ///< the first begins at 0
  std::vector<MeasuredPattern> patterns;
  std::vector<MeasuredStart> starts;  ///< ranks ascend; a single one is that of all numbers
  bool receiving_shared = false;      ///< a port shares its capacity among those that send to it

  // Linear in the number of ranks between two numbers that were measured; beyond them, those of the
  // nearest one.

  /// The start of every collective; 0 if there is none.
  double start_s(std::uint64_t ranks) const;
  model::Slowdowns slowdowns(std::uint64_t ranks) const;
};

/// Reads the section `name`.
/// Errors  ConfigError, as StrictObject; segments or points that do not ascend.
Transport read_transport(base::StrictObject& document, const std::string& name);

}  // namespace sparlab::platforms
