#include <array>
#include <utility>
#include <vector>

#include "runtime/decorators/counting_comm.hpp"
#include "runtime/inbox.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/loggp/topologies.hpp"
#include "tests/runtime/messages.hpp"
#include "tests/runtime/plain_comm.hpp"

using namespace sparlab::runtime;
using Catch::Contains;
using loggp::Machine;

namespace {

struct Taken {
  int from;
  int value;
  double time_s;
  bool operator==(const Taken&) const = default;
};

/// Rank 0 takes three messages of each other rank, some of which were sent before it expects them.
std::vector<Taken> taken_by_first(const Machine& machine, bool plain) {
  std::vector<Taken> taken;
  loggp::run(machine, 9, [&](Comm& engine) {
    Plain hidden(engine);
    CHECK((expected_receives(engine) != nullptr && expected_receives(hidden) == nullptr));
    decorators::CountingComm counting(plain ? static_cast<Comm&>(hidden) : engine);
    Comm& comm = counting;
    if (comm.rank() != 0) {
      std::vector<Request> sends;
      for (int i = 0; i < 3; ++i) {
        comm.charge({WorkKind::copy, static_cast<double>(comm.rank() * 7 % 5)});
        sends.push_back(comm.isend(0, of_value(i, 1 + (comm.rank() * 3 + 5 * i) % 7)));
      }
      wait_all(comm, sends);
      return;
    }
    Inbox inbox(comm);
    const auto expect_all = [&] {
      for (int from = 1; from < 9; ++from) inbox.expect(from);
    };
    expect_all();
    expect_all();
    comm.charge({WorkKind::copy, 6});
    expect_all();
    while (!inbox.is_empty()) {
      const Mail mail = inbox.take();
      taken.push_back({mail.from, value_of(mail.message), comm.now()});
      comm.charge({WorkKind::copy, 1});
    }
    CHECK(counting.total().messages_received == 24);
    CHECK(counting.total().bytes_received > 24);
  });
  return taken;
}

}  // namespace

TEST_CASE("an inbox takes the messages that wait_any would choose, at the same times") {
  Machine handshakes = Machine::log_gp(10, 1, 2, 1, {1, 1, 1, 1, 1});
  handshakes.handshake_bytes = 3;
  Machine network = loggp::topologies::machine(loggp::topologies::star(9, 1, 3), 1);
  network.handshake_bytes = 3;
  network.rates = {1, 1, 1, 1, 1};
  const Machine machines[] = {Machine::hockney(1, 1, {1, 1, 1, 1, 1}),
                              Machine::hockney(0, 0, {1, 1, 1, 1, 1}), handshakes, network,
                              Machine::synchronous()};
  for (const Machine& machine : machines) {
    const auto taken = taken_by_first(machine, false);
    CHECK(taken.size() == 24);
    CHECK(taken == taken_by_first(machine, true));
    std::array<int, 9> next{};
    for (const Taken& one : taken) CHECK(one.value == next[static_cast<std::size_t>(one.from)]++);
  }
}

TEST_CASE("an inbox takes a short message after the long one that its sender sent before") {
  Machine machine = Machine::log_gp(100, 0, 0, 1);
  machine.handshake_bytes = 50;
  loggp::run(machine, 2, [](Comm& comm) {
    if (comm.rank() == 1) {
      std::vector<Request> sends;
      for (const double bytes : {50, 1, 60, 2}) sends.push_back(comm.isend(0, of_bytes(bytes)));
      wait_all(comm, sends);
      return;
    }
    Inbox inbox(comm);
    for (int i = 0; i < 4; ++i) inbox.expect(1);
    for (const auto& [bytes, time_s] : {std::pair(50, 350), {1, 350}, {60, 410}, {2, 410}}) {
      CHECK(inbox.take().message.wire_bytes() == bytes);
      CHECK(comm.now() == time_s);
    }
  });
}

TEST_CASE("a stall lists the messages that an inbox expects") {
  const auto body = [](Comm& comm) {
    if (comm.rank() != 0) return;
    Inbox inbox(comm);
    for (const int from : {3, 1, 2}) inbox.expect(from);
    inbox.take();
  };
  CHECK_THROWS_WITH(loggp::run(Machine::hockney(1, 0), 4, body),
                    Contains("rank 0 waits for any of: receive from rank 1 (tag 0), receive from "
                             "rank 2 (tag 0), receive from rank 3 (tag 0)"));
}
