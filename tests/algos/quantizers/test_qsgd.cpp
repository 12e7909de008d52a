#include <rapidcheck.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "algos/formats/format.hpp"
#include "algos/quantizers/qsgd.hpp"
#include "tests/algos/kernels/streams.hpp"
#include "tests/catch.hpp"

using namespace sparlab::algos;
using namespace sparlab::algos::quantizers;
using sparlab::model::BucketScale;
using sparlab::model::DsarSplitAllgatherQsgdParameters;

namespace {

template <class Value>
std::vector<std::byte> encoded(const Qsgd& qsgd, const std::vector<Value>& values,
                               std::uint64_t first_index = 0) {
  std::vector<std::byte> bytes(qsgd.encoded_bytes<Value>(values.size()));
  qsgd.encode(std::span<const Value>(values), first_index, bytes);
  return bytes;
}

template <class Value>
std::vector<Value> decoded(std::span<const std::byte> bytes) {
  std::uint64_t count = 0;
  std::memcpy(&count, bytes.data() + 16, sizeof count);
  std::vector<Value> values(count, Value{-12345});
  decode_qsgd(bytes, std::span<Value>(values));
  return values;
}

template <class Value>
std::vector<Value> normal_values(std::size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<Value> normal;
  std::vector<Value> values(count);
  for (Value& value : values) value = normal(generator);
  return values;
}

/// On either side of zero.
int levels_of(std::uint64_t bits) { return (1 << (bits - 1)) - 1; }

double squared_norm(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum;
}

}  // namespace

TEMPLATE_TEST_CASE("QSGD is unbiased over seeds, and each variance is within the bound", "[qsgd]",
                   float, double) {
  constexpr int kSeeds = 4000;
  const std::uint64_t bits = GENERATE(2, 4, 8);
  const auto scale = GENERATE(BucketScale::max, BucketScale::l2);
  const auto values = normal_values<TestType>(96, 7);
  std::vector<double> sums(values.size());
  std::vector<double> squares(values.size());
  const DsarSplitAllgatherQsgdParameters options{.bits = bits, .bucket = 32, .scale = scale};
  for (int seed = 0; seed < kSeeds; ++seed) {
    DsarSplitAllgatherQsgdParameters seeded = options;
    seeded.seed = static_cast<std::uint64_t>(seed);
    const auto result = decoded<TestType>(encoded(Qsgd(seeded), values, 1000));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double error = static_cast<double>(result[i]) - static_cast<double>(values[i]);
      sums[i] += error;
      squares[i] += error * error;
    }
  }
  double total = 0;
  std::vector<double> exact(values.begin(), values.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double deviation = std::sqrt(squares[i] / kSeeds);
    // The largest value of a bucket is exact to rounding.
    REQUIRE(std::abs(sums[i] / kSeeds) <= 4 * deviation / std::sqrt(kSeeds) + 1e-5);
    total += squares[i] / kSeeds;
  }
  // The bound of the paper: min(n/s^2, sqrt(n)/s) with n elements in each bucket.
  const double levels = levels_of(bits);
  const double bound = std::min(32 / (levels * levels), std::sqrt(32) / levels);
  REQUIRE(total <= bound * squared_norm(exact));
  REQUIRE(total > 0);
}

TEST_CASE(
    "QSGD comes close to its bound's sqrt(n)/s where values equal and the scale is their norm",
    "[qsgd]") {
  const std::vector<double> values(1024, 1.0);
  double total = 0;
  constexpr int kSeeds = 400;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const Qsgd qsgd(
        {.bits = 2, .scale = BucketScale::l2, .seed = static_cast<std::uint64_t>(seed)});
    for (const double value : decoded<double>(encoded(qsgd, values))) {
      total += (value - 1) * (value - 1);
    }
  }
  // Each value is 32 with probability 1/32: a variance of 31, where the bound is 32.
  REQUIRE(total / kSeeds / 1024 == Approx(31).epsilon(0.03));
}

TEST_CASE("QSGD draws the same for an index whatever the partition", "[qsgd]") {
  const auto values = normal_values<float>(4096, 3);
  // The indices cross 2^32, where the random numbers change their key.
  const std::uint64_t first = (std::uint64_t{1} << 32) - 1500;
  const Qsgd qsgd({.bits = GENERATE(2U, 4U, 8U), .bucket = 512, .seed = 9});
  const auto whole = decoded<float>(encoded(qsgd, values, first));
  std::vector<float> parts;
  for (std::size_t begin = 0; begin < values.size(); begin += 1024) {
    const std::vector<float> part(values.begin() + static_cast<std::ptrdiff_t>(begin),
                                  values.begin() + static_cast<std::ptrdiff_t>(begin + 1024));
    const auto result = decoded<float>(encoded(qsgd, part, first + begin));
    parts.insert(parts.end(), result.begin(), result.end());
  }
  REQUIRE(whole == parts);
}

TEST_CASE("QSGD's draws depend on the seed and on the index", "[qsgd]") {
  const std::vector<float> values(1024, 0.5f);
  std::vector<float> with_largest = values;
  with_largest[0] = 1;
  const auto draw = [&](std::uint64_t seed, std::uint64_t first) {
    return encoded(Qsgd({.bits = 2, .seed = seed}), with_largest, first);
  };
  REQUIRE(draw(1, 0) == draw(1, 0));
  REQUIRE(draw(1, 0) != draw(2, 0));
  REQUIRE(draw(1, 0) != draw(1, 1));
  REQUIRE(draw(1, 0) != draw(1, std::uint64_t{1} << 32));
}

TEMPLATE_TEST_CASE("QSGD's kernels give the same bytes on every instruction set", "[qsgd]", float,
                   double) {
  const auto portable = portable_qsgd_kernels<TestType>();
  const auto best = best_qsgd_kernels<TestType>();
  INFO("best: " << best.name);
  const int bits = GENERATE(2, 4, 8);
  for (const std::size_t count : {1, 7, 64, 1023, 1024, 1025, 3001}) {
    const auto values = normal_values<TestType>(count, static_cast<unsigned>(count));
    const TestType scale = portable.largest_magnitude(values.data(), count);
    REQUIRE(best.largest_magnitude(values.data(), count) == scale);
    std::vector<std::byte> one((count * static_cast<std::size_t>(bits) + 7) / 8);
    std::vector<std::byte> other(one.size());
    portable.encode_bucket(bits, values.data(), count, scale, 5, 99, one.data());
    best.encode_bucket(bits, values.data(), count, scale, 5, 99, other.data());
    REQUIRE(one == other);
  }
}

TEMPLATE_TEST_CASE("QSGD decodes to within one level, for any values and shapes", "[qsgd]", float,
                   double) {
  rc::check("error below one level, special buckets as defined", [] {
    DsarSplitAllgatherQsgdParameters options;
    options.bits = *rc::gen::element<std::uint64_t>(2, 4, 8);
    options.bucket = *rc::gen::inRange<std::uint64_t>(1, 40);
    options.scale = *rc::gen::element(BucketScale::max, BucketScale::l2);
    options.seed = *rc::gen::arbitrary<std::uint64_t>();
    const auto values =
        *rc::gen::container<std::vector<TestType>>(kernels::testing::any_value<TestType>());
    const Qsgd qsgd(options);
    const auto result = decoded<TestType>(encoded(qsgd, values));
    RC_ASSERT(result.size() == values.size());
    for (std::size_t begin = 0; begin < values.size(); begin += options.bucket) {
      const std::size_t end = std::min<std::size_t>(values.size(), begin + options.bucket);
      double largest = 0;
      bool finite = true;
      for (std::size_t i = begin; i < end; ++i) {
        finite = finite && std::isfinite(values[i]);
        largest = std::max(largest, std::abs(static_cast<double>(values[i])));
      }
      const double most = options.scale == BucketScale::max ? 1 : std::sqrt(double(end - begin));
      // Denormal scales decode to multiples of the smallest denormal.
      const double level = largest * (most / levels_of(options.bits)) * 1.0001 +
                           static_cast<double>(std::numeric_limits<TestType>::denorm_min());
      for (std::size_t i = begin; i < end; ++i) {
        if (!finite) {
          RC_ASSERT(std::isnan(result[i]));
        } else {
          // Compares halves, since the difference of the largest numbers overflows.
          RC_ASSERT(std::abs(static_cast<double>(result[i]) / 2 -
                             static_cast<double>(values[i]) / 2) <= level);
        }
      }
    }
  });
}

TEST_CASE("QSGD defines buckets of zeros, NaN and infinities, one by one", "[qsgd]") {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::vector<float> values{0.0f, -0.0f, 1.0f, kNan, -kInfinity, 2.0f, -3.0f, 0.0f};
  const auto result = decoded<float>(encoded(Qsgd({.bits = 4, .bucket = 2}), values));
  REQUIRE(result[0] == 0);
  REQUIRE_FALSE(std::signbit(result[1]));
  for (std::size_t i = 2; i < 6; ++i) REQUIRE(std::isnan(result[i]));
  REQUIRE(result[6] == -3.0f);
  REQUIRE(result[7] == 0);
}

TEST_CASE("QSGD's decoder refuses crafted bytes", "[qsgd]") {
  const std::vector<float> values{1.0f, -0.5f, 0.25f};
  const auto good = encoded(Qsgd({.bits = 4, .bucket = 2}), values);
  REQUIRE(good.size() == 24 + 8 + 2);
  std::vector<float> out(3);
  const auto refuses = [&](std::vector<std::byte> bytes) {
    REQUIRE_THROWS_AS(decode_qsgd(bytes, std::span<float>(out)), WireError);
  };
  const auto with = [&](std::size_t position, int byte) {
    auto bytes = good;
    bytes[position] = static_cast<std::byte>(byte);
    return bytes;
  };
  decode_qsgd(good, std::span<float>(out));
  refuses({});
  refuses({good.begin(), good.begin() + 23});
  refuses({good.begin(), good.end() - 1});
  auto longer = good;
  longer.push_back(std::byte{0});
  refuses(longer);
  refuses(with(0, 'X'));    // magic
  refuses(with(4, 3));      // bits
  refuses(with(4, 8));      // other size
  refuses(with(5, 8));      // double's scale
  refuses(with(6, 1));      // reserved
  refuses(with(8, 0));      // bucket 0
  refuses(with(15, 0x80));  // bucket beyond 2^31
  refuses(with(16, 4));     // a count that does not match the size
  refuses(with(23, 0xff));  // count whose size overflows
  refuses(with(27, 0xbf));  // negative scale
  auto infinite = with(26, 0x80);
  infinite[27] = std::byte{0x7f};
  refuses(infinite);
  refuses(with(32, 0x08));  // code -8
  refuses(with(33, 0x11));  // padding
  auto zero_scale = good;
  for (std::size_t i = 24; i < 28; ++i) zero_scale.at(i) = std::byte{0};
  refuses(zero_scale);  // codes without levels
  std::vector<float> other(4);
  REQUIRE_THROWS_AS(decode_qsgd(good, std::span<float>(other)), WireError);
  std::vector<double> doubles(3);
  REQUIRE_THROWS_AS(decode_qsgd(good, std::span<double>(doubles)), WireError);
}

TEST_CASE("QSGD's decoder survives any bytes", "[qsgd]") {
  rc::check("decodes or throws WireError", [] {
    const auto values = normal_values<float>(*rc::gen::inRange<std::size_t>(0, 50), 1);
    auto bytes =
        encoded(Qsgd({.bits = *rc::gen::element<std::uint64_t>(2, 4, 8), .bucket = 7}), values);
    const auto position = *rc::gen::inRange<std::size_t>(0, bytes.size());
    bytes[position] = static_cast<std::byte>(*rc::gen::arbitrary<std::uint8_t>());
    std::vector<float> out(values.size());
    try {
      decode_qsgd(bytes, std::span<float>(out));
    } catch (const WireError&) {
      RC_SUCCEED("refused");
    }
  });
}
