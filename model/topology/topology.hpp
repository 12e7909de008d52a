#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/topology/cable_choice.hpp"

namespace sparlab::model {

/// What all links of one kind have in common.
struct LinkClass {
  std::string name;
  double bytes_per_s = 0;
  double latency_s = 0;

  friend bool operator==(const LinkClass&, const LinkClass&) = default;
};

/// The directed links that a message passes, in order.
using Route = std::vector<std::uint32_t>;

/// Hosts, switches and the links between them. Hosts and switches are vertices: the hosts have the
/// numbers 0..hosts-1, the switches the next ones. A cable is two directed links, 2c and 2c+1,
/// since every cable is full duplex. Both have the rate and latency of their class.
///
/// Routes are fixed for each pair of hosts. Where several shortest ones exist, a hash of the
/// unordered pair chooses, so that pairs spread over them. The route from b to a uses the cables of
/// that from a to b, reversed.
class Topology {
 public:
  Topology(const Topology&) = delete;
  Topology& operator=(const Topology&) = delete;
  virtual ~Topology() = default;

  std::uint32_t hosts() const { return hosts_; }
  std::uint32_t switches() const { return switches_; }
  std::uint32_t links() const { return static_cast<std::uint32_t>(2 * cables_.size()); }

  /// The vertices at the ends of a directed link.
  std::uint32_t source(std::uint32_t link) const {
    const Cable& cable = cables_[link / 2];
    return link % 2 == 0 ? cable.a : cable.b;
  }
  std::uint32_t target(std::uint32_t link) const { return source(reverse(link)); }
  /// The same cable in the other direction.
  static std::uint32_t reverse(std::uint32_t link) { return link ^ 1U; }

  std::span<const LinkClass> classes() const { return classes_; }
  std::uint32_t class_of(std::uint32_t link) const { return cables_[link / 2].link_class; }

  /// Groups of a dragonfly, pods of a fat tree, planes of a torus; 1 if there are none.
  std::uint32_t groups() const { return groups_; }
  std::uint32_t group_of(std::uint32_t host) const { return group_of_[host]; }
  /// Whether the link is one of those between groups that a detour may choose.
  bool is_global(std::uint32_t link) const { return class_of(link) == global_class_; }

  /// Appends the minimal route; nothing from a host to itself. It is the shortest one, in a
  /// dragonfly the shortest one with at most one global link.
  void append_route(std::uint32_t from, std::uint32_t to, Route& route) const;

  /// Whether there are routes through a third group.
  bool has_detours() const { return global_class_ != kNoClass && groups_ > 2; }

  /// Appends a route between hosts of different groups through the group `via`, a third one
  /// (Valiant's). Each of its two halves is short: the cable that leaves first is one of the
  /// nearest.
  void append_detour(std::uint32_t from, std::uint32_t to, std::uint32_t via, Route& route) const;

 protected:
  static constexpr std::uint32_t kNoClass = UINT32_MAX;

  Topology(std::uint32_t hosts, std::uint32_t switches, std::vector<LinkClass> classes);

  /// Returns the number of the cable; its link 2c leads from a to b.
  std::uint32_t add_cable(std::uint32_t a, std::uint32_t b, std::uint32_t link_class);
  /// Consecutive hosts, as many in each group.
  void set_groups(std::uint32_t groups);
  void set_global_class(std::uint32_t link_class) { global_class_ = link_class; }
  std::uint32_t switch_vertex(std::uint32_t number) const { return hosts_ + number; }

 private:
  struct Cable {
    std::uint32_t a;
    std::uint32_t b;
    std::uint32_t link_class;
  };

  /// Append the route from a host to one with a larger number.
  virtual void append_forward(std::uint32_t from, std::uint32_t to, CableChoice& choice,
                              Route& route) const = 0;
  virtual void append_forward_detour(std::uint32_t from, std::uint32_t to, std::uint32_t via,
                                     CableChoice& choice, Route& route) const;

  std::uint32_t hosts_;
  std::uint32_t switches_;
  std::uint32_t groups_ = 1;
  std::uint32_t global_class_ = kNoClass;
  std::vector<LinkClass> classes_;
  std::vector<Cable> cables_;
  std::vector<std::uint32_t> group_of_;
};

}  // namespace sparlab::model
