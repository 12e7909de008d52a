#pragma once

#include <cstdint>
#include <span>

namespace sparlab::experiments::inputs {

/// Sorts numbers that are all below `bound`, in time linear in their count (once for every eleven
/// bits of the bound) and as much memory again.
void radix_sort(std::span<std::uint64_t> numbers, std::uint64_t bound);

}  // namespace sparlab::experiments::inputs
