#include "model/base/cost.hpp"
#include "model/topology/link_loads.hpp"
#include "tests/catch.hpp"
#include "tests/model/topology/topologies.hpp"

using namespace sparlab::model;
using namespace sparlab::model::topologies;

namespace {

constexpr double kLatency = 1e-7;  // of each link
constexpr double kByte = 1e-9;

/// One rank on each host.
SharedLinks links_of(const TopologyDescription& topology, std::uint64_t ranks) {
  return LinkLoads(topology, {.hosts = host_count(topology)}).of(ranks);
}

/// Of messages on the busiest link of a route, and of torus links on it: means over the messages.
void require_load(const LinkLoad& load, double messages, double links) {
  CHECK(load.s_per_byte == Approx((messages - 1) * kByte).margin(1e-15));
  CHECK(load.latency_s == Approx((links - 1) * kLatency).margin(1e-13));
}

}  // namespace

TEST_CASE("messages of a round on a line meet where the line is cut in the middle of blocks") {
  const SharedLinks links = links_of(torus({{8, false}}), 8);
  REQUIRE(links.exchange.size() == 3);
  require_load(links.exchange[0], 1, 1);
  require_load(links.exchange[1], 2, 2);
  require_load(links.exchange[2], 4, 4);
  REQUIRE(links.bine.size() == 3);
  require_load(links.bine[0], 1, 1);
  // 1 and 2, 3 and 4, 5 and 6 are neighbours; 0 and 7 exchange over all links, also over theirs.
  require_load(links.bine[1], 2, (6 * 1 + 2 * 7) / 8.0);
  // Those that go around come back over all links.
  REQUIRE(links.shift.size() == 3);
  require_load(links.shift[0], 1, (7 * 1 + 7) / 8.0);
  require_load(links.shift[1], 2, (6 * 2 + 2 * 6) / 8.0);
  require_load(links.shift[2], 4, 4);
  // By nearest distance 1, 2, 3, 4, 3, 2, 1.
  require_load(links.all, 16 / 7.0, (2 * 1.75 + 2 * 3 + 2 * 3.5 + 4) / 7);
}

TEST_CASE("a second dimension divides the load, and a torus the way around") {
  const SharedLinks plane = links_of(torus({{4, true}, {4, true}}), 16);
  require_load(plane.exchange[0], 1, 1);
  require_load(plane.exchange[2], 1, 1);
  // 3 to 4 is around the row and one row on; it shares a link with 15 to 0.
  require_load(plane.shift[0], 1 + 2 / 16.0, 1 + 4 / 16.0);
  const SharedLinks ring = links_of(torus({{8, true}}), 8);
  require_load(ring.shift[0], 1, 1);
  require_load(ring.shift[1], 2, 2);
}

TEST_CASE(
    "links that are as fast as all hosts below them add nothing, slower ones the difference") {
  CHECK(links_of(star(16), 16).all == LinkLoad{});
  CHECK_FALSE(links_of(star(16), 1).present());
  FatTree tree = fat_tree({{4, 1, 1, {}}, {2, 1, 1, {}}});
  const SharedLinks narrow = links_of(tree, 8);
  CHECK(narrow.exchange[1].seconds(1) == Approx(0).margin(1e-15));
  CHECK(narrow.exchange[2].s_per_byte == Approx(3 * kByte));
  CHECK(narrow.exchange[2].latency_s == Approx(2 * kLatency));
  tree.levels[1].link.bytes_per_s *= 4;
  CHECK(links_of(tree, 8).exchange[2].s_per_byte == Approx(0).margin(1e-15));
}

TEST_CASE("ranks of one host do not use links, and share the host's own") {
  const LinkLoads loads(torus({{4, false}}), {.hosts = 4, .ranks_per_host = 2});
  const SharedLinks links = loads.of(8);
  require_load(links.exchange[0], 1, 1);
  require_load(links.exchange[1], 1, 1);  // two messages on each link, and at each host
  require_load(links.exchange[2], 3, 2);  // four, and two
}

TEST_CASE("a step has the load of its partners") {
  const SharedLinks links = links_of(torus({{8, false}}), 8);
  using Kind = Partners::Kind;
  const auto of = [&](Kind kind, std::uint64_t distance) {
    return links.of({.kind = kind, .ranks = 8, .distance = distance});
  };
  CHECK(of(Kind::exchange, 4) == links.exchange[2]);
  CHECK(of(Kind::bine, 4) == links.bine[2]);
  CHECK(of(Kind::shift, 6) == links.shift[1]);
  CHECK(of(Kind::all, 0) == links.all);
  CHECK(of(Kind::unknown, 0) == links.all);
  CHECK(of(Kind::tree, 4) == LinkLoad{links.exchange[2].latency_s, 0});
  CHECK(of(Kind::trees, 0).latency_s == Approx((0 + 1 + 3) / 3.0 * kLatency));
  CHECK(of(Kind::star, 0) == LinkLoad{links.all.latency_s, 0});
  CHECK(of(Kind::chain, 0) == LinkLoad{links.shift[0].latency_s, 0});
  CHECK(links.of({.kind = Kind::exchange, .ranks = 4, .distance = 1, .spacing = 2}) ==
        links.exchange[1]);
  CHECK(links.between(5, 1) == links.exchange[2]);
  CHECK(links.between(3, 4) == links.shift[0]);
  CHECK(links.between(2, 2) == LinkLoad{});
  CHECK(SharedLinks{}.of({.kind = Kind::shift, .ranks = 8, .distance = 1}) == LinkLoad{});
}

TEST_CASE("a stage takes longer by what links add, and its terms say so") {
  Machine machine{.alpha_s = 1e-6, .beta_s_per_byte = kByte};
  const Stage stage{.name = "exchange",
                    .messages = 3,
                    .bytes_per_message = 1000,
                    .work = {},
                    .partners = {.kind = Partners::Kind::exchange, .ranks = 8, .distance = 4}};
  const double alone_s = stage.seconds(machine);
  machine.links = links_of(torus({{8, false}}), 8);
  CHECK(stage.seconds(machine) == Approx(alone_s + 3 * (3 * kLatency + 3 * kByte * 1000)));
  double sum = 0;
  bool ports = false;
  for (const CostTerm& term : terms_of(stage, machine)) {
    sum += term.seconds;
    ports |= term.kind == CostTerm::Kind::ports;
  }
  CHECK(ports);
  CHECK(sum == Approx(stage.seconds(machine)));
  CHECK(machine.message_s(1000, Pattern::exchange) ==
        Approx(2e-6 + machine.links.all.seconds(1000)));
}
