#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/spec/points/record.hpp"

namespace sparlab::analysis {

/// Which records are asked for. An empty list does not restrict them.
struct RecordFilter {
  std::vector<std::uint64_t> ranks = {}, universes = {};
  /// Equal to three digits, which is what tables show.
  std::vector<double> densities = {};
  std::vector<std::string> algorithms = {};  ///< names, or specs with their settings
  std::vector<std::string> engines = {}, platforms = {};
};

/// The records that are asked for.
///
/// Errors  ConfigError: a value that no record has, with those that records have.
std::vector<experiments::Record> filtered(std::vector<experiments::Record> records,
                                          const RecordFilter& filter);

}  // namespace sparlab::analysis
