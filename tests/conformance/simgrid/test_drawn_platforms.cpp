#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include "sim/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/drawn_case.hpp"
#include "tests/conformance/suite/drawn_count.hpp"
#include "tests/conformance/suite/drawn_network.hpp"
#include "tests/conformance/suite/message_order.hpp"
#include "tests/sim/in_child.hpp"

using namespace sparlab;
using conformance::draw_chance;
using conformance::draw_scale;
using conformance::Generator;

namespace {

/// Cases of one platform, one after the other, since a process runs one simulation.
constexpr std::uint64_t kCases = 25;

sim::Platform draw_platform(int ranks, Generator& generator) {
  sim::Platform platform;
  platform.name = "drawn";
  platform.placement = conformance::draw_placement(ranks, generator);
  const std::uint64_t hosts = platform.placement.shares_ports() ? platform.placement.hosts
                                                                : static_cast<std::uint64_t>(ranks);
  platform.topology = conformance::draw_topology(static_cast<std::uint32_t>(hosts), generator);
  platform.rendezvous_bytes = conformance::draw_handshake_bytes(generator);
  platform.overhead_s = draw_chance(3, generator) ? 0 : draw_scale(1e-8, 1e-5, generator);
  platform.overhead_s_per_byte = draw_chance(2, generator) ? 0 : draw_scale(1e-11, 1e-8, generator);
  if (draw_chance(3, generator)) platform.larger_overhead = {{500, 2e-6, 1e-10}};
  if (draw_chance(3, generator)) platform.duplex = 1.5;
  if (platform.placement.shares_ports()) {
    platform.inside = {draw_scale(1e9, 1e11, generator), draw_scale(1e-8, 1e-6, generator)};
    platform.inside_overhead = {{0, 1e-7, 1e-11}};
  }
  for (double& rate : platform.rates) rate = draw_scale(1e-11, 1e-8, generator);
  return platform;
}

/// Runs `count` cases from this number on in one simulation.
std::string complaints_of(std::uint64_t number, std::uint64_t count) {
  Generator platforms(number / kCases);
  const int ranks = 1 + static_cast<int>(platforms() % 17);
  const sim::Platform platform = draw_platform(ranks, platforms);
  return sim::in_child([&]() -> std::string {
    Generator generator(number);
    std::vector<conformance::DrawnCase> cases;
    for (std::uint64_t i = 0; i < count; ++i) {
      Generator of_case(number + i);
      cases.push_back(conformance::draw_exact_case(ranks, of_case));
    }
    std::string all;
    try {
      for (const auto& line : conformance::complaints(
               cases, generator,
               [&](int size, const auto&body) { sim::run(platform, size, body); }))
        all += line + '\n';
    } catch (const std::exception& error) {
      all += error.what();
    }
    return all;
  });
}

}  // namespace

TEST_CASE("drawn exact cases equal the serial reduction on drawn platforms of simgrid") {
  const std::uint64_t first = conformance::drawn_first() / kCases * kCases;
  const std::uint64_t count = conformance::drawn_count(1500);
  for (std::uint64_t number = first; number < first + count; number += kCases) {
    const std::string found = complaints_of(number, kCases);
    INFO("SPARLAB_DRAWN_FIRST=" << number << " SPARLAB_DRAWN_CASES=" << kCases);
    CHECK(found == "");
  }
}

TEST_CASE("messages of a pair and tag do not overtake each other on any platform of simgrid") {
  const std::uint64_t first = conformance::drawn_first();
  const std::uint64_t count = conformance::drawn_count(100);
  for (std::uint64_t number = first; number < first + count; ++number) {
    Generator generator(number);
    const int ranks = 1 + static_cast<int>(generator() % 5);
    const sim::Platform platform = draw_platform(ranks, generator);
    for (const auto make : {conformance::numbered_bytes, conformance::numbered_token}) {
      const std::string found = sim::in_child([&] {
        std::string all;
        sim::run(platform, ranks, [&](runtime::Comm& comm) {
          for (const auto& line : conformance::order_complaints(comm, make)) all += line + '\n';
        });
        return all;
      });
      INFO("SPARLAB_DRAWN_FIRST=" << number << " SPARLAB_DRAWN_CASES=1");
      CHECK(found == "");
    }
  }
}
