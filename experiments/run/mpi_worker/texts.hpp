#pragma once

#include <string>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::experiments::run::mpi {

/// Gathers the texts of all ranks, in rank order, on rank 0; empty on the other ranks. Collective.
std::vector<std::string> gather_text(runtime::Comm& comm, const std::string& text);

/// The text of rank 0, on all ranks. Collective.
std::string broadcast_text(runtime::Comm& comm, const std::string& text);

}  // namespace sparlab::experiments::run::mpi
