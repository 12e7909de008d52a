#pragma once

#include <algorithm>
#include <cstdint>

#include "model/base/mix64.hpp"
#include "model/base/range.hpp"

namespace sparlab::model {

/// Assigns the indices of a range to owners by a hash that all ranks know, and renumbers them so
/// that each owner's are neighbours.
///
/// Every block of P neighbouring indices, for P owners, has one index of each; a hash of the
/// block's number decides how far the owners are rotated in it. Of c neighbouring indices, each
/// owner therefore has c/P, up to two; indices at equal distances are spread at random. In the last
/// block, if it is shorter, owner j has index j.
///
/// The place of an index is part_of(range, owner, P).lo plus the number of its block: owners have
/// as many indices as their part of the range, and these increase with their places.
class HashedOwners {
 public:
  /// An index of the range, as its owner and its place.
  struct Place {
    std::uint64_t owner;
    std::uint64_t at;
  };

  HashedOwners() = default;
  /// 1 to 2^31 owners.
  HashedOwners(Range range, std::uint64_t owners)
      : range_(range),
        owners_(owners),
        blocks_(range.size() / owners),
        rest_(range.size() % owners) {}

  Range range() const { return range_; }
  std::uint64_t owners() const { return owners_; }
  /// The places of an owner's indices.
  Range part(std::uint64_t owner) const {
    const std::uint64_t lo = first_place(owner);
    return {lo, lo + blocks_ + (owner < rest_ ? 1 : 0)};
  }

  /// Contract: the index is in the range.
  Place place_of(std::uint64_t index) const {
    const std::uint64_t block = (index - range_.lo) / owners_;
    std::uint64_t owner = index - range_.lo - block * owners_ + rotation(block);
    if (owner >= owners_) owner -= owners_;
    return {owner, first_place(owner) + block};
  }
  /// The index at a place. Contract: the place is in part(owner).
  std::uint64_t index_at(const Place& place) const {
    const std::uint64_t block = place.at - first_place(place.owner);
    const std::uint64_t rotated = rotation(block);
    const std::uint64_t in_block = place.owner - rotated + (place.owner < rotated ? owners_ : 0);
    return range_.lo + block * owners_ + in_block;
  }

  friend bool operator==(const HashedOwners&, const HashedOwners&) = default;

 private:
  std::uint64_t first_place(std::uint64_t owner) const {
    return range_.lo + blocks_ * owner + std::min(owner, rest_);
  }
  std::uint64_t rotation(std::uint64_t block) const {
    return block < blocks_ ? (mix64(block) >> 32) * owners_ >> 32 : 0;
  }

  Range range_{};
  std::uint64_t owners_ = 1;
  std::uint64_t blocks_ = 0;  ///< whole ones
  std::uint64_t rest_ = 0;    ///< indices of the last block, if it is shorter
};

}  // namespace sparlab::model
