#include "experiments/records/imports/run_placements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <system_error>
#include <utility>

#include "base/errors/errors.hpp"
#include "experiments/records/imports/csv_reader.hpp"
#include "inputs/files/data_error.hpp"

namespace sparlab::experiments::records {
namespace {

namespace fs = std::filesystem;
using inputs::DataError;

constexpr const char* kAllocation = "alloc.csv";

/// "x1000" of "x1000c0s0b0n0".
std::string cabinet_of(const CsvReader& table) {
  const std::string xname = table.text("xname");
  const std::size_t end = std::min(xname.find_first_not_of("0123456789", 1), xname.size());
  if (!xname.starts_with('x') || end < 2)
    table.refuse("xname", inputs::quoted(xname), "a name such as x1000c0s0b0n0");
  return xname.substr(0, end);
}

}  // namespace

model::RankGroups groups_of_hosts(const std::vector<std::string>& hosts, const HostTable& table) {
  std::vector<std::string> groups;
  for (const std::string& host : hosts) {
    const std::string* const group = table.group_of(host);
    if (group == nullptr)
      throw DataError(table.file(), "", "no host " + inputs::quoted(host),
                      "a table of the hosts of all runs");
    groups.push_back(*group);
  }
  return model::RankGroups(std::span<const std::string>(groups));
}

RunPlacement read_allocation(inputs::DataFile& file, const HostTable* table) {
  constexpr std::array kColumns = {CsvColumn{"MPI_Rank"}, CsvColumn{"allocation"},
                                   CsvColumn{"xname", false}};
  CsvReader rows(file, kColumns);
  RunPlacement placement;
  std::vector<std::string> cabinets;
  while (rows.next()) {
    const std::uint64_t rank = placement.hosts.size();
    if (rank == model::RankGroups::kMostRanks)
      rows.refuse("MPI_Rank", "more ranks",
                  fmt::format("at most {}", model::RankGroups::kMostRanks));
    rows.count("MPI_Rank", rank, rank);
    placement.hosts.push_back(rows.text("allocation"));
    if (rows.has("xname")) cabinets.push_back(cabinet_of(rows));
  }
  if (placement.hosts.empty()) throw DataError(file.name(), "", "no rank", "at least one");
  if (table != nullptr)
    placement.groups = groups_of_hosts(placement.hosts, *table);
  else if (cabinets.size() == placement.hosts.size())
    placement.groups = model::RankGroups(std::span<const std::string>(cabinets));
  return placement;
}

RunPlacements::RunPlacements(const fs::path& folder, const HostTable* table) : table_(table) {
  std::error_code error;
  std::size_t files = 0;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().filename() != kAllocation) continue;
    const fs::path run = entry->path().parent_path();
    const std::string name = run.filename().string();
    files_[name].push_back(entry->path());
    files_[run.parent_path().filename().string() + "/" + name].push_back(entry->path());
    if (++files == kMostFiles)
      throw DataError(folder.string(), "", "more files", fmt::format("at most {}", kMostFiles));
  }
  if (error)
    throw base::ConfigError("command line", "--placements",
                            fmt::format("{}: {}", folder.string(), error.message()),
                            "a folder that can be read");
  if (files_.empty())
    throw base::ConfigError("command line", "--placements",
                            fmt::format("no file {} in {}", kAllocation, folder.string()),
                            "a folder with such files in folders TIMESTAMP or TIMESTAMP/TEST");
}

const RunPlacement* RunPlacements::find(const std::string& timestamp, const std::string& test,
                                        std::uint64_t ranks) {
  auto files = files_.find(timestamp + "/" + test);
  if (files == files_.end()) files = files_.find(timestamp);
  if (files == files_.end()) return nullptr;
  const fs::path& file = files->second.front();
  if (files->second.size() > 1)
    throw DataError(file.string(), "", "the same run as in " + files->second[1].string(),
                    fmt::format("one {} for each run", kAllocation));
  auto found = read_.find(file);
  if (found == read_.end()) {
    inputs::DataFile allocation(file.string());
    found = read_.emplace(file, read_allocation(allocation, table_)).first;
  }
  return found->second.hosts.size() == ranks ? &found->second : nullptr;
}

}  // namespace sparlab::experiments::records
