#include "model/fill_in/derived_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/base/contract.hpp"

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

double HashedFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(owned_.lo <= range.lo && range.lo <= range.hi && range.hi <= owned_.hi);
  if (range.size() == 0) return 0;
  return of_.distinct(ranks, owned_) * static_cast<double>(range.size()) /
         static_cast<double>(owned_.size());
}

Symmetry HashedFillIn::symmetry() const {
  return of_.symmetry() == Symmetry::none ? Symmetry::none : Symmetry::ranks_and_ranges;
}

std::string HashedFillIn::describe() const { return "hashed " + of_.describe(); }

std::shared_ptr<const FillIn> fill_in_of_places(const FillIn& of, const HashedOwners& owners) {
  std::shared_ptr<const FillIn> exact = of.renumbered(owners);
  return exact ? exact : std::make_shared<HashedFillIn>(of, owners);
}

GroupedFillIn::GroupedFillIn(const FillIn& of, std::uint64_t ranks, std::uint64_t group)
    : of_(of), ranks_(ranks), group_(std::min(group, ranks)) {
  SPARLAB_EXPECTS(group >= 1 && ranks >= 1);
}

Ranks GroupedFillIn::members(Ranks interval) const {
  if (interval.count == 0) return {};
  const std::uint64_t first = interval.first % groups();
  const std::uint64_t last = first + interval.count;  // exclusive
  const std::uint64_t before_wrap = std::min(last, groups());
  std::uint64_t count = std::min(before_wrap * group_, ranks_) - first * group_;
  for (std::uint64_t left = last - before_wrap; left > 0;) {
    const std::uint64_t around = std::min(left, groups());
    count += std::min(around * group_, ranks_);
    left -= around;
  }
  return {first * group_, count};
}

double GroupedFillIn::distinct(Ranks groups, Range range) const {
  return of_.distinct(members(groups), range);
}

double GroupedFillIn::runs(Ranks groups, Range range) const {
  return of_.runs(members(groups), range);
}

double GroupedFillIn::live_blocks(Ranks groups, Range range, std::uint64_t block) const {
  return of_.live_blocks(members(groups), range, block);
}

Symmetry GroupedFillIn::symmetry() const {
  return ranks_ % group_ == 0 ? of_.symmetry() : Symmetry::none;
}

std::string GroupedFillIn::describe() const {
  return fmt::format("groups of {}: {}", group_, of_.describe());
}

}  // namespace sparlab::model
