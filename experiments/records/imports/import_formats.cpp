#include "experiments/records/imports/import_formats.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "experiments/spec/points/settings.hpp"

namespace sparlab::experiments::records {

// Each is defined in a file of its own.
ImportFormat pico_format();
ImportFormat own_csv_format();

std::optional<MappedAlgorithm> mapped_by_user(const AlgorithmMap& map, const std::string& name) {
  const auto found = map.find(name);
  if (found == map.end()) return std::nullopt;
  return MappedAlgorithm{found->second, name};
}

std::uint64_t elements_of_bytes(const CsvReader& table, std::uint64_t size) {
  const std::uint64_t bytes = table.count("bytes", size, kLargestWholeNumber);
  if (bytes % size != 0)
    table.refuse("bytes", std::to_string(bytes), fmt::format("a multiple of {}", size));
  return bytes / size;
}

void read_published_times(const CsvReader& table, PublishedRow& row) {
  constexpr double kMicrosecondsPerSecond = 1e6;
  constexpr double kMostMicroseconds = 1e13;
  const double median = table.number("median_us", 0, kMostMicroseconds);
  if (!(median > 0)) table.refuse("median_us", "0", "a time above 0");
  double least = 0;
  const auto in_order = [&](std::string_view column, double most) -> std::optional<double> {
    const auto number = table.number_if_any(column, least, most);
    if (number) least = *number;
    return number ? std::optional(*number / kMicrosecondsPerSecond) : std::nullopt;
  };
  row.min_s = in_order("min_us", median);
  row.p10_s = in_order("p10_us", median);
  least = median;
  row.p90_s = in_order("p90_us", kMostMicroseconds);
  least = 0;
  row.mean_s = in_order("mean_us", kMostMicroseconds);
  row.median_s = median / kMicrosecondsPerSecond;
}

std::span<const ImportFormat> import_formats() {
  static const std::array formats = {pico_format(), own_csv_format()};
  return formats;
}

}  // namespace sparlab::experiments::records
