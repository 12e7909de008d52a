#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "algos/quantizers/qsgd.hpp"
#include "algos/quantizers/sign_mean.hpp"
#include "algos/selectors/threshold.hpp"
#include "model/base/wire_format.hpp"
#include "model/parameters/redsync.hpp"
#include "tests/catch.hpp"

using namespace sparlab;

TEST_CASE("sizes of encodings are the model's") {
  for (const std::uint64_t bits : {2, 4, 8}) {
    for (const std::uint64_t bucket : {1, 7, 1024}) {
      const algos::quantizers::Qsgd qsgd({.bits = bits, .bucket = bucket});
      for (const std::uint64_t count : {0, 1, 6, 7, 8, 1023, 1024, 5000}) {
        std::vector<double> values(count, 1.0);
        std::vector<std::byte> bytes(qsgd.encoded_bytes<double>(count));
        qsgd.encode(std::span<const double>(values), 0, bytes);
        algos::quantizers::decode_qsgd(bytes, std::span(values));
        CHECK(values == std::vector<double>(count, 1.0));
        CHECK(static_cast<double>(bytes.size()) == model::qsgd_bytes(model::WireFormat::ours(4, 8),
                                                                     static_cast<double>(count),
                                                                     bits, bucket));
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
