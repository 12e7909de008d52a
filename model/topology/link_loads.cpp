#include "model/topology/link_loads.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

/// The messages of one round on the links that they pass.
class RoundCount {
 public:
  explicit RoundCount(const Topology& topology)
      : topology_(topology), messages_(topology.links(), 0) {}

  void add(std::uint32_t from, std::uint32_t to) {
    topology_.append_route(from, to, links_);
    ends_.push_back(links_.size());
  }

  LinkLoad load() {
    if (topology_.hosts() < 2) return {};
    for (const std::uint32_t link : links_) ++messages_[link];
    LinkLoad sum;
    std::size_t first = 0;
    for (const std::size_t end : ends_) {
      add_message(first, end, sum);
      first = end;
    }
    Route nearest;
    topology_.append_route(0, 1, nearest);
    const auto count = static_cast<double>(ends_.size());
    return {std::max(0.0, sum.latency_s / count - latency_s(nearest)),
            std::max(0.0, sum.s_per_byte / count)};
  }

 private:
  const LinkClass& class_of(std::uint32_t link) const {
    return topology_.classes()[topology_.class_of(link)];
  }

  double latency_s(std::span<const std::uint32_t> route) const {
    double sum = 0;
    for (const std::uint32_t link : route) sum += class_of(link).latency_s;
    return sum;
  }

  /// Adds the time of a message on the busiest link of its route.
  void add_message(std::size_t first, std::size_t end, LinkLoad& sum) const {
    const auto route = std::span(links_).subspan(first, end - first);
    double hosts_s = 0;
    double links_s = 0;
    for (const std::uint32_t link : route) {
      const bool of_host =
          std::min(topology_.source(link), topology_.target(link)) < topology_.hosts();
      double& busiest_s = of_host ? hosts_s : links_s;
      busiest_s = std::max(busiest_s, messages_[link] / class_of(link).bytes_per_s);
    }
    sum.latency_s += latency_s(route);
    sum.s_per_byte += std::max(0.0, links_s - hosts_s);
  }

  const Topology& topology_;
  std::vector<std::uint32_t> messages_;  ///< by directed link
  Route links_;                          ///< of all messages, one after the other
  std::vector<std::size_t> ends_;        ///< of the routes in links_
};

}  // namespace

LinkLoads::LinkLoads(TopologyDescription description, Placement placement)
    : description_(std::move(description)), placement_(std::move(placement)) {}

LinkLoad LinkLoads::round(const Partners& partners) const {
  RoundCount count(*topology_);
  visit_round(partners, [&](std::uint64_t from, std::uint64_t to) {
    count.add(static_cast<std::uint32_t>(placement_.host_of(from)),
              static_cast<std::uint32_t>(placement_.host_of(to)));
  });
  return count.load();
}

SharedLinks LinkLoads::of(std::uint64_t ranks) const {
  SPARLAB_EXPECTS(ranks <= placement_.hosts * placement_.ranks_per_host);
  const std::scoped_lock lock(mutex_);
  if (const auto known = known_.find(ranks); known != known_.end()) return known->second;
  SharedLinks links{.ranks = ranks};
  if (ranks > 1) {
    if (!topology_) topology_ = make_topology(description_);
    for (std::uint64_t distance = 1; 2 * distance <= ranks; distance *= 2) {
      links.exchange.push_back(
          round({.kind = Partners::Kind::exchange, .ranks = ranks, .distance = distance}));
      links.bine.push_back(
          round({.kind = Partners::Kind::bine, .ranks = ranks, .distance = distance}));
      links.shift.push_back(
          round({.kind = Partners::Kind::shift, .ranks = ranks, .distance = distance}));
    }
    for (std::uint64_t distance = 1; distance < ranks; ++distance) {
      const LinkLoad one = links.shifted(distance);
      links.all.latency_s += one.latency_s / static_cast<double>(ranks - 1);
      links.all.s_per_byte += one.s_per_byte / static_cast<double>(ranks - 1);
    }
  }
  return known_[ranks] = links;
}

}  // namespace sparlab::model
