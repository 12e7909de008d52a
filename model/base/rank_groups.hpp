#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::model {

/// The group of the network in which each rank of a run is: of the hosts of a switch, a rack, a
/// group of a dragonfly. Groups are numbered in the order of their first ranks, so that equal
/// placements are equal, whatever their groups are called.
class RankGroups {
 public:
  static constexpr std::size_t kMostRanks = 1 << 14;
  /// What parse() accepts.
  static const std::string& accepted();

  RankGroups() = default;  ///< not known
  /// Any numbers, one for each of at most kMostRanks ranks.
  explicit RankGroups(std::span<const std::uint64_t> groups);
  /// The same by the names of groups.
  explicit RankGroups(std::span<const std::string> names);
  /// "0x4,1x4,0": the groups of the ranks in turn, each with how many ranks in a row are in it.
  /// nullopt if the text is not of this form.
  static std::optional<RankGroups> parse(std::string_view text);

  bool known() const { return !of_ranks_.empty(); }
  std::size_t ranks() const { return of_ranks_.size(); }
  const std::vector<std::uint32_t>& of_ranks() const { return of_ranks_; }
  /// As parse() reads it, with the fewest characters; empty if not known.
  std::string text() const;

  friend bool operator==(const RankGroups&, const RankGroups&) = default;

 private:
  std::vector<std::uint32_t> of_ranks_;
};

}  // namespace sparlab::model
