#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "algos/formats/format.hpp"
#include "algos/sketches/block_bitmap.hpp"
#include "algos/sketches/count_sketch.hpp"
#include "algos/steps/united_blocks.hpp"
#include "model/parameters/s2_reducer.hpp"
#include "tests/catch.hpp"

using namespace sparlab::algos;
using namespace sparlab::algos::sketches;
using sparlab::model::sketch_columns;

namespace {

std::vector<double> normal_values(std::size_t count) {
  std::mt19937 generator(5);
  std::normal_distribution<double> normal;
  std::vector<double> values(count);
  for (double& value : values) value = normal(generator);
  return values;
}

/// Mean over seeds of the squared error, relative to the squared norm. The indices are scattered:
/// on an interval, a few seeds with very many collisions dominate the same expectation.
double relative_error(const std::vector<double>& values, std::uint64_t rows,
                      std::uint64_t columns) {
  constexpr int kSeeds = 200;
  std::mt19937_64 generator(3);
  std::vector<std::uint64_t> indices(values.size());
  for (std::uint64_t& index : indices) index = generator() >> 20;
  double error = 0;
  double norm = 0;
  for (const double value : values) norm += value * value;
  for (int seed = 0; seed < kSeeds; ++seed) {
    CountSketch<double> sketch({rows, columns, static_cast<std::uint64_t>(seed)});
    for (std::size_t i = 0; i < values.size(); ++i) sketch.add(indices[i], values[i]);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double difference = sketch.estimate(indices[i]) - values[i];
      error += difference * difference;
    }
  }
  return error / kSeeds / norm;
}

}  // namespace

TEST_CASE("products modulo 2^61 - 1 agree with 128-bit division", "[sketch]") {
  rc::check("a * b mod p", [] {
    const auto a = *rc::gen::arbitrary<std::uint64_t>() % kMersenne61;
    const auto b = *rc::gen::arbitrary<std::uint64_t>() % kMersenne61;
    __extension__ using Wide = unsigned __int128;
    RC_ASSERT(multiply_mod_mersenne61(a, b) == static_cast<Wide>(a) * b % kMersenne61);
  });
  REQUIRE(multiply_mod_mersenne61(kMersenne61 - 1, kMersenne61 - 1) == 1);
}

TEST_CASE("signs are 4-wise independent and columns pairwise, over seeds", "[sketch]") {
  constexpr int kSeeds = 20000;
  constexpr std::uint64_t kColumns = 8;
  const double standard_error = 1 / std::sqrt(kSeeds);
  int one = 0;
  int two = 0;
  int four = 0;
  int collisions = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const RowHash hash(static_cast<std::uint64_t>(seed), 0);
    one += hash.sign(0);
    two += hash.sign(1) * hash.sign(2);
    four += hash.sign(1) * hash.sign(2) * hash.sign(3) * hash.sign(4);
    collisions += hash.column(1, kColumns) == hash.column(9, kColumns) ? 1 : 0;
  }
  REQUIRE(std::abs(one) / double(kSeeds) < 4 * standard_error);
  REQUIRE(std::abs(two) / double(kSeeds) < 4 * standard_error);
  REQUIRE(std::abs(four) / double(kSeeds) < 4 * standard_error);
  REQUIRE(std::abs(collisions / double(kSeeds) - 1.0 / kColumns) < 4 * 0.331 * standard_error);
}

TEST_CASE("estimates are unbiased over seeds, for one row and for medians of odd rows",
          "[sketch]") {
  constexpr int kSeeds = 4000;
  const std::uint64_t rows = GENERATE(1, 3, 5);
  const auto values = normal_values(40);
  std::vector<double> sums(values.size());
  std::vector<double> squares(values.size());
  for (int seed = 0; seed < kSeeds; ++seed) {
    CountSketch<double> sketch({rows, 10, static_cast<std::uint64_t>(seed)});
    for (std::size_t i = 0; i < values.size(); ++i) sketch.add(100 + i, values[i]);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double error = sketch.estimate(100 + i) - values[i];
      sums[i] += error;
      squares[i] += error * error;
    }
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    REQUIRE(std::abs(sums[i] / kSeeds) <= 4 * std::sqrt(squares[i] / kSeeds / kSeeds));
  }
}

TEST_CASE("with one row the error is (n-1)/c times the signal: at lambda = 1/2 twice", "[sketch]") {
  const auto values = normal_values(400);
  const double lambda = GENERATE(1.0, 0.5, 0.25);
  const std::uint64_t columns = sketch_columns(lambda, values.size(), 1);
  REQUIRE(relative_error(values, 1, columns) ==
          Approx(399.0 / static_cast<double>(columns)).epsilon(0.05));
}

TEST_CASE("three rows of the same total size do worse than one", "[sketch]") {
  const auto values = normal_values(400);
  REQUIRE(relative_error(values, 3, sketch_columns(0.5, 400, 3)) >
          relative_error(values, 1, sketch_columns(0.5, 400, 1)));
}

TEST_CASE("the sum of sketches is the sketch of the sum", "[sketch]") {
  rc::check("integers, so that sums are exact", [] {
    const auto a = *rc::gen::container<std::vector<int>>(30, rc::gen::inRange(-99, 99));
    const auto b = *rc::gen::container<std::vector<int>>(30, rc::gen::inRange(-99, 99));
    const CountSketchOptions options{3, 11, *rc::gen::arbitrary<std::uint64_t>()};
    CountSketch<float> of_a(options);
    CountSketch<float> of_b(options);
    CountSketch<float> of_sum(options);
    for (std::size_t i = 0; i < a.size(); ++i) {
      of_a.add(i, static_cast<float>(a[i]));
      of_b.add(i, static_cast<float>(b[i]));
      of_sum.add(i, static_cast<float>(a[i] + b[i]));
    }
    for (std::size_t i = 0; i < of_sum.cells().size(); ++i)
      RC_ASSERT(of_a.cells()[i] + of_b.cells()[i] == of_sum.cells()[i]);
  });
}

TEST_CASE("a lone entry is estimated exactly, and NaN is not lost", "[sketch]") {
  CountSketch<float> sketch({5, 100, 1});
  sketch.add(std::uint64_t{1} << 60, 2.5f);
  REQUIRE(sketch.estimate(std::uint64_t{1} << 60) == 2.5f);
  sketch.add(7, std::numeric_limits<float>::quiet_NaN());
  REQUIRE(std::isnan(sketch.estimate(7)));
}

TEST_CASE("lambda sizes sketches, rounded up and never to zero columns", "[sketch]") {
  REQUIRE(sketch_columns(0.5, 100, 1) == 50);
  REQUIRE(sketch_columns(0.5, 100, 3) == 17);
  REQUIRE(sketch_columns(0.5, 0, 1) == 1);
}

TEST_CASE("a united bitmap marks exactly the blocks that hold an entry", "[bitmap]") {
  rc::check("against a set of blocks", [] {
    const auto length = *rc::gen::inRange<std::uint64_t>(1, 300);
    const auto block = *rc::gen::inRange<std::uint64_t>(1, 9);
    BlockBitmap mine(length, block);
    BlockBitmap other(length, block);
    std::set<std::uint64_t> expected;
    for (const auto index : *rc::gen::container<std::vector<std::uint64_t>>(
             rc::gen::inRange<std::uint64_t>(0, length))) {
      (index % 2 == 0 ? mine : other).mark(index);
      expected.insert(index / block);
    }
    mine.unite(other.words());
    for (std::uint64_t b = 0; b < mine.blocks(); ++b) {
      RC_ASSERT(mine.is_marked(b) == (expected.count(b) != 0));
    }
  });
}

TEST_CASE("entries of coo streams and what is not neutral in dense ones hold blocks", "[bitmap]") {
  using Stream = SparseStream<float, std::uint32_t>;
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  auto dense = Stream::uninitialised_dense({0, 10});
  std::ranges::copy(std::vector<float>{0, 0, 1, 0, -0.0F, 0, 0, 0, kNaN, 0},
                    dense.mutable_values().begin());
  const auto marks = [](const BlockBitmap& bitmap) {
    std::vector<bool> marked;
    for (std::uint64_t b = 0; b < bitmap.blocks(); ++b) marked.push_back(bitmap.is_marked(b));
    return marked;
  };
  REQUIRE(marks(held_blocks(dense, 2, 0.0F)) == std::vector{false, true, false, false, true});
  REQUIRE(marks(held_blocks(dense, 2, 1.0F)) == std::vector(5, true));
  const Stream coo({0, 10}, std::vector<std::uint32_t>{3}, std::vector<float>{0});
  REQUIRE(marks(held_blocks(coo, 2, 0.0F)) == std::vector{false, true, false, false, false});
}

TEST_CASE("a bitmap refuses crafted words", "[bitmap]") {
  BlockBitmap bitmap(70 * 3, 3);
  REQUIRE_THROWS_AS(bitmap.unite(std::vector<std::uint64_t>{1}), WireError);
  REQUIRE_THROWS_AS(bitmap.unite(std::vector<std::uint64_t>{0, 1 << 6}), WireError);
  bitmap.unite(std::vector<std::uint64_t>{0, 1 << 5});
  REQUIRE(bitmap.is_marked(69));
}
