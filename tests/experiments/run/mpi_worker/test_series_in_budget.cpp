#include <algorithm>
#include <stdexcept>
#include <vector>

#include "experiments/run/mpi_worker/series_in_budget.hpp"
#include "tests/catch.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

using machines::calibration::Benchmark;
using machines::calibration::Series;
using machines::calibration::TrainTimes;

/// A network where a round of messages takes alpha + beta * bytes; nothing else takes time.
struct FakeNetwork {
  double alpha_s;
  double beta_s_per_byte;
  double now_s = 0;

  Series measure(double budget_s) {
    const Stopwatch stopwatch{[this](double bytes, int rounds) {
                                const double taken_s = rounds * (alpha_s + beta_s_per_byte * bytes);
                                now_s += taken_s;
                                return taken_s;
                              },
                              [this] { return now_s; }};
    return measure_series(Benchmark::ring, 4, budget_s, stopwatch);
  }
};

double most_bytes(const Series& series) { return series.sizes.back().bytes; }

std::size_t least_repetitions(const Series& series) {
  std::size_t least = series.sizes.front().seconds.size();
  for (const machines::calibration::TrainTimes& size : series.sizes)
    least = std::min(least, size.seconds.size());
  return least;
}

}  // namespace

TEST_CASE("a series keeps to its budget at any bandwidth, with repetitions for an interval") {
  for (const double beta : {1e-11, 1e-9, 8.5e-8, 1e-6, 1e-5}) {
    for (const double alpha : {1e-6, 1e-4}) {
      for (const double budget_s : {2.0, 5.0, 30.0}) {
        FakeNetwork network{alpha, beta};
        CAPTURE(beta, alpha, budget_s);
        const Series series = network.measure(budget_s);
        CHECK(network.now_s <= budget_s);
        CHECK(least_repetitions(series) >= 6);
        CHECK(series.sizes.size() >= 4);
        CHECK(series.sizes.front().bytes == kLeastBytes);
        CHECK(std::is_sorted(
            series.sizes.begin(), series.sizes.end(),
            [](const machines::calibration::TrainTimes& a,
               const machines::calibration::TrainTimes& b) { return a.bytes < b.bytes; }));
      }
    }
  }
}

TEST_CASE("a fast network is measured at all sizes, twice per octave, without using its budget") {
  FakeNetwork network{1e-6, 1e-10};
  const Series series = network.measure(60);
  CHECK(most_bytes(series) == 16 << 20);
  CHECK(series.sizes.size() == 43);
  CHECK(least_repetitions(series) == 60);
  CHECK(network.now_s < 10);
}

TEST_CASE("the first sample after another size is not recorded") {
  double now_s = 0;
  double last_bytes = 0;
  const auto sample = [&](double bytes, int rounds) {
    const double slower = bytes == last_bytes ? 1 : 3;
    last_bytes = bytes;
    const double taken_s = slower * rounds * 1e-7 * bytes;
    now_s += taken_s;
    return taken_s;
  };
  const Series series = measure_series(Benchmark::ring, 4, 20, {sample, [&] { return now_s; }});
  REQUIRE(series.sizes.size() > 10);
  for (const machines::calibration::TrainTimes& size : series.sizes)
    for (const double seconds : size.seconds)
      CHECK(seconds == Approx(size.rounds * 1e-7 * size.bytes));
}

TEST_CASE("100 Mbit/s reach 256 KiB in four seconds and more in a longer time") {
  FakeNetwork short_network{1.3e-5, 8.5e-8};
  const Series quick = short_network.measure(4);
  CHECK(most_bytes(quick) >= 256 << 10);
  FakeNetwork long_network{1.3e-5, 8.5e-8};
  const Series thorough = long_network.measure(60);
  CHECK(most_bytes(thorough) > most_bytes(quick));
  CHECK(thorough.sizes.size() > quick.sizes.size());
}

TEST_CASE("a budget that is too short for a fit is an error that says what fits") {
  FakeNetwork network{0.1, 1e-8};
  CHECK_THROWS_WITH(
      network.measure(2),
      Catch::StartsWith("2 s are too short for ring among 4 ranks: ") &&
          Catch::Contains("sizes of messages fit, and a fit needs 4, which take at least"));
}

TEST_CASE("trains are long for small messages, and serve each distance of an exchange equally") {
  CHECK(rounds_of_train(Benchmark::ring, 8, 8) == 64);
  CHECK(rounds_of_train(Benchmark::ring, 8, 32 << 10) == 8);
  CHECK(rounds_of_train(Benchmark::ring, 8, 8 << 20) == 1);
  CHECK(rounds_of_train(Benchmark::exchange, 8, 8) % 3 == 0);
  CHECK(rounds_of_train(Benchmark::exchange, 8, 8 << 20) == 3);
  CHECK(rounds_of_train(Benchmark::exchange, 2, 8 << 20) == 1);
  // A round of all-to-all has as many messages as there are other ranks.
  CHECK(rounds_of_train(Benchmark::all_to_all, 8, 8) == 10);
  CHECK(rounds_of_train(Benchmark::all_to_all, 8, 8 << 20) == 1);
}

}  // namespace sparlab::experiments::run::mpi
