#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "algos/systems/sparlab_auto/trials.hpp"
#include "tests/catch.hpp"

namespace sparlab::algos {
namespace {

/// Runs trials to their end; `seconds(candidate)` is the time of the next call.
template <class Seconds>
std::vector<int> run(Trials& trials, std::size_t candidates, Seconds seconds) {
  std::vector<int> calls(candidates);
  while (!trials.ended()) {
    const std::size_t candidate = trials.current();
    ++calls[candidate];
    trials.add_call(seconds(candidate));
    if (trials.round_is_complete()) {
      const std::vector<double> agreed = trials.round_s();
      trials.end_round(agreed);
    }
  }
  return calls;
}

TEST_CASE("trials end with the fastest candidate and call slow ones less") {
  const std::vector<double> takes_s = {5, 2, 9, 2.1, 3.9};
  Trials trials(takes_s.size());
  const auto calls = run(trials, 5, [&](std::size_t candidate) { return takes_s[candidate]; });
  CHECK(trials.current() == 1);
  CHECK(calls == std::vector{8, 8, 1, 8, 3});
  CHECK(trials.median_s(1) == 2);

  trials.repeat();
  CHECK_FALSE(trials.ended());
  CHECK(trials.current() == 1);
  run(trials, 5, [](std::size_t candidate) { return candidate == 3 ? 1 : 2; });
  CHECK(trials.current() == 3);
}

TEST_CASE("one slow call of the fastest candidate does not make it lose") {
  const std::vector<double> takes_s = {1, 1.5};
  Trials trials(2);
  int call = 0;
  run(trials, 2, [&](std::size_t candidate) { return call++ == 2 ? 50 : takes_s[candidate]; });
  CHECK(trials.current() == 0);
}

TEST_CASE("without evidence the first candidate stays") {
  Trials trials(3);
  int call = 0;
  // The others are faster in every other pair only.
  const auto calls = run(trials, 3, [&](std::size_t candidate) {
    return candidate == 0 ? 1.0 : (call++ / 2 % 2 == 0 ? 0.8 : 1.2);
  });
  CHECK(trials.current() == 0);
  CHECK(calls == std::vector{40, 40, 40});
}

TEST_CASE("a single candidate needs no trials") {
  Trials trials(1);
  CHECK(trials.ended());
  trials.repeat();
  CHECK(trials.ended());
  CHECK(trials.current() == 0);
}

TEST_CASE("wealth grows by wins, and no stake survives all losses") {
  Wealth wealth;
  CHECK(wealth.value() == 1);
  for (int i = 0; i < 6; ++i) wealth.bet(true);
  CHECK(wealth.value() == Approx((std::pow(1.5, 6) + std::pow(1.8, 6) + 64) / 3));
  wealth.bet(false);
  CHECK(wealth.value() == Approx((std::pow(1.5, 6) * 0.5 + std::pow(1.8, 6) * 0.2) / 3));
}

/// Calls on a machine with noise: every call varies, and slow periods hold for several calls.
class NoisyMachine {
 public:
  explicit NoisyMachine(std::mt19937& random) : random_(random) {
    spread_ = std::uniform_real_distribution(0.01, 0.3)(random_);
  }

  double seconds(double usual) {
    if (slow_calls_ == 0 && std::bernoulli_distribution(0.03)(random_))
      slow_calls_ = std::uniform_int_distribution(1, 8)(random_);
    const double slower = slow_calls_ > 0 ? 3 : 1;
    slow_calls_ -= slow_calls_ > 0 ? 1 : 0;
    return usual * slower * std::lognormal_distribution(0.0, spread_)(random_);
  }

 private:
  std::mt19937& random_;
  double spread_;
  int slow_calls_ = 0;
};

TEST_CASE("10,000 noisy streams: rarely slower than the model's choice, mostly the fastest",
          "[arithmetic]") {
  constexpr int kStreams = 10000;
  std::mt19937 random(29);
  int much_slower = 0;
  double model_regret = 0;
  double regret = 0;
  double calls = 0;
  for (int stream = 0; stream < kStreams; ++stream) {
    std::vector<double> usual(std::uniform_int_distribution<std::size_t>(2, 5)(random), 1);
    for (std::size_t i = 1; i < usual.size(); ++i)
      usual[i] = std::lognormal_distribution(0.2, 0.4)(random);
    NoisyMachine machine(random);
    Trials trials(usual.size());
    for (const int count :
         run(trials, usual.size(), [&](std::size_t i) { return machine.seconds(usual[i]); }))
      calls += count;
    const double chosen = usual[trials.current()];
    much_slower += chosen > 1.1 * usual[0] ? 1 : 0;
    model_regret += usual[0] / std::ranges::min(usual) - 1;
    regret += chosen / std::ranges::min(usual) - 1;
  }
  CAPTURE(much_slower, model_regret / kStreams, regret / kStreams, calls / kStreams);
  CHECK(much_slower < kStreams / 100);
  CHECK(regret / kStreams < 0.03);
  CHECK(model_regret / kStreams > 0.1);
  CHECK(calls / kStreams < 30);
}

TEST_CASE("candidates that are just too slow are chosen less often than the guarantee says",
          "[arithmetic]") {
  constexpr int kStreams = 10000;
  std::mt19937 random(30);
  int wrong = 0;
  for (int stream = 0; stream < kStreams; ++stream) {
    NoisyMachine machine(random);
    Trials trials(5);
    run(trials, 5, [&](std::size_t i) { return machine.seconds(i == 0 ? 1 : Trials::kSlower); });
    wrong += trials.current() != 0 ? 1 : 0;
  }
  CAPTURE(wrong);
  CHECK(wrong < Trials::kError * kStreams);
}

}  // namespace
}  // namespace sparlab::algos
