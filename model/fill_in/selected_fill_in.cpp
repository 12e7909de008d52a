#include "model/fill_in/selected_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/fill_in/selections.hpp"

namespace sparlab::model {

SelectedFillIn::SelectedFillIn(const FillIn& whole, std::uint64_t k, std::uint64_t ranks,
                               double share)
    : whole_(whole), k_(static_cast<double>(k)), share_(share), cuts_(false) {
  const std::uint64_t different = whole.symmetry() == Symmetry::none ? ranks : 1;
  for (std::uint64_t rank = 0; rank < different; ++rank) cuts_ = cuts_ || kept(rank) < 1;
}

double SelectedFillIn::kept(std::uint64_t rank) const {
  const double held = whole_.distinct({rank, 1}, {0, universe()});
  return share_ * held > k_ ? k_ / held : share_;
}

double SelectedFillIn::distinct(Ranks ranks, Range range) const {
  const double distinct = whole_.distinct(ranks, range);
  if (!cuts_ || ranks.count == 0) return distinct;
  if (symmetry() != Symmetry::none) return distinct * kept(0);
  double uncut = 0;
  double held = 0;
  double largest = 0;
  for (std::uint64_t rank = ranks.first; rank < ranks.first + ranks.count; ++rank) {
    const double entries = whole_.distinct({rank, 1}, range);
    uncut += entries;
    held += entries * kept(rank);
    largest = std::max(largest, entries * kept(rank));
  }
  return united_selections(distinct, uncut, held, largest);
}

double SelectedFillIn::runs(Ranks ranks, Range range) const {
  return cuts_ ? FillIn::runs(ranks, range) : whole_.runs(ranks, range);
}

double SelectedFillIn::live_blocks(Ranks ranks, Range range, std::uint64_t block) const {
  return cuts_ ? FillIn::live_blocks(ranks, range, block) : whole_.live_blocks(ranks, range, block);
}

std::string SelectedFillIn::describe() const {
  const std::string share = share_ == 1 ? "" : fmt::format("{:.10g} of ", share_);
  return fmt::format("at most {:.10g} of {}{}", k_, share, whole_.describe());
}

}  // namespace sparlab::model
