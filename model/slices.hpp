#pragma once

#include <cstdint>
#include <vector>

/// How entries that ranks hold in unequal numbers, in the order of the ranks, are evened out.
namespace sparlab::model {

/// True if the largest of `sizes` is more than `factor` times their mean.
bool out_of_balance(const std::vector<double>& sizes, double factor);

/// Where slice `slice` of `slices` begins: each takes the whole part of total/slices, the first
/// ones one entry more until the remainder is used up. Totals may be expectations.
double slice_begin(double total, std::uint64_t slice, std::uint64_t slices);

/// Entries [first, last) of those that rank `from` holds; they belong to slice `to`.
struct SlicePiece {
  std::uint64_t from;
  std::uint64_t to;
  double first;
  double last;

  double size() const { return last - first; }
};

/// All pieces, in the order of their entries: at most 2P-1. What rounding of expectations leaves of
/// a piece is none.
std::vector<SlicePiece> slice_pieces(const std::vector<double>& sizes);

}  // namespace sparlab::model
