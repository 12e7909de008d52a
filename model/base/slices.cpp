#include "model/base/slices.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sparlab::model {
namespace {

constexpr double kNone = 1e-6;  // in entries; smaller amounts are rounding errors

double sum_of(const std::vector<double>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), 0.0);
}

}  // namespace

bool out_of_balance(const std::vector<double>& sizes, double factor) {
  const double largest = *std::ranges::max_element(sizes);
  return largest * static_cast<double>(sizes.size()) > factor * sum_of(sizes);
}

double slice_begin(double total, std::uint64_t slice, std::uint64_t slices) {
  const double least = std::floor(total / static_cast<double>(slices));
  const double remainder = total - least * static_cast<double>(slices);
  return least * static_cast<double>(slice) + std::min(static_cast<double>(slice), remainder);
}

std::vector<SlicePiece> slice_pieces(const std::vector<double>& sizes) {
  const double total = sum_of(sizes);
  const std::uint64_t ranks = sizes.size();
  std::vector<SlicePiece> pieces;
  std::uint64_t to = 0;
  double held_before = 0;
  for (std::uint64_t from = 0; from < ranks; ++from) {
    const double held_end = held_before + sizes[static_cast<std::size_t>(from)];
    while (to < ranks) {
      const double end = slice_begin(total, to + 1, ranks);
      const double first = std::max(held_before, slice_begin(total, to, ranks));
      const double last = std::min(held_end, end);
      if (last - first > kNone)
        pieces.push_back({from, to, first - held_before, last - held_before});
      if (end > held_end) break;
      ++to;
    }
    held_before = held_end;
  }
  return pieces;
}

}  // namespace sparlab::model
