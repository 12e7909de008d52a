#include "model/fill_in/grouped_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/base/contract.hpp"

namespace sparlab::model {

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
