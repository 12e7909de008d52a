#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::algos::formats {

/// Maximal runs of consecutive indices as pairs (first, last). The number of pairs is not stored:
/// they end with the last entry. A pair holds the last index instead of the length, since the
/// length of a run over all values of an index type does not fit this type.
template <class Index>
constexpr std::uint64_t runs_bytes(std::uint64_t runs) {
  return runs * 2 * sizeof(Index);
}

/// The number of runs of consecutive indices; reads all indices.
template <class Index>
std::uint64_t count_runs(std::span<const Index> indices);

/// `field` has room for runs_bytes() of the number of runs.
template <class Index>
void encode_runs(std::span<const Index> indices, std::byte* field);

/// Fills `indices` from the front of `field` and returns the number of bytes read. Returns nothing
/// if the runs are out of order, outside the range or not maximal, or if their number of indices
/// differs.
template <class Index>
std::optional<std::size_t> decode_runs(std::span<const std::byte> field, model::Range range,
                                       std::span<Index> indices);

}  // namespace sparlab::algos::formats
