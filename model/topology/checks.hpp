#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "model/topology/topology.hpp"

/// Checks that the descriptions of topologies share.
namespace sparlab::model {

/// Why a description is refused.
struct TopologyFault {
  std::string parameter;  ///< the field: "groups", "green.latency_s", "levels[1].down"
  std::string accepted;   ///< what would be accepted, or what is wrong with the combination
};

/// A topology has at most this many cables, which take 12 bytes each.
inline constexpr std::uint64_t kMostCables = std::uint64_t{1} << 24;

/// The product, or more than kMostCables if it is larger than that.
std::uint64_t bounded_product(std::initializer_list<std::uint64_t> factors);

/// The number of pairs of `count` things.
constexpr std::uint64_t pairs_of(std::uint32_t count) {
  return count == 0 ? 0 : std::uint64_t{count} * (count - 1) / 2;
}

/// The first fault of several checks.
class TopologyChecks {
 public:
  void require(bool holds, std::string_view parameter, std::string accepted);
  void at_least(std::uint32_t least, std::uint32_t value, std::string_view parameter);
  void link_class(const LinkClass& link, std::string_view parameter);
  /// The parameter is one that makes the topology smaller.
  void cables(std::uint64_t count, std::string_view parameter);

  bool passed() const { return !fault_; }
  const std::optional<TopologyFault>& fault() const { return fault_; }

 private:
  std::optional<TopologyFault> fault_;
};

}  // namespace sparlab::model
