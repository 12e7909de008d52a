#pragma once

#include <cstdint>
#include <functional>

#include "model/base/placement.hpp"

namespace sparlab::model {

/// Which ranks the messages of a step join. It decides which messages leave a host.
struct Partners {
  enum class Kind : std::uint8_t {
    unknown,   ///< all messages leave, and all ranks of a host send at once: an upper bound, unless
               ///< all `ranks` of the machine share one host
    exchange,  ///< survivor i of the fold to a power of two, with survivor i xor `distance`
    bine,      ///< the same with survivor bine_partner(i, distance) (model/base/bine.hpp)
    shift,     ///< rank i to rank i + distance, around
    all,       ///< each rank to all others
    tree,      ///< in each group, i + distance to i for all multiples i of 2 * distance
    trees,     ///< the messages of a step are the rounds of a tree, distances 1, 2, 4, ...
    chain,     ///< the messages of a step are i to i + 1, one after the other
    star,      ///< rank 0 to, or from, all others
  };

  Kind kind = Kind::unknown;
  std::uint64_t ranks = 0;  ///< that take part
  std::uint64_t distance = 0;
  std::uint64_t group = 0;    ///< ranks of a tree, of a shift, of an exchange (a power of two) or
                              ///< of those that send to all others; 0: all are one
  std::uint64_t spacing = 1;  ///< participant i is rank i * spacing of the machine
  std::uint64_t lanes = 1;    ///< such steps at the same time; in lane j, it is rank
                              ///< i * spacing + j
};

/// A round of an exchange in which ranks learn what ranks at growing distances know: recursive
/// doubling if `ranks` is a power of two, otherwise messages from a distance.
Partners partners_at(std::uint64_t ranks, std::uint64_t distance);

/// Calls visit(from, to) with the ranks of each message of a round of exchanges or a shift.
/// Contract: the step is one of these.
void visit_round(const Partners& partners,
                 const std::function<void(std::uint64_t, std::uint64_t)>& visit);

/// The share of the messages of a chain or a star that stay inside a host.
/// Cost  O(ranks)
double share_inside(const Placement& placement, const Partners& partners);

/// How the messages of one step, one of each participant, meet at the hosts. Those of chains and
/// stars do not: they pass one after the other.
struct HostLoad {
  std::uint64_t leaving = 0;    ///< most messages that leave or enter one host
  std::uint64_t residents = 0;  ///< most participants of one host
  std::uint64_t fewest = 0;     ///< fewest participants of a host that has any
  bool stays = false;           ///< some message stays inside its host
};

/// Cost  O(ranks); O(1) for shifts of blocks, and for exchanges where all numbers are powers of
/// two.
HostLoad host_load(const Placement& placement, const Partners& partners);

/// How the messages of ranks that send to all others of their group meet at the hosts.
struct GroupLoad {
  double inside = 0;   ///< messages of a rank that stay inside its host, at most
  double leaving = 0;  ///< messages of a rank that leave the busiest host
  double at_port = 0;  ///< all that leave that host
};

/// Contract: the kind is `all`, and groups are given.
/// Cost  O(ranks * lanes)
GroupLoad group_load(const Placement& placement, const Partners& partners);

/// The share of the messages of a step, of the participant that has most of them, that join two
/// groups. Where each participant has one message at a time, it is 1 if any message of the round
/// does, since all wait for it. `trees` is one round, of the given distance.
/// Cost  O(ranks) at most
double share_between_groups(const HostGroups& groups, const Placement& placement,
                            const Partners& partners);

}  // namespace sparlab::model
