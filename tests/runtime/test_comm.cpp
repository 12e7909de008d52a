#include <algorithm>
#include <vector>

#include "runtime/comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"

using namespace sparlab::runtime;
using loggp::Machine;

namespace {

int barrier_rounds(int ranks) {
  int rounds = 0;
  for (int reach = 1; reach < ranks; reach *= 2) ++rounds;
  return rounds;
}

}  // namespace

TEST_CASE("send and receive move a message from one rank to another") {
  for (const Machine& machine : {Machine::hockney(1, 0), Machine::synchronous()}) {
    loggp::run(machine, 2, [](Comm& comm) {
      if (comm.rank() == 0) {
        send(comm, 1, of_bytes(5), 8);
      } else {
        CHECK(receive(comm, 0, 8).wire_bytes() == 5);
      }
    });
  }
}

TEST_CASE("exchange around a ring does not block even if sends are synchronous") {
  for (int ranks = 1; ranks <= 9; ++ranks) {
    loggp::run(Machine::synchronous(), ranks, [](Comm& comm) {
      const int after = (comm.rank() + 1) % comm.size();
      const int before = (comm.rank() + comm.size() - 1) % comm.size();
      CHECK(exchange(comm, after, of_bytes(comm.rank()), before).wire_bytes() == before);
    });
  }
}

TEST_CASE("wait_all returns the messages in the order of the requests") {
  loggp::run(Machine::hockney(1, 0), 5, [](Comm& comm) {
    if (comm.rank() != 0) return send(comm, 0, of_bytes(comm.rank()));
    std::vector<Request> requests;
    for (int from = 4; from > 0; --from) requests.push_back(comm.irecv(from));
    const std::vector<Message> messages = wait_all(comm, requests);
    REQUIRE(messages.size() == 4);
    for (int i = 0; i < 4; ++i) {
      CHECK(messages[static_cast<std::size_t>(i)].wire_bytes() == 4 - i);
      CHECK_FALSE(requests[static_cast<std::size_t>(i)].pending());
    }
  });
}

TEST_CASE("no rank leaves a barrier before the last one has entered it") {
  Machine machine = GENERATE(Machine::hockney(1, 0), Machine::synchronous());
  machine.rates = {1, 0, 0, 0};
  for (int ranks = 1; ranks <= 17; ++ranks) {
    const auto result = loggp::run(machine, ranks, [](Comm& comm) {
      if (comm.rank() == comm.size() / 2) comm.charge({WorkKind::merge, 100});
      barrier(comm);
    });
    CHECK(*std::min_element(result.finish_s.begin(), result.finish_s.end()) >= 100);
    CHECK(result.messages == static_cast<std::uint64_t>(ranks * barrier_rounds(ranks)));
  }
}

TEST_CASE("a barrier takes one message time a round") {
  for (int ranks = 1; ranks <= 17; ++ranks) {
    const auto result =
        loggp::run(Machine::hockney(1, 0), ranks, [](Comm& comm) { barrier(comm); });
    CHECK(result.makespan_s() == barrier_rounds(ranks));
  }
}
