#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/mpi_worker/calibrated_platform.hpp"
#include "tests/catch.hpp"

namespace sparlab::experiments::mpi {
namespace {

constexpr int kRepetitions = 9;

/// Latency is 1 us for eager and 3 us for rendezvous messages; a byte takes 0.1 ns.
double quiet_seconds(double bytes) { return (bytes < 4096 ? 1e-6 : 3e-6) + 1e-10 * bytes; }

/// A calibration whose repetitions vary by 1 %. `disturb` changes the times of some of them.
Calibration calibrated(const std::function<void(int repetition, model::Transfer&)>& disturb) {
  std::vector<MessageTimes> repetitions(kRepetitions);
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    const double noise = 1 + 0.0025 * (repetition - kRepetitions / 2);
    for (double bytes = 8; bytes <= 8 << 20; bytes *= 4) {
      model::Transfer transfer{bytes, noise * quiet_seconds(bytes)};
      disturb(repetition, transfer);
      repetitions[static_cast<std::size_t>(repetition)].push_back(transfer);
    }
  }
  Calibration calibration;
  set_message_costs(repetitions, calibration);
  const model::Repeated work{1e-9, 0.99e-9, 1.01e-9};
  calibration.merge = calibration.scatter = calibration.dense_sum = work;
  calibration.copy = calibration.select = work;
  return calibration;
}

Calibration quiet() {
  return calibrated([](int, model::Transfer&) {});
}

std::string refusal(const Calibration& calibration) {
  try {
    require_usable(calibration);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a quiet machine's calibration has no doubts") {
  const Calibration calibration = quiet();
  CHECK(calibration.alpha_s.value == Approx(1e-6).epsilon(0.01));
  CHECK(calibration.rendezvous_alpha_s.value == Approx(3e-6).epsilon(0.01));
  CHECK(calibration.beta_s_per_byte.value == Approx(1e-10).epsilon(0.01));
  CHECK(doubts(calibration).empty());
  CHECK(refusal(calibration).empty());
}

TEST_CASE("one disturbed repetition of nine raises no doubt") {
  for (const double factor : {0.2, 5.0, 1000.0}) {
    const Calibration calibration = calibrated([&](int repetition, model::Transfer& transfer) {
      if (repetition == 3) transfer.seconds *= factor;
    });
    CAPTURE(factor);
    CHECK(doubts(calibration).empty());
    CHECK(calibration.alpha_s.value == Approx(1e-6).epsilon(0.01));
  }
}

TEST_CASE("a busy machine is doubted, and what it measured is used") {
  Calibration calibration = calibrated([](int repetition, model::Transfer& transfer) {
    if (repetition % 2 == 1) transfer.seconds *= 3;
  });
  calibration.processor_share = 0.4;
  const auto found = doubts(calibration);
  CHECK(found.at("load") == "other programs ran: a rank had 40 % of a processor");
  for (const char* cost : {"latency", "rendezvous latency", "time per byte"})
    CHECK_THAT(found.at(cost), Catch::Contains("% only: 95 % interval"));
  CHECK(found.size() == 4);
  CHECK(refusal(calibration).empty());
}

TEST_CASE("a load that slows all repetitions alike shows in the processors' share") {
  Calibration calibration =
      calibrated([](int, model::Transfer& transfer) { transfer.seconds *= 2; });
  calibration.processor_share = 0.5;
  CHECK(doubts(calibration).size() == 1);
  CHECK(doubts(calibration).count("load") == 1);
  CHECK(refusal(calibration).empty());
}

TEST_CASE("a latency that may be negative is refused with its interval, not written") {
  // In two repetitions a processor was taken away for a time that grows with the message: a line
  // through these times has a negative intercept.
  Calibration calibration = calibrated([](int repetition, model::Transfer& transfer) {
    if (repetition < 2) transfer.seconds = 2e-7 * transfer.bytes - 1e-6;
  });
  calibration.processor_share = 0.3;
  CHECK(calibration.alpha_s.value > 0);
  CHECK(calibration.alpha_s.lo < 0);
  CHECK_THAT(doubts(calibration).at("latency"),
             Catch::StartsWith("not distinguishable from zero: 95 % interval -1e-06 to"));
  CHECK_THAT(
      refusal(calibration),
      Catch::StartsWith("the latency cannot be distinguished from zero (95 % interval -1e-06 to") &&
          Catch::EndsWith("the machine is too busy, a rank had 30 % of a processor"));
}

TEST_CASE("a time per byte that may be negative is refused") {
  const Calibration calibration = calibrated([](int repetition, model::Transfer& transfer) {
    if (repetition < 2) transfer.seconds = 1e-2 - 1e-9 * transfer.bytes;
  });
  CHECK(doubts(calibration).count("time per byte") == 1);
  CHECK_THAT(refusal(calibration),
             Catch::StartsWith("the time per byte cannot be distinguished from zero"));
}

TEST_CASE("a rendezvous latency that may be negative is doubted but not refused") {
  const Calibration calibration = calibrated([](int repetition, model::Transfer& transfer) {
    if (repetition < 2 && transfer.bytes > 4096) transfer.seconds = 1e-10 * transfer.bytes - 5e-7;
  });
  CHECK_THAT(doubts(calibration).at("rendezvous latency"),
             Catch::StartsWith("not distinguishable from zero"));
  CHECK(refusal(calibration).empty());
  // Local work has no latency that could be uncertain, but it may be unmeasured.
  Calibration unmeasured = quiet();
  unmeasured.copy = {};
  CHECK_THAT(refusal(unmeasured), Catch::StartsWith("the copy cannot be distinguished from zero"));
}

}  // namespace sparlab::experiments::mpi
