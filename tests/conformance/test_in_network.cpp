// Switches that compute, on engine loggp.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/topology/topology_description.hpp"
#include "runtime/loggp/switched_run.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/streams.hpp"
#include "tests/conformance/suite/suite.hpp"
#include "tests/conformance/suite/switch_trials.hpp"
#include "tests/conformance/suite/totals.hpp"
#include "tests/runtime/loggp/topologies.hpp"
#include "tests/sanitized.hpp"

using namespace sparlab;
using namespace sparlab::conformance;
using runtime::Comm;
using runtime::loggp::Machine;
using runtime::loggp::run_with_switches;
namespace topologies = runtime::loggp::topologies;

namespace {

const model::LinkClass kLink{"link", 1e9, 1e-6};

/// A star, a fat tree of two levels, and a dragonfly whose first hosts are in three groups.
std::vector<Machine> machines() {
  std::vector<Machine> all;
  all.push_back(topologies::machine(topologies::star(17, 1e9, 1e-6)));
  all.push_back(topologies::machine(
      model::make_topology(model::FatTree{{{3, 2, 1, kLink}, {6, 2, 1, kLink}}}), 1e-7));
  all.push_back(topologies::machine(model::make_topology(topologies::daint(3, 2, 2, 1, 4.7e9))));
  all.push_back(all[1]);
  all.back().handshake_bytes = 0;
  all.push_back(all[1]);
  all.back().placement = {.hosts = 18, .ranks_per_host = 2};
  all.back().inside = {{0, 1e-6, 1e-10}};
  return all;
}

const std::vector<int> kRanks =
    tests::kSanitized ? std::vector{1, 2, 3, 8} : std::vector{1, 2, 3, 8, 17};

/// One call on real streams whose values are ones.
runtime::loggp::RunResult called(const Machine& machine, const std::string& spec,
                                 const Scenario& scenario) {
  const auto reduce = algos::find_allreduce(spec);
  return run_with_switches(machine, static_cast<int>(scenario.inputs.size()),
                           [&](Comm& comm) {
                             const auto rank = static_cast<std::size_t>(comm.rank());
                             const FloatStream result =
                                 reduce(comm, ones(scenario.inputs[rank], scenario.universe), {});
                             CHECK(dense_values(result) == holders(scenario));
                           },
                           {.counts_traffic = true});
}

}  // namespace

TEST_CASE("switches add what serial sums add, with equal bits on all ranks") {
  for (const Machine& machine : machines())
    for (const int ranks : kRanks) {
      const std::vector<Scenario> all = scenarios(ranks);
      const std::vector<Trial> trials = switch_trials(all);
      std::vector<std::string> found;
      run_with_switches(machine, ranks, [&](Comm& comm) {
        for (auto& one : complaints<float, std::uint32_t>(comm, trials)) found.push_back(one);
        for (auto& one : complaints<double, std::uint64_t>(comm, trials)) found.push_back(one);
      });
      CAPTURE(ranks);
      CHECK(found == std::vector<std::string>{});
    }
}

TEST_CASE("ranks send the messages and bytes of the model") {
  for (const Machine& machine : machines())
    for (const int ranks : kRanks)
      for (const Scenario& scenario : scenarios(ranks))
        for (const std::string& spec : kSwitchSpecs) {
          CAPTURE(spec, ranks, scenario.name);
          const auto run = called(machine, spec, scenario);
          const Totals expected =
              modelled({.spec = spec}, scenario.inputs.size(), exact_fill_in(scenario));
          CHECK(static_cast<double>(run.messages) == expected.messages);
          CHECK(run.bytes == Approx(expected.bytes).epsilon(1e-12).margin(0));
        }
}

TEST_CASE("one switch sends every rank what the model says, also from a table that is full") {
  const Machine machine = machines().front();
  for (const int ranks : {2, 5, 16})
    for (const Scenario& scenario : scenarios(ranks))
      for (const std::string& spec : kSwitchSpecs) {
        CAPTURE(spec, ranks, scenario.name);
        const auto run = called(machine, spec, scenario);
        const auto fill_in = exact_fill_in(scenario);
        const model::Cost cost =
            *model::Algorithm(spec).cost({.ranks = scenario.inputs.size(),
                                          .fill_in = &fill_in,
                                          .wire = model::WireFormat::ours(4, 4)});
        const auto down = std::ranges::find(cost.critical_path, "down", &model::Stage::name);
        REQUIRE(down != cost.critical_path.end());
        // Link 2c leads from host c to the switch.
        CHECK(run.traffic->bytes[1] == Approx(down->messages * down->bytes_per_message));
      }
}

TEST_CASE("a network cannot add faster than its hosts' links carry the result") {
  const Scenario scenario = scenarios(17).front();
  for (const Machine& machine : machines()) {
    if (machine.placement.shares_ports()) continue;
    const auto run = called(machine, "in_network(vectors=dense, segment=100)", scenario);
    const double bytes_per_s = machine.topology->classes().front().bytes_per_s;
    CHECK(run.makespan_s() > 4000 / bytes_per_s);
    CHECK(run.makespan_s() < 2 * 4320 / bytes_per_s + 100e-6);
    // Each link of the tree carries the vector once in each direction.
    for (const double bytes : run.traffic->bytes) CHECK((bytes == 0 || bytes == 4320));
  }
}

TEST_CASE("counted streams cost what real ones do") {
  const Machine machine = machines()[1];
  const model::UniformFillIn fill_in(10'000, 300);
  const algos::CountedContext context{&fill_in, model::WireFormat::ours(4, 4)};
  const auto reduce = algos::find_allreduce("in_network(segment=1000)");
  const auto run = run_with_switches(machine, 12, [&](Comm& comm) {
    const algos::Stream result =
        reduce(comm, algos::CountedStream(context, {0, 10'000}, 1, algos::Format::coo), {});
    CHECK(result.count() == Approx(fill_in.distinct(12)));
  });
  const Totals expected = modelled({.spec = "in_network(segment=1000)"}, 12, fill_in);
  CHECK(static_cast<double>(run.messages) == expected.messages);
  CHECK(run.bytes == Approx(expected.bytes));
}

TEST_CASE("without switches that compute, in_network is refused") {
  const Scenario scenario = scenarios(2).front();
  CHECK_THROWS_WITH(runtime::loggp::run({}, 2,
                                        [&](Comm& comm) {
                                          algos::find_allreduce("in_network")(
                                              comm, ones(scenario.inputs[0], scenario.universe),
                                              {});
                                        }),
                    Catch::Matchers::Contains("no switches that compute"));
  CHECK_THROWS_WITH(model::Algorithm("in_network(vectors=dense, table=4)", {4, 1000}),
                    Catch::Matchers::Contains("table"));
}

TEST_CASE("no list and no choice has algorithms of switches") {
  for (const auto& info : algos::algorithms()) CHECK(info.name != "in_network");
  CHECK(algos::find_algorithm("in_network") != nullptr);
  CHECK(model::algorithm_names().find("in_network") == std::string::npos);
}
