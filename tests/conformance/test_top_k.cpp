#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "algos/registry/registry.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/streams.hpp"

using namespace sparlab;
using conformance::coo_stream;
using conformance::dense_stream;
using conformance::same_bits;
using Stream = conformance::FloatStream;

namespace {

std::vector<float> normal_values(std::uint32_t seed, std::size_t count, float mean,
                                 float deviation) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(mean, deviation);
  std::vector<float> values(count);
  for (float& value : values) value = normal(random);
  return values;
}

/// The selection of a single rank from a vector: its result.
Stream selected(std::string_view spec, const Stream& input) {
  Stream result;
  runtime::loggp::run(
      {}, 1, [&](runtime::Comm& comm) { result = algos::find_allreduce(spec)(comm, input, {}); });
  return result;
}

}  // namespace

TEST_CASE("topk_dsa gathers a result between N/3 and N/2 densely only with switch=third") {
  std::vector<float> values(1000, 0);
  for (std::size_t i = 0; i < 400; ++i) values[i * 2] = 1;
  const auto format_of = [&](std::string_view spec, model::FormatSet formats) {
    algos::AllreduceOptions options;
    options.formats = formats;
    algos::Format format{};
    runtime::loggp::run({}, 4, [&](runtime::Comm& comm) {
      format = algos::find_allreduce(spec)(comm, coo_stream(values), options).format();
    });
    return format;
  };
  const auto published = model::FormatSet::published();
  CHECK(format_of("topk_dsa", published) == algos::Format::coo);
  CHECK(format_of("topk_dsa(switch=third)", published) == algos::Format::dense);
  CHECK(format_of("topk_dsa(switch=third)", {model::Format::coo}) == algos::Format::coo);
}

TEST_CASE("fitted thresholds select the same of a vector with zeros, dense or as entries") {
  std::vector<float> values = normal_values(1, 5000, 0, 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % 3 != 0) values[i] = 0;
  }
  for (const std::string_view spec :
       {"gaussiank(k=100)", "gaussiank(k=100, adjustment=none)",
        "gaussiank(k=100, form=published, adjustment=none)",
        "gaussiank(k=100, adjustment=oktopk_vgg)", "gaussiank(k=100, adjustment=gaussiank)",
        "topk_allgather(k=100, selector=sidco)", "topk_allgather(k=100, selector=sidco, fit=gamma)",
        "topk_allgather(k=100, selector=sidco, fit=generalized_pareto)"}) {
    const Stream dense = selected(spec, dense_stream(values));
    CAPTURE(spec, dense.count());
    CHECK(dense.count() > 0);
    CHECK(same_bits(dense, selected(spec, coo_stream(values))));
  }
}

TEST_CASE("DGC's selector charges what it reads, its sample, and what it ranks") {
  runtime::loggp::run({}, 1, [&](runtime::Comm& comm) {
    const auto charged = [&](std::string_view spec, const std::vector<float>& values) {
      runtime::decorators::CountingComm counting(comm);
      algos::find_allreduce(spec)(counting, coo_stream(values), {});
      return counting.total().work[static_cast<std::size_t>(runtime::WorkKind::select)];
    };
    const std::vector<float> equal(1000, 1);
    CHECK(charged("topk_allgather(k=1000, selector=dgc)", equal) == 0);
    CHECK(charged("topk_allgather(k=800, selector=dgc)", equal) == 1000 + 10);
    CHECK(charged("topk_allgather(k=700, selector=dgc)", equal) == 1000 + 10 + 1000);
    CHECK(charged("topk_allgather(k=40, selector=dgc)", equal) == 1000 + 50 + 1000);
    CHECK(charged("topk_allgather(k=700, selector=sidco)", equal) == 1000);
  });
}

namespace {

/// The share of the applied mass that one call of gTopk loses: the sum of magnitudes that are
/// neither in the result nor in a residual. Inputs are a common signal plus noise of the same
/// variance.
double lost_share(int ranks, std::uint32_t seed) {
  constexpr std::size_t kUniverse = 2000;
  const std::vector<float> signal = normal_values(seed, kUniverse, 0, 1);
  std::vector<double> missing(kUniverse, 0);
  double applied = 0;
  const auto subtract = [&](const Stream& stream) {
    const auto values = conformance::dense_values(stream);
    for (std::size_t i = 0; i < values.size(); ++i) missing[i] -= values[i];
  };
  runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
    std::vector<float> input =
        normal_values(seed * 1000 + static_cast<std::uint32_t>(comm.rank()) + 1, kUniverse, 0, 1);
    for (std::size_t i = 0; i < kUniverse; ++i) {
      input[i] += signal[i];
      missing[i] += static_cast<double>(input[i]);
    }
    const auto reducer = algos::make_reducer("gtopk(k=40)", {});
    const Stream result = reducer->reduce(comm, dense_stream(input));
    subtract(*reducer->residual());
    if (comm.rank() != 0) return;
    subtract(result);
    for (const float value : result.values()) applied += std::abs(static_cast<double>(value));
  });
  double lost = 0;
  for (const double value : missing) lost += std::abs(value);
  return lost / applied;
}

}  // namespace

TEST_CASE("gTopk loses the more mass the more ranks it has, and none with two") {
  constexpr std::uint32_t kSeeds = 20;
  double before = 0;
  for (const int ranks : {2, 4, 8, 16, 32}) {
    double lost = 0;
    for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) lost += lost_share(ranks, seed) / kSeeds;
    CAPTURE(ranks, lost);
    if (ranks == 2) {
      CHECK(lost < 1e-6);  // rounding
    } else {
      CHECK(lost > before + 0.02);
    }
    before = lost;
  }
}
