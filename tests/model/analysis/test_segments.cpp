#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/analysis/segments.hpp"
#include "tests/catch.hpp"

namespace sparlab::model::testing {
namespace {

/// Two sizes per octave from 8 B to 4 MiB.
std::vector<double> two_per_octave() {
  std::vector<double> sizes;
  for (double bytes = 8; bytes <= 4 << 20; bytes *= 2) {
    sizes.push_back(bytes);
    sizes.push_back(1.5 * bytes);
  }
  return sizes;
}

/// Nine repetitions, each with independent noise of `relative_noise`.
std::vector<Timings> measured(const std::function<double(double)>& seconds, double relative_noise,
                              unsigned seed = 1) {
  std::mt19937_64 random(seed);
  std::lognormal_distribution<double> noise(0, relative_noise);
  std::vector<Timings> timings;
  for (const double bytes : two_per_octave()) {
    timings.push_back({bytes, {}});
    for (int repetition = 0; repetition < 9; ++repetition)
      timings.back().seconds.push_back(seconds(bytes) * noise(random));
  }
  return timings;
}

double one_line(double bytes) { return 1.5e-6 + 8e-10 * bytes; }

/// An eager protocol that copies, then a rendezvous with a round trip but fewer copies.
double two_protocols(double bytes) {
  return bytes < 65536 ? 2e-6 + 1e-9 * bytes : 60e-6 + 4e-10 * bytes;
}

/// A cache that overflows at 32 KiB: times do not jump, but each further byte takes longer.
double cache(double bytes) { return bytes < 32768 ? 1e-6 + 1e-10 * bytes : 3e-10 * bytes - 5.6e-6; }

double three_protocols(double bytes) {
  if (bytes < 1024) return 1e-6 + 1e-9 * bytes;
  if (bytes < 65536) return 8e-6 + 3e-10 * bytes;
  return 80e-6 + 2e-10 * bytes;
}

bool never_falls(const SegmentFit& fit) {
  double before = 0;
  for (double bytes = 1; bytes < 1e8; bytes *= 1.01) {
    const double seconds = fit.seconds(bytes);
    if (seconds < before * (1 - 1e-9)) return false;
    before = seconds;
  }
  return true;
}

std::string error_of(const std::vector<Timings>& timings) {
  try {
    fit_segments(timings);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("one line is not split, whatever the noise", "[segments]") {
  for (const double noise : {0.0, 0.01, 0.05, 0.2}) {
    int split = 0;
    for (unsigned seed = 0; seed < 20; ++seed)
      split += fit_segments(measured(one_line, noise, seed)).segments.size() > 1 ? 1 : 0;
    CAPTURE(noise);
    CHECK(split == 0);
  }
}

TEST_CASE("a fit of one line recovers alpha and beta, and its intervals hold them", "[segments]") {
  int held = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    const SegmentFit fit = fit_segments(measured(one_line, 0.05, seed));
    const FittedSegment& line = fit.segments.front();
    CHECK(line.from_bytes == 0);
    CHECK(line.alpha_s.value == Approx(1.5e-6).epsilon(0.05));
    CHECK(line.beta_s_per_byte.value == Approx(8e-10).epsilon(0.05));
    CHECK(fit.relative_residual < 0.05);
    held += line.alpha_s.lo <= 1.5e-6 && 1.5e-6 <= line.alpha_s.hi ? 1 : 0;
    held += line.beta_s_per_byte.lo <= 8e-10 && 8e-10 <= line.beta_s_per_byte.hi ? 1 : 0;
  }
  CHECK(held >= 68);  // of 80: about 95 %
}

TEST_CASE("a jump between two protocols is found at the first size after it", "[segments]") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const SegmentFit fit = fit_segments(measured(two_protocols, 0.03, seed));
    CAPTURE(seed);
    REQUIRE(fit.segments.size() == 2);
    CHECK(fit.segments[1].from_bytes == 65536);
    CHECK(fit.segments[0].beta_s_per_byte.value == Approx(1e-9).epsilon(0.05));
    CHECK(fit.segments[1].alpha_s.value == Approx(60e-6).epsilon(0.15));
    CHECK(fit.segments[1].beta_s_per_byte.value == Approx(4e-10).epsilon(0.05));
    CHECK(never_falls(fit));
  }
}

TEST_CASE("a change of slope without a jump is found where the lines meet", "[segments]") {
  const SegmentFit fit = fit_segments(measured(cache, 0.005));
  REQUIRE(fit.segments.size() >= 2);
  for (const double bytes : two_per_octave()) {
    CAPTURE(bytes);
    CHECK(fit.seconds(bytes) == Approx(cache(bytes)).epsilon(0.15));
  }
  // The true line of the second segment meets the axis below zero; the fitted one does not.
  for (const FittedSegment& segment : fit.segments) CHECK(segment.alpha_s.value > 0);
  CHECK(never_falls(fit));
}

TEST_CASE("three protocols give three segments", "[segments]") {
  const SegmentFit fit = fit_segments(measured(three_protocols, 0.02));
  REQUIRE(fit.segments.size() == 3);
  CHECK(fit.segments[1].from_bytes == 1024);
  CHECK(fit.segments[2].from_bytes == 65536);
  for (const Transfer& residual : fit.residuals) CHECK(std::abs(residual.seconds) < 0.05);
}

TEST_CASE("times that fall are fitted by lines that do not", "[segments]") {
  // The second protocol is faster at once: the best lines of both would fall at the break.
  const auto faster = [](double bytes) {
    return bytes < 4096 ? 1e-6 + 1e-9 * bytes : 2e-6 + 2e-10 * bytes;
  };
  for (unsigned seed = 0; seed < 5; ++seed) {
    const SegmentFit fit = fit_segments(measured(faster, 0.02, seed));
    CHECK(never_falls(fit));
    CHECK(fit.seconds(4 << 20) == Approx(faster(4 << 20)).epsilon(0.05));
    CHECK(fit.seconds(8) == Approx(faster(8)).epsilon(0.1));
  }
}

TEST_CASE("any times give lines that never fall, with positive terms", "[segments]") {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> exponent(-7, -1);
  for (int trial = 0; trial < 30; ++trial) {
    std::vector<Timings> timings;
    for (double bytes = 8; bytes < 1e6; bytes *= 2)
      timings.push_back({bytes, {std::pow(10, exponent(random)), std::pow(10, exponent(random))}});
    const SegmentFit fit = fit_segments(timings);
    CHECK(never_falls(fit));
    CHECK(fit.segments.size() <= kMostSegments);
    for (const FittedSegment& segment : fit.segments) {
      CHECK(segment.alpha_s.value > 0);
      CHECK(segment.beta_s_per_byte.value > 0);
      CHECK(segment.alpha_s.lo <= segment.alpha_s.value);
      CHECK(segment.beta_s_per_byte.hi >= segment.beta_s_per_byte.value);
    }
  }
}

TEST_CASE("a latency that the times do not show has an interval across zero", "[segments]") {
  const auto proportional = [](double bytes) { return 1e-9 * bytes; };
  const SegmentFit fit = fit_segments(measured(proportional, 0.05));
  CHECK(fit.segments.front().alpha_s.value > 0);
  CHECK(fit.segments.front().alpha_s.lo < 0);
  const SegmentFit flat = fit_segments(measured([](double) { return 1e-5; }, 0.05));
  CHECK(flat.segments.front().beta_s_per_byte.value > 0);
  CHECK(flat.segments.front().beta_s_per_byte.lo < 0);
}

TEST_CASE("a disturbance of the largest messages does not hide the bandwidth", "[segments]") {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    std::vector<Timings> timings = measured(one_line, 0.03, seed);
    std::mt19937_64 random(seed);
    std::lognormal_distribution<double> disturbance(0, 0.8);
    // Other programs ran while the last sizes were measured: these take about the same time.
    for (std::size_t i = timings.size() - 4; i < timings.size(); ++i)
      for (double& seconds : timings[i].seconds) seconds = one_line(6 << 20) * disturbance(random);
    const SegmentFit fit = fit_segments(timings);
    CHECK(fit.segments.front().alpha_s.lo > 0);
    CHECK(fit.segments.back().beta_s_per_byte.lo > 0);
  }
}

TEST_CASE("too few sizes and impossible times are refused by name", "[segments]") {
  CHECK(error_of({{8, {1e-6}}, {16, {1e-6}}, {32, {1e-6}}}) ==
        "a fit of message times needs at least 4 sizes, got 3");
  std::vector<Timings> timings = measured(one_line, 0);
  timings[3].seconds[1] = -1e-6;
  CHECK(error_of(timings) == "a fit needs positive finite times, but one is -1e-06");
  timings[3].seconds[1] = std::numeric_limits<double>::quiet_NaN();
  CHECK(error_of(timings) == "a fit needs positive finite times, but one is nan");
  timings[3].seconds.clear();
  CHECK(error_of(timings) == "messages of 24 B have no times");
  timings[3].bytes = timings[2].bytes;
  timings[3].seconds = {1e-6};
  CHECK(error_of(timings) == "size 16 B is there twice");
}

}  // namespace sparlab::model::testing
