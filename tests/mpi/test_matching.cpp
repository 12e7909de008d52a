#include <algorithm>
#include <utility>
#include <vector>

#include "runtime/comm.hpp"
#include "tests/catch.hpp"
#include "tests/mpi/messages.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using namespace sparlab::runtime;
using test::comm;
using test::number;
using test::value_of;

namespace {

int next() { return (comm().rank() + 1) % comm().size(); }
int previous() { return (comm().rank() + comm().size() - 1) % comm().size(); }

}  // namespace

TEST_CASE("tags keep messages apart, and unclaimed messages keep their order") {
  std::vector<Request> sends;
  for (int i = 0; i < 5; ++i) {
    for (int tag = 0; tag < 4; ++tag) {
      sends.push_back(comm().isend(next(), number(100 * tag + i), tag));
    }
  }
  // Two receives are pending, so whatever arrives is taken: tags 0 to 2 wait unclaimed.
  Request last = comm().irecv(previous(), 3);
  Request never_first = comm().irecv(previous(), 3);
  CHECK(value_of(comm().wait(last)) == 300);
  CHECK(value_of(comm().wait(never_first)) == 301);
  for (int i = 2; i < 5; ++i) CHECK(value_of(receive(comm(), previous(), 3)) == 300 + i);
  for (int tag = 2; tag >= 0; --tag) {
    for (int i = 0; i < 5; ++i) CHECK(value_of(receive(comm(), previous(), tag)) == 100 * tag + i);
  }
  wait_all(comm(), sends);
}

TEST_CASE("a message to oneself arrives, short or long, whichever side comes first") {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{8}, std::size_t{1} << 22}) {
    const int self = comm().rank();
    CHECK(test::is_pattern(exchange(comm(), self, test::pattern(bytes, 1), self), bytes, 1));
    Request sent = comm().isend(self, test::pattern(bytes, 2), 9);
    Request received = comm().irecv(self, 9);
    CHECK(test::is_pattern(comm().wait(received), bytes, 2));
    CHECK(comm().wait(sent).bytes().empty());
  }
}

TEST_CASE("wait_any takes the message that has arrived before the one that has not") {
  const int ranks = comm().size();
  if (comm().rank() == 0) {
    std::vector<Request> requests;
    for (int from = 1; from < ranks; ++from) requests.push_back(comm().irecv(from));
    // Rank r sends only after rank 0 has received from r + 1, so messages arrive in decreasing
    // order.
    for (int expected = ranks - 1; expected >= 1; --expected) {
      send(comm(), expected, Message{}, 1);
      const std::size_t ready = comm().wait_any(requests);
      CHECK(ready == static_cast<std::size_t>(expected - 1));
      CHECK(value_of(comm().wait(requests[ready])) == expected);
      CHECK_FALSE(requests[ready].pending());
    }
  } else {
    receive(comm(), 0, 1);
    send(comm(), 0, number(comm().rank()));
  }
}

TEST_CASE("wait_any completes sends and receives of one mixed set once each") {
  std::vector<Request> requests;
  for (int i = 0; i < 10; ++i) {
    requests.push_back(comm().irecv(previous(), i));
    requests.push_back(comm().isend(next(), test::pattern(i % 2 == 0 ? 8 : 300'000, 0), i));
  }
  std::vector<int> completed(requests.size(), 0);
  for (std::size_t left = requests.size(); left > 0; --left) {
    const std::size_t ready = comm().wait_any(requests);
    ++completed[ready];
    comm().wait(requests[ready]);
  }
  CHECK(completed == std::vector<int>(requests.size(), 1));
}

TEST_CASE("a message of the size of its place arrives there, any other elsewhere") {
  for (const std::size_t bytes : {0, 1, 8, 5000, 300'000, 5'000'000}) {
    const Buffer room(bytes + 100);
    std::fill_n(room.data(), room.capacity(), std::byte{0x5a});
    const Message place(room, 40, bytes);
    for (const std::size_t sent : {bytes, bytes + 1, bytes / 2}) {
      Request incoming = irecv_into(comm(), place, previous(), 1);
      Request outgoing = comm().isend(next(), test::pattern(sent, 9), 1);
      const Message received = comm().wait(incoming);
      comm().wait(outgoing);
      CAPTURE(bytes, sent);
      CHECK(test::is_pattern(received, sent, 9));
      CHECK((received.bytes().data() == place.bytes().data()) == (sent == bytes));
    }
    CHECK((bytes == 0 || test::is_pattern(place, bytes, 9)));
    CHECK(std::all_of(room.data(), room.data() + 40,
                      [](auto byte) { return byte == std::byte{0x5a}; }));
    CHECK(room.data()[40 + bytes] == std::byte{0x5a});
  }
}

TEST_CASE("a message that came before its place was known arrives there, too") {
  const Buffer room(100'000);
  Request outgoing = comm().isend(next(), test::pattern(100'000, 4), 6);
  Request other = comm().isend(next(), number(1), 7);
  Request unrelated = comm().irecv(previous(), 8);
  // Two receives are pending: all that arrives is taken.
  Request first = comm().irecv(previous(), 7);
  comm().wait(first);
  Request incoming = irecv_into(comm(), Message(room, 0, 100'000), previous(), 6);
  CHECK(comm().wait(incoming).bytes().data() == room.data());
  CHECK(test::is_pattern(Message(room, 0, 100'000), 100'000, 4));
  Request last = comm().isend(next(), number(2), 8);
  std::vector<Request> rest;
  rest.push_back(std::move(unrelated));
  rest.push_back(std::move(outgoing));
  rest.push_back(std::move(other));
  rest.push_back(std::move(last));
  wait_all(comm(), rest);
}
