#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "algos/kernels/half_precision.hpp"
#include "algos/quantizers/shared_scales.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using algos::SparseStream;
using algos::quantizers::SharedScales;
using model::QuantizedSumParameters;

namespace {

template <class Value>
SparseStream<Value, std::uint32_t> normal_stream(std::uint32_t count, std::uint32_t stride,
                                                 std::uint32_t lo = 0) {
  std::mt19937 generator(count);
  std::normal_distribution<float> normal;
  std::vector<std::uint32_t> indices;
  std::vector<Value> values;
  for (std::uint32_t i = 0; i < count; ++i) {
    indices.push_back(lo + stride * i);
    values.push_back(static_cast<Value>(normal(generator)));
  }
  return {{lo, lo + stride * count}, indices, values};
}

double as_double(auto value) { return static_cast<double>(value); }

}  // namespace

TEMPLATE_TEST_CASE(
    "integers of a shared scale are unbiased, and their variance is at most a quarter",
    "[quantizers]", float, double, algos::BFloat16, algos::Float16) {
  constexpr int kSeeds = 2000;
  const QuantizedSumParameters parameters{.bits = GENERATE(as<std::uint64_t>(), 2, 4, 8),
                                          .blocks = GENERATE(as<std::uint64_t>(), 1, 5)};
  const auto input = normal_stream<TestType>(96, 3);
  const SharedScales quantizer(parameters, input.range());
  const auto scales = quantizer.magnitudes(input);
  REQUIRE(scales.size() == parameters.blocks);
  const auto exact_level = [&](std::size_t i) {
    const auto block = input.indices()[i] / parameters.block_size(input.range().size());
    return as_double(input.values()[i]) * parameters.levels() / scales[block];
  };
  std::vector<double> sums(96);
  std::vector<double> squares(96);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto integers = quantizer.integers(input, scales, seed);
    for (std::size_t i = 0; i < 96; ++i) {
      REQUIRE(std::abs(integers.values()[i]) <= static_cast<float>(parameters.levels()));
      const double error = as_double(integers.values()[i]) - exact_level(i);
      REQUIRE(std::abs(error) <= 1.0001);
      sums[i] += error;
      squares[i] += error * error;
    }
  }
  for (std::size_t i = 0; i < 96; ++i) {
    const double exact = exact_level(i);
    const double up = exact - std::floor(exact);  // the probability of the upper neighbour
    const double variance = up * (1 - up);
    CHECK(std::abs(sums[i] / kSeeds) <= 5 * std::sqrt(variance / kSeeds) + 5.0 / kSeeds);
    CHECK(squares[i] / kSeeds <= 0.26);
  }
}

TEST_CASE("the form of a stream and where its range begins have no influence on its integers") {
  const QuantizedSumParameters parameters{.blocks = 7};
  const auto input = normal_stream<float>(100, 1);
  const auto moved = normal_stream<float>(100, 1, 12345);
  auto dense = SparseStream<float, std::uint32_t>::uninitialised_dense(input.range());
  std::ranges::copy(input.values(), dense.mutable_values().begin());
  const SharedScales quantizer(parameters, input.range());
  const auto scales = quantizer.magnitudes(input);
  CHECK(quantizer.magnitudes(dense) == scales);
  const auto expected = quantizer.integers(input, scales, 9);
  CHECK(std::ranges::equal(quantizer.integers(dense, scales, 9).values(), expected.values()));
  const SharedScales of_moved(parameters, moved.range());
  CHECK(std::ranges::equal(of_moved.integers(moved, scales, 9).values(), expected.values()));
}

TEST_CASE("infinities and NaN stay what they are, beside values with a scale of their own") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::vector<std::uint32_t> indices = {0, 1, 2, 3, 8, 9};
  const std::vector<float> values = {kInfinity, 1, -2, std::nanf(""), -kInfinity, 0};
  const SparseStream<float, std::uint32_t> input({0, 16}, indices, values);
  const SharedScales quantizer({.blocks = 2}, input.range());
  const auto scales = quantizer.magnitudes(input);
  CHECK(scales == std::vector<double>{2, 0});
  const auto decoded = quantizer.values<float>(quantizer.integers(input, scales, 1), scales);
  const auto result = decoded.values();
  CHECK(result[0] == kInfinity);
  CHECK(result[2] == -2);
  CHECK(std::isnan(result[3]));
  CHECK(result[4] == -kInfinity);
  CHECK(result[5] == 0);
}

TEST_CASE("scales that cannot be largest magnitudes of all ranks are not accepted") {
  const std::vector<double> own = {0, 2};
  const auto accepts = [&](double first, double second) {
    return SharedScales::accepts<float>(std::vector{first, second}, own);
  };
  CHECK(accepts(0, 2));
  CHECK(accepts(1e-40F, 3e38F));
  CHECK_FALSE(accepts(0, 1.5));
  CHECK_FALSE(accepts(-1, 2));
  CHECK_FALSE(accepts(1e-300, 2));
  CHECK_FALSE(accepts(0, 1e300));
  CHECK_FALSE(accepts(0, std::numeric_limits<double>::infinity()));
  CHECK_FALSE(accepts(0, std::nan("")));
}

TEST_CASE("tiny and huge scales neither vanish nor overflow") {
  for (const double magnitude : {5e-324, 1e-310, 1e-30, 1e300, 1.7e308}) {
    const std::vector<std::uint32_t> indices = {0, 1};
    const std::vector<double> values = {magnitude, -magnitude};
    const SparseStream<double, std::uint32_t> input({0, 2}, indices, values);
    const SharedScales quantizer({.blocks = 1}, input.range());
    const auto scales = quantizer.magnitudes(input);
    const auto integers = quantizer.integers(input, scales, 1);
    CHECK(integers.values()[0] == 7);
    CHECK(integers.values()[1] == -7);
    CHECK(std::ranges::equal(quantizer.values<double>(integers, scales).values(), values));
  }
}

TEST_CASE("indices beyond 2^32 draw numbers of their own") {
  const std::vector<std::uint64_t> indices = {5, (std::uint64_t{1} << 32) + 5,
                                              (std::uint64_t{3} << 32) + 5};
  const std::vector<float> values = {0.5F, 0.5F, 1};
  const SparseStream<float, std::uint64_t> input({0, std::uint64_t{1} << 34}, indices, values);
  const SharedScales quantizer({.bits = 2, .blocks = 1}, input.range());
  bool differ = false;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto integers = quantizer.integers(input, std::vector{1.0}, seed);
    differ = differ || integers.values()[0] != integers.values()[1];
    CHECK(integers.values()[2] == 1);
  }
  CHECK(differ);
}
