// How good the advice is.
//
//   bench_advise winners [SEED]     100 random points: how often engine loggp confirms the choice
//   bench_advise settings [SEED]    100 random points: the choice on engine loggp against all
//                                   settings that the search tried within twice its model time
//   bench_advise crossovers [SEED]  20 random pairs: crossovers in density against bisection

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <iostream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "algos/registry/registry.hpp"
#include "analysis/advice/advice.hpp"
#include "analysis/advice/confirmation.hpp"
#include "analysis/advice/crossover_search.hpp"
#include "analysis/advice/interval.hpp"
#include "analysis/advice/place_model.hpp"
#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "experiments/records/store/record_store.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/plan/run_cost.hpp"

namespace {

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::base;
using namespace sparlab::experiments;
using namespace sparlab::experiments::records;
using namespace sparlab::experiments::run;
using namespace sparlab::platforms;

/// Draws points; the same seed gives the same points.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % end); }

  /// Uniform in the logarithm.
  double between(double least, double most) {
    const double share = std::ldexp(static_cast<double>(random_() >> 11U), -53);
    return least * std::pow(most / least, share);
  }

  QuestionRequest question(const std::vector<std::string>& algorithms) {
    constexpr std::array kPlatforms = {"ideal", "gige-8", "piz-daint", "ethernet10g-16x4"};
    constexpr std::array kInputs = {"uniform", "zipf", "clustered", "blocks"};
    const std::string platform = kPlatforms[below(kPlatforms.size())];
    const double most_ranks = platform == "gige-8" ? 8 : 64;
    QuestionRequest request;
    request.algorithms = algorithms;
    request.sweep = {{"P", fmt::format("{:.0f}", between(2, most_ranks))},
                     {"N", fmt::format("{:.0f}", between(1 << 14, 1 << 24))},
                     {"density", fmt::format("{:.6g}", between(1e-4, 0.5))},
                     {"input", kInputs[below(kInputs.size())]},
                     {"platform", platform}};
    return request;
  }

 private:
  std::mt19937_64 random_;
};

int winners(std::uint64_t seed) {
  constexpr int kPoints = 100;
  constexpr double kLongest_s = 5;
  Draw draw(seed);
  int confirmed = 0;
  int same = 0;
  int of_all = 0;
  double longest_s = 0;
  for (int i = 0; i < kPoints; ++i) {
    const Question question = read_question(draw.question({"exact"}));
    const auto begin = std::chrono::steady_clock::now();
    advise(question, {});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    longest_s = std::max(longest_s, took.count());
    const Advice advice = advise(question, {Engine::loggp});
    const bool holds = advice.confirmed->holds();
    if (holds) ++confirmed;
    const std::string use = advice.best().name();
    if (advice.confirmed->fastest == use) ++same;
    // Not only the contenders, and the choice, which may have other settings.
    std::vector<Point> all = question.points;
    if (std::ranges::find(all, use, [](const Point& point) { return point.algorithm.spec(); }) ==
        all.end())
      all.push_back(advice.best().point);
    std::vector<Point> affordable;
    for (const Point& point : all) {
      Point simulated = point;
      simulated.engine = Engine::loggp;
      if (predict_run_cost(simulated).wall_s < kLongest_s) affordable.push_back(point);
    }
    double least_s = std::numeric_limits<double>::infinity();
    double use_s = std::numeric_limits<double>::infinity();
    std::string fastest;
    for (const SimulatedTime& time : simulate(affordable, question.platform, Engine::loggp)) {
      if (!time.seconds) continue;
      if (time.algorithm == use) use_s = *time.seconds;
      if (*time.seconds < least_s) fastest = time.algorithm;
      least_s = std::min(least_s, *time.seconds);
    }
    const bool of_all_holds = use_s <= 1.02 * least_s;
    if (of_all_holds) ++of_all;
    if (!holds || !of_all_holds)
      fmt::print("{}: {} takes {:.3f} of {} on loggp\n", advice.place_text, use, use_s / least_s,
                 fastest);
    std::fflush(stdout);
  }
  fmt::print(
      "{} points: loggp confirms {} choices, {} of them without a tie; of all algorithms {}; "
      "an advice takes at most {:.0f} ms\n",
      kPoints, confirmed, same, of_all, 1e3 * longest_s);
  return confirmed >= 95 ? 0 : 1;
}

int settings(std::uint64_t seed) {
  constexpr int kPoints = 100;
  constexpr double kNear = 2;
  constexpr double kLongest_s = 2;
  constexpr double kHolds = 1.02;
  Draw draw(seed);
  int confirmed = 0;
  int of_settings = 0;
  std::size_t simulated = 0;
  double most_cpu_s = 0;
  double gain = 0;
  for (int i = 0; i < kPoints; ++i) {
    const Question question = read_question(draw.question({"exact"}));
    const std::clock_t begin = std::clock();
    const Advice advice = advise(question, {});
    most_cpu_s = std::max(most_cpu_s, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    const RankedAlgorithm& best = advice.best();
    double asked_s = std::numeric_limits<double>::infinity();
    std::vector<Point> points = {best.point};
    std::vector<std::string> specs = {best.name()};
    const auto add = [&](const TimedSettings& one) {
      if (one.seconds > kNear * best.seconds) return;
      if (std::ranges::find(specs, one.algorithm.spec()) != specs.end()) return;
      Point point = best.point;
      point.algorithm = one.algorithm;
      point.engine = Engine::loggp;
      if (predict_run_cost(point).wall_s > kLongest_s) return;
      point.engine = Engine::model;
      points.push_back(point);
      specs.push_back(one.algorithm.spec());
    };
    for (const RankedAlgorithm& one : advice.ranking.exact) {
      asked_s = std::min(asked_s, one.asked.seconds);
      add(one.asked);
      add({one.point.algorithm, one.seconds});
      for (const TimedSettings& tried : one.tried) add(tried);
    }
    gain += std::log(asked_s / best.seconds);
    simulated += points.size();
    const std::vector<SimulatedTime> times = simulate(points, question.platform, Engine::loggp);
    const double use_s = times.front().seconds.value();
    const SimulatedTime* fastest = &times.front();
    const SimulatedTime* same_algorithm = &times.front();
    for (std::size_t j = 0; j < times.size(); ++j) {
      if (!times[j].seconds) continue;
      if (*times[j].seconds < *fastest->seconds) fastest = &times[j];
      const bool same = points[j].algorithm.name() == best.point.algorithm.name();
      if (same && *times[j].seconds < *same_algorithm->seconds) same_algorithm = &times[j];
    }
    if (use_s <= kHolds * *same_algorithm->seconds) ++of_settings;
    if (use_s <= kHolds * *fastest->seconds)
      ++confirmed;
    else
      fmt::print("{}: {} takes {:.3f} of {} on loggp\n", advice.place_text, best.name(),
                 use_s / *fastest->seconds, fastest->algorithm);
    std::fflush(stdout);
  }
  fmt::print(
      "{} points, {} runs of loggp: {} choices within 2 % of the best, {} of the best settings of "
      "the same algorithm; default settings take {:.2f}x the time in the geometric mean; an "
      "advice takes at most {:.0f} ms of a processor\n",
      kPoints, simulated, confirmed, of_settings, std::exp(gain / kPoints), 1e3 * most_cpu_s);
  return confirmed >= 95 ? 0 : 1;
}

/// The densities at which the sign of the difference changes, by bisection over runs of the engine.
std::vector<double> bisected(const Question& question, std::string_view first,
                             std::string_view second) {
  constexpr int kSamples = 400;
  Point point = question.place();
  const auto universe = static_cast<double>(point.universe);
  const auto difference = [&](double density) {
    const auto seconds = [&](std::string_view spec) {
      point.algorithm = model::Algorithm(spec);
      point.nnz =
          std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(density * universe)));
      return execute(point, question.platform).time_s;
    };
    const double first_s = seconds(first);
    const double second_s = seconds(second);
    // As far as rounding lets times be told apart.
    return std::abs(first_s - second_s) <= 1e-12 * second_s ? 0 : first_s - second_s;
  };
  std::vector<double> found;
  double before = 1 / universe;
  double before_s = difference(before);
  for (int i = 1; i <= kSamples; ++i) {
    const double here = std::pow(universe, -1 + static_cast<double>(i) / kSamples);
    const double here_s = difference(here);
    if (before_s != 0 && here_s != 0 && (before_s < 0) != (here_s < 0)) {
      double low = before;
      double high = here;
      while (high / low > 1 + 1e-4) {
        const double middle = std::sqrt(low * high);
        ((difference(middle) < 0) == (before_s < 0) ? low : high) = middle;
      }
      found.push_back(high);
    }
    if (here_s != 0) {
      before = here;
      before_s = here_s;
    }
  }
  return found;
}

int crossovers(std::uint64_t seed) {
  constexpr int kSettings = 20;
  Draw draw(seed);
  std::vector<std::string> exact;
  for (const algos::AlgorithmInfo& info : algos::algorithms())
    if (info.exactness == algos::Exactness::exact && !info.native) exact.emplace_back(info.name);
  int settings = 0;
  int solved = 0;
  double largest = 0;
  while (settings < kSettings) {
    CrossoverRequest request{.question = draw.question({}),
                             .first = exact[draw.below(exact.size())],
                             .second = exact[draw.below(exact.size())],
                             .axis = Axis::density,
                             .from = {},
                             .to = {}};
    request.question.sweep.erase("density");
    if (request.first == request.second) continue;
    const FoundCrossovers found = search_crossovers(request);
    QuestionRequest again = request.question;
    again.sweep["density"] = "0.5";
    again.algorithms = {request.first, request.second};
    const std::vector<double> expected =
        bisected(read_question(again), request.first, request.second);
    if (expected.empty() && found.crossovers.empty()) continue;
    ++settings;
    std::string text;
    double difference = expected.size() == found.crossovers.size() ? 0 : 1;
    for (std::size_t i = 0; difference < 1 && i < expected.size(); ++i) {
      const double at = found.crossovers[i].at.position;
      // One entry a rank is the finest density.
      const double finest = 1 / static_cast<double>(read_question(again).place().universe);
      difference = std::max(difference, std::max(0.0, std::abs(at - expected[i]) - finest) / at);
      text += fmt::format(" {:.5g}", at);
    }
    largest = std::max(largest, difference);
    if (difference <= 0.005) ++solved;
    fmt::print("{} {}, {}:{} ({:.3f} %)\n", request.first, request.second, found.fixed, text,
               100 * difference);
    std::fflush(stdout);
  }
  fmt::print("{} of {} settings within 0.5 % of bisection; the largest difference is {:.3f} %\n",
             solved, settings, 100 * largest);
  return solved == settings ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const std::string what = arguments.empty() ? "" : arguments[0];
  const auto seed = [&] { return arguments.size() > 1 ? std::stoull(arguments[1]) : 1ULL; };
  if (what == "winners") return winners(seed());
  if (what == "settings") return settings(seed());
  if (what == "crossovers") return crossovers(seed());
  fmt::print(stderr, "usage: bench_advise winners|settings|crossovers [SEED]\n");
  return 2;
}
