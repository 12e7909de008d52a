#include <cstdint>
#include <vector>

#include "model/base/partners.hpp"
#include "tests/catch.hpp"

namespace sparlab::model {
namespace {

using Kind = Partners::Kind;

Placement blocks(std::uint64_t hosts, std::uint64_t ranks_per_host) {
  return {.kind = Placement::Kind::block, .hosts = hosts, .ranks_per_host = ranks_per_host};
}

/// The same hosts as a list, so that messages are counted one by one.
Placement as_list(Placement placement) {
  for (std::uint64_t rank = 0; rank < placement.hosts * placement.ranks_per_host; ++rank)
    placement.listed.push_back(static_cast<std::uint32_t>(placement.host_of(rank)));
  placement.kind = Placement::Kind::listed;
  return placement;
}

HostLoad exchange(const Placement& placement, std::uint64_t ranks, std::uint64_t distance) {
  return host_load(placement, {.kind = Kind::exchange, .ranks = ranks, .distance = distance});
}

}  // namespace

TEST_CASE("exchanges leave a host from the distance of its ranks on, and share its port") {
  const Placement placement = blocks(4, 4);
  for (const std::uint64_t distance : {1, 2}) {
    CHECK(exchange(placement, 16, distance).leaving == 0);
    CHECK(exchange(placement, 16, distance).stays);
  }
  for (const std::uint64_t distance : {4, 8}) {
    CHECK(exchange(placement, 16, distance).leaving == 4);
    CHECK_FALSE(exchange(placement, 16, distance).stays);
  }
  // Hosts of 3: ranks 2 and 3 are partners at distance 1, 0 and 1 stay.
  CHECK(exchange(blocks(4, 3), 8, 1).leaving == 1);
  CHECK(exchange(blocks(4, 3), 8, 1).stays);
}

TEST_CASE("round-robin turns the distances around") {
  const Placement placement{.kind = Placement::Kind::round_robin, .hosts = 4, .ranks_per_host = 4};
  CHECK(exchange(placement, 16, 1).leaving == 4);
  CHECK(exchange(placement, 16, 4).leaving == 0);
}

TEST_CASE("shifts of blocks are counted without looking at each rank") {
  for (const std::uint64_t ranks_per_host : {2, 3, 4}) {
    const Placement placement = blocks(5, ranks_per_host);
    for (std::uint64_t distance = 1; distance < 5 * ranks_per_host; ++distance) {
      const Partners partners{
          .kind = Kind::shift, .ranks = 5 * ranks_per_host, .distance = distance};
      const HostLoad quick = host_load(placement, partners);
      const HostLoad counted = host_load(as_list(placement), partners);
      CAPTURE(ranks_per_host, distance);
      CHECK(quick.leaving == counted.leaving);
      CHECK(quick.stays == counted.stays);
    }
  }
}

TEST_CASE("exchanges of powers of two are counted without looking at each rank") {
  for (const std::uint64_t ranks_per_host : {2, 4, 16}) {
    const Placement placement = blocks(16 / ranks_per_host, ranks_per_host);
    for (const std::uint64_t distance : {1, 2, 4, 8}) {
      const HostLoad quick = exchange(placement, 16, distance);
      const HostLoad counted = exchange(as_list(placement), 16, distance);
      CAPTURE(ranks_per_host, distance);
      CHECK(quick.leaving == counted.leaving);
      CHECK(quick.stays == counted.stays);
    }
  }
}

TEST_CASE("Bine partners at distance 1 are inside hosts of two, and those at -1 outside") {
  const auto load = [](std::uint64_t step) {
    return host_load(blocks(4, 2), {.kind = Kind::bine, .ranks = 8, .distance = step});
  };
  CHECK(load(1).leaving == 0);
  CHECK(load(1).stays);
  for (const std::uint64_t step : {2, 4}) {
    CHECK(load(step).leaving == 2);
    CHECK_FALSE(load(step).stays);
  }
}

TEST_CASE("leaders of hosts have the ports to themselves") {
  const Partners ring{.kind = Kind::shift, .ranks = 4, .distance = 1, .spacing = 4};
  CHECK(host_load(blocks(4, 4), ring).leaving == 1);
  CHECK_FALSE(host_load(blocks(4, 4), ring).stays);
  const Partners unknown{.spacing = 4};
  CHECK(host_load(blocks(4, 4), unknown).leaving == 1);
  CHECK(host_load(blocks(4, 4), {}).leaving == 4);
  const Placement around{.kind = Placement::Kind::round_robin, .hosts = 4, .ranks_per_host = 4};
  CHECK(host_load(around, unknown).leaving == 4);
}

TEST_CASE("lanes share the ports of their hosts") {
  const Partners ring{.kind = Kind::shift, .ranks = 4, .distance = 1, .spacing = 4, .lanes = 4};
  CHECK(host_load(blocks(4, 4), ring).leaving == 4);
  CHECK_FALSE(host_load(blocks(4, 4), ring).stays);
  // Half of each node is on a host.
  const Partners wider{.kind = Kind::shift, .ranks = 2, .distance = 1, .spacing = 8, .lanes = 8};
  CHECK(host_load(blocks(4, 4), wider).leaving == 4);
}

TEST_CASE("rings of hosts stay inside, and those of wider nodes leave") {
  Partners ring{.kind = Kind::shift, .ranks = 16, .distance = 1, .group = 4};
  CHECK(host_load(blocks(4, 4), ring).leaving == 0);
  CHECK(host_load(blocks(4, 4), ring).stays);
  ring.group = 8;
  CHECK(host_load(blocks(4, 4), ring).leaving == 1);
  // A last node of one rank has no messages.
  ring = {.kind = Kind::shift, .ranks = 3, .distance = 1, .group = 2};
  CHECK_FALSE(host_load(blocks(3, 1), ring).stays);
}

TEST_CASE("trees of hosts stay inside, and wider trees leave") {
  Partners tree{.kind = Kind::tree, .ranks = 16, .distance = 2, .group = 4};
  CHECK(host_load(blocks(4, 4), tree).leaving == 0);
  CHECK(host_load(blocks(4, 4), tree).stays);
  tree = {.kind = Kind::tree, .ranks = 16, .distance = 4, .group = 8};
  CHECK(host_load(blocks(4, 4), tree).leaving == 1);
}

TEST_CASE("all-to-all knows the fullest and the emptiest host") {
  const HostLoad load = host_load(blocks(4, 4), {.kind = Kind::all, .ranks = 14});
  CHECK(load.residents == 4);
  CHECK(load.fewest == 2);
}

}  // namespace sparlab::model
