// Broadcasts of what one or several roots have.
#include <bit>
#include <cstdint>
#include <limits>
#include <set>
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

const std::vector<std::string> kBroadcastsFromRoots = {
    "ssar_split_allgather", "ssar_split_allgather(pull=bitmap)", "dense_rabenseifner"};

/// Calls of all algorithms from one root, and from several where they allow it.
std::vector<CallTerms> broadcasts(int ranks) {
  std::vector<CallTerms> calls;
  for (const std::string& spec : kBroadcasts)
    calls.push_back({.spec = spec, .collective = Collective::broadcast});
  for (const std::string& spec : kBroadcastsFromRoots)
    for (const int roots : std::set{2, 3, ranks})
      if (roots > 1 && roots <= ranks)
        calls.push_back({.spec = spec,
                         .collective = Collective::broadcast,
                         .roots = static_cast<std::uint64_t>(roots)});
  return calls;
}

/// What ranks give: each root its shard of the first input, others something of their own.
std::vector<FloatStream> given(const std::vector<FloatStream>& inputs, std::uint64_t roots) {
  std::vector<FloatStream> given;
  for (std::uint64_t rank = 0; rank < inputs.size(); ++rank) {
    const algos::Range range = model::given_range(Collective::broadcast, inputs.front().range(),
                                                  rank, inputs.size(), roots);
    const bool ignored = model::ignores_input(Collective::broadcast, rank, inputs.size(), roots);
    const FloatStream& input = ignored ? inputs[rank] : inputs.front();
    std::vector<std::uint32_t> indices;
    std::vector<float> values;
    for (std::size_t i = 0; i < input.values().size(); ++i) {
      const std::uint32_t index = input.indices()[i];
      if (index < range.lo || index >= range.hi) continue;
      indices.push_back(index);
      values.push_back(input.values()[i]);
    }
    given.emplace_back(range, indices, values);
  }
  return given;
}

/// The results of all ranks, on a machine whose sends wait for their receives.
std::vector<FloatStream> results(const CallTerms& call, const std::vector<FloatStream>& inputs) {
  std::vector<FloatStream> results(inputs.size());
  const auto streams = given(inputs, call.roots);
  const algos::AllreduceOptions options{
      .collective = call.collective, .whole = inputs.front().range(), .roots = call.roots};
  runtime::loggp::run(
      runtime::loggp::Machine::synchronous(), static_cast<int>(inputs.size()),
      [&](runtime::Comm& comm) {
        const auto rank = static_cast<std::size_t>(comm.rank());
        results[rank] =
            algos::make_reducer(call.spec, options)->reduce(comm, streams[rank]).as<FloatStream>();
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

TEST_CASE("a broadcast gives all ranks the bits of the roots, whatever others have") {
  for (const int ranks : rank_counts()) {
    for (const Scenario& scenario : scenarios(ranks)) {
      const std::vector<FloatStream> inputs = inputs_of(scenario);
      for (const CallTerms& call : broadcasts(ranks)) {
        CAPTURE(call.spec, call.roots, ranks, scenario.name);
        for (const FloatStream& result : results(call, inputs)) {
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
      for (CallTerms call : broadcasts(ranks)) {
        for (const FormatSet formats : {FormatSet::published(), FormatSet::all()}) {
          call.formats = formats;
          CAPTURE(call.spec, call.roots, ranks, scenario.name);
          check_traffic(call, given(inputs, call.roots), fill_in, placed);
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
      for (const CallTerms& call : broadcasts(static_cast<int>(ranks))) {
        if (call.spec == "hofmann_runger(segment=7)") continue;
        CAPTURE(call.spec, call.roots, ranks, density);
        const Totals expected = modelled(call, ranks, fill_in);
        const Totals found = counted(call, ranks, fill_in);
        const bool pipeline = call.spec == "hofmann_runger" || call.spec == "dense_ring";
        // Groups of different sizes begin the allgather one after the other.
        const bool uneven = ranks % call.roots != 0;
        const double tolerance = pipeline ? 0.01 : uneven ? 0.2 : 1e-9;
        CHECK(found.seconds == Approx(expected.seconds).epsilon(tolerance).margin(0));
        CHECK(found.bytes == Approx(expected.bytes).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE(
    "algorithms that broadcast from one root only are refused by an error that names others") {
  CHECK_THROWS_WITH(
      algos::make_reducer("hofmann_runger", {.collective = Collective::broadcast, .roots = 2}),
      Contains("broadcast from 2 roots with one of dense_rabenseifner, ssar_split_allgather"));
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
