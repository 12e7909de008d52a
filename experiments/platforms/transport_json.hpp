#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "experiments/json/strict_object.hpp"
#include "model/base/cost.hpp"

namespace sparlab::experiments {

/// The slow-down of one pattern, measured with a number of ranks.
struct MeasuredPattern {
  model::Pattern pattern = model::Pattern::exchange;
  std::uint64_t ranks = 2;
  model::SlowdownCurve curve;
};

/// The section `transport` of a platform file: costs of messages by size and pattern.
struct Transport {
  std::vector<model::Segment> segments;  ///< the first begins at 0
  std::vector<MeasuredPattern> patterns;
  double start_s = 0;  ///< of every collective: ranks leave a barrier at different times

  /// The slow-downs at a number of ranks: of each pattern, those measured with the nearest number
  /// of ranks, by ratio.
  model::Slowdowns slowdowns(std::uint64_t ranks) const;
};

/// Errors  ConfigError, as StrictObject; segments or points that do not ascend.
Transport read_transport(StrictObject& document);

/// All numbers of a machine; machine_from_json(machine_to_json(m)) is bitwise equal to m.
nlohmann::json machine_to_json(const model::Machine& machine);

/// Errors  FormatError that names the key that is missing or has the wrong type.
model::Machine machine_from_json(const nlohmann::json& object);

}  // namespace sparlab::experiments
