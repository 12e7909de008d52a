#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/rank_counts.hpp"

using namespace sparlab;
using Stream = algos::SparseStream<double, std::uint64_t>;
using FloatStream = algos::SparseStream<float, std::uint32_t>;

namespace {

constexpr int kRanks = 3;

/// Normal values at random indices that are the same on all ranks, so that the sum has as many
/// nonzeros as an input and lambda is that of the theory.
struct Inputs {
  std::uint64_t universe;
  std::vector<std::uint64_t> indices;
  std::vector<std::vector<double>> values;  ///< by rank
  std::vector<double> sum;

  Inputs(std::uint64_t n, std::size_t nnz) : universe(n), sum(nnz) {
    std::mt19937_64 generator(3);
    std::set<std::uint64_t> chosen;
    while (chosen.size() < nnz) chosen.insert(generator() % n);
    indices.assign(chosen.begin(), chosen.end());
    std::normal_distribution<double> normal;
    for (int rank = 0; rank < kRanks; ++rank) {
      values.emplace_back();
      for (std::size_t i = 0; i < nnz; ++i) {
        values.back().push_back(normal(generator));
        sum[i] += values.back()[i];
      }
    }
  }

  Stream of(int rank) const {
    return {{0, universe}, indices, values[static_cast<std::size_t>(rank)]};
  }
};

/// The result of rank 0, with blocks of one index: an estimate for each index of the inputs.
std::vector<double> estimates(const Inputs& inputs, double lambda, int rows, int seed) {
  const auto spec =
      fmt::format("s2_reducer(block=1, lambda={}, rows={}, seed={})", lambda, rows, seed);
  std::vector<double> found;
  runtime::loggp::run({}, kRanks, [&](runtime::Comm& comm) {
    const auto reducer = algos::make_reducer(spec, {});
    const Stream result = reducer->reduce(comm, inputs.of(comm.rank()));
    if (comm.rank() != 0) return;
    REQUIRE(std::ranges::equal(result.indices(), inputs.indices));
    found.assign(result.values().begin(), result.values().end());
  });
  return found;
}

/// Mean over seeds of the squared error of the sum, relative to its squared norm.
double relative_error(const Inputs& inputs, double lambda, int rows) {
  constexpr int kSeeds = 300;
  double error = 0;
  double norm = 0;
  for (const double value : inputs.sum) norm += value * value;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const auto found = estimates(inputs, lambda, rows, seed);
    for (std::size_t i = 0; i < found.size(); ++i) {
      error += (found[i] - inputs.sum[i]) * (found[i] - inputs.sum[i]);
    }
  }
  return error / kSeeds / norm;
}

}  // namespace

TEST_CASE("s2_reducer: estimates of the sum are unbiased over seeds, for one row and for three",
          "[arithmetic]") {
  constexpr int kSeeds = 2000;
  const Inputs inputs(1000, 40);
  const int rows = GENERATE(1, 3);
  std::vector<double> sums(inputs.sum.size());
  std::vector<double> squares(inputs.sum.size());
  for (int seed = 0; seed < kSeeds; ++seed) {
    const auto found = estimates(inputs, 0.5, rows, seed);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const double error = found[i] - inputs.sum[i];
      sums[i] += error;
      squares[i] += error * error;
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double standard_error = std::sqrt(squares[i] / kSeeds / kSeeds);
    CHECK(std::abs(sums[i] / kSeeds) <= 4 * standard_error);
  }
}

TEST_CASE("s2_reducer: the error is 1/lambda times the signal, 1, 2 and 4 at 1, 1/2 and 1/4",
          "[arithmetic]") {
  const Inputs inputs(20000, 400);
  CHECK(relative_error(inputs, 1, 1) == Approx(1).epsilon(0.1));
  CHECK(relative_error(inputs, 0.5, 1) == Approx(2).epsilon(0.1));
  CHECK(relative_error(inputs, 0.25, 1) == Approx(4).epsilon(0.1));
  // With three rows of the same total size the error is even larger.
  CHECK(relative_error(inputs, 0.5, 3) > 2);
}

TEST_CASE("s2_reducer: a sketch with room for every entry returns the sum itself") {
  const Inputs inputs(1000, 5);
  const auto found = estimates(inputs, 1e6, 5, 1);
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == Approx(inputs.sum[i]));
}

TEST_CASE("s2_reducer: all indices of live blocks get an estimate, dense if all blocks are live") {
  const auto result_of = [](std::vector<std::uint32_t> indices, std::string_view spec) {
    FloatStream result;
    runtime::loggp::run({}, kRanks, [&](runtime::Comm& comm) {
      const std::vector<float> values(indices.size(), 1.0F);
      const FloatStream own =
          algos::make_reducer(spec, {})->reduce(comm, FloatStream({0, 10}, indices, values));
      if (comm.rank() == 0) result = own;
    });
    return result;
  };
  const auto one_block = result_of({8}, "s2_reducer(block=4)");
  CHECK(std::ranges::equal(one_block.indices(), std::vector<std::uint32_t>{8, 9}));
  CHECK(result_of({0, 4, 9}, "s2_reducer(block=4)").format() == algos::Format::dense);
  CHECK(result_of({}, "s2_reducer(block=4)").count() == 0);
  // In dense inputs, entries are the elements that are not zero.
  runtime::loggp::run({}, kRanks, [&](runtime::Comm& comm) {
    auto dense = FloatStream::uninitialised_dense({0, 10});
    std::ranges::fill(dense.mutable_values(), 0.0F);
    dense.mutable_values()[8] = 1;
    const FloatStream result =
        algos::make_reducer("s2_reducer(block=4, columns=1)", {})->reduce(comm, dense);
    CHECK(std::ranges::equal(result.indices(), std::vector<std::uint32_t>{8, 9}));
    CHECK(std::abs(result.values()[0]) == kRanks);
  });
}

TEST_CASE("s2_reducer: lambda counts nonzeros, of dense inputs, too") {
  const auto bytes_of = [](bool is_dense) {
    return runtime::loggp::run({}, kRanks,
                               [&](runtime::Comm& comm) {
                                 FloatStream input({0, 1000}, std::vector<std::uint32_t>{3, 500},
                                                   std::vector<float>{1, 2});
                                 if (is_dense) input = algos::densify(comm, input, {});
                                 algos::make_reducer("s2_reducer", {})->reduce(comm, input);
                               })
        .bytes;
  };
  CHECK(bytes_of(true) == bytes_of(false));
}

TEST_CASE("s2_reducer: flags of a float a block take 32 times the bytes of packed ones") {
  constexpr std::uint64_t kUniverse = std::uint64_t{1} << 26;
  const model::UniformFillIn fill_in(kUniverse, 0);
  const model::Problem problem{
      .ranks = 8, .fill_in = &fill_in, .wire = model::WireFormat::headerless(4, 4)};
  const auto bytes = [&](std::string_view spec) {
    return model::Algorithm(spec).cost(problem)->total_bytes;
  };
  const double sketch = bytes("s2_reducer(columns=1, block=2^26)");
  CHECK((bytes("s2_reducer(columns=1, bitmap=float_per_block)") - sketch) /
            (bytes("s2_reducer(columns=1)") - sketch) ==
        Approx(32).epsilon(0.01));
}
