#pragma once

#include <string>
#include <vector>

#include "experiments/records/record.hpp"

namespace sparlab::experiments {

/// Records of one sweep that may be compared: each engine has one machine and one payload.
struct Variant {
  std::string text;  ///< "machine loggp, payload data": what differs from the defaults
  std::vector<const Record*> records;
};

/// One variant for each machine and payload that the records have. Not all engines have both:
/// measurements have neither, and are in every variant.
std::vector<Variant> variants_of(const std::vector<const Record*>& records);

}  // namespace sparlab::experiments
