#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/parameters/hierarchical.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/dense_values.hpp"
#include "tests/conformance/suite/exact_inputs.hpp"
#include "tests/conformance/suite/rank_counts.hpp"

using namespace sparlab;
using Stream = algos::SparseStream<float, std::uint32_t>;

namespace {

std::vector<std::string> specs() {
  std::vector<std::string> specs;
  for (const std::string node : {"1", "2", "3", "4", "8", "32"}) {
    for (const auto between : model::kBetweenNodes) {
      specs.push_back("hierarchical(node=" + node + ", between=" + std::string(between) + ")");
    }
    specs.push_back("hierarchical(node=" + node + ", inside=sparse, between=dense_ring)");
  }
  return specs;
}

}  // namespace

TEST_CASE("hierarchical is exact and sends what the model says for every node and P = 1..17") {
  for (const int ranks : conformance::rank_counts()) {
    for (const auto& scenario : conformance::scenarios(ranks)) {
      const auto fill_in = conformance::exact_fill_in(scenario);
      const auto expected = conformance::holders(scenario);
      for (const std::string& spec : specs()) {
        const model::Problem problem{.ranks = static_cast<std::uint64_t>(ranks),
                                     .fill_in = &fill_in,
                                     .wire = Stream::wire_format()};
        const model::Cost cost = *model::Algorithm(spec).cost(problem);
        const auto allreduce = algos::find_allreduce(spec);
        CAPTURE(spec, ranks, scenario.name);
        const auto run = runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
          const auto& input = scenario.inputs[static_cast<std::size_t>(comm.rank())];
          const Stream result = allreduce(comm, conformance::ones(input, scenario.universe), {});
          CHECK(conformance::dense_values(result) == expected);
        });
        CHECK(static_cast<double>(run.messages) == cost.total_messages);
        CHECK(run.bytes == cost.total_bytes);
      }
    }
  }
}

TEST_CASE("counted hierarchical takes the time of the closed form where nodes divide P") {
  auto machine = runtime::loggp::Machine::hockney(1.1e-6, 1.025e-10);
  machine.rates = {4.5e-9, 6e-9, 6e-10, 1e-10};
  model::Machine closed;
  closed.alpha_s = 1.1e-6;
  closed.beta_s_per_byte = 1.025e-10;
  closed.gammas = {4.5e-9, 6e-9, 6e-10, 1e-10};
  constexpr std::uint64_t kUniverse = std::uint64_t{1} << 20;
  for (const std::uint64_t ranks : {4, 16, 64}) {
    for (const double density : {1e-4, 0.01, 0.2}) {
      const model::UniformFillIn fill_in(kUniverse, density * static_cast<double>(kUniverse));
      const algos::CountedContext context{&fill_in, model::WireFormat::ours(4, 4)};
      for (const std::string node : {"1", "2", "4"}) {
        for (const auto between : model::kBetweenNodes) {
          const std::string spec =
              "hierarchical(node=" + node + ", between=" + std::string(between) + ")";
          const auto cost = model::Algorithm(spec).cost(
              {.ranks = ranks, .fill_in = &fill_in, .wire = context.wire});
          const auto run =
              runtime::loggp::run(machine, static_cast<int>(ranks), [&](runtime::Comm& comm) {
                algos::find_allreduce(spec)(comm, algos::CountedStream(context, {0, kUniverse}),
                                            {});
              });
          CAPTURE(spec, ranks, density);
          CHECK(run.makespan_s() == Approx(cost->seconds(closed)).epsilon(1e-9).margin(0));
          CHECK(run.bytes == Approx(cost->total_bytes).epsilon(1e-9));
        }
      }
    }
  }
}

TEST_CASE("dense vectors inside nodes with sparse streams between them are refused by name") {
  const model::Shape shape{.ranks = 8, .universe = 100};
  CHECK_THROWS_WITH(model::Algorithm("hierarchical(inside=dense)", shape).spec(),
                    Catch::Contains("inside"));
  CHECK_THROWS_WITH(model::Algorithm("hierarchical(node=0)", shape).spec(),
                    Catch::Contains("node"));
  CHECK_THROWS_WITH(model::Algorithm("hierarchical(between=oktopk)", shape).spec(),
                    Catch::Contains("between"));
  CHECK(model::Algorithm("hierarchical(inside=dense, between=dense_ring)", shape).spec() ==
        "hierarchical(inside=dense, between=dense_ring)");
}
