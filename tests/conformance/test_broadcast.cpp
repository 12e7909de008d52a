// Broadcasts of what rank 0 has.
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/rank_counts.hpp"
#include "tests/conformance/suite/totals.hpp"
#include "tests/conformance/suite/traffic_check.hpp"

using namespace sparlab;
using namespace sparlab::conformance;
using Catch::Matchers::Contains;
using model::Collective;
using model::FormatSet;

namespace {

const std::vector<std::string> kBroadcasts = {"ssar_recursive_double",
                                              "ssar_split_allgather",
                                              "ssar_split_allgather(pull=bitmap)",
                                              "hofmann_runger",
                                              "hofmann_runger(segment=7)",
                                              "dense_rabenseifner",
                                              "dense_ring"};

/// The results of all ranks, on a machine whose sends wait for their receives.
std::vector<FloatStream> results(const std::string& spec, const std::vector<FloatStream>& inputs) {
  std::vector<FloatStream> results(inputs.size());
  runtime::loggp::run(runtime::loggp::Machine::synchronous(), static_cast<int>(inputs.size()),
                      [&](runtime::Comm& comm) {
                        const auto rank = static_cast<std::size_t>(comm.rank());
                        results[rank] =
                            algos::make_reducer(spec, {.collective = Collective::broadcast})
                                ->reduce(comm, inputs[rank])
                                .as<FloatStream>();
                      });
  return results;
}

/// The values at all indices; NaN where a coo stream has no entry.
std::vector<std::uint32_t> bits_of(const FloatStream& stream, bool is_dense) {
  std::vector<float> values(static_cast<std::size_t>(stream.range().size()),
                            is_dense ? 0.0F : std::numeric_limits<float>::quiet_NaN());
  for (std::size_t i = 0; i < stream.values().size(); ++i)
    values[stream.format() == algos::Format::dense ? i : stream.indices()[i]] = stream.values()[i];
  std::vector<std::uint32_t> bits;
  for (const float value : values) bits.push_back(std::bit_cast<std::uint32_t>(value));
  return bits;
}

}  // namespace

TEST_CASE("a broadcast gives all ranks the bits of rank 0, whatever others have") {
  for (const int ranks : rank_counts()) {
    for (const Scenario& scenario : scenarios(ranks)) {
      const std::vector<FloatStream> inputs = inputs_of(scenario);
      for (const std::string& spec : kBroadcasts) {
        CAPTURE(spec, ranks, scenario.name);
        for (const FloatStream& result : results(spec, inputs)) {
          const bool dense = result.format() == algos::Format::dense;
          CHECK(result.range() == inputs.front().range());
          CHECK(bits_of(result, dense) == bits_of(inputs.front(), dense));
        }
      }
    }
  }
}

TEST_CASE("messages and bytes of broadcasts equal the model's exactly for P = 1..17") {
  for (const int ranks : rank_counts()) {
    for (const Scenario& scenario : scenarios(ranks)) {
      const auto fill_in = exact_fill_in(scenario);
      const auto placed = placed_fill_in(scenario);
      const std::vector<FloatStream> inputs = inputs_of(scenario);
      for (const std::string& spec : kBroadcasts) {
        for (const FormatSet formats : {FormatSet::published(), FormatSet::all()}) {
          const CallTerms call{
              .spec = spec, .formats = formats, .collective = Collective::broadcast};
          CAPTURE(spec, ranks, scenario.name);
          check_traffic(call, inputs, fill_in, placed);
        }
      }
    }
  }
}

TEST_CASE("broadcasts of counted streams take the time of the closed form", "[arithmetic]") {
  constexpr std::uint64_t kUniverse = std::uint64_t{1} << 20;
  for (const std::uint64_t ranks : {1, 2, 4, 16, 64}) {
    for (const double density : {0.0, 1e-4, 1.0 / 128, 0.125, 0.5, 1.0}) {
      const model::UniformFillIn fill_in(kUniverse, density * static_cast<double>(kUniverse));
      for (const std::string& spec : kBroadcasts) {
        if (spec == "hofmann_runger(segment=7)") continue;
        const CallTerms call{.spec = spec, .collective = Collective::broadcast};
        CAPTURE(spec, ranks, density);
        const Totals expected = modelled(call, ranks, fill_in);
        const Totals found = counted(call, ranks, fill_in);
        const bool pipeline = spec == "hofmann_runger" || spec == "dense_ring";
        const double tolerance = pipeline ? 0.01 : 1e-9;
        CHECK(found.seconds == Approx(expected.seconds).epsilon(tolerance).margin(0));
        CHECK(found.bytes == Approx(expected.bytes).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("algorithms that do not broadcast are refused by an error that names others") {
  for (const char* const spec :
       {"sparse_ring", "oktopk", "dense_bine", "dense_rabenseifner(code=mpich)"}) {
    CAPTURE(spec);
    CHECK_THROWS_WITH(
        algos::make_reducer(spec, {.collective = Collective::broadcast}),
        Contains("dense_rabenseifner, dense_ring, ssar_recursive_double, ssar_split_allgather, "
                 "hofmann_runger"));
  }
}
