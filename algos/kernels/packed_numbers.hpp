#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// Numbers of a fixed width in bits, one after another from bit 0 of a field, little-endian.
namespace sparlab::algos::kernels {

/// Reads numbers first .. first + numbers.size() - 1. `width` is 0 to 32, and `field` is all that
/// may be read: at least the bits of these numbers. With AVX2 where the processor has it.
void unpack_numbers(std::span<const std::byte> field, int width, std::uint64_t first,
                    std::span<std::uint32_t> numbers);

/// The same without it.
void portable_unpack_numbers(std::span<const std::byte> field, int width, std::uint64_t first,
                             std::span<std::uint32_t> numbers);

}  // namespace sparlab::algos::kernels
