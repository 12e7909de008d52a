// Messages of other programs, and several programs, on the links of a topology.

#include <string>
#include <vector>

#include "runtime/decorators/job_comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/loggp/topologies.hpp"
#include "tests/runtime/messages.hpp"

using namespace sparlab;
using namespace sparlab::runtime;
using loggp::Background;
using loggp::Machine;

namespace {

constexpr double kBytes = 1e6;
constexpr double kBytesPerS = 1e9;
constexpr double kLatencyS = 1e-6;

Machine star(std::uint32_t hosts) {
  return loggp::topologies::machine(loggp::topologies::star(hosts, kBytesPerS, kLatencyS), 1e-7);
}

/// Every rank sends to the next one, round after round.
void ring(Comm& comm, int rounds) {
  for (int round = 0; round < rounds; ++round)
    exchange(comm, (comm.rank() + 1) % comm.size(), of_bytes(kBytes),
             (comm.rank() + comm.size() - 1) % comm.size());
}

loggp::RunResult rings(const Machine& machine, int ranks, int rounds = 20) {
  return loggp::run(machine, ranks, [&](Comm& comm) { ring(comm, rounds); });
}

/// Several rings at once, each on its own ranks.
loggp::RunResult several_rings(const Machine& machine, int jobs, int ranks) {
  return loggp::run(machine, jobs * ranks, [&](Comm& comm) {
    decorators::JobComm job(comm, ranks);
    ring(job, 20);
  });
}

Machine with_background(Machine machine, Background::Pattern pattern, double load,
                        std::vector<std::uint32_t> hosts, double bytes = 1e5) {
  machine.background = {
      .pattern = pattern, .load = load, .bytes = bytes, .hosts = std::move(hosts), .seed = 7};
  return machine;
}

/// Rank r on host listed[r].
Machine on_hosts(Machine machine, std::vector<std::uint32_t> listed) {
  machine.placement = {.kind = model::Placement::Kind::listed, .hosts = 8, .listed = listed};
  return machine;
}

}  // namespace

TEST_CASE("a background without load changes no time") {
  const auto alone = rings(star(8), 8);
  const auto idle = rings(with_background(star(8), Background::Pattern::uniform, 0, {0, 1, 2}), 8);
  CHECK(idle.finish_s == alone.finish_s);
  CHECK(idle.background_messages == 0);
}

TEST_CASE("a background on other hosts of a star disturbs nobody") {
  const double alone_s = rings(star(8), 4).makespan_s();
  const auto beside =
      rings(with_background(star(8), Background::Pattern::uniform, 0.8, {4, 5, 6, 7}), 4);
  CHECK(beside.makespan_s() == Approx(alone_s).epsilon(1e-9));
  CHECK(beside.background_messages > 100);
}

TEST_CASE("a background slows down those who share its links, the more the larger its load") {
  const double alone_s = rings(star(8), 8).makespan_s();
  double faster_s = alone_s;
  for (const double load : {0.2, 0.4, 0.6}) {
    CAPTURE(load);
    const auto machine =
        with_background(star(8), Background::Pattern::uniform, load, {0, 1, 2, 3, 4, 5, 6, 7});
    const auto result = rings(machine, 8);
    CHECK(result.makespan_s() > 1.1 * faster_s);
    CHECK(result.makespan_s() > 0.9 * alone_s / (1 - load));
    CHECK(rings(machine, 8).finish_s == result.finish_s);
    faster_s = result.makespan_s();
  }
}

TEST_CASE("a background carries the load that it offers") {
  using Pattern = Background::Pattern;
  for (const Pattern pattern : {Pattern::uniform, Pattern::neighbour, Pattern::opposite}) {
    CAPTURE(name_of(pattern));
    const auto result =
        rings(with_background(star(16), pattern, 0.3, {8, 9, 10, 11, 12, 13}), 2, 50);
    const double carried = static_cast<double>(result.background_messages) * 1e5 /
                           (6 * kBytesPerS * result.background_s);
    CHECK(carried == Approx(0.3).epsilon(0.06));
  }
  // All to the first host, whose link carries the load.
  const auto incast = rings(with_background(star(16), Pattern::incast, 0.5, {8, 9, 10, 11}), 2, 50);
  CHECK(static_cast<double>(incast.background_messages) * 1e5 /
            (kBytesPerS * incast.background_s) ==
        Approx(0.5).epsilon(0.1));
}

TEST_CASE("an incast delays only messages to its receiver") {
  const auto machine = with_background(star(8), Background::Pattern::incast, 0.9, {0, 4, 5, 6});
  const auto one_way_s = [&](int to) {
    return loggp::run(machine, 4,
                      [&](Comm& comm) {
                        for (int i = 0; i < 20; ++i) {
                          if (comm.rank() == 3) send(comm, to, of_bytes(kBytes));
                          if (comm.rank() == to) receive(comm, 3);
                        }
                      })
        .makespan_s();
  };
  CHECK(one_way_s(1) == Approx(20 * 1e-3).epsilon(0.01));
  CHECK(one_way_s(0) > 1.3 * one_way_s(1));
}

TEST_CASE("a background that offers more than links carry is held back") {
  // Four hosts of a group send to those of the other one over one link.
  const auto daint = model::make_topology(loggp::topologies::daint(2, 2, 2, 1, 1e9));
  Machine machine = loggp::topologies::machine(daint);
  std::vector<std::uint32_t> hosts;
  for (std::uint32_t host = 0; host < daint->hosts(); ++host) hosts.push_back(host);
  const auto result =
      rings(with_background(machine, Background::Pattern::opposite, 0.9, hosts), 4, 30);
  const double carried_bytes_per_s =
      static_cast<double>(result.background_messages) * 1e5 / result.background_s;
  CHECK(carried_bytes_per_s > 0.5e9);
  CHECK(carried_bytes_per_s < 2.1e9);  // both directions
}

TEST_CASE("ranks that wait for ever are found beside a background") {
  const auto machine = with_background(star(4), Background::Pattern::uniform, 0.5, {2, 3});
  CHECK_THROWS_AS(loggp::run(machine, 2, [](Comm& comm) { receive(comm, 1 - comm.rank()); }),
                  CommError);
}

TEST_CASE("a clock begins at 0 beside a background") {
  const auto machine = with_background(star(4), Background::Pattern::uniform, 0.5, {2, 3});
  std::vector<double> begins_s;
  loggp::run(machine, 2, [&](Comm& comm) { begins_s.push_back(comm.now()); });
  CHECK(begins_s == std::vector<double>{0, 0});
}

TEST_CASE("rings on hosts of their own do not disturb each other") {
  const double alone_s = rings(star(8), 4).makespan_s();
  CHECK(several_rings(star(8), 2, 4).makespan_s() == Approx(alone_s).epsilon(1e-9));
}

TEST_CASE("rings on the same hosts take turns") {
  const double alone_s = rings(star(8), 4).makespan_s();
  std::vector<std::uint32_t> hosts;
  for (std::uint32_t jobs = 2; jobs <= 4; ++jobs) {
    CAPTURE(jobs);
    hosts.clear();
    for (std::uint32_t rank = 0; rank < 4 * jobs; ++rank) hosts.push_back(rank % 4);
    const auto result = several_rings(on_hosts(star(8), hosts), static_cast<int>(jobs), 4);
    CHECK(result.makespan_s() == Approx(jobs * alone_s).epsilon(0.02));
    CHECK(several_rings(on_hosts(star(8), hosts), static_cast<int>(jobs), 4).finish_s ==
          result.finish_s);
  }
}

TEST_CASE("a job sees its own ranks only") {
  loggp::run(star(8), 6, [](Comm& comm) {
    decorators::JobComm job(comm, 3);
    REQUIRE(job.size() == 3);
    REQUIRE(job.rank() == comm.rank() % 3);
    ring(job, 2);
    Inbox inbox(job);
    if (job.rank() == 0) {
      inbox.expect(1);
      inbox.expect(2);
      const int first = inbox.take().from;
      REQUIRE(first + inbox.take().from == 3);
    } else {
      send(job, 0, of_bytes(8));
    }
  });
}
