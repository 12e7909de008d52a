#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

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
    CsvColumn{"licence", false}};

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
  read_published_times(table, row);
  return {std::move(row)};
}

}  // namespace

ImportFormat own_csv_format() {
  return {"csv", "sparlab's own columns", kOwnColumns, read_own, "algorithm"};
}

}  // namespace sparlab::experiments::records
