#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/fill_in/zipf_fill_in.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/exact_inputs.hpp"
#include "tests/conformance/suite/rank_counts.hpp"
#include "tests/conformance/suite/suite.hpp"

using namespace sparlab;
using Stream = algos::SparseStream<float, std::uint32_t>;

namespace {

constexpr std::string_view kVariants[] = {
    "parameter_server(mode=dense)",
    "parameter_server(servers=1)",
    "parallax(run_option=mpi)",
    "parallax(run_option=ps, shards=1)",
    "parallax(shards=5)",
    "parallax(shards=40)",
    "parallax(ranks_per_machine=2)",
    "parallax(ranks_per_machine=4, shards=3)",
    "parallax(ranks_per_machine=100)",
    "omnireduce(block=1)",
    "omnireduce(block=7, fused=1, slots=1)",
    "omnireduce(block=3, fused=5, slots=2)",
    "omnireduce(block=16, aggregators=1)",
    "s2_omnireduce_standin(block=5, bitmap=packed)",
};

/// A machine with costs for all resources, for the code and for the closed form.
constexpr double kAlpha_s = 1.1e-6;
constexpr double kBeta_s = 1.025e-10;
const model::Gammas kGammas{4.5e-9, 6e-9, 6e-10, 1e-10, 2e-9};

runtime::loggp::Machine abstract_machine() {
  return runtime::loggp::Machine::hockney(kAlpha_s, kBeta_s, {4.5e-9, 6e-9, 6e-10, 1e-10, 2e-9});
}
model::Machine closed_machine() {
  return {.alpha_s = kAlpha_s, .beta_s_per_byte = kBeta_s, .gammas = kGammas};
}

runtime::loggp::RunResult run_counted(std::string_view spec, std::uint64_t ranks,
                                      const model::FillIn& fill_in) {
  const algos::CountedContext context{&fill_in, model::WireFormat::ours(4, 4)};
  const auto allreduce = algos::find_allreduce(spec);
  return runtime::loggp::run(abstract_machine(), static_cast<int>(ranks), [&](runtime::Comm& comm) {
    allreduce(comm, algos::CountedStream(context, {0, fill_in.universe()}), {});
  });
}

model::Cost cost_of(std::string_view spec, std::uint64_t ranks, const model::FillIn& fill_in) {
  return *model::Algorithm(spec).cost(
      {.ranks = ranks, .fill_in = &fill_in, .wire = model::WireFormat::ours(4, 4)});
}

std::vector<float> reduced_everywhere(std::string_view spec, int ranks,
                                      const std::vector<Stream>& inputs,
                                      algos::Reduction<float> operation = {}) {
  const auto bits = [](const std::vector<float>& floats) {
    std::vector<std::uint32_t> all;
    for (const float value : floats) all.push_back(std::bit_cast<std::uint32_t>(value));
    return all;
  };
  std::vector<float> values;
  runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
    const Stream sum = algos::find_allreduce(spec)(
        comm, inputs[static_cast<std::size_t>(comm.rank())], {.op = operation});
    REQUIRE(sum.format() == algos::Format::dense);
    const std::vector<float> mine(sum.values().begin(), sum.values().end());
    if (values.empty()) values = mine;
    CHECK(bits(mine) == bits(values));
  });
  return values;
}

Stream dense_stream(std::span<const float> values) {
  auto stream = Stream::uninitialised_dense({0, values.size()});
  std::ranges::copy(values, stream.mutable_values().begin());
  return stream;
}

}  // namespace

TEST_CASE("servers and aggregators: any parameters give the serial reduction for P = 1..17") {
  for (const int ranks : conformance::rank_counts()) {
    const auto scenarios = conformance::scenarios(ranks);
    std::vector<conformance::Trial> trials;
    for (const std::string_view variant : kVariants) {
      for (const auto& scenario : scenarios) trials.push_back({std::string(variant), &scenario});
      trials.push_back({std::string(variant), &scenarios[1], algos::ReductionKind::min});
    }
    runtime::loggp::run(runtime::loggp::Machine::synchronous(), ranks, [&](runtime::Comm& comm) {
      CHECK(conformance::complaints<float, std::uint32_t>(comm, trials) ==
            std::vector<std::string>{});
    });
  }
}

TEST_CASE("servers and aggregators: messages and bytes equal the model's with any parameters") {
  for (const int ranks : conformance::rank_counts()) {
    for (const auto& scenario : conformance::scenarios(ranks)) {
      const auto fill_in = conformance::exact_fill_in(scenario);
      for (const auto formats : {model::FormatSet::published(), model::FormatSet::all()}) {
        for (const std::string_view spec : kVariants) {
          const auto cost =
              *model::Algorithm(spec).cost({.ranks = static_cast<std::uint64_t>(ranks),
                                            .fill_in = &fill_in,
                                            .wire = Stream::wire_format(),
                                            .formats = formats});
          const auto allreduce = algos::find_allreduce(spec);
          const auto run = runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
            const auto& input = scenario.inputs[static_cast<std::size_t>(comm.rank())];
            allreduce(comm, conformance::ones(input, scenario.universe),
                      {{}, algos::DenseSwitch::at_delta, formats});
          });
          CAPTURE(spec, ranks, scenario.name);
          CHECK(static_cast<double>(run.messages) == cost.total_messages);
          CHECK(run.bytes == Approx(cost.total_bytes).epsilon(1e-12));
        }
      }
    }
  }
}

TEST_CASE("servers: counted streams take the time of the closed form, hot spots included",
          "[arithmetic]") {
  constexpr std::uint64_t kUniverse = std::uint64_t{1} << 20;
  for (const std::uint64_t ranks : {1, 2, 4, 16, 64}) {
    for (const double density : {0.0, 1e-4, 1.0 / 128, 0.125, 1.0}) {
      const model::UniformFillIn fill_in(kUniverse, density * static_cast<double>(kUniverse));
      for (const std::string_view spec :
           {"parameter_server(mode=dense)", "parameter_server(servers=1)",
            "parameter_server(mode=dense, servers=1)", "parallax(run_option=mpi)",
            "parallax(ranks_per_machine=2)", "parallax(ranks_per_machine=4)"}) {
        const auto run = run_counted(spec, ranks, fill_in);
        const auto cost = cost_of(spec, ranks, fill_in);
        CAPTURE(spec, ranks, density);
        CHECK(run.makespan_s() == Approx(cost.seconds(closed_machine())).epsilon(1e-9).margin(0));
        CHECK(static_cast<double>(run.messages) == cost.total_messages);
        CHECK(run.bytes == Approx(cost.total_bytes).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("omnireduce: the closed form follows every packet of any fill-in, P = 2..64") {
  constexpr std::uint64_t kUniverse = std::uint64_t{1} << 16;
  const model::UniformFillIn uniform(kUniverse, 125);
  const model::BlockFillIn blocks(kUniverse, 1 << 12, 256);
  const model::ZipfFillIn zipf(kUniverse, 500, 1.1, model::ZipfPlacement::sorted);
  for (const model::FillIn* fill_in :
       {static_cast<const model::FillIn*>(&uniform), static_cast<const model::FillIn*>(&blocks),
        static_cast<const model::FillIn*>(&zipf)}) {
    for (const std::uint64_t ranks : {2, 3, 8, 13, 64}) {
      for (const std::string_view spec :
           {"omnireduce", "omnireduce(block=64, slots=2)", "omnireduce(fused=1)",
            "omnireduce(aggregators=1)", "omnireduce(aggregators=2, block=100)"}) {
        const auto run = run_counted(spec, ranks, *fill_in);
        const auto cost = cost_of(spec, ranks, *fill_in);
        CAPTURE(spec, ranks, fill_in->describe());
        CHECK(static_cast<double>(run.messages) == cost.total_messages);
        CHECK(run.bytes == Approx(cost.total_bytes).epsilon(1e-9));
        CHECK(run.makespan_s() == Approx(cost.seconds(closed_machine())).epsilon(0.15));
      }
    }
  }
}

TEST_CASE("omnireduce: only live blocks travel, and the first of each stream") {
  constexpr std::uint64_t kUniverse = 64 * 256;
  constexpr int kRanks = 4;
  const auto run_with = [&](std::vector<std::uint32_t> indices) {
    return runtime::loggp::run({}, kRanks, [&](runtime::Comm& comm) {
      const std::vector<float> values(indices.size(), 1.0F);
      // Only rank 3 holds entries.
      const Stream input = comm.rank() == 3 ? Stream({0, kUniverse}, indices, values)
                                            : Stream({0, kUniverse}, {}, {});
      algos::find_allreduce("omnireduce(fused=1, slots=2)")(comm, input, {});
    });
  };
  // 8 slots: each receives a packet from all ranks except its own, and sends one to each of them.
  constexpr std::uint64_t kFirst = 8 * 2 * (kRanks - 1);
  CHECK(run_with({}).messages == kFirst);
  CHECK(run_with({0, 255, 256}).messages == kFirst);  // in first blocks
  // Block 8 belongs to slot 0 and therefore to aggregator 0; block 11 to slot 3 and to rank 3
  // itself.
  CHECK(run_with({8 * 256}).messages == kFirst + 1 + 3);
  CHECK(run_with({11 * 256 + 5}).messages == kFirst + 3);
  CHECK(run_with({8 * 256, 40 * 256}).messages == kFirst + 2 * (1 + 3));
}

TEST_CASE("dense inputs take the way that run_option gives them, and all ways give the sum") {
  constexpr int kRanks = 3;
  const std::vector<Stream> inputs = {dense_stream(std::vector<float>{1, 0, 2, 0, 0, 0, 0}),
                                      dense_stream(std::vector<float>{0, 0, 3, 0, 4, 0, 0}),
                                      dense_stream(std::vector<float>{5, 0, 0, 0, 0, 0, -1})};
  for (const std::string_view spec : {"parallax", "parallax(run_option=ps)", "parameter_server",
                                      "omnireduce(block=2)", "s2_omnireduce_standin(block=2)"}) {
    CAPTURE(spec);
    CHECK(reduced_everywhere(spec, kRanks, inputs) == std::vector<float>{6, 0, 5, 0, 4, 0, -1});
  }
  // Blocks of two indices that hold only zeros are live unless zero is neutral.
  for (const std::string_view spec : {"omnireduce(block=2)", "s2_omnireduce_standin(block=2)"}) {
    CAPTURE(spec);
    CHECK(reduced_everywhere(spec, kRanks, inputs, algos::Reduction<float>::max()) ==
          std::vector<float>{5, 0, 3, 0, 4, 0, 0});
    CHECK(reduced_everywhere(spec, kRanks, inputs, algos::Reduction<float>::prod()) ==
          std::vector<float>(7, 0));
  }
  const auto phases_of = [&](std::string_view spec) {
    std::vector<std::string> names;
    runtime::loggp::run({}, kRanks, [&](runtime::Comm& comm) {
      runtime::decorators::CountingComm counting(comm);
      algos::find_allreduce(spec)(counting, inputs[static_cast<std::size_t>(comm.rank())], {});
      if (comm.rank() != 0) return;
      for (const auto& phase : counting.phases()) names.push_back(phase.name);
    });
    return names;
  };
  CHECK(std::ranges::count(phases_of("parallax"), "reduce_scatter") == 1);
  CHECK(std::ranges::count(phases_of("parallax(run_option=ps)"), "push") == 1);
}

TEST_CASE("all ranks get the same zero where no rank sends one") {
  const std::vector<Stream> inputs = {dense_stream(std::vector<float>{5, 0, 0, 0, 0, 0}),
                                      dense_stream(std::vector<float>{0, 0, -0.0F, 0, 0, -0.0F})};
  CHECK(reduced_everywhere("omnireduce(block=2, fused=1, slots=1, aggregators=1)", 2, inputs) ==
        std::vector<float>{5, 0, 0, 0, 0, 0});
}

TEST_CASE("servers and aggregators: bad parameters are refused by name") {
  const model::Shape shape{.ranks = 4, .universe = 1000};
  const auto refusal = [&](std::string_view spec) {
    try {
      model::Algorithm(spec, shape).spec();
    } catch (const model::ParameterError& error) {
      return error.parameter();
    }
    return std::string("accepted");
  };
  CHECK(refusal("parameter_server(servers=5)") == "servers");
  CHECK(refusal("parameter_server(servers=4)") == "accepted");
  CHECK(refusal("parameter_server(mode=none)") == "mode");
  CHECK(refusal("parallax(ranks_per_machine=0)") == "ranks_per_machine");
  CHECK(refusal("parallax(shards=4096)") == "accepted");
  CHECK(refusal("parallax(shards=4097)") == "shards");
  CHECK(refusal("parallax(shards=4096, ranks_per_machine=2)") == "shards");
  CHECK(refusal("parallax(run_option=mpi, shards=4)") == "shards");
  CHECK(refusal("parallax(run_option=mpi, ranks_per_machine=2)") == "ranks_per_machine");
  CHECK(refusal("parallax(run_option=mpi, shards=0, ranks_per_machine=1)") == "accepted");
  CHECK(refusal("parallax(run_option=ps, shards=4, ranks_per_machine=2)") == "accepted");
  CHECK(refusal("omnireduce(block=0)") == "block");
  CHECK(refusal("omnireduce(fused=0)") == "fused");
  CHECK(refusal("omnireduce(slots=0)") == "slots");
  CHECK(refusal("omnireduce(aggregators=5)") == "aggregators");
}
