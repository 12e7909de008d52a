#pragma once

#include <string>
#include <vector>

#include "experiments/points/record.hpp"

namespace sparlab::experiments {

/// Records of one sweep that can be compared: each engine has one machine and one payload.
struct Variant {
  std::string text;  ///< the values that differ from the defaults: "machine loggp, payload data"
  std::vector<const Record*> records;
};

/// One variant for each machine and payload in the records. Measurements have neither and belong to
/// every variant.
std::vector<Variant> variants_of(const std::vector<const Record*>& records);

}  // namespace sparlab::experiments
