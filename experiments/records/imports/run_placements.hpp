#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/records/imports/host_table.hpp"
#include "inputs/files/data_file.hpp"
#include "model/base/rank_groups.hpp"

namespace sparlab::experiments::records {

/// Where the ranks of one run were.
struct RunPlacement {
  std::vector<std::string> hosts;  ///< of each rank
  model::RankGroups groups;        ///< not known without a table of hosts or xnames
};

/// The groups of hosts by a table.
/// Errors  DataError: a host that the table does not have, more ranks than RankGroups accept.
model::RankGroups groups_of_hosts(const std::vector<std::string>& hosts, const HostTable& table);

/// Reads what HLC-Lab/pico writes as alloc.csv: MPI_Rank, allocation (a host) and, on Cray's
/// systems, xname (x1000c0s0b0n0). Without a table of hosts, the cabinet of the xname, x1000, is
/// the group: on Slingshot a cabinet is a group of the dragonfly.
///
/// Errors  DataError: another table, ranks that are not 0, 1, 2, ..., as groups_of_hosts.
RunPlacement read_allocation(inputs::DataFile& file, const HostTable* table);

/// The files alloc.csv of a folder, and of all folders in it.
class RunPlacements {
 public:
  static constexpr std::size_t kMostFiles = 100'000;

  /// `table` may be null; otherwise it must outlive this object.
  /// Errors  ConfigError: no such folder, or no file alloc.csv in it. DataError: too many files.
  RunPlacements(const std::filesystem::path& folder, const HostTable* table);

  /// The placement of a test of a run: alloc.csv in a folder TIMESTAMP/TEST, or else in a folder
  /// TIMESTAMP, which pico writes for the first of its tests. Null: there is none, or it has other
  /// ranks.
  /// Errors  As read_allocation; DataError: two files of the run.
  const RunPlacement* find(const std::string& timestamp, const std::string& test,
                           std::uint64_t ranks);

 private:
  const HostTable* table_;
  /// By the last name of their folder, and by the last two.
  std::map<std::string, std::vector<std::filesystem::path>> files_;
  std::map<std::filesystem::path, RunPlacement> read_;
};

}  // namespace sparlab::experiments::records
