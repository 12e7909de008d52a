#pragma once

#include <cstddef>
#include <span>

namespace sparlab::api {

/// The header of a saved state, with a checksum of the content that follows.
inline constexpr std::size_t kSealBytes = 16;

/// Writes the header of a state that already has its content.
void seal(std::span<std::byte> state);

/// The content of a state. Errors  algos::StateError if it is not a saved state, or damaged.
std::span<const std::byte> unsealed(std::span<const std::byte> state);

}  // namespace sparlab::api
