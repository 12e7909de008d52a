// Butterflies whose parts have different formats.
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/definition.hpp"
#include "tests/conformance/suite/streams.hpp"
#include "tests/conformance/suite/traffic_check.hpp"
#include "tests/sanitized.hpp"

using namespace sparlab;

namespace {

using conformance::Scenario;

/// The first indices are held by many ranks, the others by few.
Scenario hot_range(int ranks, std::uint64_t universe, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Scenario scenario{.name = "hot range", .universe = universe, .inputs = {}};
  for (int rank = 0; rank < ranks; ++rank) {
    conformance::RankInput& input = scenario.inputs.emplace_back();
    for (std::uint64_t index = 0; index < universe; ++index) {
      if (!std::bernoulli_distribution(index < 1 + universe / 16 ? 0.6 : 0.1)(random)) continue;
      input.indices.push_back(index);
      input.values.push_back(1 + rank);
    }
  }
  return scenario;
}

template <class Value>
void check_sum(const std::string& spec, const Scenario& scenario) {
  using Typed = algos::SparseStream<Value, std::uint32_t>;
  std::vector<double> expected(scenario.universe);
  for (const auto& [index, value] : conformance::sum_of(scenario)) expected[index] = value;
  runtime::loggp::run({}, static_cast<int>(scenario.inputs.size()), [&](runtime::Comm& comm) {
    const auto& input = scenario.inputs[static_cast<std::size_t>(comm.rank())];
    const Typed own({0, scenario.universe},
                    std::vector<std::uint32_t>(input.indices.begin(), input.indices.end()),
                    std::vector<Value>(input.values.begin(), input.values.end()));
    const Typed sum = algos::make_reducer(spec, {})->reduce(comm, own).template as<Typed>();
    std::vector<double> values(scenario.universe);
    for (std::size_t i = 0; i < sum.values().size(); ++i)
      values[sum.format() == algos::Format::dense ? i : sum.indices()[i]] =
          static_cast<double>(sum.values()[i]);
    CHECK(values == expected);
  });
}

}  // namespace

TEST_CASE("a butterfly with hot parts gives the sum, also of fewer indices than ranks") {
  struct Levels {
    int ranks;
    std::string spec;
  };
  const std::vector<Levels> all = {{6, "butterfly(levels=split2-split3)"},
                                   {9, "butterfly"},
                                   {10, "butterfly(levels=split2-split5)"},
                                   {12, "butterfly(levels=split2-split6)"},
                                   {12, "butterfly(levels=split2-exchange2-split3)"},
                                   {16, "butterfly(levels=split2-split2-split2-exchange2)"},
                                   {18, "butterfly(levels=split3-split3-split2)"}};
  for (const Levels& levels : all) {
    for (std::uint64_t universe = 1; universe <= 64; universe += universe < 20 ? 1 : 11) {
      for (std::uint64_t seed = 0; seed < (tests::kSanitized ? 2 : 10); ++seed) {
        CAPTURE(levels.spec, levels.ranks, universe, seed);
        const Scenario scenario = hot_range(levels.ranks, universe, seed);
        check_sum<float>(levels.spec, scenario);
        check_sum<double>(levels.spec, scenario);
        conformance::check_traffic({.spec = levels.spec}, conformance::inputs_of(scenario),
                                   conformance::exact_fill_in(scenario),
                                   conformance::placed_fill_in(scenario));
      }
    }
  }
}
