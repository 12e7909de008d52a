#include "sim/channels.hpp"
#include "tests/catch.hpp"

using namespace sparlab::sim;

namespace {

Transfer message(int from, int to, int tag) {
  Transfer transfer;
  transfer.from = from;
  transfer.to = to;
  transfer.tag = tag;
  return transfer;
}

}  // namespace

TEST_CASE("sends and receives of a channel match in the order of their posts, whoever is first") {
  Channels channels(3);
  Transfer first = message(0, 2, 7);
  Transfer second = message(0, 2, 7);
  Transfer third = message(0, 2, 7);
  Operation receives[3];
  CHECK(channels.post_send(first) == nullptr);
  CHECK(channels.post_send(second) == nullptr);
  CHECK(channels.post_receive(0, 2, 7, receives[0]) == &first);
  CHECK(channels.post_receive(0, 2, 7, receives[1]) == &second);
  CHECK(channels.post_receive(0, 2, 7, receives[2]) == nullptr);
  CHECK(channels.post_send(third) == &receives[2]);
  CHECK_FALSE(channels.unreceived());
}

TEST_CASE("channels differ by source, destination and tag") {
  Channels channels(3);
  Transfer sent = message(0, 2, -1);
  Operation receives[4];
  CHECK(channels.post_send(sent) == nullptr);
  CHECK(channels.post_receive(1, 2, -1, receives[0]) == nullptr);
  CHECK(channels.post_receive(0, 1, -1, receives[1]) == nullptr);
  CHECK(channels.post_receive(0, 2, 0, receives[2]) == nullptr);
  CHECK(channels.post_receive(0, 2, -1, receives[3]) == &sent);
}

TEST_CASE("sends without receives are counted, for the first such channel") {
  Channels channels(3);
  Transfer sends[] = {message(2, 1, 5), message(2, 1, 5), message(1, 2, 0), message(0, 1, 9)};
  for (Transfer& send : sends) CHECK(channels.post_send(send) == nullptr);
  Operation receive;
  CHECK(channels.post_receive(0, 1, 9, receive) == &sends[3]);
  const auto left = channels.unreceived();
  REQUIRE(left);
  CHECK(left->from == 2);
  CHECK(left->to == 1);
  CHECK(left->tag == 5);
  CHECK(left->messages == 2);
}
