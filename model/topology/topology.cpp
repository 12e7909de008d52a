#include "model/topology/topology.hpp"

#include <algorithm>
#include <utility>

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

/// Turns the end of a route, from its link `first` on, into the way back.
void turn_around(Route& route, std::size_t first) {
  const auto begin = route.begin() + static_cast<std::ptrdiff_t>(first);
  std::reverse(begin, route.end());
  std::for_each(begin, route.end(), [](std::uint32_t& link) { link = Topology::reverse(link); });
}

}  // namespace

Topology::Topology(std::uint32_t hosts, std::uint32_t switches, std::vector<LinkClass> classes)
    : hosts_(hosts), switches_(switches), classes_(std::move(classes)), group_of_(hosts, 0) {}

std::uint32_t Topology::add_cable(std::uint32_t a, std::uint32_t b, std::uint32_t link_class) {
  cables_.push_back({a, b, link_class});
  return static_cast<std::uint32_t>(cables_.size() - 1);
}

void Topology::set_groups(std::uint32_t groups) {
  SPARLAB_EXPECTS(groups > 0 && hosts_ % groups == 0);
  groups_ = groups;
  for (std::uint32_t host = 0; host < hosts_; ++host) group_of_[host] = host / (hosts_ / groups);
}

void Topology::append_route(std::uint32_t from, std::uint32_t to, Route& route) const {
  SPARLAB_EXPECTS(from < hosts_ && to < hosts_);
  if (from == to) return;
  const std::size_t first = route.size();
  CableChoice choice(from, to);
  append_forward(std::min(from, to), std::max(from, to), choice, route);
  if (from > to) turn_around(route, first);
}

void Topology::append_detour(std::uint32_t from, std::uint32_t to, std::uint32_t via,
                             Route& route) const {
  SPARLAB_EXPECTS(has_detours() && from < hosts_ && to < hosts_ && via < groups_);
  SPARLAB_EXPECTS(group_of(from) != group_of(to) && group_of(from) != via && group_of(to) != via);
  const std::size_t first = route.size();
  CableChoice choice(from, to, via + 1);
  append_forward_detour(std::min(from, to), std::max(from, to), via, choice, route);
  if (from > to) turn_around(route, first);
}

void Topology::append_forward_detour(std::uint32_t /*from*/, std::uint32_t /*to*/,
                                     std::uint32_t /*via*/, CableChoice& /*choice*/,
                                     Route& /*route*/) const {
  SPARLAB_EXPECTS(!"a topology with detours");
}

}  // namespace sparlab::model
