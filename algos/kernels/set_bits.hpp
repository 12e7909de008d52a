#pragma once

#include <cstddef>
#include <cstdint>

/// The set bits of 64-bit words, with the bit instructions of the processor where it has them.
namespace sparlab::algos::kernels {

inline constexpr std::size_t kWordBits = 64;
inline constexpr std::size_t kMostWords = 256;  ///< whose bits are listed by one call

std::uint64_t count_bits(const std::uint64_t* words, std::size_t number);

/// Writes the positions of the set bits of at most kMostWords words, in order, and returns their
/// number. The output must have room for kWordBits additional positions.
std::size_t positions_of_bits(const std::uint64_t* words, std::size_t number,
                              std::uint32_t* positions);

/// The same without those instructions.
std::uint64_t portable_count_bits(const std::uint64_t* words, std::size_t number);
std::size_t portable_positions_of_bits(const std::uint64_t* words, std::size_t number,
                                       std::uint32_t* positions);

}  // namespace sparlab::algos::kernels
