#pragma once

#include <cstdint>
#include <optional>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>
#include <vector>

#include "model/topology/topology.hpp"
#include "sim/platform.hpp"

namespace sparlab::sim {

/// A SimGrid network with the links and routes of a model::Topology. Each rank has a host of
/// SimGrid. The ranks of a host of the topology share its links; messages between them pass a link
/// of the sender and one of the receiver, of class `inside`. Where the platform has a duplex
/// factor, both directions of a host's link also share one more link.
///
/// In the models CM02 and LV08, flows that meet at a link divide it in inverse proportion to the
/// latency of their routes, so that near ranks would displace far ones. Therefore all routes have
/// the same latency for SimGrid, and a factor makes each of them the sum of its links' latencies.
/// This also keeps the solver's sums exact: sums of many different 1 / latency leave rounding
/// errors that it takes for flows.
class TopologyZone final : public simgrid::kernel::routing::NetZoneImpl {
 public:
  /// Creates the links, and the hosts of ranks 0..ranks-1. The engine owns the zone.
  TopologyZone(const Platform& platform, const model::Topology& topology, int ranks);

  const std::vector<simgrid::s4u::Host*>& hosts() const { return hosts_; }
  /// Where the actors of switches run. Their messages pass the link of set_message.
  simgrid::s4u::Host* switches() const { return switches_; }

  /// A message that starts to move: SimGrid then asks for its route.
  struct Message {
    double bytes;
    double waited_s;  ///< this part of its latency is over
    model::Pattern pattern;
    std::optional<std::uint32_t> link = {};  ///< of the topology, the only one that it passes
  };
  /// The next routes are those of this message.
  void set_message(const Message& message) { message_ = message; }

  /// Whether latencies decide only about shares, so that a factor can restore them, without
  /// `waited_s`. Other models have a factor of their own, and a TCP window limits flows by their
  /// latency.
  static bool can_equalise();

  void get_local_route(const simgrid::kernel::routing::NetPoint* from,
                       const simgrid::kernel::routing::NetPoint* to,
                       simgrid::kernel::routing::Route* into, double* latency) override;

 private:
  using Link = simgrid::s4u::Link;

  struct Inside {
    Link* up = nullptr;
    Link* down = nullptr;
    Link* both = nullptr;  ///< null if the link is full duplex
  };

  Link* create(const std::string& name, double bytes_per_s, double latency_s);
  void create_links(const Platform& platform);
  void create_inside(const Platform& platform, std::size_t rank);
  void equalise_latencies();
  /// Appends links_between_, and at both ends the link that the two directions of a host share.
  void append_links(std::vector<Link*>& links);

  Message message_{0, 0, model::Pattern::exchange};
  std::vector<Link*> route_;    ///< of the last message, which keeps its memory
  model::Route links_between_;  ///< the same, numbers of the topology

  const model::Topology& topology_;
  const model::Slowdowns slowdowns_;
  std::vector<simgrid::s4u::Host*> hosts_;
  simgrid::s4u::Host* switches_ = nullptr;
  std::vector<std::uint32_t> host_of_rank_;
  std::vector<Link*> links_;    ///< of the topology; null where no rank can use it
  std::vector<Link*> shared_;   ///< by host: the capacity of both directions; empty if full duplex
  std::vector<Inside> inside_;  ///< by rank; empty if a host has one rank
  bool equal_latencies_ = false;
};

}  // namespace sparlab::sim
