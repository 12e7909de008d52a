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

constexpr std::array kPicoColumns = {
    CsvColumn{"system"},         CsvColumn{"collective"},
    CsvColumn{"nodes"},          CsvColumn{"tasks_per_node"},
    CsvColumn{"algorithm"},      CsvColumn{"count_elements", false},
    CsvColumn{"bytes"},          CsvColumn{"mpi"},
    CsvColumn{"mpi_version"},    CsvColumn{"gpu"},
    CsvColumn{"notes", false},   CsvColumn{"timestamp"},
    CsvColumn{"test_id"},        CsvColumn{"n", false},
    CsvColumn{"min_us", false},  CsvColumn{"p10_us", false},
    CsvColumn{"median_us"},      CsvColumn{"p90_us", false},
    CsvColumn{"mean_us", false}, CsvColumn{"licence", false}};

/// The algorithm of pico with this name, apart from its code, done by `code`; nullopt if unknown.
std::optional<model::Algorithm> algorithm_of(std::string_view stem, std::string_view code) {
  if (stem == "default") return model::Algorithm("dense_mpi");
  if (stem != "recursive_doubling" && stem != "rabenseifner" && stem != "ring") return std::nullopt;
  return model::Algorithm(fmt::format("dense_{}(code={})", stem, code));
}

/// The code of a library's own allreduces, by the library's name in pico. Fujitsu's is made of Open
/// MPI. Empty if unknown.
std::string_view code_of_library(std::string_view name) {
  if (name == "OMPI" || name == "customOMPI" || name == "FJMPI") return "ompi";
  if (name == "MPICH" || name == "CRAY_MPICH") return "mpich";
  return {};
}

/// Nodes are a number or, on a torus, a product: 4x4x4.
std::uint64_t count_of_nodes(const CsvReader& table) {
  const std::string text = table.text("nodes");
  std::uint64_t product = 1;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    const std::string digits = text.substr(begin, end - begin);
    const bool whole = !digits.empty() && digits.size() <= 9 &&
                       std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    product *= whole ? std::stoull(digits) : 0;
    if (product == 0 || product > kMostRanks)
      table.refuse("nodes", inputs::quoted(text), "a number of nodes, or a product such as 4x4x2");
    begin = end + 1;
  }
  return product;
}

/// STEM_over is the authors' own code; STEM_ompi, STEM_mpich and default-STEM are a library's.
std::optional<MappedAlgorithm> pico_algorithm(const CsvReader& table, const AlgorithmMap& map) {
  const std::string name = table.text("algorithm");
  if (auto mapped = mapped_by_user(map, name)) return mapped;
  constexpr std::string_view kDefault = "default-";
  const std::string version = " " + table.text("mpi_version");
  if (name.starts_with(kDefault)) {
    const std::string library = table.text("mpi");
    const std::string_view code = code_of_library(library);
    if (code.empty()) return std::nullopt;
    auto algorithm = algorithm_of(name.substr(kDefault.size()), code);
    if (!algorithm) return std::nullopt;
    return MappedAlgorithm{std::move(*algorithm), library + version};
  }
  const std::size_t last = std::min(name.rfind('_'), name.size());
  const std::string code = name.substr(std::min(last + 1, name.size()));
  if (code != "over" && code != "ompi" && code != "mpich") return std::nullopt;
  auto algorithm = algorithm_of(name.substr(0, last), code);
  if (!algorithm) return std::nullopt;
  return MappedAlgorithm{std::move(*algorithm), code == "over" ? code : code + version};
}

RowOutcome read_pico(const CsvReader& table, const AlgorithmMap& map) {
  if (const std::string collective = table.text("collective"); collective != "ALLREDUCE")
    return {std::nullopt, "collective " + collective};
  auto mapped = pico_algorithm(table, map);
  if (!mapped) return {std::nullopt, "algorithm " + table.text("algorithm")};
  PublishedRow row{.machine = table.text("system"), .mapped = std::move(*mapped)};
  const std::uint64_t per_node = table.count("tasks_per_node", 1, kMostRanks);
  row.ranks = count_of_nodes(table) * per_node;
  if (row.ranks > kMostRanks)
    table.refuse("nodes", table.text("nodes"), fmt::format("at most {} ranks", kMostRanks));
  row.elements = elements_of_bytes(table, 4);
  row.timestamp = table.text("timestamp");
  row.test = table.text("test_id");
  row.run = row.test == "0" ? row.timestamp : row.timestamp + "/" + row.test;
  // What else distinguishes points that are not comparable.
  std::string& variant = row.mapped.variant;
  if (per_node > 1) variant += fmt::format(", {} a node", per_node);
  if (table.text("gpu") == "yes") variant += ", gpu";
  if (table.has("notes") && table.text("notes") != "null") variant += ", " + table.text("notes");
  read_published_times(table, row);
  row.source = {{"values", "int32"},
                {"nodes", table.text("nodes")},
                {"ranks_per_node", std::to_string(per_node)},
                {"mpi", table.text("mpi") + " " + table.text("mpi_version")}};
  return {std::move(row)};
}

}  // namespace

ImportFormat pico_format() {
  return {"pico", "summaries of the allreduces of github.com/HLC-Lab/pico", kPicoColumns, read_pico,
          "algorithm"};
}

}  // namespace sparlab::experiments::records
