#include <cmath>

#include "analysis/patterns/message_patterns.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
namespace loggp = sparlab::runtime::loggp;

namespace {

loggp::RunResult run_on(const loggp::Machine& machine, MessagePattern pattern, int ranks,
                        double bytes) {
  return loggp::run(machine, ranks,
                    [&](runtime::Comm& comm) { run_pattern(comm, pattern, bytes); });
}

}  // namespace

TEST_CASE("a dissemination sends the whole vector in log2 P rounds") {
  const auto machine = loggp::Machine::hockney(1, 0.5);
  for (const int ranks : {2, 4, 5, 32}) {
    CAPTURE(ranks);
    const auto result = run_on(machine, MessagePattern::dissemination, ranks, 10);
    const double rounds = std::ceil(std::log2(ranks));
    CHECK(result.makespan_s() == Approx(rounds * 6));
    CHECK(result.messages ==
          static_cast<std::uint64_t>(rounds) * static_cast<std::uint64_t>(ranks));
    CHECK(result.bytes == Approx(rounds * ranks * 10));
  }
}

TEST_CASE("a pipelined ring sends P segments of bytes / P") {
  const auto machine = loggp::Machine::hockney(1, 0.5);
  for (const int ranks : {2, 4, 7}) {
    CAPTURE(ranks);
    const auto result = run_on(machine, MessagePattern::pipelined_ring, ranks, 14);
    CHECK(result.makespan_s() == Approx(ranks * (1 + 0.5 * 14 / ranks)));
    CHECK(result.messages == static_cast<std::uint64_t>(ranks * ranks));
    CHECK(result.bytes == Approx(14.0 * ranks));
  }
}

TEST_CASE("patterns do not rely on buffered sends") {
  for (const auto pattern : {MessagePattern::dissemination, MessagePattern::pipelined_ring})
    CHECK(run_on(loggp::Machine::synchronous(), pattern, 6, 100).makespan_s() > 0);
}

TEST_CASE("one rank sends nothing") {
  for (const auto pattern : {MessagePattern::dissemination, MessagePattern::pipelined_ring})
    CHECK(run_on(loggp::Machine::hockney(1, 1), pattern, 1, 8).messages == 0);
}

TEST_CASE("collectives with computation are no patterns") {
  CHECK(pattern_of_collective("nwaydissemination_nocompute") == MessagePattern::dissemination);
  CHECK(pattern_of_collective("pipelinedring_test") == MessagePattern::pipelined_ring);
  CHECK(!pattern_of_collective("nwaydissemination"));
  CHECK(!pattern_of_collective("pipelinedring_nbsend"));
}
