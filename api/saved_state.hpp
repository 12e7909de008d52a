#pragma once

#include <cstddef>
#include <span>

namespace sparlab::api {

/// In front of a saved state: what it is, and a checksum of what follows.
inline constexpr std::size_t kSealBytes = 16;

/// Writes the seal of a state whose content is already there.
void seal(std::span<std::byte> state);

/// The content. Errors  algos::StateError if it is not a saved state, or damaged.
std::span<const std::byte> unsealed(std::span<const std::byte> state);

}  // namespace sparlab::api
