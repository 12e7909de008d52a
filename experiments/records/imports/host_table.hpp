#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "inputs/files/data_file.hpp"

namespace sparlab::experiments::records {

/// In which group of the network each host is: on which switch, in which rack.
class HostTable {
 public:
  static constexpr std::size_t kMostHosts = 1 << 20;
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

  /// Reads a table of comma-separated values with the columns host and group, or Slurm's topology:
  /// topology.conf, or what `scontrol show topology` prints, of which a host's group is the switch
  /// to which it is connected.
  ///
  /// Errors  DataError: another file, a host in two groups, too many hosts.
  explicit HostTable(inputs::DataFile& file);

  const std::string& file() const { return file_; }
  /// Null: the table does not have the host.
  const std::string* group_of(const std::string& host) const;

 private:
  void read_slurm(const std::string& text);
  void read_csv(const std::string& text);
  /// False if the host is in another group.
  bool add(const std::string& host, const std::string& group);

  std::string file_;
  std::map<std::string, std::string> groups_;  ///< by host
};

}  // namespace sparlab::experiments::records
