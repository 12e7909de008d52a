#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <vector>

#include "algos/formats/format.hpp"
#include "algos/quantizers/sign_mean.hpp"
#include "tests/algos/kernels/streams.hpp"
#include "tests/catch.hpp"

using namespace sparlab::algos;
using namespace sparlab::algos::quantizers;
using Stream = sparlab::algos::kernels::testing::Stream<float, std::uint32_t>;
using Set = SignMean<float, std::uint32_t>;

TEST_CASE("sign-mean leaves out the other sign and zeros", "[sign_mean]") {
  const Stream entries{{1, 4, 5, 9}, {2.0f, -3.0f, 0.0f, 6.0f}};
  const Set positive = sign_mean(entries.view(), Sign::positive);
  REQUIRE(positive.indices == std::vector<std::uint32_t>{1, 9});
  REQUIRE(positive.mean == 4.0f);
  const Set negative = sign_mean(entries.view(), Sign::negative);
  REQUIRE(negative.indices == std::vector<std::uint32_t>{4});
  REQUIRE(negative.mean == -3.0f);
}

TEST_CASE("sign-mean keeps the sum of its set", "[sign_mean]") {
  rc::check("mean * count is the sum", [] {
    const auto integers = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-1000, 1000));
    Stream entries;
    double sum = 0;
    for (std::size_t i = 0; i < integers.size(); ++i) {
      entries.indices.push_back(static_cast<std::uint32_t>(3 * i));
      entries.values.push_back(static_cast<float>(integers[i]));
      if (integers[i] > 0) sum += integers[i];
    }
    const Set set = sign_mean(entries.view(), Sign::positive);
    const double kept = static_cast<double>(set.mean) * static_cast<double>(set.indices.size());
    RC_ASSERT(std::abs(kept - sum) <= 1e-6 * sum);
  });
}

TEST_CASE("sign-mean's mean does not overflow, and shows NaN and infinities", "[sign_mean]") {
  constexpr double kMost = std::numeric_limits<double>::max();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const kernels::testing::Stream<double, std::uint32_t> huge{{0, 1}, {kMost, kMost}};
  REQUIRE(sign_mean(huge.view(), Sign::positive).mean == kMost);
  const Stream infinite{{0, 1, 2}, {kInfinity, 1.0f, 1.0f}};
  REQUIRE(sign_mean(infinite.view(), Sign::positive).mean == kInfinity);
  const Stream nan{{0, 1}, {kNan, 1.0f}};
  REQUIRE(std::isnan(sign_mean(nan.view(), Sign::positive).mean));
  REQUIRE(std::isnan(sign_mean(nan.view(), Sign::negative).mean));
}

TEST_CASE("sign-mean travels as k+2 words and back", "[sign_mean]") {
  const Set set{{0, 7, 8}, -1.5f};
  const auto bytes = encode_sign_mean(set);
  REQUIRE(bytes.size() == 4 * (3 + 2));
  const auto back = decode_sign_mean<float, std::uint32_t>(bytes, 9);
  REQUIRE(back.indices == set.indices);
  REQUIRE(back.mean == set.mean);
  const auto empty = decode_sign_mean<float, std::uint32_t>(encode_sign_mean(Set{}), 0);
  REQUIRE(empty.indices.empty());
}

TEST_CASE("sign-mean's decoder refuses crafted bytes", "[sign_mean]") {
  const auto refuses = [](const std::vector<std::byte>& bytes, std::uint64_t universe) {
    REQUIRE_THROWS_AS((decode_sign_mean<float, std::uint32_t>(bytes, universe)), WireError);
  };
  const auto good = encode_sign_mean(Set{{3, 7}, 1.0f});
  refuses({}, 8);
  refuses({good.begin(), good.end() - 1}, 8);
  refuses({good.begin(), good.end() - 4}, 8);
  refuses(good, 7);
  auto count = good;
  count[0] = std::byte{3};
  refuses(count, 8);
  refuses(encode_sign_mean(Set{{7, 3}, 1.0f}), 8);
  refuses(encode_sign_mean(Set{{3, 3}, 1.0f}), 8);
  refuses(encode_sign_mean(Set{{}, 1.0f}), 8);
}
