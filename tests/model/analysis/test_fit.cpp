#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

#include "model/analysis/fit.hpp"
#include "tests/catch.hpp"

namespace sparlab::model::testing {
namespace {

/// Powers of two from 8 bytes to 4 MiB, `repetitions` times each.
template <typename TimeOf>
std::vector<Transfer> ping_pong(TimeOf time_of, int repetitions = 1) {
  std::vector<Transfer> transfers;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (double bytes = 8; bytes <= 4 << 20; bytes *= 2)
      transfers.push_back({bytes, time_of(bytes)});
  }
  return transfers;
}

}  // namespace

TEST_CASE("latency survives noise in proportion to the time, because weights are relative",
          "[fit]") {
  std::mt19937_64 random(2);
  std::normal_distribution<double> noise(1, 0.05);
  const auto fit = fit_protocols(
      ping_pong([&](double bytes) { return (1.5e-6 + 8e-10 * bytes) * noise(random); }, 3), 8192);
  CHECK(fit.eager_alpha_s.value == Approx(1.5e-6).epsilon(0.03));
  CHECK(fit.beta_s_per_byte.value == Approx(8e-10).epsilon(0.03));
  CHECK(fit.relative_residual == Approx(0.05).epsilon(0.3));
}

TEST_CASE("confidence intervals cover the truth as often as they say", "[fit]") {
  std::mt19937_64 random(3);
  std::normal_distribution<double> noise(1, 0.02);
  int alpha_covered = 0;
  int beta_covered = 0;
  constexpr int experiments = 1000;
  for (int experiment = 0; experiment < experiments; ++experiment) {
    const auto fit = fit_protocols(
        ping_pong([&](double bytes) { return (1e-6 + 1e-9 * bytes) * noise(random); }), 8192, 0.9);
    alpha_covered += fit.eager_alpha_s.lo <= 1e-6 && 1e-6 <= fit.eager_alpha_s.hi;
    beta_covered += fit.beta_s_per_byte.lo <= 1e-9 && 1e-9 <= fit.beta_s_per_byte.hi;
  }
  // 900 expected, standard deviation 9.5.
  CHECK(std::abs(alpha_covered - 900) < 40);
  CHECK(std::abs(beta_covered - 900) < 40);
}

TEST_CASE("eager and rendezvous messages get an alpha each and a beta in common", "[fit]") {
  const auto fit = fit_protocols(
      ping_pong([](double bytes) { return (bytes < 8192 ? 1e-6 : 4e-6) + 2e-10 * bytes; }), 8192);
  CHECK(fit.eager_alpha_s.value == Approx(1e-6).epsilon(1e-9));
  CHECK(fit.rendezvous_alpha_s.value == Approx(4e-6).epsilon(1e-9));
  const Machine machine = fit.machine({1, 2, 3, 4});
  CHECK(machine.message_s(4096) == Approx(1e-6 + 2e-10 * 4096));
  CHECK(machine.message_s(8192) == Approx(4e-6 + 2e-10 * 8192));
  CHECK(machine.gammas.copy_s_per_byte == 4);
}

TEST_CASE("a unit cost is the relative least squares through the origin", "[fit]") {
  const std::vector<Kernel> exact = {{10, 2e-8}, {1000, 2e-6}, {1e6, 2e-3}};
  CHECK(fit_unit_cost(exact).seconds_per_unit.value == Approx(2e-9));
  // minimise (1 - g)^2 + (1 - g/2)^2: g = 6/5.
  const std::vector<Kernel> two = {{1, 1}, {1, 2}};
  CHECK(fit_unit_cost(two).seconds_per_unit.value == Approx(1.2));
}

TEST_CASE("a fit says what it lacks", "[fit]") {
  const std::vector<Transfer> few = {{8, 1e-6}, {16, 2e-6}};
  CHECK_THROWS_WITH(fit_protocols(few, 12), Catch::Contains("at least 4 points, got 2"));
  const std::vector<Transfer> same_size = {{8, 1e-6}, {8, 2e-6}, {16, 3e-6}, {16, 4e-6}};
  CHECK_THROWS_WITH(fit_protocols(same_size, 12), Catch::Contains("do not determine"));
  const auto all_eager = ping_pong([](double bytes) { return 1e-6 + 1e-9 * bytes; });
  CHECK_THROWS_WITH(fit_protocols(all_eager, 1e9), Catch::Contains("do not determine"));
  const std::vector<Transfer> zero = {{8, 1e-6}, {16, 0}, {32, 1e-6}};
  CHECK_THROWS_AS(fit_protocols(zero, 12), std::invalid_argument);
  const std::vector<Kernel> no_units = {{0, 1e-6}, {1, 1e-6}};
  CHECK_THROWS_AS(fit_unit_cost(no_units), std::invalid_argument);
}

TEST_CASE("a repeated fit survives repetitions that were disturbed, and shows them", "[fit]") {
  const std::vector<double> quiet = {1.0, 1.01, 0.99, 1.0, 1.02, 0.98, 1.0, 1.01, 0.99};
  const auto undisturbed = repeated(quiet);
  CHECK(undisturbed.value == 1.0);
  CHECK(undisturbed.relative_half_width() < 0.03);

  std::vector<double> disturbed = quiet;
  disturbed[3] = -5;  // below the interval, which leaves one fit out on either side
  CHECK(repeated(disturbed).value == 1.0);
  CHECK(repeated(disturbed).lo > 0.9);
  disturbed[4] = -5;
  CHECK(repeated(disturbed).lo == -5);
  CHECK_THROWS_AS(repeated(std::vector<double>(5, 1.0)), std::invalid_argument);
}

}  // namespace sparlab::model::testing
