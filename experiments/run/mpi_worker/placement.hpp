#pragma once

#include <map>
#include <string>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::experiments::run::mpi {

/// Where one rank runs.
struct RankPlace {
  std::string host;             ///< the name that its system has
  std::string group;            ///< the switches above it, as Slurm says; empty: not known
  std::string kernel;           ///< identifies the running system; hosts may share one
  std::vector<int> processors;  ///< that it may use
};

RankPlace own_place();

/// What records say of where ranks run: "mpi.hosts" and "mpi.groups" (rank_places.hpp), the latter
/// if the group of every rank is known; "mpi.processors", how many different processors the ranks
/// may use; and "mpi.oversubscribed", whether more ranks run under one system than may use
/// different processors.
std::map<std::string, std::string> describe_places(const std::vector<RankPlace>& ranks);

/// describe_places of all ranks, on rank 0; empty on the other ranks. Collective.
std::map<std::string, std::string> gather_places(runtime::Comm& comm);

}  // namespace sparlab::experiments::run::mpi
