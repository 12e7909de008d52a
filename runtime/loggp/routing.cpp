#include "runtime/loggp/routing.hpp"

#include <algorithm>
#include <utility>

#include "model/topology/cable_choice.hpp"

namespace sparlab::runtime::loggp {
namespace {

/// UGAL compares the minimal route with this many detours.
constexpr int kDetours = 2;

}  // namespace

const model::Route& Router::choose(std::uint32_t from, std::uint32_t to, const Links& links,
                                   double now_s) {
  const std::uint32_t group = topology_.group_of(from);
  const std::uint32_t other = topology_.group_of(to);
  route_.clear();
  if (routing_ == Routing::valiant && group != other) {
    topology_.append_detour(from, to, third_group(group, other), route_);
    return route_;
  }
  topology_.append_route(from, to, route_);
  if (routing_ != Routing::adaptive || group == other) return route_;
  double best_s = wait_s(route_, links, now_s);
  for (int i = 0; i < kDetours && best_s > 0; ++i) {
    detour_.clear();
    topology_.append_detour(from, to, third_group(group, other), detour_);
    const double waits_s = wait_s(detour_, links, now_s);
    if (waits_s >= best_s) continue;
    best_s = waits_s;
    std::swap(route_, detour_);
  }
  return route_;
}

std::uint32_t Router::third_group(std::uint32_t from, std::uint32_t to) {
  model::CableChoice choice(from, to, ++random_);
  std::uint32_t group = choice.below(topology_.groups() - 2);
  if (group >= std::min(from, to)) ++group;
  if (group >= std::max(from, to)) ++group;
  return group;
}

/// The time for which a message waits for its first global link, times the links of its route.
double Router::wait_s(const model::Route& route, const Links& links, double now_s) const {
  const auto global = std::find_if(route.begin(), route.end(),
                                   [&](std::uint32_t link) { return topology_.is_global(link); });
  return std::max(0.0, links.free_s(*global) - now_s) * static_cast<double>(route.size());
}

}  // namespace sparlab::runtime::loggp
