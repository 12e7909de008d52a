#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/topology/checks.hpp"

/// The cables between the groups of a dragonfly.
namespace sparlab::model {

/// Each pair of groups has as many. In each group they are given to its switches in turn: all of
/// the first other group, then all of the second one, and so on. The switches of a group thus have
/// equally many, plus or minus one, and the cables of a pair are at as many switches as possible.
class GlobalCables {
 public:
  GlobalCables(std::uint32_t groups, std::uint32_t cables_per_pair,
               std::uint32_t switches_per_group)
      : groups_(groups), per_pair_(cables_per_pair), switches_(switches_per_group) {}

  /// The number of cable k between two groups, among all global cables.
  std::uint32_t number(std::uint32_t group, std::uint32_t other, std::uint32_t k) const {
    const std::uint32_t low = group < other ? group : other;
    const std::uint32_t high = group < other ? other : group;
    return (high * (high - 1) / 2 + low) * per_pair_ + k;
  }

  /// The switch, by its number in `group`, of cable k between two groups.
  std::uint32_t switch_of(std::uint32_t group, std::uint32_t other, std::uint32_t k) const {
    const std::uint64_t place = other < group ? other : other - 1;
    return static_cast<std::uint32_t>((place * per_pair_ + k) % switches_);
  }

  /// The number of global cables.
  std::uint64_t count() const { return bounded_product({pairs_of(groups_), per_pair_}); }

 private:
  std::uint32_t groups_;
  std::uint32_t per_pair_;
  std::uint32_t switches_;
};

/// Checks that `ports` of each of the switches of a group suffice.
void check_global_ports(TopologyChecks& checks, std::uint32_t groups, std::uint32_t cables_per_pair,
                        std::uint64_t switches_per_group, std::uint32_t ports,
                        std::string_view cables_parameter);

}  // namespace sparlab::model
