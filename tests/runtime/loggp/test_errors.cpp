#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/base/contract.hpp"
#include "runtime/comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab::runtime;
using Catch::Contains;
using loggp::Machine;

namespace {

const Machine kHockney = Machine::hockney(1, 0);

std::string failure_of(const Machine& machine, int ranks, const std::function<void(Comm&)>& body) {
  try {
    loggp::run(machine, ranks, body);
  } catch (const CommError& error) {
    return error.what();
  }
  return "no failure";
}

}  // namespace

TEST_CASE("a stall names the cycle, the ranks, the peers and the tags") {
  const std::string text = failure_of(kHockney, 5, [](Comm& comm) {
    if (comm.rank() < 3) receive(comm, (comm.rank() + 1) % 3, 40 + comm.rank());
    if (comm.rank() == 3) receive(comm, 0, 7);
  });
  CHECK_THAT(text, Contains("4 of 5 ranks wait forever"));
  CHECK_THAT(text, Contains("cycle of 3: rank 0 -> rank 1 -> rank 2 -> rank 0"));
  CHECK_THAT(text, Contains("rank 1 waits for receive from rank 2 (tag 41)"));
  CHECK_THAT(text, Contains("rank 3 waits for receive from rank 0 (tag 7)"));
}

TEST_CASE("a stall without a cycle shows who has returned and what was not asked for") {
  const std::string text = failure_of(kHockney, 2, [](Comm& comm) {
    if (comm.rank() == 0) {
      send(comm, 1, Message{}, 6);
    } else {
      receive(comm, 0, 5);
    }
  });
  CHECK_THAT(text, Contains("1 of 2 ranks") && !Contains("cycle"));
  CHECK_THAT(text, Contains("rank 1 waits for receive from rank 0 (tag 5), which has returned"));
  CHECK_THAT(text, Contains("it has not received from rank 0 (tag 6)"));
}

TEST_CASE("two synchronous sends to each other stall") {
  const auto body = [](Comm& comm) {
    send(comm, 1 - comm.rank(), Message{}, 2);
    receive(comm, 1 - comm.rank(), 2);
  };
  CHECK_NOTHROW(loggp::run(kHockney, 2, body));
  const std::string text = failure_of(Machine::synchronous(), 2, body);
  CHECK_THAT(text, Contains("cycle of 2: rank 0 -> rank 1 -> rank 0"));
  CHECK_THAT(text, Contains("rank 0 waits for send to rank 1 (tag 2)"));
}

TEST_CASE("a synchronous send to oneself stalls before its receive is posted") {
  const std::string text =
      failure_of(Machine::synchronous(), 1, [](Comm& comm) { send(comm, 0, Message{}, 3); });
  CHECK_THAT(text, Contains("cycle of 1: rank 0 -> rank 0") && Contains("send to rank 0 (tag 3)"));
}

TEST_CASE("a stall in wait_any lists its requests") {
  const std::string text = failure_of(kHockney, 10, [](Comm& comm) {
    if (comm.rank() != 0) return;
    std::vector<Request> requests;
    for (int from = 1; from < 10; ++from) requests.push_back(comm.irecv(from, 2 * from));
    comm.wait_any(requests);
  });
  CHECK_THAT(text, Contains("rank 0 waits for any of: receive from rank 1 (tag 2), receive from "
                            "rank 2 (tag 4), receive from rank 3 (tag 6), receive from rank 4 "
                            "(tag 8) ..."));
}

TEST_CASE("the text of a stall of many ranks stays short") {
  const std::string text = failure_of(
      kHockney, 5000, [](Comm& comm) { receive(comm, (comm.rank() + 1) % comm.size()); });
  CHECK_THAT(text, Contains("5000 of 5000 ranks") && Contains("cycle of 5000: rank 0 -> rank 1"));
  CHECK_THAT(text, Contains("and 4992 more"));
  CHECK(text.size() < 2000);
}

TEST_CASE("a rank that returns with pending requests is an error") {
  const std::string text = failure_of(kHockney, 2, [](Comm& comm) {
    if (comm.rank() == 0) {
      comm.isend(1, Message{});
    } else {
      receive(comm, 0);
      comm.irecv(0);
      comm.irecv(0);
    }
  });
  CHECK_THAT(text, Contains("rank 0 returned without waiting for 1 of its sends and 0"));
}

TEST_CASE("messages that are never received are an error") {
  const std::string text = failure_of(kHockney, 3, [](Comm& comm) {
    if (comm.rank() == 0) return;
    send(comm, 0, Message{}, 11);
    Buffer buffer(64);
    send(comm, 0, Message(std::move(buffer), 0, 64), 12);
  });
  CHECK_THAT(text, Contains("4 messages were never received"));
  CHECK_THAT(text, Contains("rank 0: from rank 1 (tag 11), from rank 1 (tag 12), from rank 2"));
}

TEST_CASE("an exception of one rank ends the run and unwinds the others") {
  const auto alive = std::make_shared<int>();
  const auto body = [&](Comm& comm) {
    const auto mine = alive;
    const Buffer held(1 << 17);
    Request pending = comm.irecv(comm.rank());
    barrier(comm);
    if (comm.rank() == 3) throw std::invalid_argument("rank 3 gives up");
    receive(comm, 3);
    comm.wait(pending);
  };
  CHECK_THROWS_WITH(loggp::run(kHockney, 9, body), "rank 3 gives up");
  CHECK_THROWS_AS(loggp::run(kHockney, 9, body), std::invalid_argument);
  CHECK(alive.use_count() == 1);
}

TEST_CASE("an exception before other ranks have started ends the run") {
  int started = 0;
  CHECK_THROWS_AS(loggp::run(kHockney, 1000,
                             [&](Comm& comm) {
                               ++started;
                               if (comm.rank() == 2) throw std::runtime_error("early");
                             }),
                  std::runtime_error);
  CHECK(started == 3);
}

TEST_CASE("a rank that swallows everything cannot outlive a failed run") {
  int attempts = 0;
  const auto body = [&](Comm& comm) {
    while (attempts < 5) {
      try {
        receive(comm, 0);
      } catch (...) {
        ++attempts;
      }
    }
  };
  CHECK_THROWS_AS(loggp::run(kHockney, 1, body), CommError);
  CHECK(attempts == 5);
}

TEST_CASE("a rank may communicate while it handles an exception") {
  loggp::run(kHockney, 4, [](Comm& comm) {
    for (int round = 0; round < 3; ++round) {
      const std::string mine = std::to_string(comm.rank()) + "/" + std::to_string(round);
      try {
        throw std::runtime_error(mine);
      } catch (const std::runtime_error& error) {
        barrier(comm);
        CHECK(error.what() == mine);
        try {
          std::rethrow_exception(std::current_exception());
        } catch (const std::runtime_error& again) {
          CHECK(again.what() == mine);
        }
      }
    }
  });
}

TEST_CASE("the current rank is that of the running code") {
  namespace model = sparlab::model;
  REQUIRE(model::current_rank == -1);
  loggp::run(kHockney, 8, [](Comm& comm) {
    CHECK(model::current_rank == comm.rank());
    barrier(comm);
    CHECK(model::current_rank == comm.rank());
  });
  CHECK(model::current_rank == -1);
  CHECK_THROWS(loggp::run(kHockney, 2, [](Comm& comm) { receive(comm, 0); }));
  CHECK(model::current_rank == -1);
}

TEST_CASE("a rank may run a simulation of its own") {
  loggp::run(kHockney, 3, [](Comm& comm) {
    const auto inner = loggp::run(kHockney, 4, [](Comm& nested) { barrier(nested); });
    CHECK(inner.makespan_s() == 2);
    CHECK(sparlab::model::current_rank == comm.rank());
    barrier(comm);
  });
}

TEST_CASE("stacks of the asked size hold what fits in them") {
  loggp::Options options;
  options.stack_bytes = 4 << 20;
  loggp::run(
      kHockney, 4,
      [](Comm& comm) {
        volatile char frame[3 << 20];
        frame[0] = static_cast<char>(comm.rank());
        frame[sizeof frame - 1] = 1;
        barrier(comm);
        CHECK(frame[0] == comm.rank());
      },
      options);
}
