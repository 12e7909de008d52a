#pragma once

#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::algos {

/// The counts of all ranks, by rank, which ranks need before an exchange whose sizes depend on
/// data. Counts of counted streams are expectations, therefore not integers.
///
/// Cost    ceil(log2 P) messages; every rank sends and receives P-1 numbers of 8 bytes
///         (model::add_count_gather).
/// Errors  WireError for a message of another length, and for a number that is not a count.
/// Source  Bruck et al., IEEE TPDS 8(11), 1997.
std::vector<double> gather_counts(runtime::Comm& comm, double own);

}  // namespace sparlab::algos
