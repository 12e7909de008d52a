#include <vector>

#include "runtime/comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"

using namespace sparlab::runtime;
using loggp::Machine;

namespace {

const Machine kHockney = Machine::hockney(/*alpha_s=*/10, /*beta_s_per_byte=*/2);

}  // namespace

TEST_CASE("a handshake waits for the receive and for two latencies") {
  Machine machine = Machine::log_gp(100, 0, 0, 2, {1, 0, 0, 0});
  machine.handshake_bytes = 50;
  const auto finish_with_receive_at = [&](double posted_s) {
    return loggp::run(machine, 2,
                      [posted_s](Comm& comm) {
                        if (comm.rank() == 0) {
                          send(comm, 1, of_bytes(50));
                        } else {
                          comm.charge({WorkKind::merge, posted_s});
                          receive(comm, 0);
                        }
                      })
        .finish_s;
  };
  // The question takes 100, the answer 100, the message 100 at the port and 100 on its way.
  CHECK(finish_with_receive_at(0) == std::vector<double>{300, 400});
  CHECK(finish_with_receive_at(100) == std::vector<double>{300, 400});
  CHECK(finish_with_receive_at(1000) == std::vector<double>{1200, 1300});
}

TEST_CASE("a message below the handshake size does not wait for its receive") {
  Machine machine = kHockney;
  machine.handshake_bytes = 50;
  machine.rates = {1, 0, 0, 0};
  loggp::run(machine, 2, [](Comm& comm) {
    if (comm.rank() == 0) {
      send(comm, 1, of_bytes(49));
      CHECK(comm.now() == 108);
    } else {
      comm.charge({WorkKind::merge, 1000});
      receive(comm, 0);
      CHECK(comm.now() == 1000);
    }
  });
}

TEST_CASE("a granted handshake takes the port before later eager sends") {
  Machine machine = kHockney;
  machine.handshake_bytes = 50;
  machine.rates = {1, 0, 0, 0};
  loggp::run(machine, 2, [](Comm& comm) {
    if (comm.rank() == 0) {
      Request large = comm.isend(1, of_bytes(50), 0);
      comm.charge({WorkKind::merge, 30});
      Request small = comm.isend(1, of_bytes(1), 1);  // at 30; the port is taken from 20 on
      comm.wait(large);
      CHECK(comm.now() == 20 + 110);
      comm.wait(small);
      CHECK(comm.now() == 130 + 12);
    } else {
      comm.charge({WorkKind::merge, 20});
      receive(comm, 0, 0);
      CHECK(comm.now() == 130);
      receive(comm, 0, 1);
      CHECK(comm.now() == 142);
    }
  });
}

TEST_CASE("a synchronous send ends after its receive is posted") {
  Machine machine = Machine::synchronous();
  machine.rates = {1, 0, 0, 0};
  loggp::run(machine, 2, [](Comm& comm) {
    if (comm.rank() == 0) {
      send(comm, 1, Message{});
      CHECK(comm.now() == 6);
    } else {
      comm.charge({WorkKind::merge, 5});
      receive(comm, 0);
      CHECK(comm.now() == 6);
    }
  });
}

TEST_CASE("a synchronous message to oneself takes no time once its receive is posted") {
  const auto result = loggp::run(Machine::synchronous(), 1, [](Comm& comm) {
    exchange(comm, 0, of_bytes(8), 0, 3);  // receive first
    Request sent = comm.isend(0, of_bytes(9), 4);
    CHECK(receive(comm, 0, 4).wire_bytes() == 9);  // send first
    comm.wait(sent);
  });
  CHECK(result.finish_s == std::vector<double>{0});
}
