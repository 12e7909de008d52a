/// More messages of a rank than its own actor makes: other actors make batches of them.

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

#include "sim/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"
#include "tests/sim/in_child.hpp"
#include "tests/sim/platforms.hpp"

using namespace sparlab;
using namespace sparlab::sim;
using Catch::Matchers::Contains;
using runtime::Comm;
using runtime::of_bytes;
using runtime::Request;

namespace {

constexpr double kBandwidth = 10e9;
constexpr double kLatency_s = 1e-6;

double bytes_of(int message) { return 1e4 + 10 * message; }

/// All messages at once; returns the sum of their bytes.
double send_at_once(Comm& comm, int messages) {
  std::vector<Request> requests;
  double bytes = 0;
  for (int message = 0; message < messages; ++message) {
    bytes += bytes_of(message);
    requests.push_back(comm.rank() == 0 ? comm.isend(1, of_bytes(bytes_of(message)))
                                        : comm.irecv(0));
  }
  runtime::wait_all(comm, requests);
  return bytes;
}

}  // namespace

TEST_CASE("many messages at once take the time of their bytes, and again in a second round") {
  for (const int messages : {32, 33, 48, 49, 200, 2'000}) {
    CAPTURE(messages);
    double bytes = 0;
    for (int message = 0; message < messages; ++message) bytes += bytes_of(message);
    const auto finish_s = finish_times(simple_star(2), 2,
                                       [&](Comm& comm) {
                                         send_at_once(comm, messages);
                                         send_at_once(comm, messages);
                                       },
                                       {.many_messages = std::numeric_limits<std::size_t>::max()});
    CHECK(finish_s[1] == Approx(2 * (kLatency_s + bytes / kBandwidth)).epsilon(1e-9));
  }
}

TEST_CASE("many messages one after the other take the sum of their times") {
  constexpr int kMessages = 500;
  const auto finish_s = finish_times(simple_star(2), 2, [&](Comm& comm) {
    for (int message = 0; message < kMessages; ++message) {
      if (comm.rank() == 0) runtime::send(comm, 1, of_bytes(1e4));
      if (comm.rank() == 1) runtime::receive(comm, 0);
    }
  });
  CHECK(finish_s[1] == Approx(kMessages * (kLatency_s + 1e4 / kBandwidth)).epsilon(1e-9));
}

TEST_CASE("a rank may fail while many of its messages are on their way") {
  for (const int failing : {0, 1}) {
    CAPTURE(failing);
    CHECK_THAT(comm_error_in_child([&] {
                 run(simple_star(2), 2, [&](Comm& comm) {
                   std::vector<Request> sends;
                   for (int message = 0; comm.rank() == 0 && message < 200; ++message)
                     sends.push_back(comm.isend(1, of_bytes(1e6)));
                   if (comm.rank() == failing) throw runtime::CommError("no more");
                   runtime::wait_all(comm, sends);
                 });
               }),
               Contains("no more"));
  }
}

TEST_CASE("a stall with many messages on their way names who waits") {
  CHECK_THAT(comm_error_in_child([] {
               run(simple_star(2), 2, [](Comm& comm) {
                 std::vector<Request> sends;
                 for (int message = 0; message < 200; ++message)
                   sends.push_back(comm.isend(1 - comm.rank(), of_bytes(100), 7));
                 runtime::receive(comm, 1 - comm.rank(), 8);
               });
             }),
             Contains("stalled") && Contains("tag 8"));
}
