#pragma once

#include <string>
#include <vector>

#include "experiments/spec/points/record.hpp"
#include "model/base/rank_groups.hpp"

/// Where the ranks of a record ran.
namespace sparlab::experiments {

/// The entries of a record's environment that have the host of each rank (hosts_text) and its group
/// of the network (RankGroups::text): those that a run on MPI finds, and those of an import.
inline constexpr const char* kRunHosts = "mpi.hosts";
inline constexpr const char* kRunGroups = "mpi.groups";
inline constexpr const char* kImportedHosts = "source.hosts";

/// Hosts in the order of the ranks, each with how many ranks in a row are on it: "a:2,b:2".
std::string hosts_text(const std::vector<std::string>& of_ranks);

/// The groups of a record's ranks: those of its point, or those that the run found. Not known where
/// neither has any.
model::RankGroups groups_of(const Record& record);

}  // namespace sparlab::experiments
