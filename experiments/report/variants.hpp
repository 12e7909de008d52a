#pragma once

#include <string>
#include <vector>

#include "experiments/points/record.hpp"

namespace sparlab::experiments {

/// Records of one sweep that can be compared: each engine has one value of
/// each setting that only some engines use.
struct Variant {
  std::string text;  ///< the values that differ from the defaults: "machine loggp, payload data"
  std::vector<const Record*> records;
};

/// One variant for each combination of the values in the records. Records of an engine that ignores
/// a setting belong to the variants of all its values.
std::vector<Variant> variants_of(const std::vector<const Record*>& records);

}  // namespace sparlab::experiments
