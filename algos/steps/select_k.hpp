#pragma once

#include <cmath>
#include <cstdint>

#include "algos/allreduce.hpp"
#include "algos/steps/agree.hpp"

/// What systems with a parameter k ("so many entries; 0: as many as the input holds") share.
namespace sparlab::algos {

/// How many entries this rank selects. Expected counts are rounded up.
template <class Stream>
std::uint64_t local_k(std::uint64_t k, const Stream& input) {
  return k != 0 ? k : static_cast<std::uint64_t>(std::ceil(static_cast<double>(input.count())));
}

/// How many entries the ranks together select: where k is 0, the largest of their counts.
/// Cost    k = 0: an agreement; else nothing.
template <class Stream>
std::uint64_t agreed_k(runtime::Comm& comm, std::uint64_t k, const Stream& input) {
  return k != 0 ? k : agree_on_max(comm, local_k(k, input));
}

/// The k largest entries as a coo stream; free if nothing is left out of a coo stream.
template <class Stream>
Stream at_most_k(runtime::Comm& comm, const Stream& stream, std::uint64_t k) {
  const bool fits = static_cast<double>(stream.count()) <= static_cast<double>(k);
  return fits && stream.format() == Format::coo ? stream : top_k(comm, stream, k);
}

}  // namespace sparlab::algos
