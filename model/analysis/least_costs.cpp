#include "model/analysis/least_costs.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

/// C(n, r), or `most` if it is larger.
double binomial_up_to(double n, double r, double most) {
  double product = 1;
  for (double i = 1; i <= r && product < most; ++i) product *= (n - r + i) / i;
  return std::min(product, most);
}

/// Participants that the data can have reached by a time, at most `most`. A send that starts leads
/// to another one by the same port an interval later, and to those of its receiver a delivery
/// later. So C(a + b, a) chains of a deliveries and b intervals lead to sends at a * delivery + b *
/// interval, each of them by `ports` ports.
double reached(double time_s, const LeastMessage& message, double most) {
  constexpr double kRounding = 1e-9;  // counts what arrives just after, so that bounds stay bounds
  const auto ports = static_cast<double>(message.ports);
  double sum = 1;
  double senders = ports;
  for (double a = 0; sum < most; ++a, senders *= ports) {
    const double rest_s = time_s - (a + 1) * message.delivery_s;
    if (rest_s < -kRounding * time_s) break;
    const double intervals = std::floor(std::max(0.0, rest_s) / message.interval_s + kRounding);
    sum += senders * binomial_up_to(a + intervals + 1, a + 1, most);
  }
  return std::min(sum, most);
}

double least_factor(const Slowdowns& slowdowns) {
  double least = 1;
  for (const SlowdownCurve* curve :
       {&slowdowns.exchange, &slowdowns.ring, &slowdowns.all_to_all, &slowdowns.tree})
    for (const SlowdownPoint& point : *curve) least = std::min(least, point.factor);
  return least;
}

/// A rank's ports to the network and to its host.
LeastMessage side_by_side(const LeastMessage& network, const LeastMessage& inside) {
  const double bytes_per_s = 1 / network.s_per_byte + 1 / inside.s_per_byte;
  return {.delivery_s = std::min(network.delivery_s, inside.delivery_s),
          .interval_s = std::min(network.interval_s, inside.interval_s),
          .receiving_s = 0,  // some messages may pass one kind of port, and all bytes the other
          .s_per_byte = 1 / bytes_per_s,
          .ports = network.ports + inside.ports};
}

/// How many hosts have ranks, if all of these have equally many; otherwise 0.
std::uint64_t equal_hosts(const Placement& placement, std::uint64_t ranks) {
  std::map<std::uint64_t, std::uint64_t> ranks_of;
  for (std::uint64_t rank = 0; rank < ranks; ++rank) ++ranks_of[placement.host_of(rank)];
  const auto differs = [&](const auto& host) { return host.second != ranks_of.begin()->second; };
  return std::any_of(ranks_of.begin(), ranks_of.end(), differs) ? 0 : ranks_of.size();
}

}  // namespace

LeastMessage least_message(std::span<const Segment> segments, const Slowdowns& slowdowns) {
  SPARLAB_EXPECTS(!segments.empty());
  Segment least = segments.front();
  for (const Segment& segment : segments) {
    least.alpha_s = std::min(least.alpha_s, segment.alpha_s);
    least.beta_s_per_byte = std::min(least.beta_s_per_byte, segment.beta_s_per_byte);
  }
  const double factor = least_factor(slowdowns);
  return {.delivery_s = factor * least.alpha_s,
          .interval_s = factor * least.alpha_s,
          .receiving_s = factor * least.alpha_s,
          .s_per_byte = factor * least.beta_s_per_byte};
}

LeastCosts on_shared_hosts(const LeastMessage& network, const LeastMessage& inside,
                           const Placement& placement, std::uint64_t ranks) {
  LeastMessage between = network;
  between.ports = placement.ranks_per_host;
  between.receiving_s = 0;  // what messages of a host's ranks take beyond their bytes overlaps
  return {.ranks = side_by_side(network, inside),
          .hosts = equal_hosts(placement, ranks),
          .between_hosts = between,
          .no_alpha_beta = "ranks share the ports of hosts"};
}

LeastCosts least_costs(const Machine& machine, std::uint64_t ranks) {
  Machine between_hosts = machine;
  between_hosts.hosts = {};
  const Segment least{0, between_hosts.least_alpha(), between_hosts.least_beta()};
  const LeastMessage network = least_message({&least, 1}, machine.slowdowns);
  if (!machine.hosts.present()) return {.ranks = network, .no_alpha_beta = {}};
  const LeastMessage inside = least_message(machine.hosts.inside, machine.hosts.inside_slowdowns);
  return on_shared_hosts(network, inside, machine.hosts.placement, ranks);
}

double least_spread_s(std::uint64_t participants, const LeastMessage& message) {
  if (participants <= 1) return 0;
  const auto most = static_cast<double>(participants);
  if (message.interval_s <= 0 || message.delivery_s <= 0) return message.delivery_s;
  double early_s = 0;
  double late_s = message.delivery_s;
  while (reached(late_s, message, most) < most) late_s *= 2;
  for (int i = 0; i < 60; ++i) {
    const double middle_s = 0.5 * (early_s + late_s);
    (reached(middle_s, message, most) < most ? early_s : late_s) = middle_s;
  }
  return early_s;
}

}  // namespace sparlab::model
