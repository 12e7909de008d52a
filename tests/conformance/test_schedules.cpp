#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/parameters/schedules.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/streams.hpp"

using namespace sparlab;
using Stream = conformance::FloatStream;
using conformance::dense_stream;
using Options = algos::AllreduceOptions;

namespace {

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
    const auto cost = *model::Algorithm(spec).cost({.ranks = static_cast<std::uint64_t>(ranks),
                                                    .fill_in = &fill_in,
                                                    .wire = Stream::wire_format()});
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

TEST_CASE("Kylix takes the prime factors of P for degrees, largest first") {
  const model::KylixParameters parameters;
  CHECK(parameters.layers(1).empty());
  CHECK(parameters.layers(17) == std::vector<std::uint64_t>{17});
  CHECK(parameters.layers(12) == std::vector<std::uint64_t>{3, 2, 2});
  CHECK(parameters.layers(1U << 20) == std::vector<std::uint64_t>(20, 2));
}
