#include "model/base/partners.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

#include "model/base/bine.hpp"
#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

/// Counts the messages of a step at each host.
class LoadCount {
 public:
  LoadCount(const Placement& placement, std::uint64_t spacing)
      : placement_(placement), spacing_(spacing) {}

  /// What follows is counted for this lane.
  void in_lane(std::uint64_t lane) { lane_ = lane; }

  void message(std::uint64_t from, std::uint64_t to) {
    const std::uint64_t sender = host_of(from);
    const std::uint64_t receiver = host_of(to);
    if (sender == receiver) {
      load_.stays = true;
      return;
    }
    load_.leaving = std::max({load_.leaving, ++hosts_[sender].sent, ++hosts_[receiver].received});
  }

  /// message() for the functions that visit all messages.
  auto visitor() {
    return [this](std::uint64_t from, std::uint64_t to) {
      message(from, to);
      return true;
    };
  }

  void residents(std::uint64_t ranks) {
    for (std::uint64_t rank = 0; rank < ranks; ++rank) ++hosts_[host_of(rank)].residents;
    load_.fewest = ranks;
    for (const auto& [host, counts] : hosts_) {
      load_.residents = std::max(load_.residents, counts.residents);
      load_.fewest = std::min(load_.fewest, counts.residents);
    }
  }

  HostLoad load() const { return load_; }

 private:
  struct Counts {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::uint64_t residents = 0;
  };

  std::uint64_t host_of(std::uint64_t participant) const {
    return placement_.host_of(participant * spacing_ + lane_);
  }

  const Placement& placement_;
  std::uint64_t spacing_;
  std::uint64_t lane_ = 0;
  std::unordered_map<std::uint64_t, Counts> hosts_;
  HostLoad load_;
};

/// Calls visit(from, to) for the messages of a round until it returns false.
template <class Visit>
void visit_exchanges(const Partners& partners, Visit visit) {
  if (partners.group != 0) {
    for (std::uint64_t i = 0; i < partners.ranks; ++i)
      if (!visit(i, i ^ partners.distance)) return;
    return;
  }
  const std::uint64_t survivors = std::bit_floor(partners.ranks);
  const std::uint64_t surplus = partners.ranks - survivors;
  const auto rank_of = [&](std::uint64_t survivor) {
    return survivor < surplus ? 2 * survivor + 1 : survivor + surplus;
  };
  for (std::uint64_t i = 0; i < survivors; ++i) {
    const std::uint64_t other = partners.kind == Partners::Kind::bine
                                    ? bine_partner(i, partners.distance, survivors)
                                    : i ^ partners.distance;
    if (other < survivors && !visit(rank_of(i), rank_of(other))) return;
  }
}

template <class Visit>
void visit_shift(const Partners& partners, Visit visit) {
  const std::uint64_t group = partners.group == 0 ? partners.ranks : partners.group;
  for (std::uint64_t first = 0; first < partners.ranks; first += group) {
    const std::uint64_t members = std::min(group, partners.ranks - first);
    if (members == 1 && partners.group != 0) continue;
    for (std::uint64_t i = 0; i < members; ++i)
      if (!visit(first + i, first + (i + partners.distance) % members)) return;
  }
}

template <class Visit>
void visit_tree(const Partners& partners, Visit visit) {
  const std::uint64_t group = partners.group == 0 ? partners.ranks : partners.group;
  for (std::uint64_t first = 0; first < partners.ranks; first += group) {
    const std::uint64_t end = std::min(first + group, partners.ranks);
    for (std::uint64_t i = first; i + partners.distance < end; i += 2 * partners.distance)
      if (!visit(i + partners.distance, i)) return;
  }
}

template <class Visit>
void visit_chain(const Partners& partners, Visit visit) {
  for (std::uint64_t i = 0; i + 1 < partners.ranks; ++i)
    if (!visit(i, i + 1)) return;
}

template <class Visit>
void visit_star(const Partners& partners, Visit visit) {
  for (std::uint64_t i = 1; i < partners.ranks; ++i)
    if (!visit(i, std::uint64_t{0})) return;
}

/// The share of the messages of a chain or a star whose two ranks fulfil a condition.
template <class Condition>
double share_of_messages(const Partners& partners, Condition condition) {
  double met = 0;
  double all = 0;
  const auto visit = [&](std::uint64_t from, std::uint64_t to) {
    met += condition(from * partners.spacing, to * partners.spacing) ? 1 : 0;
    all += 1;
    return true;
  };
  if (partners.kind == Partners::Kind::chain)
    visit_chain(partners, visit);
  else
    visit_star(partners, visit);
  return all == 0 ? 0 : met / all;
}

/// Whether participants fill equal blocks of the hosts, one after the other.
bool in_equal_blocks(const Placement& placement, const Partners& partners) {
  if (placement.kind != Placement::Kind::block) return false;
  const std::uint64_t share = placement.ranks_per_host / partners.spacing;
  if (placement.ranks_per_host % partners.spacing != 0) return false;
  return partners.ranks % share == 0;
}

HostLoad count_shift(const Placement& placement, const Partners& partners) {
  const std::uint64_t distance = partners.distance % partners.ranks;
  if (partners.group == 0 && in_equal_blocks(placement, partners)) {
    const std::uint64_t share = placement.ranks_per_host / partners.spacing;
    const std::uint64_t nearest = std::min(distance, partners.ranks - distance);
    if (partners.ranks == share) return {.stays = true};
    return {.leaving = std::min(nearest, share), .stays = nearest < share};
  }
  LoadCount count(placement, partners.spacing);
  visit_shift(partners, count.visitor());
  return count.load();
}

HostLoad count_exchanges(const Placement& placement, const Partners& partners) {
  if (partners.group == 0 && std::has_single_bit(partners.ranks) &&
      partners.distance < partners.ranks && in_equal_blocks(placement, partners)) {
    const std::uint64_t share = placement.ranks_per_host / partners.spacing;
    if (std::has_single_bit(share)) {
      const bool stays = partners.distance < share;
      return {.leaving = stays ? 0 : share, .stays = stays};
    }
  }
  LoadCount count(placement, partners.spacing);
  visit_exchanges(partners, count.visitor());
  return count.load();
}

/// Of the lanes of an exchange or a shift in groups.
HostLoad load_of_groups(const Placement& placement, const Partners& partners) {
  LoadCount count(placement, partners.spacing);
  for (std::uint64_t lane = 0; lane < partners.lanes; ++lane) {
    count.in_lane(lane);
    if (partners.kind == Partners::Kind::shift)
      visit_shift(partners, count.visitor());
    else
      visit_exchanges(partners, count.visitor());
  }
  return count.load();
}

/// Lanes are on the same hosts as far as these have room for them.
HostLoad load_of_lanes(const Placement& placement, Partners partners) {
  const bool in_groups =
      partners.kind == Partners::Kind::exchange || partners.kind == Partners::Kind::shift;
  if (partners.group != 0 && in_groups) return load_of_groups(placement, partners);
  const std::uint64_t lanes = std::exchange(partners.lanes, 1);
  const auto of_all = [&](std::uint64_t of_one) {
    return std::min(of_one * lanes, placement.ranks_per_host);
  };
  const HostLoad one = host_load(placement, partners);
  return {of_all(one.leaving), of_all(one.residents), of_all(one.fewest), one.stays};
}

/// Of all messages of one participant to all others, those to other groups.
double share_of_all(const HostGroups& groups, const Placement& placement,
                    const Partners& partners) {
  if (partners.ranks == 1) return 0;
  if (groups.hosts == 1 && !placement.shares_ports()) return 1;
  std::unordered_map<std::uint64_t, std::uint64_t> members;
  for (std::uint64_t i = 0; i < partners.ranks; ++i)
    ++members[groups.group_of(placement, i * partners.spacing)];
  std::uint64_t fewest = partners.ranks;
  for (const auto& [group, count] : members) fewest = std::min(fewest, count);
  return static_cast<double>(partners.ranks - fewest) / static_cast<double>(partners.ranks - 1);
}

}  // namespace

Partners partners_at(std::uint64_t ranks, std::uint64_t distance) {
  return {.kind = std::has_single_bit(ranks) ? Partners::Kind::exchange : Partners::Kind::shift,
          .ranks = ranks,
          .distance = distance};
}

void visit_round(const Partners& partners,
                 const std::function<void(std::uint64_t, std::uint64_t)>& visit) {
  const auto ranks = [&](std::uint64_t from, std::uint64_t to) {
    visit(from * partners.spacing, to * partners.spacing);
    return true;
  };
  SPARLAB_EXPECTS(partners.kind == Partners::Kind::exchange ||
                  partners.kind == Partners::Kind::bine || partners.kind == Partners::Kind::shift);
  if (partners.kind == Partners::Kind::shift)
    visit_shift(partners, ranks);
  else
    visit_exchanges(partners, ranks);
}

double share_inside(const Placement& placement, const Partners& partners) {
  return share_of_messages(partners, [&](std::uint64_t from, std::uint64_t to) {
    return placement.host_of(from) == placement.host_of(to);
  });
}

HostLoad host_load(const Placement& placement, const Partners& partners) {
  SPARLAB_EXPECTS(partners.spacing >= 1);
  if (partners.lanes > 1) return load_of_lanes(placement, partners);
  LoadCount count(placement, partners.spacing);
  switch (partners.kind) {
    case Partners::Kind::unknown: {
      if (partners.ranks > 0 && placement.is_one_host(partners.ranks))
        return {.residents = partners.ranks, .fewest = partners.ranks, .stays = true};
      const bool apart = placement.kind == Placement::Kind::block;
      const std::uint64_t spacing = apart ? partners.spacing : 1;
      const std::uint64_t residents = (placement.ranks_per_host + spacing - 1) / spacing;
      return {.leaving = residents, .residents = residents, .fewest = residents};
    }
    case Partners::Kind::exchange:
      return count_exchanges(placement, partners);
    case Partners::Kind::bine:
      visit_exchanges(partners, count.visitor());
      return count.load();
    case Partners::Kind::shift:
      return count_shift(placement, partners);
    case Partners::Kind::all:
      count.residents(partners.ranks);
      return count.load();
    case Partners::Kind::tree:
    case Partners::Kind::trees:
      visit_tree(partners, count.visitor());
      return count.load();
    case Partners::Kind::chain:
    case Partners::Kind::star:
      break;
  }
  return {};
}

GroupLoad group_load(const Placement& placement, const Partners& partners) {
  SPARLAB_EXPECTS(partners.kind == Partners::Kind::all && partners.group > 0);
  struct Host {
    double leaving = 0;  // of a rank, at most
    double at_port = 0;
  };
  std::unordered_map<std::uint64_t, Host> hosts;
  GroupLoad load;
  for (std::uint64_t first = 0; first < partners.ranks; first += partners.group) {
    for (std::uint64_t lane = 0; lane < partners.lanes; ++lane) {
      std::unordered_map<std::uint64_t, double> members;
      for (std::uint64_t i = first; i < first + partners.group; ++i)
        members[placement.host_of(i * partners.spacing + lane)] += 1;
      for (const auto& [number, count] : members) {
        Host& host = hosts[number];
        const double leaving = static_cast<double>(partners.group) - count;
        host.leaving = std::max(host.leaving, leaving);
        host.at_port += count * leaving;
        load.inside = std::max(load.inside, count - 1);
      }
    }
  }
  for (const auto& [number, host] : hosts) {
    if (std::pair(host.at_port, host.leaving) < std::pair(load.at_port, load.leaving)) continue;
    load.at_port = host.at_port;
    load.leaving = host.leaving;
  }
  return load;
}

double share_between_groups(const HostGroups& groups, const Placement& placement,
                            const Partners& partners) {
  bool joins_groups = false;
  const auto visit = [&](std::uint64_t from, std::uint64_t to) {
    joins_groups = groups.group_of(placement, from * partners.spacing) !=
                   groups.group_of(placement, to * partners.spacing);
    return !joins_groups;
  };
  switch (partners.kind) {
    case Partners::Kind::unknown:
      return 1;
    case Partners::Kind::all:
      return share_of_all(groups, placement, partners);
    case Partners::Kind::chain:
    case Partners::Kind::star:
      return share_of_messages(partners, [&](std::uint64_t from, std::uint64_t to) {
        return groups.group_of(placement, from) != groups.group_of(placement, to);
      });
    case Partners::Kind::exchange:
    case Partners::Kind::bine:
      visit_exchanges(partners, visit);
      break;
    case Partners::Kind::shift:
      visit_shift(partners, visit);
      break;
    case Partners::Kind::tree:
    case Partners::Kind::trees:
      visit_tree(partners, visit);
      break;
  }
  return joins_groups ? 1 : 0;
}

}  // namespace sparlab::model
