#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sparlab::algos::kernels {

/// True if the indices increase strictly and all lie in [lo, hi). Runs at memory speed.
template <class Index>
bool strictly_increasing_in(std::span<const Index> indices, std::uint64_t lo, std::uint64_t hi);

/// For boundaries b_0 <= b_1 <= ... <= b_m: m + 1 positions such that the entries of range
/// [b_i, b_{i+1}) are [positions[i], positions[i+1]).
template <class Index>
std::vector<std::size_t> split_positions(std::span<const Index> indices,
                                         std::span<const std::uint64_t> boundaries);

}  // namespace sparlab::algos::kernels
