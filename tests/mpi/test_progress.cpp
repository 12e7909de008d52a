#include <chrono>
#include <thread>
#include <vector>

#include "tests/catch.hpp"
#include "tests/mpi/messages.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using namespace sparlab::runtime;
using test::comm;

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

int at_distance(int distance) {
  const int ranks = comm().size();
  return (comm().rank() + distance + ranks) % ranks;
}

/// The clock of the machine: MPI_Wtime may count from another instant in each process.
std::int64_t clock_ns() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

/// Rank `root` sends its number to all ranks.
Message from_rank(int root, std::int64_t value) {
  std::vector<Request> requests;
  requests.push_back(comm().irecv(root));
  for (int to = 0; comm().rank() == root && to < comm().size(); ++to) {
    requests.push_back(comm().isend(to, test::number(value)));
  }
  return std::move(wait_all(comm(), requests).front());
}

}  // namespace

TEST_CASE("received bytes are charged as they are") {
  const Message message = exchange(comm(), at_distance(1), test::pattern(1000, 4), at_distance(-1));
  CHECK(message.is_real());
  CHECK(message.wire_bytes() == 1000);
}

TEST_CASE("a part of a buffer travels alone") {
  const Message whole = test::pattern(1000, 0);
  const Message received =
      exchange(comm(), at_distance(1), Message(whole.buffer(), 256, 100), at_distance(-1));
  CHECK(test::is_pattern(received, 100, 256 * 7));
}

TEST_CASE("messages of 64 MiB pass both ways at once") {
  constexpr std::size_t kBytes = 64 * kMiB;
  const auto seed = static_cast<std::size_t>(comm().rank());
  const Message received =
      exchange(comm(), at_distance(1), test::pattern(kBytes, seed), at_distance(-1));
  CHECK(test::is_pattern(received, kBytes, static_cast<std::size_t>(at_distance(-1))));
}

TEST_CASE("hundreds of requests between all ranks complete", "[many]") {
  constexpr int kRounds = 50;
  const int ranks = comm().size();
  std::vector<Request> requests;
  for (int round = 0; round < kRounds; ++round) {
    for (int from = 0; from < ranks; ++from) requests.push_back(comm().irecv(from, round % 3));
  }
  for (int round = 0; round < kRounds; ++round) {
    for (int to = 0; to < ranks; ++to) {
      const std::size_t bytes = static_cast<std::size_t>(round) * 300;
      requests.push_back(comm().isend(to, test::pattern(bytes, std::size_t(round)), round % 3));
    }
  }
  const std::vector<Message> received = wait_all(comm(), requests);
  for (int round = 0; round < kRounds; ++round) {
    for (int from = 0; from < ranks; ++from) {
      const auto& message = received[static_cast<std::size_t>(round * ranks + from)];
      CHECK(test::is_pattern(message, std::size_t(round) * 300, std::size_t(round)));
    }
  }
}

TEST_CASE("whoever waits serves the receives that others depend on") {
  // Rank 1 sends the long message first and blocks in it. Rank 0 waits for the short one first.
  constexpr std::size_t kLong = 8 * kMiB;
  if (comm().size() < 2 || comm().rank() > 1) return;
  if (comm().rank() == 0) {
    Request first = comm().irecv(1, 1);
    Request second = comm().irecv(1, 2);
    CHECK(comm().wait(second).bytes().size() == 8);
    CHECK(test::is_pattern(comm().wait(first), kLong, 5));
  } else {
    send(comm(), 0, test::pattern(kLong, 5), 1);
    send(comm(), 0, test::pattern(8, 5), 2);
  }
}

TEST_CASE("a rank that waits for its send receives what it has posted") {
  constexpr std::size_t kLong = 8 * kMiB;
  Request received = comm().irecv(at_distance(-1));
  Request sent = comm().isend(at_distance(1), test::pattern(kLong, 6));
  comm().wait(sent);
  CHECK(test::is_pattern(comm().wait(received), kLong, 6));
}

TEST_CASE("no rank leaves the barrier before the last has entered", "[many]") {
  for (int last = 0; last < comm().size(); ++last) {
    if (comm().rank() == last) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const std::int64_t entered_ns = clock_ns();
    barrier(comm());
    const std::int64_t left_ns = clock_ns();
    const Message of_last = from_rank(last, entered_ns);
    CHECK(left_ns >= test::value_of(of_last));
  }
}
