#include <rapidcheck.h>

#include <bit>
#include <queue>
#include <vector>

#include "model/analysis/least_costs.hpp"
#include "tests/catch.hpp"

namespace sparlab::model::testing {
namespace {

LeastMessage message(double delivery_s, double interval_s, std::uint64_t ports = 1) {
  return {.delivery_s = delivery_s, .interval_s = interval_s, .ports = ports};
}

/// The optimal broadcast, send by send: whoever can send earliest sends next.
double broadcast_s(std::uint64_t participants, const LeastMessage& one) {
  std::priority_queue<double, std::vector<double>, std::greater<>> ready;  // one for each port
  const auto reach = [&](double time_s) {
    for (std::uint64_t port = 0; port < one.ports; ++port) ready.push(time_s);
  };
  reach(0);
  double last_s = 0;
  for (std::uint64_t reached = 1; reached < participants; ++reached) {
    const double start_s = ready.top();
    ready.pop();
    last_s = start_s + one.delivery_s;
    ready.push(start_s + one.interval_s);
    reach(last_s);
  }
  return last_s;
}

Machine two_ranks_a_host(std::uint64_t hosts, Placement::Kind kind) {
  Machine machine{.alpha_s = 10, .beta_s_per_byte = 2};
  machine.hosts = {.placement = {.kind = kind, .hosts = hosts, .ranks_per_host = 2},
                   .inside = {{0, 1, 0.5}}};
  return machine;
}

}  // namespace

TEST_CASE("where a message occupies its port to the end, data spread by doubling", "[bounds]") {
  for (const std::uint64_t ranks : {1, 2, 3, 8, 9, 1023, 1024, 1025, 1 << 20}) {
    const auto rounds = static_cast<double>(std::bit_width(ranks - 1));
    CHECK(least_spread_s(ranks, message(2, 2)) == Approx(2 * rounds));
  }
}

TEST_CASE("messages in flight share the latency, so data spread faster than by doubling",
          "[bounds]") {
  CHECK(least_spread_s(8, message(10, 1)) == Approx(16));  // 7 sends of one rank
  CHECK(least_spread_s(8, message(10, 0)) == Approx(10));
  // Karp et al., SPAA'93, Figure 2: P = 8, L = 6, o = 2, g = 4 take 24.
  CHECK(least_spread_s(8, message(10, 4)) == Approx(24));
}

TEST_CASE("the least time to spread data is that of the greedy broadcast", "[bounds]") {
  CHECK(rc::check("greedy", [] {
    const auto ranks = *rc::gen::inRange<std::uint64_t>(2, 3000);
    const auto interval = *rc::gen::inRange(1, 50);
    const auto delivery = interval + *rc::gen::inRange(0, 100);
    const auto ports = *rc::gen::inRange<std::uint64_t>(1, 5);
    const LeastMessage one = message(1e-6 * delivery, 1e-6 * interval, ports);
    const double least_s = least_spread_s(ranks, one);
    const double greedy_s = broadcast_s(ranks, one);
    RC_ASSERT(least_s <= greedy_s * (1 + 1e-12));
    RC_ASSERT(least_s >= greedy_s * (1 - 1e-6));
  }));
}

TEST_CASE("the least costs of a machine are those of its fastest segment", "[bounds]") {
  Machine machine{.alpha_s = 5, .beta_s_per_byte = 3};
  machine.larger = {{1000, 2, 4}, {2000, 7, 1}};
  const LeastCosts costs = least_costs(machine, 8);
  CHECK(costs.ranks.delivery_s == 2);
  CHECK(costs.ranks.interval_s == 2);
  CHECK(costs.ranks.receiving_s == 2);
  CHECK(costs.ranks.s_per_byte == 1);
  CHECK(costs.hosts == 0);
  CHECK(costs.no_alpha_beta.empty());
}

TEST_CASE("slow-downs do not raise a lower bound, speed-ups lower it", "[bounds]") {
  Machine machine{.alpha_s = 5, .beta_s_per_byte = 3};
  machine.slowdowns.ring = {{1, 2}, {100, 1.5}};
  CHECK(least_costs(machine, 8).ranks.s_per_byte == 3);
  machine.slowdowns.all_to_all = {{1, 0.5}};
  CHECK(least_costs(machine, 8).ranks.s_per_byte == 1.5);
  CHECK(least_costs(machine, 8).ranks.delivery_s == 2.5);
}

TEST_CASE("ranks that share hosts have the ports of both networks", "[bounds]") {
  const LeastCosts costs = least_costs(two_ranks_a_host(4, Placement::Kind::block), 8);
  CHECK(costs.ranks.delivery_s == 1);
  CHECK(costs.ranks.ports == 2);
  CHECK(costs.ranks.s_per_byte == Approx(0.4));  // 1 / (1/2 + 1/0.5)
  CHECK(costs.hosts == 4);
  CHECK(costs.between_hosts.delivery_s == 10);
  CHECK(costs.between_hosts.ports == 2);
  CHECK(costs.between_hosts.s_per_byte == 2);
  CHECK_FALSE(costs.no_alpha_beta.empty());
}

TEST_CASE("hosts count only if all have equally many ranks", "[bounds]") {
  CHECK(least_costs(two_ranks_a_host(4, Placement::Kind::block), 6).hosts == 3);
  CHECK(least_costs(two_ranks_a_host(4, Placement::Kind::block), 5).hosts == 0);
  CHECK(least_costs(two_ranks_a_host(4, Placement::Kind::round_robin), 4).hosts == 4);
  CHECK(least_costs(two_ranks_a_host(4, Placement::Kind::round_robin), 6).hosts == 0);
}

}  // namespace sparlab::model::testing
