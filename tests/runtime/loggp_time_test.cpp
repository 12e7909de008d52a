#include <array>
#include <vector>

#include "runtime/comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab::runtime;
using loggp::Machine;

namespace {

Message of_bytes(double bytes) { return Message::token({}, bytes); }

void run_pair(const Machine& machine, const std::function<void(Comm&)>& first,
              const std::function<void(Comm&)>& second) {
  loggp::run(machine, 2, [&](Comm& comm) { comm.rank() == 0 ? first(comm) : second(comm); });
}

const Machine kHockney = Machine::hockney(10, 2);

}  // namespace

TEST_CASE("a hockney message takes alpha + beta L at both ends") {
  run_pair(
      kHockney,
      [](Comm& comm) {
        send(comm, 1, of_bytes(4));
        CHECK(comm.now() == 18);
      },
      [](Comm& comm) {
        const Message message = receive(comm, 0);
        CHECK(message.wire_bytes() == 4);
        CHECK(comm.now() == 18);
      });
}

TEST_CASE("a hockney ping-pong takes two messages' time") {
  run_pair(
      kHockney,
      [](Comm& comm) {
        send(comm, 1, of_bytes(4));
        receive(comm, 1);
        CHECK(comm.now() == 36);
      },
      [](Comm& comm) { send(comm, 0, receive(comm, 0)); });
}

TEST_CASE("an exchange is full duplex") {
  const auto result = loggp::run(kHockney, 2, [](Comm& comm) {
    exchange(comm, 1 - comm.rank(), of_bytes(4), 1 - comm.rank());
  });
  CHECK(result.finish_s == std::vector<double>{18, 18});
  CHECK(result.messages == 2);
  CHECK(result.bytes == 8);
}

TEST_CASE("one rank's sends go through its port one after another") {
  const int ranks = 9;
  const auto result = loggp::run(kHockney, ranks, [](Comm& comm) {
    if (comm.rank() == 0) {
      std::vector<Request> sends;
      for (int to = 1; to < comm.size(); ++to) sends.push_back(comm.isend(to, of_bytes(1)));
      CHECK(comm.now() == 0);
      wait_all(comm, sends);
      CHECK(comm.now() == 8 * 12);
    } else {
      receive(comm, 0);
      CHECK(comm.now() == comm.rank() * 12);
    }
  });
  CHECK(result.makespan_s() == 8 * 12);
}

TEST_CASE("messages to one rank queue at its receive port") {
  loggp::run(kHockney, 9, [](Comm& comm) {
    if (comm.rank() == 0) {
      for (int from = 1; from < comm.size(); ++from) {
        receive(comm, from);
        CHECK(comm.now() == from * 12);
      }
    } else {
      send(comm, 0, of_bytes(1));
      CHECK(comm.now() == 12);
    }
  });
}

TEST_CASE("the receive port serves messages in the order of their arrival") {
  const Machine machine = Machine::hockney(10, 2, {1, 0, 0, 0});
  loggp::run(machine, 3, [](Comm& comm) {
    if (comm.rank() == 0) {
      Request posted_first = comm.irecv(1);
      Request arrives_first = comm.irecv(2);
      comm.wait(posted_first);
      CHECK(comm.now() == 7 + 110 + 12);  // behind the long message that came at 7
      comm.wait(arrives_first);
      CHECK(comm.now() == 7 + 110 + 12);
    } else {
      const bool is_long = comm.rank() == 2;
      comm.charge({WorkKind::merge, is_long ? 7.0 : 8.0});
      send(comm, 0, of_bytes(is_long ? 50 : 1));
      CHECK(comm.now() == (is_long ? 7 + 110 : 8 + 12));
    }
  });
}

TEST_CASE("a stall names the cycle, the ranks, the peers and the tags") {
  const auto stalled = [](Comm& comm) {
    if (comm.rank() < 3) receive(comm, (comm.rank() + 1) % 3, 40 + comm.rank());
  };
  CHECK_THROWS_WITH(loggp::run(kHockney, 4, stalled),
                    Catch::Contains("3 of 4 ranks wait for ever") &&
                        Catch::Contains("cycle of 3: rank 0 -> rank 1 -> rank 2 -> rank 0") &&
                        Catch::Contains("rank 1 waits for receive from rank 2 (tag 41)"));
}
