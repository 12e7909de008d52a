#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "experiments/records/imports/csv_reader.hpp"
#include "experiments/records/imports/published_row.hpp"

namespace sparlab::experiments::records {

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
