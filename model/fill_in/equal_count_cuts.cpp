#include "model/fill_in/equal_count_cuts.hpp"

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

/// Like position_of_count, for an answer of at least `low`.
std::uint64_t bisect(const FillIn& fill_in, Ranks ranks, Range range, double entries,
                     std::uint64_t low) {
  std::uint64_t high = range.hi;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (fill_in.distinct(ranks, {range.lo, middle}) >= entries) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

std::uint64_t position_of_count(const FillIn& fill_in, Ranks ranks, Range range, double entries) {
  return bisect(fill_in, ranks, range, entries, range.lo);
}

std::vector<std::uint64_t> equal_count_cuts(const FillIn& fill_in, Ranks ranks, Range range,
                                            std::uint64_t parts) {
  SPARLAB_EXPECTS(parts > 0);
  const double total = fill_in.distinct(ranks, range);
  std::vector<std::uint64_t> cuts;
  cuts.reserve(static_cast<std::size_t>(parts - 1));
  for (std::uint64_t i = 1; i < parts; ++i) {
    const double entries = static_cast<double>(i) * total / static_cast<double>(parts);
    cuts.push_back(bisect(fill_in, ranks, range, entries, cuts.empty() ? range.lo : cuts.back()));
  }
  return cuts;
}

}  // namespace sparlab::model
