#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "model/base/partners.hpp"

namespace sparlab::model {

/// What links between switches add to the mean message of a round, in which all ranks send.
struct LinkLoad {
  double latency_s = 0;   ///< of the route, beyond the nearest
  double s_per_byte = 0;  ///< of the busiest link of the route, beyond its hosts' own links
  double seconds(double bytes) const { return latency_s + s_per_byte * bytes; }
  friend bool operator==(const LinkLoad&, const LinkLoad&) = default;
  friend auto operator<=>(const LinkLoad&, const LinkLoad&) = default;
};

/// The loads of the rounds of a run, by the distance of partners (LinkLoads makes them). A message
/// takes alpha + beta L to the nearest host, and these longer.
struct SharedLinks {
  std::uint64_t ranks = 0;           ///< of the run
  std::vector<LinkLoad> exchange{};  ///< at distances 1, 2, 4, ..., as Partners::Kind::exchange
  std::vector<LinkLoad> bine{};      ///< the same, as Partners::Kind::bine
  std::vector<LinkLoad> shift{};     ///< the same, to the rank at this distance; up to half of all
  LinkLoad all{};                    ///< the mean of the shifts by all distances

  bool present() const { return !shift.empty(); }
  /// Of the mean message of a step. The messages of trees, chains and stars do not meet. Where
  /// partners are not known, `all`.
  LinkLoad of(const Partners& partners) const;
  /// Of a message between two ranks, as if all ranks sent over the same distance: exchanged if
  /// their numbers differ in one bit.
  LinkLoad between(std::uint64_t from, std::uint64_t to) const;
  /// Contract: links are present.
  LinkLoad shifted(std::uint64_t distance) const;

  friend bool operator==(const SharedLinks&, const SharedLinks&) = default;
  friend auto operator<=>(const SharedLinks&, const SharedLinks&) = default;
};

}  // namespace sparlab::model
