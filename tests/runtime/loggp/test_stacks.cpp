#include <array>
#include <stdexcept>
#include <string>

#include "runtime/comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"

// So many ranks share one stack, of which only the used part of a suspended rank is kept.
using namespace sparlab::runtime;
using Catch::Contains;
using loggp::Machine;

namespace {

const Machine kHockney = Machine::hockney(1, 0);
constexpr int kRanks = 300;

/// Waits at a depth that differs between calls, with different data in every frame.
int deep_sum(Comm& comm, int depth) {
  std::array<int, 64> frame;
  frame.fill(comm.rank() + depth);
  const int next = depth == 0 ? 0 : deep_sum(comm, depth - 1);
  const int ranks = comm.size();
  const int to = (comm.rank() + depth + 1) % ranks;
  const int from = (comm.rank() + ranks - (depth + 1) % ranks) % ranks;
  const int received =
      value_of(exchange(comm, to, of_value(comm.rank() * 1000 + depth), from, depth));
  CHECK(received == from * 1000 + depth);
  int sum = next;
  for (const int value : frame) sum += value;
  return sum;
}

}  // namespace

TEST_CASE("ranks on one stack keep what they have on it") {
  loggp::run(kHockney, kRanks, [](Comm& comm) {
    for (const int depth : {0, 40, 3, 200, 7}) {
      const int expected = 64 * ((depth + 1) * comm.rank() + depth * (depth + 1) / 2);
      CHECK(deep_sum(comm, depth) == expected);
    }
  });
}

TEST_CASE("ranks on one stack handle exceptions independently") {
  loggp::run(kHockney, kRanks, [](Comm& comm) {
    try {
      throw std::runtime_error(std::to_string(comm.rank()));
    } catch (const std::runtime_error& error) {
      barrier(comm);
      CHECK(error.what() == std::to_string(comm.rank()));
      try {
        throw;
      } catch (const std::runtime_error& same) {
        CHECK(same.what() == std::to_string(comm.rank()));
      }
    }
  });
}

TEST_CASE("an exception unwinds all ranks on one stack") {
  struct Counted {
    explicit Counted(int& count) : count_(count) { ++count_; }
    ~Counted() { --count_; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    int& count_;
  };
  int alive = 0;
  const auto body = [&](Comm& comm) {
    const Counted counted(alive);
    barrier(comm);
    if (comm.rank() == kRanks / 2) throw std::invalid_argument("enough");
    receive(comm, kRanks / 2);
  };
  CHECK_THROWS_AS(loggp::run(kHockney, kRanks, body), std::invalid_argument);
  CHECK(alive == 0);
}

TEST_CASE("a stall in wait_any lists requests that are on the stack that ranks share") {
  const auto body = [](Comm& comm) {
    std::array<Request, 2> requests = {comm.irecv((comm.rank() + 1) % kRanks, 5),
                                       comm.irecv((comm.rank() + 2) % kRanks, 6)};
    comm.wait_any(requests);
  };
  CHECK_THROWS_WITH(loggp::run(kHockney, kRanks, body),
                    Contains("rank 1 waits for any of: receive from rank 2 (tag 5), receive from "
                             "rank 3 (tag 6)"));
}
