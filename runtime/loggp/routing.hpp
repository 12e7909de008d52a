#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/topology/topology.hpp"
#include "runtime/loggp/links.hpp"

namespace sparlab::runtime::loggp {

/// How messages between two groups of a dragonfly are routed. All others take minimal routes.
enum class Routing : std::uint8_t {
  minimal,   ///< the route of the pair of hosts
  valiant,   ///< through a random third group
  adaptive,  ///< minimal or through a random third group, as UGAL chooses
};

inline constexpr std::array<std::string_view, 3> kRoutingNames = {"minimal", "valiant", "adaptive"};
constexpr std::string_view name_of(Routing routing) {
  return kRoutingNames[static_cast<std::size_t>(routing)];
}

/// Chooses the route of each message.
class Router {
 public:
  Router(const model::Topology& topology, Routing routing)
      : topology_(topology), routing_(topology.has_detours() ? routing : Routing::minimal) {}

  /// Whether all messages of a pair of hosts take one route, so that none overtakes another.
  bool one_route() const { return routing_ == Routing::minimal; }

  /// The route of the next message; valid until the next call.
  const model::Route& choose(std::uint32_t from, std::uint32_t to, const Links& links,
                             double now_s);

 private:
  std::uint32_t third_group(std::uint32_t from, std::uint32_t to);
  double wait_s(const model::Route& route, const Links& links, double now_s) const;

  const model::Topology& topology_;
  Routing routing_;
  std::uint64_t random_ = 0;
  model::Route route_;
  model::Route detour_;
};

}  // namespace sparlab::runtime::loggp
