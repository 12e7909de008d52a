#pragma once

#include <cstdint>
#include <vector>

#include "runtime/comm.hpp"

/// Numbers on which all ranks agree before they go on, such as a k or a switch of formats. They are
/// real numbers in counted runs, too.
namespace sparlab::algos {

/// The largest of all ranks' numbers.
///
/// Cost    ceil(log2 P) messages of 8 bytes, for any P (model::add_agreement).
/// Errors  WireError for a message that is not one number.
/// Source  Bar-Noy, Kipnis and Schieber, Parallel Processing Letters 3(3), 1993.
std::uint64_t agree_on_max(runtime::Comm& comm, std::uint64_t number);

/// Whether all ranks have the same number; all get the same answer. As agree_on_max, but messages
/// of 16 bytes.
bool all_equal(runtime::Comm& comm, std::uint64_t number);

/// The sum of all ranks' numbers; as agree_on_max. Whole numbers up to 2^53 add up exactly, hence
/// to the same bits on all ranks; the counts of counted streams only up to rounding.
double agree_on_sum(runtime::Comm& comm, double number);

/// The sums of as many numbers of every rank, modulo 2^64; as agree_on_max, but messages of all
/// numbers.
std::vector<std::uint64_t> agree_on_sums(runtime::Comm& comm, std::vector<std::uint64_t> numbers);

}  // namespace sparlab::algos
