// Phases of allreduces that are collectives of their own: reduce_scatter and allgatherv.
#include <map>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/base/range.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/format_sets.hpp"
#include "tests/conformance/suite/definition.hpp"
#include "tests/conformance/suite/rank_counts.hpp"
#include "tests/conformance/suite/totals.hpp"
#include "tests/conformance/suite/traffic_check.hpp"

using namespace sparlab;
using namespace sparlab::conformance;
using Catch::Matchers::Contains;
using model::Collective;
using model::FormatSet;
using model::Range;

namespace {

const std::vector<std::string> kTwoPhases = {"dense_ring", "sparse_ring", "ssar_split_allgather",
                                             "ssar_split_allgather(pull=bitmap)",
                                             "dsar_split_allgather"};

Range shard_of(const Scenario& scenario, std::size_t rank) {
  return model::part_of({0, scenario.universe}, rank, scenario.inputs.size());
}

/// The shards of the serial sum, which keep zeros.
std::vector<FloatStream> shards_of(const Scenario& scenario) {
  const Entries sum = sum_of(scenario);
  std::vector<FloatStream> shards;
  for (std::size_t rank = 0; rank < scenario.inputs.size(); ++rank) {
    const Range shard = shard_of(scenario, rank);
    std::vector<std::uint32_t> indices;
    std::vector<float> values;
    for (const auto& [index, value] : sum) {
      if (index < shard.lo || index >= shard.hi) continue;
      indices.push_back(static_cast<std::uint32_t>(index));
      values.push_back(static_cast<float>(value));
    }
    shards.emplace_back(shard, indices, values);
  }
  return shards;
}

std::vector<FloatStream> inputs_for(Collective collective, const Scenario& scenario) {
  return collective == Collective::allgatherv ? shards_of(scenario) : inputs_of(scenario);
}

/// The results of all ranks, on a machine whose sends wait for their receives.
std::vector<FloatStream> results(const std::string& spec, Collective collective,
                                 const Scenario& scenario) {
  const std::vector<FloatStream> inputs = inputs_for(collective, scenario);
  std::vector<FloatStream> results(inputs.size());
  const algos::AllreduceOptions options{.collective = collective, .whole = {0, scenario.universe}};
  runtime::loggp::run(
      runtime::loggp::Machine::synchronous(), static_cast<int>(inputs.size()),
      [&](runtime::Comm& comm) {
        const auto rank = static_cast<std::size_t>(comm.rank());
        results[rank] =
            algos::make_reducer(spec, options)->reduce(comm, inputs[rank]).as<FloatStream>();
      });
  return results;
}

/// Checks that a stream holds these entries, and if it is dense zeros elsewhere.
void check_entries(const FloatStream& stream, const Entries& sum) {
  const Range range = stream.range();
  const auto first = sum.lower_bound(range.lo);
  const auto last = sum.lower_bound(range.hi);
  const bool dense = stream.format() == algos::Format::dense;
  CHECK(stream.count() ==
        (dense ? range.size() : static_cast<std::uint64_t>(std::distance(first, last))));
  for (std::size_t i = 0; i < stream.values().size(); ++i) {
    const std::uint64_t index = dense ? range.lo + i : stream.indices()[i];
    const auto found = sum.find(index);
    const double expected = found == sum.end() ? 0 : static_cast<double>(found->second);
    CHECK(static_cast<double>(stream.values()[i]) == Approx(expected).margin(0));
  }
}

}  // namespace

TEST_CASE("a reduce_scatter gives each rank the sum in its shard") {
  for (const int ranks : rank_counts()) {
    for (const Scenario& scenario : scenarios(ranks)) {
      if (has_nan(scenario)) continue;
      const Entries sum = sum_of(scenario);
      for (const std::string& spec : kTwoPhases) {
        CAPTURE(spec, ranks, scenario.name);
        const auto shards = results(spec, Collective::reduce_scatter, scenario);
        for (std::size_t rank = 0; rank < shards.size(); ++rank) {
          REQUIRE(shards[rank].range() == shard_of(scenario, rank));
          check_entries(shards[rank], sum);
        }
      }
    }
  }
}

TEST_CASE("an allgatherv gives all ranks the shards of all") {
  for (const int ranks : rank_counts()) {
    for (const Scenario& scenario : scenarios(ranks)) {
      if (has_nan(scenario)) continue;
      for (const std::string& spec : kTwoPhases) {
        CAPTURE(spec, ranks, scenario.name);
        const auto wholes = results(spec, Collective::allgatherv, scenario);
        REQUIRE(wholes[0].range() == Range{0, scenario.universe});
        check_entries(wholes[0], sum_of(scenario));
        for (const FloatStream& other : wholes) CHECK(same_bits(wholes[0], other));
      }
    }
  }
}

TEST_CASE("messages and bytes of single phases equal the model's exactly for P = 1..17") {
  for (const int ranks : rank_counts()) {
    for (const Scenario& scenario : scenarios(ranks)) {
      const auto fill_in = exact_fill_in(scenario);
      const auto placed = placed_fill_in(scenario);
      for (const Collective collective : {Collective::reduce_scatter, Collective::allgatherv}) {
        const std::vector<FloatStream> inputs = inputs_for(collective, scenario);
        for (const std::string& spec : kTwoPhases) {
          for (const bool dense_switch : {true, false}) {
            for (const FormatSet formats : {FormatSet::published(), FormatSet::all()}) {
              const CallTerms call{spec, formats, dense_switch, collective};
              CAPTURE(spec, ranks, scenario.name, name_of(collective), dense_switch);
              check_traffic(call, inputs, fill_in, placed);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("single phases of counted streams take the time of the closed form to 1e-9",
          "[arithmetic]") {
  constexpr std::uint64_t kUniverse = std::uint64_t{1} << 20;
  for (const std::uint64_t ranks : {1, 2, 4, 16, 64}) {
    for (const double density : {0.0, 1e-4, 1.0 / 128, 0.125, 0.5, 1.0}) {
      const model::UniformFillIn fill_in(kUniverse, density * static_cast<double>(kUniverse));
      for (const Collective collective : {Collective::reduce_scatter, Collective::allgatherv}) {
        for (const std::string& spec : kTwoPhases) {
          const CallTerms call{.spec = spec, .collective = collective};
          CAPTURE(spec, ranks, density, name_of(collective));
          const Totals expected = modelled(call, ranks, fill_in);
          const Totals found = counted(call, ranks, fill_in);
          CHECK(found.seconds == Approx(expected.seconds).epsilon(1e-9).margin(0));
          CHECK(found.bytes == Approx(expected.bytes).epsilon(1e-9));
        }
      }
    }
  }
}

TEST_CASE("real streams of single phases charge the work that counted ones do") {
  constexpr std::uint64_t kUniverse = 1024;
  for (const std::uint64_t ranks : {1, 2, 4, 8}) {
    for (const std::uint64_t stride : {2, 4, 16}) {
      RankInput input;
      for (std::uint64_t index = 0; index < kUniverse; index += stride)
        input.indices.push_back(index);
      input.values.assign(input.indices.size(), 1);
      const Scenario equal{"equal", kUniverse, std::vector(ranks, input)};
      const model::IdenticalFillIn fill_in(kUniverse, static_cast<double>(kUniverse / stride));
      for (const Collective collective : {Collective::reduce_scatter, Collective::allgatherv}) {
        for (const std::string& spec : kTwoPhases) {
          const CallTerms call{.spec = spec, .collective = collective};
          CAPTURE(spec, ranks, stride, name_of(collective));
          CHECK(work_of(call, inputs_for(collective, equal)) ==
                counted_work_of(call, ranks, fill_in));
        }
      }
    }
  }
}

TEST_CASE("messages and bytes of both phases add up to those of the allreduce") {
  for (const int ranks : few_rank_counts()) {
    for (const Scenario& scenario : scenarios(ranks)) {
      const auto fill_in = exact_fill_in(scenario);
      const auto count = static_cast<std::uint64_t>(ranks);
      for (const std::string& spec : kTwoPhases) {
        const auto of = [&](Collective collective) {
          return modelled({.spec = spec, .dense_switch = false, .collective = collective}, count,
                          fill_in);
        };
        CAPTURE(spec, ranks, scenario.name);
        const Totals whole = of(Collective::allreduce);
        const Totals first = of(Collective::reduce_scatter);
        const Totals second = of(Collective::allgatherv);
        CHECK(first.messages + second.messages == whole.messages);
        // The ring of a reduce_scatter begins elsewhere, so that it adds other inputs first.
        if (spec != "sparse_ring")
          CHECK(first.bytes + second.bytes == Approx(whole.bytes).epsilon(1e-12).margin(0));
      }
    }
  }
}

TEST_CASE("algorithms that do not compute a collective are refused by an error that names others") {
  const algos::AllreduceOptions options{.collective = Collective::reduce_scatter};
  for (const char* const spec :
       {"sparse_allgather", "oktopk", "sparlab_auto", "dense_rabenseifner", "dense_mpi",
        "dense_ring(code=mpich)", "ssar_split_allgather(partition=hash)"}) {
    CAPTURE(spec);
    CHECK_THROWS_WITH(
        algos::make_reducer(spec, options),
        Contains("reduce_scatter") && Contains("dense_ring, sparse_ring, ssar_split_allgather, "
                                               "dsar_split_allgather"));
  }
}
