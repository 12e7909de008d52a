#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algos/formats/format.hpp"
#include "experiments/records/imports/csv_reader.hpp"
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

/// A layout of published measurements.
struct ImportFormat {
  std::string_view name;
  std::string_view title;  ///< one line, for help
  std::span<const CsvColumn> columns;
  /// Reads one row. `map` goes before the format's own names of algorithms.
  RowOutcome (*read)(const CsvReader& table, const AlgorithmMap& map);
  std::string_view algorithm_column;  ///< whose names --algorithm-map may give
};

/// All of them.
std::span<const ImportFormat> import_formats();

/// The algorithm of a name that the user maps; the name itself is the variant.
std::optional<MappedAlgorithm> mapped_by_user(const AlgorithmMap& map, const std::string& name);

/// The number of elements of `size` bytes in the column "bytes".
std::uint64_t elements_of_bytes(const CsvReader& table, std::uint64_t size);

/// The median and, as far as the table has them, min_us, p10_us, p90_us and mean_us, in
/// seconds. They must be in order.
void read_published_times(const CsvReader& table, PublishedRow& row);

}  // namespace sparlab::experiments::records
