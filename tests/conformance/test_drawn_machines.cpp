#include <exception>
#include <string>
#include <vector>

#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/drawn_machine.hpp"
#include "tests/conformance/suite/drawn_case.hpp"
#include "tests/conformance/suite/drawn_count.hpp"
#include "tests/conformance/suite/message_order.hpp"

using namespace sparlab;
using conformance::Generator;

namespace {

using Machine = runtime::loggp::Machine;

/// The complaints of the case of this number on a machine of its own.
std::vector<std::string> complaints_of(std::uint64_t number) {
  Generator generator(number);
  const int ranks = 1 + static_cast<int>(generator() % 17);
  const auto drawn = conformance::draw_exact_case(ranks, generator);
  const Machine machine = conformance::draw_machine(ranks, generator);
  try {
    return conformance::complaints({&drawn, 1}, generator, [&](int count, const auto& body) {
      runtime::loggp::run(machine, count, body);
    });
  } catch (const std::exception& error) {
    return {drawn.describe() + ": " + error.what()};
  }
}

}  // namespace

TEST_CASE("drawn exact cases equal the serial reduction on drawn machines of loggp") {
  const std::uint64_t first = conformance::drawn_first();
  const std::uint64_t count = conformance::drawn_count(3000);  // half of them with links
  for (std::uint64_t number = first; number < first + count; ++number) {
    const auto found = complaints_of(number);
    INFO("SPARLAB_DRAWN_FIRST=" << number << " SPARLAB_DRAWN_CASES=1");
    CHECK(found == std::vector<std::string>{});
  }
}

TEST_CASE("messages of a pair and tag do not overtake each other on any machine of loggp") {
  const std::uint64_t first = conformance::drawn_first();
  const std::uint64_t count = conformance::drawn_count(200);
  for (std::uint64_t number = first; number < first + count; ++number) {
    Generator generator(number);
    const int ranks = 1 + static_cast<int>(generator() % 5);
    const Machine machine = conformance::draw_machine(ranks, generator);
    INFO("SPARLAB_DRAWN_FIRST=" << number << " SPARLAB_DRAWN_CASES=1");
    for (const auto make : {conformance::numbered_bytes, conformance::numbered_token}) {
      std::vector<std::string> all;
      try {
        runtime::loggp::run(machine, ranks, [&](runtime::Comm& comm) {
          const auto found = conformance::order_complaints(comm, make);
          all.insert(all.end(), found.begin(), found.end());
        });
      } catch (const std::exception& error) {
        all.emplace_back(error.what());
      }
      CHECK(all == std::vector<std::string>{});
    }
  }
}

TEST_CASE("short messages do not overtake long ones whose latency between groups is longer") {
  Machine machine = Machine::log_gp(1e-6, 0, 0, 0);
  machine.groups = {.hosts = 1, .alpha_s = 1e-6, .large_from_bytes = 1000, .large_alpha_s = 1e-3};
  machine.group_alpha_is_latency = true;
  for (const bool shared : {false, true}) {
    if (shared) {
      machine.placement = {.hosts = 2, .ranks_per_host = 2};
      machine.inside = {{0, 1e-7, 0}};
    }
    std::vector<std::string> all;
    runtime::loggp::run(machine, 4, [&](runtime::Comm& comm) {
      const auto found = conformance::order_complaints(comm, conformance::numbered_bytes);
      all.insert(all.end(), found.begin(), found.end());
    });
    CHECK(all == std::vector<std::string>{});
  }
}
