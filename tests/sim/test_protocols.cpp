#include <array>
#include <cstring>
#include <random>
#include <vector>

#include "sim/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"
#include "tests/sim/in_child.hpp"
#include "tests/sim/platforms.hpp"

using namespace sparlab;
using namespace sparlab::sim;
using runtime::Comm;
using runtime::Message;
using runtime::of_value;
using runtime::Request;
using runtime::value_of;
using runtime::WorkKind;

namespace {

constexpr double kEager = 500;
constexpr double kRendezvous = 1e5;
constexpr double kEagerTravels_s = 1e-6 + kEager / 10e9;
constexpr double kRendezvousTravels_s = 1e-6 + kRendezvous / 10e9;

Platform two_protocols(int hosts) {
  Platform platform = simple_star(hosts);
  platform.rendezvous_bytes = 1000;
  platform.rates = {1e-6, 0, 0, 0};
  return platform;
}

void work_us(Comm& comm, double microseconds) { comm.charge({WorkKind::merge, microseconds}); }

/// When rank 0's send and rank 1's receive of one message end, posted after so many microseconds.
std::vector<double> ends_s(double bytes, double send_us, double receive_us) {
  return finish_times(two_protocols(2), 2, [&](Comm& comm) {
    work_us(comm, comm.rank() == 0 ? send_us : receive_us);
    if (comm.rank() == 0) return runtime::send(comm, 1, Message::token({}, bytes));
    runtime::receive(comm, 0);
  });
}

}  // namespace

TEST_CASE("a rendezvous starts when both sides have posted, whoever is first") {
  for (const auto& [send_us, receive_us] : {std::pair(50.0, 0.0), std::pair(0.0, 50.0)}) {
    const auto ends = ends_s(kRendezvous, send_us, receive_us);
    CHECK(ends[0] == Approx(50e-6 + kRendezvousTravels_s).epsilon(1e-9));
    CHECK(ends[1] == Approx(50e-6 + kRendezvousTravels_s).epsilon(1e-9));
  }
}

TEST_CASE("an eager message starts when it is sent, whether or not its receive is posted") {
  const auto late_receive = ends_s(kEager, 0, 50);
  CHECK(late_receive[0] == Approx(kEagerTravels_s).epsilon(1e-9));
  CHECK(late_receive[1] == Approx(50e-6).epsilon(1e-9));
  const auto early_receive = ends_s(kEager, 50, 0);
  CHECK(early_receive[0] == Approx(50e-6 + kEagerTravels_s).epsilon(1e-9));
  CHECK(early_receive[1] == Approx(50e-6 + kEagerTravels_s).epsilon(1e-9));
}

TEST_CASE("each message of a channel keeps its own protocol and its place") {
  const std::array sizes = {kRendezvous, kEager, kRendezvous, kEager, kEager};
  const bool receive_first = GENERATE(false, true);
  const auto result = numbers_in_child([&] {
    std::vector<double> values;
    std::vector<double> eager_ends_s;
    run(two_protocols(2), 2, [&](Comm& comm) {
      const bool sends = comm.rank() == 0;
      if (sends == receive_first) work_us(comm, 50);
      std::vector<Request> requests;
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        requests.push_back(sends ? comm.isend(1, of_value(static_cast<int>(i), sizes[i]))
                                 : comm.irecv(0));
      }
      if (sends) {  // the last eager one, before anything of a rendezvous can be over
        comm.wait(requests[4]);
        eager_ends_s.push_back(comm.now());
      }
      for (Request& request : requests) {
        if (!request.pending()) continue;
        const Message message = comm.wait(request);
        if (!sends) values.push_back(value_of(message));
      }
    });
    values.push_back(eager_ends_s[0]);
    return values;
  });
  REQUIRE(result.size() == sizes.size() + 1);
  for (std::size_t i = 0; i < sizes.size(); ++i) CHECK(result[i] == static_cast<double>(i));
  const double eager_s = result.back();
  if (receive_first) {
    CHECK(eager_s > 50e-6);
  } else {
    CHECK(eager_s < 10e-6);
  }
}

TEST_CASE("messages of mixed protocols match in order under any interleaving of the posts") {
  constexpr int kTags = 2;
  constexpr int kMessages = 200;
  for (unsigned seed = 0; seed < 8; ++seed) {
    const auto wrong = numbers_in_child([&] {
      double count = 0;
      run(two_protocols(4), 4, [&](Comm& comm) {
        std::mt19937 random(seed * 4 + static_cast<unsigned>(comm.rank()));
        // Ranks 1 and 3 send to 0 and 2; all messages of a tag are numbered.
        const bool sends = comm.rank() % 2 == 1;
        const int peers[] = {sends ? 0 : 1, sends ? 2 : 3};
        std::array<std::array<int, kTags>, 2> posted{};
        std::vector<std::pair<Request, int>> open;
        const auto wait_for_all = [&] {
          for (auto& [request, expected] : open) {
            const Message message = comm.wait(request);
            if (!sends && value_of(message) != expected) count += 1;
          }
          open.clear();
        };
        for (int left = 2 * kTags * kMessages; left > 0;) {
          const std::size_t peer = random() % 2;
          const std::size_t tag = random() % kTags;
          if (random() % 8 == 0) work_us(comm, static_cast<double>(random() % 20));
          if (posted[peer][tag] == kMessages) continue;
          const int value = posted[peer][tag]++;
          const double bytes = random() % 2 == 0 ? kEager : kRendezvous;
          const int to_tag = static_cast<int>(tag);
          open.emplace_back(sends ? comm.isend(peers[peer], of_value(value, bytes), to_tag)
                                  : comm.irecv(peers[peer], to_tag),
                            value);
          --left;
          if (!sends && random() % 16 == 0) wait_for_all();  // senders never wait before the end
        }
        wait_for_all();
      });
      return std::vector<double>{count};
    });
    CHECK(wrong[0] == 0);
  }
}
