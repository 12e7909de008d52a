#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"

using namespace sparlab;
using namespace sparlab::runtime;
using Catch::Contains;
using loggp::Machine;

namespace {

constexpr double kInsideAlpha = 1;
constexpr double kInsideBeta = 0.5;

/// Hosts of `ranks_per_host` ranks; the network has alpha 10 and beta 2.
Machine shared(std::uint64_t ranks_per_host, Machine machine = Machine::hockney(10, 2)) {
  machine.placement = {.hosts = 64, .ranks_per_host = ranks_per_host};
  machine.inside = {{0, kInsideAlpha, kInsideBeta}};
  return machine;
}

void swap_with(Comm& comm, int peer, double bytes) { exchange(comm, peer, of_bytes(bytes), peer); }

/// Messages of several sizes between all ranks, with work in between.
void busy_program(Comm& comm) {
  const int ranks = comm.size();
  for (int round = 0; round < 3; ++round) {
    std::vector<Request> requests;
    for (int step = 1; step < ranks; ++step) {
      const int to = (comm.rank() + step) % ranks;
      requests.push_back(comm.irecv((comm.rank() - step + ranks) % ranks, round));
      requests.push_back(comm.isend(to, of_bytes(8.0 * ((comm.rank() * 7 + to) % 5)), round));
      comm.charge({WorkKind::merge, 1.0 * ((comm.rank() + step) % 3)});
    }
    comm.wait_any(requests);
    wait_all(comm, requests);
    send(comm, (comm.rank() + 1) % ranks, of_bytes(64), 99);
    receive(comm, (comm.rank() - 1 + ranks) % ranks, 99);
  }
}

}  // namespace

TEST_CASE("a host with one rank is the machine without hosts") {
  Machine hockney = Machine::hockney(10, 2, {1, 0, 0, 0});
  hockney.larger = {{16, 20, 1}};
  Machine log_gp = Machine::log_gp(100, 3, 5, 2, {1, 0, 0, 0});
  log_gp.larger_overhead = {{16, 4, 0.5}};
  for (const Machine& machine : {hockney, log_gp}) {
    Machine apart = shared(2, machine);
    apart.placement.kind = model::Placement::Kind::round_robin;  // 9 ranks on 9 of 64 hosts
    const auto alone = loggp::run(machine, 9, busy_program);
    const auto placed = loggp::run(apart, 9, busy_program);
    CHECK(placed.finish_s == alone.finish_s);
    CHECK(placed.messages == alone.messages);
    CHECK(placed.bytes == alone.bytes);
  }
}

TEST_CASE("a message inside a host takes its alpha and beta, and no overhead") {
  for (const Machine& machine : {shared(2), shared(2, Machine::log_gp(100, 3, 5, 2))}) {
    const auto result =
        loggp::run(machine, 2, [](Comm& comm) { swap_with(comm, 1 - comm.rank(), 8); });
    CHECK(result.finish_s == std::vector<double>{1 + 4, 1 + 4});
  }
}

TEST_CASE("messages inside a host leave its network port free") {
  const auto result = loggp::run(shared(2), 4, [](Comm& comm) {
    Request across = comm.irecv(comm.rank() ^ 2);
    Request inside = comm.irecv(comm.rank() ^ 1);
    Request sent_inside = comm.isend(comm.rank() ^ 1, of_bytes(40));
    if (comm.rank() % 2 == 0) {
      comm.wait(inside);
      CHECK(comm.now() == 1 + 20);
    }
    Request sent_across = comm.isend(comm.rank() ^ 2, of_bytes(0));
    comm.wait(across);
    comm.wait(sent_across);
    if (comm.rank() % 2 == 1) {
      CHECK(comm.now() == 21 + 10 - 21 * (comm.rank() % 2));
      comm.wait(inside);
    }
    comm.wait(sent_inside);
  });
  CHECK(result.messages == 8);
}

TEST_CASE("ranks of a host start messages at once and share the port for the bytes") {
  for (const int ranks_per_host : {2, 3, 4}) {
    const auto result = loggp::run(
        shared(static_cast<std::uint64_t>(ranks_per_host)), 2 * ranks_per_host,
        [=](Comm& comm) { swap_with(comm, (comm.rank() + ranks_per_host) % comm.size(), 100); });
    for (const double finish_s : result.finish_s)
      CHECK(finish_s == Approx(10 + ranks_per_host * 200));
  }
}

TEST_CASE("a shorter message leaves the port to the longer one") {
  const auto result = loggp::run(shared(2), 4, [](Comm& comm) {
    const double bytes = comm.rank() == 0 ? 100 : 300;
    if (comm.rank() < 2) {
      send(comm, comm.rank() + 2, of_bytes(bytes));
    } else {
      receive(comm, comm.rank() - 2);
    }
  });
  CHECK(result.finish_s[0] == Approx(10 + 2 * 200));
  CHECK(result.finish_s[2] == Approx(10 + 2 * 200));
  CHECK(result.finish_s[1] == Approx(10 + 2 * 200 + 400));
  CHECK(result.finish_s[3] == Approx(10 + 2 * 200 + 400));
}

TEST_CASE("a message is not delivered before its slow sender's host has sent it") {
  // Ranks 0 and 1 share a port; their receivers have ports of their own.
  const auto result = loggp::run(shared(2), 6, [](Comm& comm) {
    if (comm.rank() < 2) send(comm, 2 * comm.rank() + 2, of_bytes(100));
    if (comm.rank() == 2 || comm.rank() == 4) receive(comm, comm.rank() / 2 - 1);
  });
  CHECK(result.finish_s[2] == Approx(10 + 400));
  CHECK(result.finish_s[4] == Approx(10 + 400));
}

TEST_CASE("messages to the ranks of one host share its receive port") {
  const auto result = loggp::run(shared(2), 6, [](Comm& comm) {
    if (comm.rank() == 0) receive(comm, 2);
    if (comm.rank() == 1) receive(comm, 4);
    if (comm.rank() == 2) send(comm, 0, of_bytes(100));
    if (comm.rank() == 4) send(comm, 1, of_bytes(100));
  });
  CHECK(result.finish_s[0] == Approx(10 + 400));
  CHECK(result.finish_s[1] == Approx(10 + 400));
  CHECK(result.finish_s[2] == Approx(10 + 200));  // its own port is free
}

TEST_CASE("messages of one rank pass one after the other, with a setup each") {
  const auto result = loggp::run(shared(2), 4, [](Comm& comm) {
    if (comm.rank() == 0) {
      std::vector<Request> sends;
      for (int i = 0; i < 3; ++i) sends.push_back(comm.isend(2, of_bytes(10), i));
      comm.wait(sends[0]);
      CHECK(comm.now() == 30);
      comm.wait(sends[1]);
      comm.wait(sends[2]);
    }
    for (int i = 0; comm.rank() == 2 && i < 3; ++i) {
      receive(comm, 0, i);
      CHECK(comm.now() == 30 * (i + 1));
    }
  });
  CHECK(result.finish_s[0] == 90);
}

TEST_CASE("host ports that are not full duplex slow messages down while both are busy") {
  Machine machine = shared(2);
  machine.slowdowns.exchange = {{1, 1.5}};
  machine.slowdowns.ring = {{1, 1.25}};
  const auto both =
      loggp::run(machine, 4, [](Comm& comm) { swap_with(comm, comm.rank() ^ 2, 100); });
  CHECK(both.makespan_s() == Approx(10 + 1.5 * 2 * 200));
  const auto ring = loggp::run(machine, 6, [](Comm& comm) {
    exchange(comm, (comm.rank() + 2) % 6, of_bytes(100), (comm.rank() + 4) % 6);
  });
  CHECK(ring.makespan_s() == Approx(10 + 1.25 * 2 * 200));
  const auto one_way = loggp::run(machine, 4, [](Comm& comm) {
    if (comm.rank() < 2) send(comm, comm.rank() + 2, of_bytes(100));
    if (comm.rank() >= 2) receive(comm, comm.rank() - 2);
  });
  CHECK(one_way.makespan_s() == Approx(10 + 2 * 200));
  machine.inside_slowdowns.exchange = {{1, 3}};
  const auto inside =
      loggp::run(machine, 2, [](Comm& comm) { swap_with(comm, comm.rank() ^ 1, 8); });
  CHECK(inside.makespan_s() == Approx(3 * (1 + 4)));
}

TEST_CASE("runs on shared hosts repeat bit for bit, for each placement") {
  Machine machine = shared(3);
  machine.placement.hosts = 4;
  machine.placement.listed = {0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3};
  for (const auto kind : {model::Placement::Kind::block, model::Placement::Kind::round_robin,
                          model::Placement::Kind::listed}) {
    machine.placement.kind = kind;
    const auto first = loggp::run(machine, 12, busy_program);
    CHECK(first.finish_s == loggp::run(machine, 12, busy_program).finish_s);
    CHECK(first.messages == 3 * 12 * 12);
  }
}

TEST_CASE("errors are found on shared hosts, too") {
  const auto failure_of = [](const std::function<void(Comm&)>& body) {
    try {
      loggp::run(shared(2), 4, body);
    } catch (const CommError& error) {
      return std::string(error.what());
    }
    return std::string("no failure");
  };
  CHECK_THAT(failure_of([](Comm& comm) { receive(comm, comm.rank() ^ 2); }),
             Contains("4 of 4 ranks wait forever"));
  CHECK_THAT(failure_of([](Comm& comm) {
               if (comm.rank() == 0) send(comm, 2, of_bytes(8), 6);
             }),
             Contains("rank 2") && Contains("tag 6"));
  CHECK_THAT(failure_of([](Comm& comm) {
               if (comm.rank() == 0) (void)comm.isend(2, of_bytes(8), 6);
             }),
             Contains("without waiting"));
}
