#include <algorithm>

#include "model/base/cost.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/hierarchical.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "tests/catch.hpp"

namespace sparlab::model {
namespace {

constexpr double kBytes = 100;
constexpr double kInside = 1 + 0.5 * kBytes;

/// A message of kBytes whose port is shared by so many.
constexpr double network(double sharing) { return 10 + sharing * 2 * kBytes; }

/// 4 hosts of 4 ranks: alpha 10 and beta 2, inside 1 and 0.5.
Machine hosts_of_four() {
  Machine machine{.alpha_s = 10, .beta_s_per_byte = 2};
  machine.hosts.placement = {.hosts = 4, .ranks_per_host = 4};
  machine.hosts.inside = {{0, 1, 0.5}};
  return machine;
}

Stage stage(double messages, const Partners& partners, Pattern pattern = Pattern::exchange) {
  return {.name = "a test",
          .messages = messages,
          .bytes_per_message = kBytes,
          .work = {},
          .pattern = pattern,
          .partners = partners};
}

using Kind = Partners::Kind;

}  // namespace

TEST_CASE("rounds inside a host take its transport, other rounds share the port") {
  const Machine machine = hosts_of_four();
  const auto exchange_s = [&](std::uint64_t distance) {
    return stage(1, {.kind = Kind::exchange, .ranks = 16, .distance = distance}).seconds(machine);
  };
  CHECK(exchange_s(1) == Approx(kInside));
  CHECK(exchange_s(2) == Approx(kInside));
  CHECK(exchange_s(4) == Approx(network(4)));
  CHECK(exchange_s(8) == Approx(network(4)));
}

TEST_CASE("of groups that hosts cut in different places, the busiest port counts") {
  // Pairs 0-3, 1-4, 2-5, 6-9, 7-10 and 8-11: ranks 4 to 7 of host 1 all send to other hosts.
  const Partners pairs{
      .kind = Kind::exchange, .ranks = 4, .distance = 1, .group = 2, .spacing = 3, .lanes = 3};
  CHECK(stage(1, pairs).seconds(hosts_of_four()) == Approx(network(4)));
  // Rings 0-1-2 and 3-4-5: only the second one leaves a host, with two messages each way.
  const Partners rings{.kind = Kind::shift, .ranks = 6, .distance = 1, .group = 3, .lanes = 1};
  CHECK(stage(1, rings, Pattern::ring).seconds(hosts_of_four()) == Approx(network(1)));
}

TEST_CASE("one rank of a host passes the port in a ring") {
  const Stage step = stage(15, {.kind = Kind::shift, .ranks = 16, .distance = 1}, Pattern::ring);
  CHECK(step.seconds(hosts_of_four()) == Approx(15 * network(1)));
}

TEST_CASE("of the messages to all others, those that leave share the port") {
  const Stage step = stage(15, {.kind = Kind::all, .ranks = 16}, Pattern::all_to_all);
  CHECK(step.seconds(hosts_of_four()) == Approx(12 * network(4)));
  const Partners lanes{.kind = Kind::all, .ranks = 4, .spacing = 4, .lanes = 4};
  CHECK(stage(3, lanes, Pattern::all_to_all).seconds(hosts_of_four()) == Approx(3 * network(4)));
  // Ranks 0 to 3 and 4, 5: of ranks 0, 2, 4 and of 1, 3, 5, two share a host.
  const Partners groups{.kind = Kind::all, .ranks = 3, .group = 3, .spacing = 2, .lanes = 2};
  CHECK(stage(2, groups, Pattern::all_to_all).seconds(hosts_of_four()) == Approx(2 * network(2)));
  const Stage on_one_host = stage(3, {.kind = Kind::all, .ranks = 4}, Pattern::all_to_all);
  CHECK(on_one_host.seconds(hosts_of_four()) == Approx(3 * kInside));
}

TEST_CASE("a step that says nothing of its partners is bounded from above") {
  CHECK(stage(5, {}).seconds(hosts_of_four()) == Approx(5 * network(4)));
}

TEST_CASE("a step of all rounds of a tree adds the rounds of each distance") {
  const Stage one_tree = stage(4, {.kind = Kind::trees, .ranks = 16}, Pattern::one_way);
  CHECK(one_tree.seconds(hosts_of_four()) == Approx(2 * kInside + 2 * network(1)));
  const Stage of_hosts = stage(2, {.kind = Kind::trees, .ranks = 16, .group = 4}, Pattern::one_way);
  CHECK(of_hosts.seconds(hosts_of_four()) == Approx(2 * kInside));
}

TEST_CASE("slow-downs of patterns are those of the network or of the inside of a host") {
  Machine machine = hosts_of_four();
  machine.slowdowns.exchange = {{1, 2}};
  machine.hosts.inside_slowdowns.exchange = {{1, 3}};
  CHECK(stage(1, {.kind = Kind::exchange, .ranks = 16, .distance = 1}).seconds(machine) ==
        Approx(3 * kInside));
  CHECK(stage(1, {.kind = Kind::exchange, .ranks = 16, .distance = 4}).seconds(machine) ==
        Approx(2 * network(4)));
}

TEST_CASE("partners do not matter where each host has one rank") {
  const Machine machine{.alpha_s = 10, .beta_s_per_byte = 2};
  CHECK(stage(3, {.kind = Kind::all, .ranks = 16}).seconds(machine) == 3 * network(1));
  CHECK(stage(3, {}).seconds(machine) == 3 * network(1));
}

TEST_CASE("the least alpha and beta are those inside a host") {
  CHECK(hosts_of_four().least_alpha() == 1);
  CHECK(hosts_of_four().least_beta() == 0.5);
}

TEST_CASE("the stages of recursive doubling know the hosts") {
  const UniformFillIn inputs(1 << 16, 100);
  const Problem problem{.ranks = 16, .fill_in = &inputs, .wire = {}};
  const Machine machine = hosts_of_four();
  const Cost cost = ssar_recursive_double(problem);
  REQUIRE(cost.critical_path.size() == 4);
  for (std::size_t round = 0; round < 4; ++round) {
    const double bytes = cost.critical_path[round].bytes_per_message;
    CHECK(cost.critical_path[round].communication_s(machine) ==
          Approx(round < 2 ? 1 + 0.5 * bytes : 10 + 4 * 2 * bytes));
  }
}

TEST_CASE("the layers of kylix know the hosts") {
  const UniformFillIn inputs(1 << 16, 100);
  const Problem problem{.ranks = 16, .fill_in = &inputs, .wire = {}};
  const Machine machine = hosts_of_four();
  const auto outside = [&](const KylixParameters& parameters) {
    int passes = 0;  // of layers through the network
    for (const Stage& step : kylix(problem, parameters).critical_path) {
      if (step.messages == 0) continue;
      const double inside_s = step.messages * (1 + 0.5 * step.bytes_per_message);
      const bool stays = step.communication_s(machine) == Approx(inside_s);
      if (!stays) {
        CHECK(step.communication_s(machine) ==
              Approx(step.messages * (10 + 4 * 2 * step.bytes_per_message)));
        ++passes;
      }
    }
    return passes;
  };
  // Two supports and two values pass each layer. Pairs 1 and 2 ranks apart share a host.
  CHECK(outside({.degrees = {2, 2, 2, 2}}) == 4 * 2);
  CHECK(outside({.degrees = {4, 4}}) == 4);
}

TEST_CASE("leaders of hosts have the port to themselves, so that hierarchical gains") {
  const UniformFillIn inputs(1 << 16, 100);
  const Problem problem{.ranks = 16, .fill_in = &inputs, .wire = {}};
  const Machine machine = hosts_of_four();
  for (const BetweenNodes between :
       {BetweenNodes::ssar_recursive_double, BetweenNodes::ssar_split_allgather,
        BetweenNodes::sparse_ring, BetweenNodes::dense_rabenseifner}) {
    const Cost cost = hierarchical(problem, {.node = {4}, .between = between});
    double outside_s = 0;
    for (const Stage& step : cost.critical_path) {
      if (step.name == "reduce" && step.pattern == Pattern::one_way)
        CHECK(step.communication_s(machine) == Approx(1 + 0.5 * step.bytes_per_message));
      if (step.name == "broadcast")
        CHECK(step.communication_s(machine) == Approx(2 * (1 + 0.5 * step.bytes_per_message)));
      if (step.partners.spacing == 4) {
        CHECK(step.communication_s(machine) ==
              Approx(step.messages * (10 + 2 * step.bytes_per_message)));
        outside_s += step.communication_s(machine);
      }
    }
    CHECK(outside_s > 0);
  }
  CHECK(hierarchical(problem, {.node = {4}}).seconds(machine) <
        0.5 * ssar_recursive_double(problem).seconds(machine));
  // Nodes of two ranks share the port, two leaders a host.
  const Cost pairs = hierarchical(problem, {.node = {2}});
  const auto last = std::find_if(pairs.critical_path.rbegin(), pairs.critical_path.rend(),
                                 [](const Stage& step) { return step.partners.spacing == 2; });
  REQUIRE(last != pairs.critical_path.rend());
  CHECK(last->communication_s(machine) == Approx(10 + 2 * 2 * last->bytes_per_message));
}

TEST_CASE("messages of a chain and of one rank to all others stay inside where they can") {
  const Machine machine = hosts_of_four();
  const Stage chain = stage(15, {.kind = Kind::chain, .ranks = 16});
  const double near_s = 1 + 0.5 * chain.bytes_per_message;
  const double far_s = 10 + 2 * chain.bytes_per_message;
  CHECK(chain.communication_s(machine) == Approx(12 * near_s + 3 * far_s));
  const Stage star = stage(15, {.kind = Kind::star, .ranks = 16});
  CHECK(star.communication_s(machine) == Approx(12 * far_s));
  const Stage inside = stage(3, {.kind = Kind::star, .ranks = 4});
  CHECK(inside.communication_s(machine) == Approx(3 * near_s));
}

TEST_CASE("no message leaves where all ranks share a host, whatever its partners") {
  const Machine machine = hosts_of_four();
  const Stage inside = stage(3, {.ranks = 4});
  CHECK(inside.communication_s(machine) == Approx(3 * (1 + 0.5 * inside.bytes_per_message)));
  const Stage outside = stage(3, {.ranks = 5});
  CHECK(outside.communication_s(machine) == Approx(3 * (10 + 4 * 2 * outside.bytes_per_message)));
}

}  // namespace sparlab::model
