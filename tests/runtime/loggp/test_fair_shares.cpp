// Messages that share a link equally.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime/loggp/fair_shares.hpp"
#include "tests/catch.hpp"

using sparlab::runtime::loggp::FairShares;

namespace {

struct End {
  std::uint32_t trip;
  double time_s;
};

/// Plays the events that the shares announce up to a time, in their order.
class Player {
 public:
  explicit Player(double s_per_byte) : shares(s_per_byte) {}

  void join(double now_s, double bytes, std::uint32_t trip) { join(now_s, bytes, trip, trip); }

  void join(double now_s, double bytes, std::uint32_t trip, std::uint64_t pair) {
    play(now_s);
    shares.join(now_s, bytes, 0, pair, trip);
    announce();
  }

  void play(double until_s) {
    while (!announced_s_.empty() && std::ranges::min(announced_s_) <= until_s) {
      const auto first = std::ranges::min_element(announced_s_);
      const double now_s = *first;
      announced_s_.erase(first);
      if (shares.ends(now_s)) ends.push_back({shares.take_ended().trip, now_s});
      announce();
    }
  }

  FairShares shares;
  std::vector<End> ends;

 private:
  void announce() {
    const double end_s = shares.announce();
    if (std::isfinite(end_s)) announced_s_.push_back(end_s);
  }

  std::vector<double> announced_s_;
};

}  // namespace

TEST_CASE("a message alone on a shared link takes its bytes over the rate") {
  Player player(0.5);
  player.join(3, 10, 7);
  player.play(1000);
  REQUIRE(player.ends.size() == 1);
  CHECK(player.ends[0].trip == 7);
  CHECK(player.ends[0].time_s == 3 + 10 * 0.5);
}

TEST_CASE("equal messages that join a shared link together end together, in their order") {
  Player player(1);
  for (std::uint32_t trip = 0; trip < 3; ++trip) player.join(2, 10, trip);
  player.play(1000);
  REQUIRE(player.ends.size() == 3);
  for (std::uint32_t trip = 0; trip < 3; ++trip) {
    CHECK(player.ends[trip].trip == trip);
    CHECK(player.ends[trip].time_s == 2 + 3 * 10);
  }
}

TEST_CASE("a message that joins a shared link later delays the one that is there") {
  Player player(1);
  player.join(0, 10, 0);
  player.join(4, 2, 1);  // both have half of the link until 8; then 4 bytes of trip 0 are left
  player.play(1000);
  REQUIRE(player.ends.size() == 2);
  CHECK(player.ends[0].trip == 1);
  CHECK(player.ends[0].time_s == Approx(8));
  CHECK(player.ends[1].trip == 0);
  CHECK(player.ends[1].time_s == Approx(12));
}

TEST_CASE("messages of one pair pass a shared link one after the other") {
  Player player(1);
  for (const std::uint32_t trip : {0U, 1U}) player.join(0, 10, trip, 5);
  player.join(0, 10, 2, 6);  // has half of the link, until it ends with the first of the pair
  player.play(1000);
  REQUIRE(player.ends.size() == 3);
  CHECK(player.ends[0].trip == 0);
  CHECK(player.ends[0].time_s == Approx(20));
  CHECK(player.ends[1].trip == 2);
  CHECK(player.ends[1].time_s == Approx(20));
  CHECK(player.ends[2].trip == 1);
  CHECK(player.ends[2].time_s == Approx(30));
}

TEST_CASE("a shared link is never idle while a message is on it") {
  Player player(1);
  double bytes = 0;
  for (std::uint32_t trip = 0; trip < 50; ++trip) {
    const double message_bytes = 1 + (trip * 37) % 11;
    player.join(0.7 * trip, message_bytes, trip);  // more than the link carries
    bytes += message_bytes;
  }
  player.play(1e9);
  REQUIRE(player.ends.size() == 50);
  CHECK(player.ends.back().time_s == Approx(bytes));
  CHECK(std::ranges::is_sorted(player.ends, {}, &End::time_s));
}

TEST_CASE("a short message that passes a shared link delays all messages on it by its time") {
  Player player(1);
  player.join(0, 10, 0);
  player.join(0, 20, 1);
  player.play(5);
  player.shares.pause(5, 3);
  player.play(1000);
  REQUIRE(player.ends.size() == 2);
  CHECK(player.ends[0].time_s == Approx(20 + 3));
  CHECK(player.ends[1].time_s == Approx(30 + 3));
}
