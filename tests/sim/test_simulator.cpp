/// A platform that is built once, for several runs in forks.

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

namespace {

void ring(Comm& comm) {
  const int ranks = comm.size();
  for (int step = 1; step < ranks; ++step)
    runtime::exchange(comm, (comm.rank() + 1) % ranks, of_bytes(1e4 * (comm.rank() + step)),
                      (comm.rank() + ranks - 1) % ranks);
}

}  // namespace

TEST_CASE("runs in forks of one simulator take the times of runs of their own") {
  if (!Simulator::survives_fork()) return;
  for (const Platform& platform : {simple_star(16), daint_network()}) {
    const auto shared_s = numbers_in_child([&] {
      Simulator simulator(platform, 16);
      std::vector<double> all_s;
      for (const int ranks : {16, 5, 2}) {
        const auto finish_s = numbers_in_child([&] { return simulator.run(ranks, ring).finish_s; });
        all_s.insert(all_s.end(), finish_s.begin(), finish_s.end());
      }
      return all_s;
    });
    std::vector<double> alone_s;
    for (const int ranks : {16, 5, 2}) {
      const auto finish_s = finish_times(platform, ranks, ring);
      alone_s.insert(alone_s.end(), finish_s.begin(), finish_s.end());
    }
    CHECK(shared_s == alone_s);
  }
}

TEST_CASE("a simulator runs once, with at most the ranks that it was built for") {
  const auto error_of = [](const std::function<void(Simulator&)>& body) {
    return comm_error_in_child([&] {
      Simulator simulator(simple_star(4), 2);
      body(simulator);
    });
  };
  CHECK_THAT(error_of([](Simulator& simulator) { simulator.run(3, ring); }),
             Contains("3 ranks on a platform that was built for 2"));
  CHECK_THAT(error_of([](Simulator& simulator) {
               simulator.run(2, ring);
               simulator.run(2, ring);
             }),
             Contains("one simulation per process"));
}
