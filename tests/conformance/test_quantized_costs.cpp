#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "algos/quantizers/qsgd.hpp"
#include "algos/quantizers/sign_mean.hpp"
#include "algos/registry/registry.hpp"
#include "algos/selectors/threshold.hpp"
#include "model/base/wire_format.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/parameters/redsync.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/definition.hpp"
#include "tests/conformance/suite/exact_inputs.hpp"
#include "tests/conformance/suite/rank_counts.hpp"

using namespace sparlab;
using Stream = algos::SparseStream<float, std::uint32_t>;

namespace {

/// Further paths of RedSync, and widths and buckets of QSGD.
const std::vector<std::string> kSpecs = {
    "redsync_rgc",
    "redsync_rgc(dense_below=0)",
    "redsync_rgc(k=8, dense_below=0)",
    "redsync_rgc_quantized",
    "redsync_rgc_quantized(dense_below=0)",
    "redsync_rgc_quantized(k=4, dense_below=0)",
    "redsync_rgc_quantized(k=8, dense_below=0, form=published)",
    "dsar_split_allgather_qsgd",
    "dsar_split_allgather_qsgd(bits=2, bucket=7)",
    "dsar_split_allgather_qsgd(bits=8, bucket=16, scale=l2)",
};

/// Each rank's support has an even number of entries, and every second one is negative: as many
/// entries have one sign as the model expects.
conformance::Scenario even_and_half_negative(conformance::Scenario scenario) {
  for (auto& input : scenario.inputs) {
    if (input.indices.size() % 2 != 0) input.indices.pop_back();
    input.values.assign(input.indices.size(), 1.0);
    for (std::size_t i = 1; i < input.values.size(); i += 2) input.values[i] = -1;
  }
  return scenario;
}

Stream stream_of(const conformance::RankInput& input, std::uint64_t universe) {
  return {{0, universe},
          std::vector<std::uint32_t>(input.indices.begin(), input.indices.end()),
          std::vector<float>(input.values.begin(), input.values.end())};
}

}  // namespace

TEST_CASE("quantized messages and RedSync's take what the model says for P = 1..17") {
  for (const int ranks : conformance::rank_counts()) {
    for (const auto& raw : conformance::scenarios(ranks)) {
      const auto scenario = even_and_half_negative(raw);
      const auto fill_in = conformance::exact_fill_in(scenario);
      const model::Problem problem{.ranks = static_cast<std::uint64_t>(ranks),
                                   .fill_in = &fill_in,
                                   .wire = Stream::wire_format()};
      for (const std::string& spec : kSpecs) {
        if (!conformance::accepts(spec, scenario)) continue;
        const auto cost = model::Algorithm(spec).cost(problem);
        REQUIRE(cost);
        const auto run = runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
          const auto& input = scenario.inputs[static_cast<std::size_t>(comm.rank())];
          algos::make_reducer(spec, {})->reduce(comm, stream_of(input, scenario.universe));
        });
        CAPTURE(spec, ranks, scenario.name);
        CHECK(static_cast<double>(run.messages) == cost->total_messages);
        CHECK(run.bytes == cost->total_bytes);
      }
    }
  }
}

TEST_CASE("counted RedSync and QSGD take the time of their closed forms to 1e-9") {
  runtime::loggp::Machine machine = runtime::loggp::Machine::hockney(1.1e-6, 1.025e-10);
  machine.rates = {4.5e-9, 6e-9, 6e-10, 1e-10, 3e-9};
  model::Machine closed;
  closed.alpha_s = 1.1e-6;
  closed.beta_s_per_byte = 1.025e-10;
  closed.gammas = {4.5e-9, 6e-9, 6e-10, 1e-10, 3e-9};
  constexpr std::uint64_t kUniverse = std::uint64_t{1} << 16;
  std::vector<std::string> specs = kSpecs;
  for (const std::string name : {"redsync_rgc", "redsync_rgc_quantized"}) {
    specs.push_back(name + "(k=300, dense_below=0)");
    specs.push_back(name + "(k=300, dense_below=0, search_from=0)");
    specs.push_back(name + "(dense_below=1M)");
  }
  for (const std::uint64_t ranks : {1, 2, 4, 16, 64}) {
    for (const double density : {0.0, 1e-4, 1.0 / 128, 0.125, 1.0}) {
      const model::UniformFillIn fill_in(kUniverse, density * static_cast<double>(kUniverse));
      const algos::CountedContext context{&fill_in, model::WireFormat::ours(4, 4)};
      for (const std::string& spec : specs) {
        const auto cost = model::Algorithm(spec).cost(
            {.ranks = ranks, .fill_in = &fill_in, .wire = context.wire});
        const auto run =
            runtime::loggp::run(machine, static_cast<int>(ranks), [&](runtime::Comm& comm) {
              algos::make_reducer(spec, {})->reduce(comm,
                                                    algos::CountedStream(context, {0, kUniverse}));
            });
        CAPTURE(spec, ranks, density);
        CHECK(run.makespan_s() == Approx(cost->seconds(closed)).epsilon(1e-9).margin(0));
        CHECK(static_cast<double>(run.messages) == cost->total_messages);
        CHECK(run.bytes == Approx(cost->total_bytes).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("real RedSync and QSGD charge the work that counted ones do") {
  constexpr std::uint64_t kUniverse = 1024;
  const auto work_of = [](int ranks, auto body) {
    std::vector<std::array<double, runtime::kWorkKinds>> work;
    runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
      runtime::decorators::CountingComm counting(comm);
      body(counting);
      work.push_back(counting.total().work);
    });
    return work;
  };
  for (const int ranks : {1, 2, 4, 8, 16}) {
    for (const std::uint32_t stride : {2U, 4U, 16U}) {
      conformance::RankInput input;
      for (std::uint32_t index = 0; index < kUniverse; index += stride) {
        input.indices.push_back(index);
        input.values.push_back(index / stride % 2 == 0 ? 1 : -1);
      }
      const model::IdenticalFillIn fill_in(kUniverse, static_cast<double>(kUniverse) / stride);
      const algos::CountedContext context{&fill_in, Stream::wire_format()};
      for (const std::string& spec : kSpecs) {
        CAPTURE(spec, ranks, stride);
        CHECK(work_of(ranks, [&](auto& comm) {
                algos::make_reducer(spec, {})->reduce(comm, stream_of(input, kUniverse));
              }) == work_of(ranks, [&](auto& comm) {
                algos::make_reducer(spec, {})->reduce(
                    comm, algos::CountedStream(context, {0, kUniverse}));
              }));
      }
    }
  }
}

TEST_CASE("sizes of encodings are the model's") {
  for (const int bits : {2, 4, 8}) {
    for (const std::uint64_t bucket : {1, 7, 1024}) {
      const algos::quantizers::Qsgd qsgd({.bits = bits, .bucket = bucket});
      for (const std::uint64_t count : {0, 1, 6, 7, 8, 1023, 1024, 5000}) {
        std::vector<double> values(count, 1.0);
        std::vector<std::byte> bytes(qsgd.encoded_bytes<double>(count));
        qsgd.encode(std::span<const double>(values), 0, bytes);
        CHECK(algos::quantizers::qsgd_count(bytes) == count);
        CHECK(static_cast<double>(bytes.size()) ==
              model::qsgd_bytes(model::WireFormat::ours(4, 8), static_cast<double>(count),
                                static_cast<std::uint64_t>(bits), bucket));
      }
    }
  }
  const algos::quantizers::SignMean<float, std::uint64_t> set{{1, 2, 9}, 1.0F};
  CHECK(static_cast<double>(encode_sign_mean(set).size()) ==
        model::sign_mean_bytes(model::WireFormat::ours(8, 4), 3));
}

TEST_CASE("a threshold search leaves k / ln 2 entries in the mean, of exponential magnitudes") {
  constexpr int kTrials = 400;
  constexpr std::uint64_t k = 200;
  std::mt19937_64 random(3);
  double sum = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    // Lengths vary, so that the first probe falls anywhere between the accepted thresholds.
    std::vector<float> values(4000 + random() % 60000);
    std::exponential_distribution<float> magnitude;
    for (float& value : values) value = magnitude(random);
    const algos::selectors::DenseBlock<float> block{values};
    sum += static_cast<double>(
        algos::selectors::threshold_search<std::uint32_t>(block, {.k = k}).chosen());
  }
  const auto expected =
      static_cast<double>(model::redsync_expected_choice(k, model::RedsyncPath::search));
  CHECK(sum / kTrials == Approx(expected).epsilon(0.05));
}
