#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "algos/registry/registry.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/streams.hpp"

using namespace sparlab;
using Stream = conformance::FloatStream;
using conformance::dense_stream;

namespace {

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

}  // namespace

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
