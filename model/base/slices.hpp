#pragma once

#include <cstdint>
#include <vector>

/// How entries that ranks hold in unequal numbers are rebalanced, in the order of the ranks.
namespace sparlab::model {

/// True if the largest of `sizes` is more than `factor` times their mean.
bool out_of_balance(const std::vector<double>& sizes, double factor);

/// The beginning of slice `slice` of `slices`. Each slice has floor(total/slices) entries, and the
/// first slices have one entry more until the remainder is used up. Totals may be expectations.
double slice_begin(double total, std::uint64_t slice, std::uint64_t slices);

/// Entries [first, last) of rank `from`, which belong to slice `to`.
struct SlicePiece {
  std::uint64_t from;
  std::uint64_t to;
  double first;
  double last;

  double size() const { return last - first; }
};

/// All pieces, in the order of their entries: at most 2P-1. Pieces that are only rounding errors of
/// expectations are left out.
std::vector<SlicePiece> slice_pieces(const std::vector<double>& sizes);

}  // namespace sparlab::model
