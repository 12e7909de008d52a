#include <vector>

#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"

using namespace sparlab::runtime;
using loggp::Machine;

namespace {

/// Rank 0 sends messages of 4 bytes to all other ranks at once. Returns when they have them.
std::vector<double> send_to_all(const Machine& machine, int ranks) {
  return loggp::run(machine, ranks,
                    [](Comm& comm) {
                      if (comm.rank() > 0) {
                        receive(comm, 0);
                        return;
                      }
                      std::vector<Request> sends;
                      for (int to = 1; to < comm.size(); ++to)
                        sends.push_back(comm.isend(to, of_bytes(4)));
                      wait_all(comm, sends);
                    })
      .finish_s;
}

Machine log_gp(std::uint32_t limit) {
  Machine machine = Machine::log_gp(/*latency_s=*/100, /*overhead_s=*/3, /*gap_s=*/5,
                                    /*gap_s_per_byte=*/2);
  machine.most_in_flight = limit;
  return machine;
}

}  // namespace

TEST_CASE("without a limit, latencies of a rank's messages overlap") {
  CHECK(send_to_all(log_gp(0), 4) == std::vector<double>{37, 114, 127, 140});
  CHECK(send_to_all(log_gp(3), 4) == send_to_all(log_gp(0), 4));
}

TEST_CASE("with one message on its way, the next leaves when it is delivered") {
  // Each takes 100 + 4 * 2 from one departure to the next, after the overhead of the first.
  CHECK(send_to_all(log_gp(1), 4) == std::vector<double>{227, 114, 222, 330});
}

TEST_CASE("with two messages on their way, the third leaves when the first is delivered") {
  CHECK(send_to_all(log_gp(2), 4) == std::vector<double>{119, 114, 127, 222});
}

TEST_CASE("a machine with alpha and beta has one message of a rank on its way") {
  Machine machine = Machine::hockney(/*alpha_s=*/10, /*beta_s_per_byte=*/2);
  const auto unlimited = send_to_all(machine, 8);
  machine.most_in_flight = 1;
  CHECK(send_to_all(machine, 8) == unlimited);
}

TEST_CASE("messages that wait keep their order and their content") {
  const auto result = loggp::run(log_gp(2), 3, [](Comm& comm) {
    constexpr int kMessages = 20;
    if (comm.rank() == 0) {
      std::vector<Request> sends;
      for (int i = 0; i < kMessages; ++i)
        for (int to = 1; to <= 2; ++to) sends.push_back(comm.isend(to, of_bytes(i), to));
      wait_all(comm, sends);
    } else {
      for (int i = 0; i < kMessages; ++i) REQUIRE(receive(comm, 0, comm.rank()).wire_bytes() == i);
    }
  });
  CHECK(result.messages == 40);
}

TEST_CASE("an exchange does not wait for itself") {
  const auto result = loggp::run(log_gp(1), 2, [](Comm& comm) {
    const int peer = 1 - comm.rank();
    for (int i = 0; i < 3; ++i) exchange(comm, peer, of_bytes(4), peer);
  });
  CHECK(result.finish_s == std::vector<double>{3 * 114, 3 * 114});
}

TEST_CASE("the limit counts messages that leave a host") {
  Machine machine = Machine::hockney(10, 2);
  machine.latency_s = 100;
  machine.placement = {.hosts = 2, .ranks_per_host = 4};
  machine.inside = {{0, 1, 0.5}};
  const auto to_other_host = [&] {
    return loggp::run(machine, 8,
                      [](Comm& comm) {
                        if (comm.rank() == 0) {
                          std::vector<Request> sends;
                          for (const int to : {1, 4, 5})
                            sends.push_back(comm.isend(to, of_bytes(4)));
                          wait_all(comm, sends);
                        } else if (comm.rank() == 1 || comm.rank() == 4 || comm.rank() == 5) {
                          receive(comm, 0);
                        }
                      })
        .finish_s;
  };
  const auto unlimited = to_other_host();
  CHECK(unlimited[1] == 3);
  CHECK(unlimited[4] == 118);
  CHECK(unlimited[5] == 136);
  machine.most_in_flight = 1;
  const auto limited = to_other_host();
  CHECK(limited[1] == 3);
  CHECK(limited[4] == 118);
  CHECK(limited[5] == 118 + 118);
}
