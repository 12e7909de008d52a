#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "machines/calibration/calibration.hpp"
#include "machines/calibration/summary.hpp"
#include "tests/catch.hpp"
#include "tests/machines/calibration/measured_for_tests.hpp"

namespace sparlab::machines::calibration::testing {
namespace {

Calibration calibrated(const Network& network) {
  const std::vector<MessageTimes> times = {network.measured(2), network.measured(8)};
  return fit_calibration(times, quiet_kernels());
}

const Slowdown& slowdown(const Calibration& calibration, Benchmark benchmark, int ranks) {
  return *std::find_if(
      calibration.slowdowns.begin(), calibration.slowdowns.end(),
      [&](const Slowdown& one) { return one.benchmark == benchmark && one.ranks == ranks; });
}

std::string refusal(const std::vector<MessageTimes>& times) {
  try {
    fit_calibration(times, quiet_kernels());
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("100 Mbit/s are found, with intervals that hold them") {
  const Calibration found = calibrated({ethernet_s});
  REQUIRE(found.one_way.segments.size() == 1);
  const model::FittedSegment& line = found.one_way.segments.front();
  CHECK(line.alpha_s.value == Approx(13e-6).epsilon(0.01));
  CHECK(line.beta_s_per_byte.value == Approx(85e-9).epsilon(0.01));
  CHECK(line.beta_s_per_byte.lo < 85e-9);
  CHECK(line.beta_s_per_byte.hi > 85e-9);
  CHECK(found.least_bytes == 8);
  CHECK(found.most_bytes == 1 << 20);
}

TEST_CASE("what an algorithm does for a message is part of its time, alone and in patterns") {
  const std::vector<MessageTimes> times = {
      Network{.message_s = ethernet_s, .exchange_factor = 1.8}.measured(2)};
  KernelCosts kernels = quiet_kernels();
  kernels.message_s = {5e-6, 5e-6, 5e-6};
  const Calibration found = fit_calibration(times, kernels);
  CHECK(found.one_way.seconds(8) == Approx(ethernet_s(8) + 5e-6).epsilon(0.01));
  const SlowdownPoint& exchange = slowdown(found, Benchmark::exchange, 2).points.front();
  CHECK(exchange.factor.value * found.one_way.seconds(exchange.bytes) ==
        Approx(1.8 * ethernet_s(exchange.bytes) + 5e-6).epsilon(0.01));
}

TEST_CASE("bytes that are free after a pause do not make messages faster") {
  // A token bucket of 2 kB at 85 ns/B.
  const Calibration found = calibrated({.message_s = ethernet_s, .free_s = 2000 * 85e-9});
  for (const double bytes : {8.0, 1024.0, 4096.0, 65536.0, 1048576.0}) {
    CAPTURE(bytes);
    CHECK(found.one_way.seconds(bytes) == Approx(ethernet_s(bytes)).epsilon(0.03));
  }
  // They show where ports pause.
  for (const SlowdownPoint& point : slowdown(found, Benchmark::ping_pong, 2).points) {
    CAPTURE(point.bytes);
    const double paused_s = std::max(ethernet_s(8), ethernet_s(point.bytes) - 2000 * 85e-9);
    CHECK(point.factor.value == Approx(paused_s / ethernet_s(point.bytes)).epsilon(0.03));
  }
}

TEST_CASE("steps that overlap in a stream still belong to one message") {
  const auto with_handshake = [](double bytes) {
    return bytes < 65536 ? 2e-6 + 1e-9 * bytes : 40e-6 + 1e-9 * bytes;
  };
  const Calibration found = calibrated({.message_s = with_handshake, .overlap_s = 1e-6});
  for (const double bytes : {8.0, 1024.0, 65536.0, 1048576.0})
    CHECK(found.one_way.seconds(bytes) == Approx(with_handshake(bytes)).epsilon(0.03));
}

TEST_CASE("a pattern has its time per message over that of one message") {
  const Calibration found = calibrated({.message_s = ethernet_s, .exchange_factor = 1.8});
  CHECK(found.slowdowns.size() == 6);
  for (const Benchmark benchmark :
       {Benchmark::exchange, Benchmark::ring, Benchmark::incast, Benchmark::all_to_all}) {
    const Slowdown& of_eight = slowdown(found, benchmark, 8);
    CHECK(of_eight.points.size() == 18);
    for (const SlowdownPoint& point : of_eight.points) {
      CHECK(point.factor.value == Approx(1.8).epsilon(0.02));
      CHECK(point.factor.lo < point.factor.value);
      CHECK(point.factor.hi > point.factor.value);
    }
  }
}

TEST_CASE("ranks that leave a barrier late show in the first exchange") {
  const Calibration found = calibrated({.message_s = ethernet_s, .noise = 0.001});
  REQUIRE(found.skews.size() == 2);
  CHECK(found.skews[1].ranks == 8);
  CHECK(found.skews[1].seconds.value == Approx(7e-6).epsilon(0.02));
  CHECK(found.skews[1].seconds.lo > 0);
}

TEST_CASE("the load is that of the measurement with the most") {
  const Network network{ethernet_s};
  std::vector<MessageTimes> times = {network.measured(2), network.measured(4)};
  times[1].others = OtherLoad{0.5, 2};
  CHECK(fit_calibration(times, quiet_kernels()).others->processors == 0.5);
  for (MessageTimes& entry : times) entry.others.reset();
  KernelCosts kernels = quiet_kernels();
  kernels.others.reset();
  CHECK_FALSE(fit_calibration(times, kernels).others);
}

TEST_CASE("processors moved as often as in the measurement in which they moved most") {
  std::vector<MessageTimes> times = {Network{ethernet_s}.measured(2),
                                     Network{ethernet_s}.measured(4)};
  KernelCosts kernels = quiet_kernels();
  kernels.processors = ProcessorState{70e-9, 0.3};
  CHECK_FALSE(fit_calibration(times, kernels).processors.has_value());
  times[0].processors = ProcessorState{60e-9, 0.1};
  times[1].processors = ProcessorState{300e-9, 0.2};
  CHECK(fit_calibration(times, kernels).processors->moved == 0.3);
  kernels.processors.reset();
  const auto found = fit_calibration(times, kernels).processors;
  CHECK(found->moved == 0.2);
  CHECK(found->round_trip_s == 60e-9);
}

TEST_CASE("what cannot be fitted is refused by name") {
  const Network network{ethernet_s};
  CHECK(refusal({network.measured(4)}) == "there are no times of two ranks");
  std::vector<MessageTimes> times = {network.measured(2)};
  auto& stream = times[0].series[2];
  REQUIRE(stream.benchmark == Benchmark::stream);
  const Series whole = stream;
  stream.sizes.erase(stream.sizes.begin());
  CHECK(refusal(times) == "ping-pong and stream begin with different sizes");
  stream.sizes.clear();
  CHECK(refusal(times) == "there is no stream between two ranks");
  stream = whole;
  for (Series& series : times[0].series)
    if (series.benchmark != Benchmark::after_barrier) series.sizes.resize(3);
  CHECK(refusal(times) == "a fit of message times needs at least 4 sizes, got 3");
  times = {network.measured(2)};
  times[0].series[1].sizes[5].seconds.assign(9, -1e-3);
  times[0].series[2].sizes[5].seconds.assign(9, -1e-3);
  CHECK_THAT(refusal(times), Catch::StartsWith("a fit needs positive finite times"));
}

TEST_CASE("answers that other programs delay make no time negative") {
  MessageTimes times = Network{.message_s = ethernet_s}.measured(2);
  Series& ping_pong = times.series[1];
  REQUIRE(ping_pong.benchmark == Benchmark::ping_pong);
  ping_pong.sizes.front().seconds.assign(9, 10.0 * ping_pong.sizes.front().rounds);
  for (const sparlab::model::Timings& timing : one_way_timings(times))
    for (const double seconds : timing.seconds) CHECK(seconds > 0);
}

TEST_CASE("the summary has the segments and the factors at usual sizes") {
  std::ostringstream stream;
  print_summary(calibrated({.message_s = ethernet_s, .exchange_factor = 1.8}), stream);
  const std::string text = stream.str();
  CHECK_THAT(text,
             Catch::StartsWith("one message, 8 B to 1 MiB; lines differ from the times by 0."));
  CHECK_THAT(text, Catch::Contains("alpha in us (95 %)"));
  CHECK_THAT(text, Catch::Contains("all_to_all      8  1.80"));
  CHECK_THAT(text, Catch::Contains("after a barrier of 8 ranks, a first exchange takes 7"));
  CHECK_THAT(text, Catch::Contains("eight of ten repetitions take 0.99 to 1.01 times the median"));
}

}  // namespace sparlab::machines::calibration::testing
