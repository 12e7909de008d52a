#include <array>
#include <bit>
#include <optional>
#include <string>
#include <utility>

#include "experiments/records/imports/import_formats.hpp"
#include "experiments/spec/points/settings.hpp"

namespace sparlab::experiments::records {
namespace {

constexpr std::array kCloudNoiseColumns = {
    CsvColumn{"system_dir"},     CsvColumn{"run"},
    CsvColumn{"collective"},     CsvColumn{"P"},
    CsvColumn{"bytes"},          CsvColumn{"n", false},
    CsvColumn{"min_us", false},  CsvColumn{"p10_us", false},
    CsvColumn{"median_us"},      CsvColumn{"p90_us", false},
    CsvColumn{"mean_us", false}, CsvColumn{"licence", false}};

/// Dissemination sends the whole vector in each round, as recursive doubling does, to a rank at the
/// same distance. For other numbers of ranks than powers of two it is no allreduce.
constexpr std::string_view kDissemination = "nwaydissemination";

RowOutcome read_cloud_noise(const CsvReader& table, const AlgorithmMap& map) {
  const std::string name = table.text("collective");
  const std::uint64_t ranks = table.count("P", 1, kMostRanks);
  auto mapped = mapped_by_user(map, name);
  if (!mapped && name == kDissemination && std::has_single_bit(ranks))
    mapped = MappedAlgorithm{model::Algorithm("dense_recursive_doubling"), name};
  if (!mapped) return {std::nullopt, "collective " + name};
  PublishedRow row{.machine = table.text("system_dir"), .mapped = std::move(*mapped)};
  row.run = table.text("run");
  row.ranks = ranks;
  row.elements = elements_of_bytes(table, 4);
  read_published_times(table, row);
  return {std::move(row)};
}

}  // namespace

ImportFormat cloud_noise_format() {
  return {"cloud-noise", "summaries of collectives of github.com/DanieleDeSensi/cloud_noise_data",
          kCloudNoiseColumns, read_cloud_noise, "collective"};
}

}  // namespace sparlab::experiments::records
