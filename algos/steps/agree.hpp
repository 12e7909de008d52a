#pragma once

#include <cstdint>
#include <vector>

#include "runtime/comm.hpp"

/// Numbers on which all ranks agree before they continue, such as k or a change of format. They are
/// real numbers in counted runs, too.
namespace sparlab::algos {

/// The maximum of all ranks' numbers.
///
/// Cost    ceil(log2 P) messages of 8 bytes, for any P (model::add_agreement).
/// Errors  WireError for a message that is not one number.
/// Source  Bar-Noy, Kipnis and Schieber, Parallel Processing Letters 3(3), 1993.
std::uint64_t agree_on_max(runtime::Comm& comm, std::uint64_t number);

/// Whether all ranks have the same number; all ranks get the same answer. Like agree_on_max, but
/// with messages of 16 bytes.
bool all_equal(runtime::Comm& comm, std::uint64_t number);

/// The sum of all ranks' numbers; like agree_on_max. Integers up to 2^53 are summed exactly, so all
/// ranks get the same bits. The counts of counted streams are summed up to rounding.
double agree_on_sum(runtime::Comm& comm, double number);

/// The sums of each of the numbers over all ranks, modulo 2^64; like agree_on_max, but a message
/// holds all numbers.
std::vector<std::uint64_t> agree_on_sums(runtime::Comm& comm, std::vector<std::uint64_t> numbers);

}  // namespace sparlab::algos
