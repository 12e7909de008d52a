#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "machines/calibration/doubts.hpp"
#include "tests/catch.hpp"
#include "tests/machines/calibration/measured_for_tests.hpp"

namespace sparlab::machines::calibration::testing {
namespace {

/// A calibration where `disturb` changes the times of some trains.
Calibration calibrated(const std::function<void(Benchmark, TrainTimes&)>& disturb) {
  std::vector<MessageTimes> times = {Network{ethernet_s}.measured(2),
                                     Network{ethernet_s}.measured(4)};
  for (MessageTimes& entry : times)
    for (Series& series : entry.series)
      for (TrainTimes& train : series.sizes) disturb(series.benchmark, train);
  return fit_calibration(times, quiet_kernels());
}

Calibration quiet() {
  return calibrated([](Benchmark, TrainTimes&) {});
}

template <class Check>
std::string refusal(Check check) {
  try {
    check();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

std::string refusal(const Calibration& calibration) {
  return refusal([&] { require_usable(calibration); });
}

}  // namespace

TEST_CASE("a quiet machine's calibration has no doubts") {
  CHECK(doubts(quiet()).empty());
  CHECK(doubts(quiet_kernels()).empty());
  CHECK(refusal(quiet()).empty());
  CHECK(refusal([] { require_quiet(OtherLoad{0.2, 2}); }).empty());
  CHECK(refusal([] { require_quiet(std::nullopt); }).empty());
}

TEST_CASE("one disturbed repetition of nine raises no doubt") {
  for (const double factor : {0.2, 5.0, 1000.0}) {
    const Calibration calibration =
        calibrated([&](Benchmark, TrainTimes& train) { train.seconds[3] *= factor; });
    CAPTURE(factor);
    CHECK(doubts(calibration).empty());
    CHECK(calibration.one_way.segments.front().alpha_s.value == Approx(13e-6).epsilon(0.02));
  }
}

TEST_CASE("repetitions that differ are doubted, and what they say is used") {
  const Calibration calibration = calibrated([](Benchmark, TrainTimes& train) {
    for (std::size_t i = 1; i < train.seconds.size(); i += 2) train.seconds[i] *= 3;
  });
  const auto found = doubts(calibration);
  CHECK_THAT(found.at("latency"), Catch::Contains("% only: 95 % interval"));
  CHECK_THAT(found.at("exchange of 4 ranks"), Catch::Contains("% only: 95 % interval"));
  CHECK(refusal(calibration).empty());
}

TEST_CASE("a factor that is badly known and stands alone is left out, and doubted") {
  const auto disturbed = [](double factor, std::size_t from) {
    return calibrated([=](Benchmark benchmark, TrainTimes& train) {
      if (benchmark != Benchmark::all_to_all || train.bytes != 65536) return;
      for (std::size_t i = from; i < train.seconds.size(); ++i) train.seconds[i] *= factor;
    });
  };
  const auto outliers = [](const Calibration& calibration) {
    std::vector<double> bytes;
    for (const Slowdown& slowdown : calibration.slowdowns)
      for (const SlowdownPoint& outlier : slowdown.outliers) bytes.push_back(outlier.bytes);
    return bytes;
  };
  const Calibration badly_known = disturbed(4, 2);
  CHECK(outliers(badly_known) == std::vector<double>{65536});
  CHECK_THAT(doubts(badly_known).at("all_to_all of 4 ranks at 65536 B"),
             Catch::Contains("left out: 4, far from the sizes next to it: 95 % interval 0.992"));
  CHECK(outliers(disturbed(4, 0)).empty());    // all repetitions say so
  CHECK(outliers(disturbed(1.2, 2)).empty());  // near
  CHECK(outliers(disturbed(0.25, 2)) == std::vector<double>{65536});
}

TEST_CASE("programs that ran meanwhile are doubted, and too many are refused") {
  Calibration calibration = quiet();
  calibration.others = OtherLoad{0.6, 2};
  CHECK(doubts(calibration).at("load") == "other programs used 0.6 of 2 processors");
  CHECK(doubts(calibration).size() == 1);
  CHECK(refusal([] {
          require_quiet(OtherLoad{1.5, 2});
        }) ==
        "other programs used 1.5 of 2 processors meanwhile; end them, or write the numbers "
        "nevertheless with --force");
}

TEST_CASE("a latency that may be zero is refused with its interval") {
  const Calibration calibration = calibrated([](Benchmark benchmark, TrainTimes& train) {
    // Proportional to the size, with noise: no latency is to be seen.
    if (benchmark != Benchmark::ping_pong && benchmark != Benchmark::stream) return;
    const double messages = benchmark == Benchmark::ping_pong ? 100 : 50;
    for (std::size_t i = 0; i < train.seconds.size(); ++i)
      train.seconds[i] = messages * 85e-9 * train.bytes * (0.7 + 0.075 * static_cast<double>(i));
  });
  CHECK(calibration.one_way.segments.front().alpha_s.lo < 0);
  CHECK_THAT(refusal(calibration),
             Catch::StartsWith("the latency cannot be distinguished from zero (95 % interval -") &&
                 Catch::EndsWith("a larger --budget makes intervals narrower"));
  CHECK_THAT(doubts(calibration).at("latency"),
             Catch::StartsWith("not distinguishable from zero: 95 % interval -"));
}

TEST_CASE("a time per byte that may be zero is refused") {
  const Calibration calibration = calibrated([](Benchmark benchmark, TrainTimes& train) {
    const double messages = benchmark == Benchmark::ping_pong ? 100 : 50;
    for (std::size_t i = 0; i < train.seconds.size(); ++i)
      train.seconds[i] = messages * 1e-5 * (0.7 + 0.075 * static_cast<double>(i));
  });
  CHECK_THAT(refusal(calibration),
             Catch::StartsWith("the time per byte cannot be distinguished from zero"));
}

TEST_CASE("a kernel that was not measured is refused") {
  Calibration unmeasured = quiet();
  unmeasured.kernels.operations[static_cast<std::size_t>(model::KernelKind::copy)] = {{1000, {}}};
  CHECK_THAT(refusal(unmeasured), Catch::StartsWith("the copy cannot be distinguished from zero"));
  CHECK(doubts(unmeasured).count("copy") == 1);
}

TEST_CASE("messages that no line describes are doubted") {
  const Calibration calibration = calibrated([](Benchmark, TrainTimes& train) {
    if (train.bytes == 4096)
      for (double& seconds : train.seconds) seconds *= 8;
  });
  CHECK_THAT(doubts(calibration).at("lines"), Catch::StartsWith("messages of 4096 B take ") &&
                                                  Catch::EndsWith("% more than their line says"));
}

}  // namespace sparlab::machines::calibration::testing
