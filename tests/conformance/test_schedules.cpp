#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/parameters/schedules.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/exact_inputs.hpp"
#include "tests/conformance/suite/rank_counts.hpp"
#include "tests/conformance/suite/suite.hpp"

using namespace sparlab;
using Stream = algos::SparseStream<float, std::uint32_t>;
using Options = algos::AllreduceOptions;

namespace {

/// Settings that P ranks accept, other than the defaults.
std::vector<std::string> specs(int ranks) {
  std::vector<std::string> all{"traff_elimination(schedule=rabenseifner)",
                               "traff_elimination(schedule=ring)",
                               "hofmann_runger(segment=1)",
                               "hofmann_runger(segment=7)",
                               "kylix(reuse=true, calls=1)",
                               "spark_tree_aggregate(depth=1)",
                               "spark_tree_aggregate(depth=3, broadcast=linear)",
                               "spark_tree_aggregate(depth=20)"};
  if (ranks > 1) all.push_back(fmt::format("kylix(degrees={})", ranks));
  if (ranks % 2 == 0 && ranks > 2) all.push_back(fmt::format("kylix(degrees=2x{})", ranks / 2));
  return all;
}

/// The model's count is exact only where merged ranks are a contiguous group.
bool counts_exactly(const std::string& spec) {
  return spec != "traff_elimination(schedule=rabenseifner)";
}

Stream dense_stream(std::vector<float> values) {
  auto stream = Stream::uninitialised_dense({0, values.size()});
  std::ranges::copy(values, stream.mutable_values().begin());
  return stream;
}

std::vector<std::string> complaints_on(const runtime::loggp::Machine& machine, int ranks,
                                       const std::vector<conformance::Trial>& trials) {
  std::vector<std::string> all;
  runtime::loggp::run(machine, ranks, [&](runtime::Comm& comm) {
    const auto found = conformance::complaints<float, std::uint32_t>(comm, trials);
    all.insert(all.end(), found.begin(), found.end());
  });
  return all;
}

model::Problem problem_of(int ranks, const model::FillIn& fill_in) {
  return {.ranks = static_cast<std::uint64_t>(ranks),
          .fill_in = &fill_in,
          .wire = Stream::wire_format()};
}

/// Messages and bytes of `calls` calls with one reducer on each rank; the input of rank r in call c
/// is input(r, c).
template <class Input>
runtime::loggp::RunResult run_calls(std::string_view spec, int ranks, int calls, Input input,
                                    const Options& options = {}) {
  return runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
    const auto reducer = algos::make_reducer(spec, options);
    for (int call = 0; call < calls; ++call) reducer->reduce(comm, input(comm.rank(), call));
  });
}

Stream entries(std::vector<std::uint32_t> indices) {
  return {{0, 100}, indices, std::vector<float>(indices.size(), 1.0F)};
}

}  // namespace

TEST_CASE("trees equal the serial reduction with other settings than the defaults") {
  for (const int ranks : conformance::rank_counts()) {
    const auto scenarios = conformance::scenarios(ranks);
    std::vector<conformance::Trial> trials;
    for (const auto& spec : specs(ranks)) {
      for (const auto& scenario : scenarios) {
        trials.push_back({.algorithm = spec, .scenario = &scenario});
        trials.push_back({.algorithm = spec,
                          .scenario = &scenario,
                          .operation = algos::ReductionKind::min,
                          .formats = model::FormatSet::all()});
      }
    }
    CHECK(complaints_on(runtime::loggp::Machine::synchronous(), ranks, trials) ==
          std::vector<std::string>{});
  }
}

TEST_CASE("messages and bytes of trees equal the model's with other settings and all formats") {
  for (const int ranks : conformance::rank_counts()) {
    for (const auto& scenario : conformance::scenarios(ranks)) {
      const auto fill_in = conformance::exact_fill_in(scenario);
      auto all_specs = specs(ranks);
      for (const char* name :
           {"traff_elimination", "hofmann_runger", "kylix", "spark_tree_aggregate"}) {
        all_specs.emplace_back(name);
      }
      for (const auto& spec : all_specs) {
        for (const auto formats : {model::FormatSet::published(), model::FormatSet::all()}) {
          auto problem = problem_of(ranks, fill_in);
          problem.formats = formats;
          const auto cost = *model::Algorithm(spec).cost(problem);
          const auto run =
              run_calls(spec, ranks, 1,
                        [&](int rank, int) {
                          return conformance::ones(scenario.inputs[static_cast<std::size_t>(rank)],
                                                   scenario.universe);
                        },
                        {.formats = formats});
          CAPTURE(spec, ranks, scenario.name, formats == model::FormatSet::all());
          CHECK(static_cast<double>(run.messages) == cost.total_messages);
          if (counts_exactly(spec)) CHECK(run.bytes == Approx(cost.total_bytes).epsilon(1e-12));
        }
      }
    }
  }
}

TEST_CASE("halving counts exactly where all ranks hold the same") {
  for (const int ranks : {2, 4, 8, 16}) {
    for (const std::uint32_t stride : {1U, 2U, 4U, 16U}) {
      std::vector<std::uint32_t> indices;
      for (std::uint32_t index = 0; index < 1024; index += stride) indices.push_back(index);
      const Stream input{{0, 1024}, indices, std::vector<float>(indices.size(), 1.0F)};
      const model::IdenticalFillIn fill_in(1024, 1024.0 / stride);
      const char* spec = "traff_elimination(schedule=rabenseifner)";
      const auto run = run_calls(spec, ranks, 1, [&](int, int) { return input; });
      CAPTURE(ranks, stride);
      CHECK(run.bytes == model::Algorithm(spec).cost(problem_of(ranks, fill_in))->total_bytes);
    }
  }
}

TEST_CASE("counted trees take the closed form's time with other settings") {
  runtime::loggp::Machine machine = runtime::loggp::Machine::hockney(1.1e-6, 1.025e-10);
  machine.rates = {4.5e-9, 6e-9, 6e-10, 1e-10};
  model::Machine closed;
  closed.alpha_s = 1.1e-6;
  closed.beta_s_per_byte = 1.025e-10;
  closed.gammas = {4.5e-9, 6e-9, 6e-10, 1e-10};
  constexpr std::uint64_t kUniverse = std::uint64_t{1} << 20;
  for (const std::uint64_t ranks : {2, 4, 16, 64}) {
    for (const double density : {0.0, 1e-4, 1.0 / 128, 0.125, 0.5, 1.0}) {
      const model::UniformFillIn fill_in(kUniverse, density * static_cast<double>(kUniverse));
      const algos::CountedContext context{&fill_in, model::WireFormat::ours(4, 4)};
      for (const std::string& spec :
           {std::string("traff_elimination(schedule=rabenseifner)"),
            std::string("traff_elimination(schedule=ring)"),
            std::string("hofmann_runger(segment=2^17)"),
            std::string("hofmann_runger(segment=2^20)"), fmt::format("kylix(degrees={})", ranks),
            fmt::format("kylix(reuse=true, calls=1)"),
            std::string("spark_tree_aggregate(depth=1, broadcast=linear)")}) {
        const auto cost = *model::Algorithm(spec).cost(
            {.ranks = ranks, .fill_in = &fill_in, .wire = context.wire, .machine = &closed});
        const bool dense = algos::find_algorithm(spec)->dense_input;
        const auto run =
            runtime::loggp::run(machine, static_cast<int>(ranks), [&](runtime::Comm& comm) {
              algos::find_allreduce(spec)(
                  comm,
                  algos::CountedStream(context, {0, kUniverse},
                                       dense ? algos::Format::dense : algos::Format::coo),
                  {});
            });
        CAPTURE(spec, ranks, density);
        CHECK(run.makespan_s() == Approx(cost.seconds(closed)).epsilon(1e-9).margin(0));
        CHECK(run.bytes == Approx(cost.total_bytes).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("elimination sends the runs of other elements and nothing that has cancelled out") {
  std::vector<float> values(1000, 0.0F);
  for (std::size_t i = 100; i < 120; ++i) values[i] = 1.0F;
  const Stream one_run = dense_stream(values);
  const auto run = run_calls("traff_elimination", 2, 1, [&](int, int) { return one_run; });
  CHECK(run.bytes == 2 * (32 + 20 * 4 + 2 * 4));

  // Ranks 0 and 1 cancel: their messages to ranks 2 and 3 are only a header.
  const auto cancelling = run_calls("traff_elimination", 4, 1, [&](int rank, int) {
    auto signed_values = values;
    for (float& value : signed_values) value *= rank % 2 == 0 ? 1.0F : -1.0F;
    return dense_stream(signed_values);
  });
  CHECK(cancelling.bytes == 4 * (32 + 20 * 4 + 2 * 4) + 4 * 32);
}

TEST_CASE("eliminated negative zeros leave the same bits on all ranks") {
  for (const char* schedule : {"recursive_doubling", "rabenseifner", "ring"}) {
    for (const int ranks : {1, 2, 3, 4, 7}) {
      std::vector<std::vector<float>> results;
      runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
        std::vector<float> values(16, comm.rank() == 0 ? -0.0F : 0.0F);
        values[3] = 2.0F;
        const auto spec = fmt::format("traff_elimination(schedule={})", schedule);
        const Stream result = algos::find_allreduce(spec)(comm, dense_stream(values), Options{});
        results.emplace_back(result.values().begin(), result.values().end());
      });
      for (const auto& result : results) {
        CAPTURE(schedule, ranks);
        REQUIRE(result.size() == 16);
        CHECK(std::memcmp(result.data(), results.front().data(), 16 * sizeof(float)) == 0);
        CHECK_FALSE(std::signbit(result[0]));
        CHECK(result[3] == 2.0F * static_cast<float>(ranks));
      }
    }
  }
}

TEST_CASE("a chain moves 2(P-1) messages a segment, and idle segments a header each") {
  const auto run = run_calls("hofmann_runger(segment=20)", 5, 1, [](int, int) {
    return entries({42, 43, 44});
  });
  CHECK(run.messages == 2 * 4 * 5);
  CHECK(run.bytes == 2 * 4 * (5 * 32 + 3 * 4 + 2 * 4));
}

TEST_CASE("Kylix sends no indices while supports stay, and all of them once one has changed") {
  constexpr int kRanks = 6;
  constexpr int kAgreement = 3 * kRanks;  // messages of 8 bytes
  const auto alike = [](int rank, int) { return entries({static_cast<std::uint32_t>(rank), 50}); };
  const auto first = run_calls("kylix(reuse=true)", kRanks, 1, alike);
  const auto four = run_calls("kylix(reuse=true)", kRanks, 4, alike);
  const auto plain = run_calls("kylix", kRanks, 1, alike);
  CHECK(first.messages == plain.messages);
  CHECK(first.bytes == plain.bytes);
  const auto indices = first.messages / 2;
  CHECK(four.messages == first.messages + 3 * (first.messages - indices + kAgreement));

  const auto changing = [&](int rank, int call) {
    return rank == 4 && call >= 2 ? entries({9, 50}) : alike(rank, call);
  };
  const auto changed = run_calls("kylix(reuse=true)", kRanks, 4, changing);
  CHECK(changed.messages == four.messages + indices);
}

TEST_CASE("the mean over a period of Kylix is the model's, and the next period starts over") {
  const auto alike = [](int rank, int) {
    return entries({static_cast<std::uint32_t>(3 * rank), 50, 51});
  };
  for (const int ranks : {2, 3, 8, 12}) {
    conformance::Scenario scenario{"", 100, {}};
    for (int rank = 0; rank < ranks; ++rank) {
      const Stream stream = alike(rank, 0);
      scenario.inputs.push_back({{stream.indices().begin(), stream.indices().end()}, {}});
    }
    const auto fill_in = conformance::exact_fill_in(scenario);
    const char* spec = "kylix(reuse=true, calls=3)";
    const auto cost = *model::Algorithm(spec).cost(problem_of(ranks, fill_in));
    CAPTURE(ranks);
    CHECK(model::Algorithm(spec).period() == 3);
    for (const int periods : {1, 2}) {
      const auto run = run_calls(spec, ranks, 3 * periods, alike);
      CHECK(static_cast<double>(run.messages) == Approx(3 * periods * cost.total_messages));
      CHECK(run.bytes == Approx(3 * periods * cost.total_bytes));
    }
  }
}

TEST_CASE("reused configurations sum what the calls bring") {
  runtime::loggp::run({}, 4, [](runtime::Comm& comm) {
    const auto reducer = algos::make_reducer("kylix(reuse=true)", Options{});
    for (int call = 0; call < 5; ++call) {
      // The support of rank 2 changes in call 3.
      const std::uint32_t moved = comm.rank() == 2 && call >= 3 ? 60 : 40;
      const float value = static_cast<float>(call + 1);
      const Stream result = reducer->reduce(
          comm, Stream({0, 100}, std::vector<std::uint32_t>{7, moved}, {{value, 1.0F}}));
      const bool split = call >= 3;
      REQUIRE(result.count() == (split ? 3 : 2));
      CHECK(result.values()[0] == 4 * value);
      CHECK(result.values()[1] == (split ? 3.0F : 4.0F));
      if (split) CHECK(result.indices()[2] == 60);
    }
  });
}

TEST_CASE("degrees that do not multiply to P are refused by name") {
  CHECK(model::Algorithm("kylix(degrees=4x2)", {8, 100}).spec() == "kylix(degrees=4x2)");
  CHECK_THROWS_WITH(model::Algorithm("kylix(degrees=4x2)", {12, 100}).spec(),
                    Catch::Matchers::Contains("degrees") && Catch::Matchers::Contains("12") &&
                        Catch::Matchers::Contains("3x2x2"));
  CHECK_THROWS_AS(model::Algorithm("kylix(degrees=1x8)", {8, 100}).spec(), model::ParameterError);
  CHECK_THROWS_AS(model::Algorithm("hofmann_runger(segment=-1)", {8, 100}).spec(),
                  model::ParameterError);
  CHECK_THROWS_AS(model::Algorithm("spark_tree_aggregate(depth=0)", {8, 100}).spec(),
                  model::ParameterError);
}

TEST_CASE("Kylix: calls without reuse are refused, for they change nothing") {
  CHECK_THROWS_WITH(
      model::Algorithm("kylix(calls=3)", {8, 100}).spec(),
      Catch::Matchers::Contains("calls") && Catch::Matchers::Contains("16, or reuse=true"));
  CHECK(model::Algorithm("kylix(calls=16)", {8, 100}).spec() == "kylix");
  CHECK(model::Algorithm("kylix(reuse=true, calls=3)", {8, 100}).spec() ==
        "kylix(reuse=true, calls=3)");
}

TEST_CASE("Kylix takes the prime factors of P for degrees, largest first") {
  const model::KylixParameters parameters;
  CHECK(parameters.layers(1).empty());
  CHECK(parameters.layers(17) == std::vector<std::uint64_t>{17});
  CHECK(parameters.layers(12) == std::vector<std::uint64_t>{3, 2, 2});
  CHECK(parameters.layers(1U << 20) == std::vector<std::uint64_t>(20, 2));
}
