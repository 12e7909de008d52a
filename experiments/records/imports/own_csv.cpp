#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text/node_list.hpp"
#include "experiments/records/imports/import_formats.hpp"
#include "experiments/spec/points/settings.hpp"
#include "inputs/files/data_error.hpp"

namespace sparlab::experiments::records {
namespace {

constexpr std::array kOwnColumns = {
    CsvColumn{"machine"},         CsvColumn{"algorithm"},      CsvColumn{"ranks"},
    CsvColumn{"elements", false}, CsvColumn{"bytes", false},   CsvColumn{"density", false},
    CsvColumn{"value", false},    CsvColumn{"variant", false}, CsvColumn{"min_us", false},
    CsvColumn{"p10_us", false},   CsvColumn{"median_us"},      CsvColumn{"p90_us", false},
    CsvColumn{"mean_us", false},  CsvColumn{"n", false},       CsvColumn{"run", false},
    CsvColumn{"hosts", false},    CsvColumn{"groups", false},  CsvColumn{"licence", false}};

algos::ValueType own_value_type(const CsvReader& table) {
  if (!table.has("value")) return algos::ValueType::float32;
  const std::string name = table.text("value");
  std::string known;
  for (const auto type : {algos::ValueType::float32, algos::ValueType::float64,
                          algos::ValueType::bfloat16, algos::ValueType::float16}) {
    if (algos::name_of(type) == name) return type;
    known += (known.empty() ? "" : ", ") + std::string(algos::name_of(type));
  }
  table.refuse("value", inputs::quoted(name), known);
}

/// A list of nodes, as Slurm writes it; the ranks fill one after the other.
std::vector<std::string> own_hosts(const CsvReader& table, std::uint64_t ranks) {
  const std::string text = table.text("hosts", CsvReader::kMostLineBytes);
  const auto nodes = base::parse_node_list(text, model::RankGroups::kMostRanks);
  if (!nodes || ranks > model::RankGroups::kMostRanks || ranks % nodes->size() != 0)
    table.refuse("hosts", inputs::quoted(text),
                 fmt::format("a list of nodes, such as nid[0001-0008,0012], with equal numbers of "
                             "the {} ranks",
                             ranks));
  std::vector<std::string> of_ranks;
  for (const std::string& node : *nodes)
    of_ranks.insert(of_ranks.end(), ranks / nodes->size(), node);
  return of_ranks;
}

model::RankGroups own_groups(const CsvReader& table, std::uint64_t ranks) {
  const std::string text = table.text("groups", CsvReader::kMostLineBytes);
  const auto groups = model::RankGroups::parse(text);
  if (!groups || groups->ranks() != ranks)
    table.refuse("groups", inputs::quoted(text),
                 fmt::format("{}; here for {} ranks", model::RankGroups::accepted(), ranks));
  return *groups;
}

RowOutcome read_own(const CsvReader& table, const AlgorithmMap& map) {
  const std::string name = table.text("algorithm");
  auto mapped = mapped_by_user(map, name);
  try {
    if (!mapped) mapped = MappedAlgorithm{model::Algorithm(name), ""};
  } catch (const model::ParameterError&) {
    table.refuse("algorithm", inputs::quoted(name),
                 "a spec as experiments have, or a name of --algorithm-map NAME=SPEC");
  }
  PublishedRow row{.machine = table.text("machine"), .mapped = std::move(*mapped)};
  if (table.has("variant")) row.mapped.variant = table.text("variant");
  if (table.has("run")) row.run = table.text("run");
  row.ranks = table.count("ranks", 1, kMostRanks);
  row.value = own_value_type(table);
  if (table.has("elements") == table.has("bytes"))
    table.refuse("elements", table.has("bytes") ? "both elements and bytes" : "no such cell",
                 "one of elements and bytes");
  row.elements = table.has("elements") ? table.count("elements", 1, kLargestWholeNumber)
                                       : elements_of_bytes(table, algos::bytes_of(row.value));
  row.density = table.number_if_any("density", 0, 1).value_or(1);
  if (table.has("hosts")) row.hosts = own_hosts(table, row.ranks);
  if (table.has("groups")) row.groups = own_groups(table, row.ranks);
  read_published_times(table, row);
  return {std::move(row)};
}

}  // namespace

ImportFormat own_csv_format() {
  return {"csv", "sparlab's own columns", kOwnColumns, read_own, "algorithm"};
}

}  // namespace sparlab::experiments::records
