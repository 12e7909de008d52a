#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algos/formats/format.hpp"
#include "model/algorithms/algorithm.hpp"
#include "model/base/rank_groups.hpp"

namespace sparlab::experiments::records {

/// Which algorithm of ours a source's name stands for, as the user says: --algorithm-map NAME=SPEC.
using AlgorithmMap = std::map<std::string, model::Algorithm>;

/// The algorithm of a row of a source.
struct MappedAlgorithm {
  model::Algorithm algorithm;
  /// Which implementation ran: keeps apart several of the same algorithm.
  std::string variant;
};

/// One row of a source: a point that others measured.
struct PublishedRow {
  std::string machine;
  MappedAlgorithm mapped;
  std::string run = {};  ///< empty if the source does not distinguish runs
  std::uint64_t ranks = 1;
  std::uint64_t elements = 1;
  double density = 1;
  algos::ValueType value = algos::ValueType::float32;
  std::optional<double> min_s = {}, p10_s = {}, p90_s = {}, mean_s = {};
  double median_s = 0;
  std::vector<std::string> hosts = {};  ///< of each rank, as far as the row says it
  model::RankGroups groups = {};        ///< the same
  /// Of which test of which run --placements has the hosts of the ranks; empty: of none.
  std::string timestamp = {}, test = {};
  std::map<std::string, std::string> source = {};  ///< all else that it says, for the record
};

/// What a reader makes of a row: a point, or why it is left out, such as "collective BCAST".
struct RowOutcome {
  std::optional<PublishedRow> row;
  std::string skipped = {};
};

}  // namespace sparlab::experiments::records
