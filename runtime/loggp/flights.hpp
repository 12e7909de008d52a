#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/loggp/slot_pool.hpp"

namespace sparlab::runtime::loggp {

/// The messages on their way, where their number is limited.
struct Flights {
  struct OfRank {
    std::uint32_t count = 0;      ///< that left and are not delivered
    std::uint32_t first = kNone;  ///< of those that wait, as handshakes
    std::uint32_t last = kNone;
    bool setup_waits = false;  ///< of the first message of the rank's queue to other hosts
  };

  Flights(std::uint32_t limit, int size) : ranks(limit == 0 ? 0 : static_cast<std::size_t>(size)) {}

  OfRank& of(int rank) { return ranks[static_cast<std::size_t>(rank)]; }
  const OfRank& of(int rank) const { return ranks[static_cast<std::size_t>(rank)]; }
  bool limited() const { return !ranks.empty(); }

  std::vector<OfRank> ranks;
};

}  // namespace sparlab::runtime::loggp
