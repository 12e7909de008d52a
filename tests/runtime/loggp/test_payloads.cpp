#include <cstring>
#include <deque>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "runtime/loggp/payloads.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"

using namespace sparlab::runtime;
using loggp::kNone;
using loggp::Payloads;

namespace {

Message token_of(int value, double wire_bytes) {
  return Message::token(std::as_bytes(std::span(&value, 1)), wire_bytes);
}

Message in_buffer(int value) {
  Buffer buffer(sizeof value);
  std::memcpy(buffer.data(), &value, sizeof value);
  return {std::move(buffer), 0, sizeof value};
}

}  // namespace

TEST_CASE("equal messages share a payload until the last one is taken") {
  Payloads payloads(2);
  const std::uint32_t first = payloads.add(token_of(7, 100));
  CHECK(payloads.add(token_of(7, 100)) == first);
  CHECK(value_of(payloads.take(first)) == 7);
  CHECK(payloads.add(token_of(7, 100)) == first);
  for (int i = 0; i < 2; ++i) {
    const Message message = payloads.take(first);
    CHECK(value_of(message) == 7);
    CHECK(message.wire_bytes() == 100);
  }
  CHECK(payloads.add(token_of(8, 100)) == first);  // it was free
  CHECK(payloads.most() == 1);
}

TEST_CASE("messages of other content or size share no payload") {
  Payloads payloads(2);
  const std::uint32_t first = payloads.add(token_of(7, 100));
  CHECK(payloads.add(token_of(7, 101)) != first);
  CHECK(payloads.add(token_of(8, 100)) != first);
  CHECK(payloads.add(in_buffer(7)) != first);
  CHECK(payloads.most() == 4);
  CHECK(payloads.add(Message{}) == kNone);
}

TEST_CASE("a payload that is used again is not that of its earlier content") {
  Payloads payloads(2);
  const std::uint32_t first = payloads.add(token_of(7, 100));
  payloads.take(first);
  REQUIRE(payloads.add(token_of(8, 100)) == first);
  const std::uint32_t again = payloads.add(token_of(7, 100));
  CHECK(again != first);
  CHECK(value_of(payloads.take(first)) == 8);
  CHECK(value_of(payloads.take(again)) == 7);
}

TEST_CASE("views of one buffer share a payload, which holds it once") {
  Payloads payloads(2);
  Message message = in_buffer(7);
  const std::byte* const place = message.bytes().data();
  const std::uint32_t first = payloads.add(Message(message));
  CHECK(payloads.add(std::move(message)) == first);
  const auto taken = [&] {
    Message view = payloads.take(first);
    CHECK(view.bytes().data() == place);
    CHECK(value_of(view) == 7);
    return std::move(view).take_buffer().unique();
  };
  CHECK_FALSE(taken());
  CHECK(taken());
}

TEST_CASE("any order of adding and taking gives the messages back") {
  Payloads payloads(64);
  std::mt19937 random(1);
  std::deque<std::pair<std::uint32_t, int>> held;
  std::size_t longest = 0;
  for (int step = 0; step < 20000; ++step) {
    const bool grows = step / 1000 % 2 == 0 && step < 19000;
    if (held.empty() || random() % 4 < (grows ? 3U : 1U)) {
      const int value = static_cast<int>(random() % 300);
      held.emplace_back(payloads.add(value % 3 == 0 ? in_buffer(value) : token_of(value, value)),
                        value);
    } else {
      std::swap(held[random() % held.size()], held.back());
      CHECK(value_of(payloads.take(held.back().first)) == held.back().second);
      held.pop_back();
    }
    longest = std::max(longest, held.size());
  }
  CHECK(payloads.most() <= longest);
}
