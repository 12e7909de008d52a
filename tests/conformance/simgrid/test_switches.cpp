// Switches that compute, on engine simgrid.
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "runtime/loggp/switched_run.hpp"
#include "sim/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/suite.hpp"
#include "tests/conformance/suite/switch_trials.hpp"
#include "tests/conformance/suite/totals.hpp"
#include "tests/runtime/loggp/topologies.hpp"
#include "tests/sanitized.hpp"
#include "tests/sim/in_child.hpp"

using namespace sparlab;
namespace topologies = runtime::loggp::topologies;

namespace {

const model::LinkClass kLink{"link", 1e9, 1e-6};

sim::Platform platform_on(model::TopologyDescription topology) {
  sim::Platform platform;
  platform.name = "switches";
  platform.topology = std::move(topology);
  return platform;
}

/// A star, a fat tree of two levels, the same with handshakes, with two ranks a host and with ports
/// that are half duplex, and a dragonfly.
std::vector<sim::Platform> machines() {
  const model::FatTree tree{{{3, 2, 1, kLink}, {6, 2, 1, kLink}}};
  std::vector<sim::Platform> all{platform_on(model::Star{17, kLink})};
  all.push_back(platform_on(tree));
  all.push_back(platform_on(tree));
  all.back().rendezvous_bytes = 0;
  all.back().overhead_s = 1e-7;
  all.push_back(platform_on(tree));
  all.back().placement = {.hosts = 18, .ranks_per_host = 2};
  all.back().inside = {1e10, 1e-6};
  all.push_back(platform_on(tree));
  all.back().duplex = 1.5;
  all.push_back(platform_on(topologies::daint(3, 2, 2, 1, 4.7e9)));
  return all;
}

const std::vector<int> kRanks =
    tests::kSanitized ? std::vector{1, 2, 3, 8} : std::vector{1, 2, 3, 8, 17};

/// Seconds, messages and bytes of ranks, and the bytes of each link.
std::vector<double> simulated(const sim::Platform& platform, int ranks, const std::string& spec,
                              const model::FillIn& fill_in) {
  return sim::numbers_in_child([&] {
    const algos::CountedContext context{&fill_in, model::WireFormat::ours(4, 4)};
    const auto reduce = algos::find_allreduce(spec);
    const auto run = sim::run(
        platform, ranks,
        [&](runtime::Comm& comm) {
          reduce(comm, algos::CountedStream(context, {0, 100'000}, 1, algos::Format::coo), {});
        },
        {.counts_traffic = true, .switches_compute = true});
    std::vector<double> numbers{run.makespan_s(), static_cast<double>(run.messages), run.bytes};
    numbers.insert(numbers.end(), run.traffic->bytes.begin(), run.traffic->bytes.end());
    return numbers;
  });
}

/// The same on engine loggp.
std::vector<double> on_loggp(const sim::Platform& platform, int ranks, const std::string& spec,
                             const model::FillIn& fill_in) {
  const algos::CountedContext context{&fill_in, model::WireFormat::ours(4, 4)};
  const auto reduce = algos::find_allreduce(spec);
  const auto run = runtime::loggp::run_with_switches(
      topologies::machine(model::make_topology(platform.topology)), ranks,
      [&](runtime::Comm& comm) {
        reduce(comm, algos::CountedStream(context, {0, 100'000}, 1, algos::Format::coo), {});
      },
      {.counts_traffic = true});
  std::vector<double> numbers{run.makespan_s(), static_cast<double>(run.messages), run.bytes};
  numbers.insert(numbers.end(), run.traffic->bytes.begin(), run.traffic->bytes.end());
  return numbers;
}

}  // namespace

TEST_CASE("switches of simgrid add what serial sums add, with equal bits on all ranks") {
  for (const sim::Platform& platform : machines())
    for (const int ranks : kRanks) {
      CAPTURE(ranks);
      CHECK(sim::in_child([&] {
              const auto scenarios = conformance::scenarios(ranks);
              const auto trials = conformance::switch_trials(scenarios);
              std::string all;
              sim::run(platform, ranks,
                       [&](runtime::Comm& comm) {
                         for (const auto& line :
                              conformance::complaints<float, std::uint32_t>(comm, trials))
                           all += line + '\n';
                       },
                       {.switches_compute = true});
              return all;
            }) == "");
    }
}

TEST_CASE("switches of simgrid send what those of loggp send, in the same time") {
  const model::UniformFillIn fill_in(100'000, 3000);
  for (const std::size_t at : {0, 1, 5})
    for (const int ranks : {2, 5, 17})
      for (const std::string spec : {"in_network(segment=1000)", "in_network(segment=10000)",
                                     "in_network(vectors=dense, segment=5000)"}) {
        CAPTURE(at, ranks, spec);
        const sim::Platform platform = machines()[at];
        auto here = simulated(platform, ranks, spec, fill_in);
        auto there = on_loggp(platform, ranks, spec, fill_in);
        CHECK(here[0] == Approx(there[0]).epsilon(0.02));
        REQUIRE(here.size() == there.size());
        for (std::size_t i = 1; i < here.size(); ++i)
          CHECK(here[i] == Approx(there[i]).epsilon(1e-9).margin(0));
      }
}

TEST_CASE("simgrid needs switches that compute for in_network") {
  const model::UniformFillIn fill_in(1000, 30);
  CHECK_THAT(sim::comm_error_in_child([&] {
               const algos::CountedContext context{&fill_in, model::WireFormat::ours(4, 4)};
               sim::run(machines().front(), 2, [&](runtime::Comm& comm) {
                 algos::find_allreduce("in_network")(
                     comm, algos::CountedStream(context, {0, 1000}, 1, algos::Format::coo), {});
               });
             }),
             Catch::Matchers::Contains("no switches that compute"));
}
