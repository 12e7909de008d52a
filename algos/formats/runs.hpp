#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::algos::formats {

/// Runs of consecutive indices as pairs (first, last), each as long as it can be. There is no
/// number of pairs: they end where the entries do. The last index of a run is stored, and not its
/// length, since a run over all of a type's indices has a length that the type cannot hold.
template <class Index>
constexpr std::uint64_t runs_bytes(std::uint64_t runs) {
  return runs * 2 * sizeof(Index);
}

/// Runs of consecutive indices; reads all of them.
template <class Index>
std::uint64_t count_runs(std::span<const Index> indices);

/// `field` has room for the runs_bytes of the indices' runs.
template <class Index>
void encode_runs(std::span<const Index> indices, std::byte* field);

/// Fills `indices` from the front of `field` and returns how many bytes of it that took; nothing if
/// the runs are out of order, outside of the range, not maximal, or not as many as the indices.
template <class Index>
std::optional<std::size_t> decode_runs(std::span<const std::byte> field, model::Range range,
                                       std::span<Index> indices);

}  // namespace sparlab::algos::formats
