#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/base/transport.hpp"
#include "runtime/loggp/machine.hpp"

/// What a message costs on an abstract machine, by its size and by where its ranks are.
namespace sparlab::runtime::loggp {

/// Setup and time per byte of a message in a port.
inline model::Segment port_costs(const Machine& machine, double bytes) {
  const model::Segment* const larger =
      machine.larger.empty() ? nullptr : model::segment_at(machine.larger, bytes);
  return larger != nullptr ? *larger : model::Segment{0, machine.setup_s, machine.gap_s_per_byte};
}

/// The time for which a message takes a port alone.
inline double port_s(const Machine& machine, double bytes) {
  const model::Segment costs = port_costs(machine, bytes);
  return costs.alpha_s + costs.beta_s_per_byte * bytes;
}

/// The time of the CPU that starts a send or completes a receive.
inline double overhead_s(const Machine& machine, double bytes) {
  const model::Segment* const larger =
      machine.larger_overhead.empty() ? nullptr : model::segment_at(machine.larger_overhead, bytes);
  return larger == nullptr ? machine.overhead_s + machine.overhead_s_per_byte * bytes
                           : std::max(0.0, larger->alpha_s + larger->beta_s_per_byte * bytes);
}

/// What messages cost beyond those to the nearest host: between groups of hosts, and on links.
class PlaceCosts {
 public:
  PlaceCosts(const Machine& machine, int ranks)
      : groups_(machine.groups),
        links_(machine.links),
        is_latency_(machine.group_alpha_is_latency) {
    for (int rank = 0; rank < ranks && groups_.present(); ++rank)
      group_of_.push_back(static_cast<std::uint32_t>(
          groups_.group_of(machine.placement, static_cast<std::uint64_t>(rank))));
  }

  double setup_s(int a, int b, double bytes) const {
    const model::LinkLoad load = load_of(a, b);
    if (is_latency_) return load.s_per_byte * bytes;
    return (join(a, b) ? groups_.alpha(bytes) : 0) + load.seconds(bytes);
  }
  double latency_s(int a, int b, double bytes) const {
    if (!is_latency_) return 0;
    return (join(a, b) ? groups_.alpha(bytes) : 0) + load_of(a, b).latency_s;
  }

 private:
  model::LinkLoad load_of(int a, int b) const {
    if (!links_.present()) return {};
    return links_.between(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
  }
  bool join(int a, int b) const {
    return !group_of_.empty() &&
           group_of_[static_cast<std::size_t>(a)] != group_of_[static_cast<std::size_t>(b)];
  }

  model::HostGroups groups_;
  model::SharedLinks links_;
  bool is_latency_;
  std::vector<std::uint32_t> group_of_;  ///< by rank; empty: there are no groups
};

}  // namespace sparlab::runtime::loggp
