#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/comm.hpp"

/// Numbers on which all ranks agree before they continue, such as k or a change of format. They are
/// real numbers in counted runs, too.
namespace sparlab::algos {

/// Joins the contributions of all ranks on every rank, in cyclic rank order starting after its own
/// rank. It works for joins without an inverse: no contribution is joined twice. `exchange(to,
/// sent, from, count)` sends the known contributions of `count` ranks and returns those of as many
/// others; `join(left, right)` joins two.
///
/// Each round doubles the number of preceding ranks whose contributions a rank has, from 0 up to
/// P-1. A rank that needs one more than the double also requests its partner's own contribution.
/// Cost    ceil(log2 P) messages, for any P.
/// Source  Bar-Noy, Kipnis and Schieber, Parallel Processing Letters 3(3), 1993.
template <class Known, class Exchange, class Join>
Known join_all(runtime::Comm& comm, Known own, Exchange exchange, Join join) {
  const int ranks = comm.size();
  const int rank = comm.rank();
  std::optional<Known> others;  // of the ranks rank-covered, ..., rank-1 (modulo P)
  int covered = 0;
  for (int bit = std::bit_width(static_cast<unsigned>(ranks - 1)) - 1; bit >= 0; --bit) {
    const bool one_more = ((ranks - 1) >> bit & 1) != 0;
    const int distance = covered + (one_more ? 1 : 0);
    const Known sent = !one_more ? *others : others ? join(*others, own) : own;
    Known received =
        exchange((rank + distance) % ranks, sent, (rank + ranks - distance) % ranks, distance);
    others = others ? join(std::move(received), std::move(*others)) : std::move(received);
    covered += distance;
  }
  return others ? join(std::move(*others), std::move(own)) : own;
}

/// The maximum of all ranks' numbers.
///
/// Cost    ceil(log2 P) messages of 8 bytes, for any P (model::add_agreement).
/// Errors  WireError for a message that is not one number.
/// Source  Bar-Noy, Kipnis and Schieber, Parallel Processing Letters 3(3), 1993.
std::uint64_t agree_on_max(runtime::Comm& comm, std::uint64_t number);

/// The maximum over all ranks of each of the numbers, which are at least 0; a message holds all
/// numbers.
/// Errors  WireError for a message of another length, or with another number.
std::vector<double> agree_on_max(runtime::Comm& comm, std::vector<double> numbers);

/// Whether all ranks have the same number; all ranks get the same answer. Like agree_on_max, but
/// with messages of 16 bytes.
bool all_equal(runtime::Comm& comm, std::uint64_t number);

/// The sum of all ranks' numbers; like agree_on_max. Integers up to 2^53 are summed exactly, so all
/// ranks get the same bits. The counts of counted streams are summed up to rounding.
double agree_on_sum(runtime::Comm& comm, double number);

/// The sums of each of the numbers over all ranks, modulo 2^64; like agree_on_max, but a message
/// holds all numbers.
std::vector<std::uint64_t> agree_on_sums(runtime::Comm& comm, std::vector<std::uint64_t> numbers);

/// The counts of all ranks, by rank, which ranks need before an exchange whose sizes depend on
/// data. Counts of counted streams are expectations, therefore not integers.
///
/// Cost    ceil(log2 P) messages; every rank sends and receives P-1 numbers of 8 bytes
///         (model::add_count_gather).
/// Errors  WireError for a message of another length, and for a number that is not a count.
/// Source  Bruck et al., IEEE TPDS 8(11), 1997.
std::vector<double> gather_counts(runtime::Comm& comm, double own);

}  // namespace sparlab::algos
