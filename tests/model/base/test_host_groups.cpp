#include <cstdint>

#include "model/base/cost.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "tests/catch.hpp"

namespace sparlab::model {
namespace {

using Kind = Partners::Kind;

constexpr double kBytes = 100;
constexpr double kWithin = 10 + 2 * kBytes;
constexpr double kBetween = kWithin + 7;

/// 16 hosts in groups of 4: alpha 10, 7 more between groups, beta 2.
Machine groups_of_four() {
  Machine machine{.alpha_s = 10, .beta_s_per_byte = 2};
  machine.hosts.placement = {.hosts = 16, .ranks_per_host = 1};
  machine.groups = {.hosts = 4, .alpha_s = 7};
  return machine;
}

double seconds(double messages, const Partners& partners, Pattern pattern = Pattern::exchange,
               const Machine& machine = groups_of_four()) {
  const Stage stage{.name = "a test",
                    .messages = messages,
                    .bytes_per_message = kBytes,
                    .work = {},
                    .pattern = pattern,
                    .partners = partners};
  return stage.seconds(machine);
}

}  // namespace

TEST_CASE("rounds whose messages stay in their groups take no longer") {
  for (const std::uint64_t distance : {1, 2})
    CHECK(seconds(1, {.kind = Kind::exchange, .ranks = 16, .distance = distance}) == kWithin);
  for (const std::uint64_t distance : {4, 8})
    CHECK(seconds(1, {.kind = Kind::exchange, .ranks = 16, .distance = distance}) == kBetween);
}

TEST_CASE("in a ring, all wait for the message between groups") {
  CHECK(seconds(15, {.kind = Kind::shift, .ranks = 16, .distance = 1}, Pattern::ring) ==
        15 * kBetween);
  CHECK(seconds(3, {.kind = Kind::shift, .ranks = 4, .distance = 1}, Pattern::ring) == 3 * kWithin);
}

TEST_CASE("of the messages to all others, those to other groups take longer") {
  CHECK(seconds(15, {.kind = Kind::all, .ranks = 16}, Pattern::all_to_all) ==
        Approx(3 * kWithin + 12 * kBetween));
  // The two ranks of the smaller group have the fewest neighbours.
  CHECK(seconds(5, {.kind = Kind::all, .ranks = 6}, Pattern::all_to_all) ==
        Approx(1 * kWithin + 4 * kBetween));
  CHECK(seconds(0, {.kind = Kind::all, .ranks = 1}, Pattern::all_to_all) == 0);
}

TEST_CASE("trees cross groups in the rounds of large distances") {
  CHECK(seconds(1, {.kind = Kind::tree, .ranks = 16, .distance = 2}, Pattern::one_way) == kWithin);
  CHECK(seconds(1, {.kind = Kind::tree, .ranks = 16, .distance = 4}, Pattern::one_way) == kBetween);
  CHECK(seconds(4, {.kind = Kind::trees, .ranks = 16}, Pattern::one_way) ==
        Approx(2 * kWithin + 2 * kBetween));
}

TEST_CASE("leaders of nodes are as far apart as their hosts") {
  CHECK(seconds(1, {.kind = Kind::exchange, .ranks = 8, .distance = 1, .spacing = 2}) == kWithin);
  CHECK(seconds(1, {.kind = Kind::exchange, .ranks = 8, .distance = 2, .spacing = 2}) == kBetween);
}

TEST_CASE("of a step that says nothing of its partners, all messages join groups") {
  CHECK(seconds(5, {}) == 5 * kBetween);
}

TEST_CASE("the placement of ranks decides who is in a group") {
  Machine machine = groups_of_four();
  machine.hosts.placement.kind = Placement::Kind::listed;
  for (std::uint32_t rank = 0; rank < 16; ++rank)
    machine.hosts.placement.listed.push_back((rank % 4) * 4 + rank / 4);
  const auto exchange_s = [&](std::uint64_t distance) {
    return seconds(1, {.kind = Kind::exchange, .ranks = 16, .distance = distance},
                   Pattern::exchange, machine);
  };
  CHECK(exchange_s(1) == kBetween);
  CHECK(exchange_s(4) == kWithin);
}

TEST_CASE("hosts with several ranks are in groups, and slow-downs count for all of alpha") {
  Machine machine{.alpha_s = 10, .beta_s_per_byte = 2};
  machine.hosts.placement = {.hosts = 4, .ranks_per_host = 4};
  machine.hosts.inside = {{0, 1, 0.5}};
  machine.groups = {.hosts = 2, .alpha_s = 7};
  machine.slowdowns.exchange = {{1, 1.5}};
  const auto exchange_s = [&](std::uint64_t distance) {
    return seconds(1, {.kind = Kind::exchange, .ranks = 16, .distance = distance},
                   Pattern::exchange, machine);
  };
  CHECK(exchange_s(2) == Approx(1 + 0.5 * kBytes));
  CHECK(exchange_s(4) == Approx(1.5 * (10 + 4 * 2 * kBytes)));
  CHECK(exchange_s(8) == Approx(1.5 * (10 + 7 + 4 * 2 * kBytes)));
}

TEST_CASE("the time between groups is added to that of a machine without them") {
  const UniformFillIn inputs(1 << 16, 100);
  const Problem problem{.ranks = 16, .fill_in = &inputs, .wire = {}};
  const Cost cost = ssar_recursive_double(problem);
  Machine flat = groups_of_four();
  flat.groups = {};
  CHECK(cost.seconds(groups_of_four()) == Approx(cost.seconds(flat) + 14));
}

}  // namespace sparlab::model
