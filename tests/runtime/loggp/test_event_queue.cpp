#include <algorithm>
#include <queue>
#include <random>
#include <tuple>
#include <vector>

#include "runtime/loggp/event_queue.hpp"
#include "tests/catch.hpp"

using namespace sparlab::runtime::loggp;

TEST_CASE("events of one instant come out in the order of their insertion") {
  EventQueue queue;
  for (std::uint32_t i = 0; i < 100; ++i) queue.push({i % 2 == 0 ? 2.0 : 1.0, EventKind::timer, i});
  std::vector<std::uint32_t> order;
  while (!queue.empty()) order.push_back(queue.pop().subject);
  for (std::uint32_t i = 0; i < 50; ++i) {
    CHECK(order[i] == 2 * i + 1);
    CHECK(order[50 + i] == 2 * i);
  }
}

TEST_CASE("the event queue orders like a stable priority queue") {
  const double instants = GENERATE(1.0, 10.0, 1e9);  // few distinct times, or nearly all distinct
  std::mt19937 random(7);
  using Key = std::tuple<double, std::uint32_t>;
  std::priority_queue<Key, std::vector<Key>, std::greater<>> reference;
  EventQueue queue;
  double now = 0;
  std::uint32_t pushed = 0;
  for (int step = 0; step < 20000; ++step) {
    if (random() % 5 < 3 || queue.empty()) {
      const double delay =
          1e-6 * static_cast<double>(random() % static_cast<std::uint32_t>(instants));
      queue.push({now + delay, EventKind::arrival, pushed});
      reference.emplace(now + delay, pushed++);
    } else {
      const Event event = queue.pop();
      REQUIRE(Key(event.time_s, event.subject) == reference.top());
      reference.pop();
      now = event.time_s;
    }
  }
  while (!queue.empty()) {
    REQUIRE(queue.pop().subject == std::get<1>(reference.top()));
    reference.pop();
  }
  CHECK(reference.empty());
}

TEST_CASE("the events that follow can be seen ahead") {
  EventQueue queue;
  for (std::uint32_t i = 0; i < 3; ++i) queue.push({1.0, EventKind::arrival, i});
  queue.push({2.0, EventKind::arrival, 4});
  CHECK(queue.pop().subject == 0);
  queue.push({1.5, EventKind::arrival, 3});  // before one that can be seen
  CHECK(queue.size() == 4);
  for (std::uint32_t ahead = 0; ahead < 4; ++ahead) {
    REQUIRE(queue.peek(ahead) != nullptr);
    CHECK(queue.peek(ahead)->subject == ahead + 1);
  }
  CHECK(queue.peek(4) == nullptr);
}
