#include <vector>

#include "runtime/await_all.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"

using namespace sparlab::runtime;
using loggp::Machine;

namespace {

/// Every rank sends to all others and receives from all; the sizes differ.
std::vector<double> finish_of_exchange(const Machine& machine, int ranks, bool together) {
  const auto body = [&](Comm& comm) {
    std::vector<Request> receives;
    std::vector<Request> sends;
    for (int step = 1; step < ranks; ++step)
      receives.push_back(comm.irecv((comm.rank() + step) % ranks));
    for (int step = 1; step < ranks; ++step) {
      const int to = (comm.rank() + step) % ranks;
      sends.push_back(comm.isend(to, of_value(to, 1 + (comm.rank() * 7 + to) % 5)));
    }
    const double before_s = comm.now();
    if (together) await_all(comm, receives);
    CHECK(comm.now() == before_s);
    for (Request& receive : receives) {
      CHECK(receive.pending());
      CHECK(value_of(comm.wait(receive)) == comm.rank());
    }
    for (Request& send : sends) comm.wait(send);
  };
  return loggp::run(machine, ranks, body).finish_s;
}

}  // namespace

TEST_CASE("messages of one sender leave one after the other, however many it starts at once") {
  const int ranks = GENERATE(2, 70);  // with stacks of their own, and with a common one
  const int count = 500;
  loggp::run(Machine::hockney(1, 0), ranks, [&](Comm& comm) {
    if (comm.rank() > 1) return;
    std::vector<Request> requests;
    for (int i = 0; i < count; ++i) {
      const int value = i % 100 < 60 ? i / 100 : i;  // some in a row are equal
      requests.push_back(comm.rank() == 0 ? comm.isend(1, of_value(value)) : comm.irecv(0));
    }
    for (int i = 0; i < count; ++i) {
      const Message message = comm.wait(requests[static_cast<std::size_t>(i)]);
      CHECK(comm.now() == i + 1);
      if (comm.rank() == 1) CHECK(value_of(message) == (i % 100 < 60 ? i / 100 : i));
    }
  });
}

TEST_CASE("waiting for many requests together changes no time") {
  Machine handshakes = Machine::log_gp(10, 1, 2, 1, {1, 1, 1, 1, 1});
  handshakes.handshake_bytes = 3;
  const Machine machines[] = {Machine::hockney(1, 1), Machine::hockney(0, 0),
                              Machine::log_gp(10, 1, 2, 1), handshakes, Machine::synchronous()};
  const int ranks = GENERATE(5, 70);
  for (const Machine& machine : machines)
    CHECK(finish_of_exchange(machine, ranks, true) == finish_of_exchange(machine, ranks, false));
}
