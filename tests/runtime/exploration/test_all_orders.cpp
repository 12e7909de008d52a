#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/exploration/all_orders.hpp"
#include "tests/catch.hpp"

namespace sparlab::runtime::exploration {
namespace {

Message letter(char name) {
  const auto byte = static_cast<std::byte>(name);
  return Message::copy_of({&byte, 1});
}

/// What rank 0 took, in order, in each run.
struct Seen {
  std::vector<std::string> all;
  std::string now;

  void take(const Message& message) { now += static_cast<char>(message.bytes().front()); }
  std::string end() {
    all.push_back(std::exchange(now, ""));
    return "";
  }
};

Orders explore(
    int ranks, Sends sends, const std::function<void(Comm&)>& program,
    const std::function<std::string()>& complaint = [] { return std::string(); },
    std::uint64_t most_runs = 1000) {
  ExploredRanks world(ranks, sends);
  return run_all_orders(world, program, complaint, most_runs);
}

/// Rank 0 takes a message of each other rank as they come.
void take_all(Comm& comm, Seen& seen) {
  if (comm.rank() != 0) {
    send(comm, 0, letter(static_cast<char>('a' + comm.rank() - 1)));
    return;
  }
  std::vector<Request> requests;
  for (int from = 1; from < comm.size(); ++from) requests.push_back(comm.irecv(from));
  for (int i = 1; i < comm.size(); ++i) seen.take(comm.wait(requests[comm.wait_any(requests)]));
}

TEST_CASE("all orders: every order of arrivals, each once") {
  for (const Sends sends : {Sends::synchronous, Sends::buffered}) {
    Seen seen;
    const Orders orders = explore(
        4, sends, [&](Comm& comm) { take_all(comm, seen); }, [&] { return seen.end(); });
    CHECK(orders.runs == 6);
    CHECK(orders.repeated == 0);
    CHECK(orders.is_exhaustive);
    CHECK_FALSE(orders.fault);
    CHECK(std::set<std::string>(seen.all.begin(), seen.all.end()) ==
          std::set<std::string>{"abc", "acb", "bac", "bca", "cab", "cba"});
  }
}

TEST_CASE("all orders: choices of different ranks are not interleaved") {
  // Two receivers, 2! orders each: 4 runs, not 24.
  const Orders orders = explore(4, Sends::buffered, [](Comm& comm) {
    if (comm.rank() >= 2) {
      for (const int to : {0, 1}) send(comm, to, letter('x'));
      return;
    }
    std::vector<Request> requests;
    for (const int from : {2, 3}) requests.push_back(comm.irecv(from));
    for (int i = 0; i < 2; ++i) comm.wait(requests[comm.wait_any(requests)]);
  });
  CHECK(orders.runs == 4);
  CHECK(orders.repeated == 0);
}

TEST_CASE("all orders: a message that another choice causes can come first") {
  // Rank 2 sends to rank 0 after it has taken one of rank 1's messages.
  Seen seen;
  const Orders orders = explore(
      3, Sends::buffered,
      [&](Comm& comm) {
        if (comm.rank() == 1) {
          send(comm, 0, letter('a'));
          send(comm, 2, letter('x'), 1);
          send(comm, 2, letter('y'), 2);
        } else if (comm.rank() == 2) {
          std::vector<Request> requests;
          for (const int tag : {1, 2}) requests.push_back(comm.irecv(1, tag));
          const std::size_t first = comm.wait_any(requests);
          send(comm, 0, letter(first == 0 ? 'x' : 'y'));
          for (Request& request : requests) comm.wait(request);
        } else {
          std::vector<Request> requests;
          for (const int from : {1, 2}) requests.push_back(comm.irecv(from));
          for (int i = 0; i < 2; ++i) seen.take(comm.wait(requests[comm.wait_any(requests)]));
        }
      },
      [&] { return seen.end(); });
  CHECK(orders.is_exhaustive);
  CHECK(std::set<std::string>(seen.all.begin(), seen.all.end()) ==
        std::set<std::string>{"ax", "xa", "ay", "ya"});
}

TEST_CASE("all orders: receives of one sender may complete in any order") {
  Seen seen;
  explore(
      2, Sends::buffered,
      [&](Comm& comm) {
        if (comm.rank() == 1) {
          for (const char name : {'a', 'b'}) send(comm, 0, letter(name));
          return;
        }
        std::vector<Request> requests;
        for (int i = 0; i < 2; ++i) requests.push_back(comm.irecv(1));
        for (int i = 0; i < 2; ++i) seen.take(comm.wait(requests[comm.wait_any(requests)]));
      },
      [&] { return seen.end(); });
  CHECK(seen.all == std::vector<std::string>{"ab", "ba"});
}

TEST_CASE("all orders: sends that wait for their receives") {
  const auto ring = [](Comm& comm) {
    const int next = (comm.rank() + 1) % comm.size();
    send(comm, next, letter('x'));
    receive(comm, (comm.rank() + comm.size() - 1) % comm.size());
  };
  const Orders stalled = explore(3, Sends::synchronous, ring);
  REQUIRE(stalled.fault);
  CHECK(stalled.fault->what ==
        "deadlock: rank 0 waits for its send to rank 1 with tag 0; rank 1 waits for its send to "
        "rank 2 with tag 0; rank 2 waits for its send to rank 0 with tag 0");
  CHECK_FALSE(explore(3, Sends::buffered, ring).fault);
}

TEST_CASE("all orders: what is left over, and what a rank throws") {
  const auto of = [](const std::function<void(Comm&)>& program) {
    const Orders orders = explore(2, Sends::buffered, program);
    return orders.fault ? orders.fault->what : "nothing";
  };
  CHECK(of([](Comm& comm) {
          if (comm.rank() == 1) send(comm, 0, letter('x'), 3);
        }) == "rank 0 never receives 1's message with tag 3");
  CHECK(of([](Comm& comm) {
          if (comm.rank() == 1) send(comm, 0, letter('x'));
          if (comm.rank() == 0) comm.irecv(1);
        }) == "rank 0 never waits for its receive from rank 1 with tag 0");
  CHECK(of([](Comm& comm) {
          if (comm.rank() == 0) receive(comm, 1);
        }) == "deadlock: rank 0 waits for its receive from rank 1 with tag 0");
  CHECK(of([](Comm& comm) {
          if (comm.rank() == 1) throw CommError("a cable is missing");
          receive(comm, 1);
        }) == "exception: a cable is missing");
}

TEST_CASE("all orders: the order that leads to a fault") {
  Seen seen;
  const Orders orders = explore(
      3, Sends::buffered, [&](Comm& comm) { take_all(comm, seen); },
      [&] { return std::exchange(seen.now, "") == "ba" ? "b before a" : ""; });
  REQUIRE(orders.fault);
  CHECK(orders.fault->what == "b before a");
  CHECK(orders.fault->order == std::vector<Choice>{{0, 1}});
}

TEST_CASE("all orders: a limit of runs") {
  Seen seen;
  const Orders orders = explore(
      4, Sends::buffered, [&](Comm& comm) { take_all(comm, seen); }, [&] { return seen.end(); }, 5);
  CHECK(orders.runs == 5);
  CHECK_FALSE(orders.is_exhaustive);
}

}  // namespace
}  // namespace sparlab::runtime::exploration
