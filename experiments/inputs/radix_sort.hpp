#pragma once

#include <cstdint>
#include <span>

namespace sparlab::experiments::inputs {

/// Sorts numbers below `bound`. Takes time linear in their count, with one pass for every eleven
/// bits of the bound, and a buffer of the same size as `numbers`.
void radix_sort(std::span<std::uint64_t> numbers, std::uint64_t bound);

}  // namespace sparlab::experiments::inputs
