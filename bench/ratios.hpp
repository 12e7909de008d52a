#pragma once

#include <benchmark/benchmark.h>
#include <fmt/core.h>
#include <time.h>

#include <cstddef>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/base/order_statistics.hpp"

/// Benchmarks with bounds on ratios of times. Both sides of a ratio are timed alternately in one
/// run, so that noise of the machine affects both. The programs have two forms:
///   bench_NAME [Google Benchmark's options]      all benchmarks
///   bench_NAME --ratios [--require NAME=BOUND]   only the ratios, as JSON lines; exit code 1 if
///                                                one is worse than its bound
namespace sparlab::bench {

struct Ratio {
  std::string name;
  double value;
  bool more_is_better;
  std::string meaning;

  bool meets(double bound) const { return more_is_better ? value >= bound : value <= bound; }
};

/// Processor time of this thread; it excludes the time of other processes on the core.
inline double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class Body>
double seconds_of(Body&& body) {
  const double start = thread_seconds();
  body();
  return thread_seconds() - start;
}

struct Times {
  double first_s;
  double second_s;
  double ratio;  ///< first / second; the median over rounds
};

/// Median times of both, which take turns, after one untimed call of each.
template <class First, class Second>
Times alternate(int repetitions, First&& first, Second&& second) {
  constexpr int kRounds = 5;
  first();
  second();
  std::vector<double> first_medians_s;
  std::vector<double> second_medians_s;
  std::vector<double> ratios;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> first_s;
    std::vector<double> second_s;
    for (int r = 0; r < repetitions; ++r) {
      first_s.push_back(seconds_of(first));
      second_s.push_back(seconds_of(second));
    }
    first_medians_s.push_back(model::median(first_s));
    second_medians_s.push_back(model::median(second_s));
    ratios.push_back(first_medians_s.back() / second_medians_s.back());
  }
  return {model::median(first_medians_s), model::median(second_medians_s), model::median(ratios)};
}

/// Time of `first` over that of `second`.
template <class First, class Second>
double time_ratio(int repetitions, First&& first, Second&& second) {
  return alternate(repetitions, first, second).ratio;
}

using PromisedRatios = std::function<std::vector<Ratio>()>;

/// Parses NAME=BOUND; nothing if the text has another form.
inline std::optional<std::pair<std::string, double>> parse_requirement(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const std::string number(text.substr(equals + 1));
  char* end = nullptr;
  const double bound = std::strtod(number.c_str(), &end);
  if (number.empty() || *end != '\0') return std::nullopt;
  return std::pair{std::string(text.substr(0, equals)), bound};
}

inline int wrong_usage(std::string_view program, std::string_view argument) {
  fmt::print(stderr,
             "{0}: '{1}' is not understood; usage: {0} --ratios "
             "[--require NAME=BOUND]...\n",
             program, argument);
  return 2;
}

/// Exit code: 0; 1 if a ratio is worse than its bound; 2 for wrong usage.
inline int print_ratios(std::string_view program, std::span<char* const> arguments,
                        const PromisedRatios& promised) {
  std::map<std::string, double> required;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument != "--require" || i + 1 == arguments.size()) return wrong_usage(program, argument);
    const auto requirement = parse_requirement(arguments[++i]);
    if (!requirement) return wrong_usage(program, arguments[i]);
    required.insert(*requirement);
  }
  bool all_met = true;
  for (const Ratio& ratio : promised()) {
    const auto bound = required.find(ratio.name);
    const bool met = bound == required.end() || ratio.meets(bound->second);
    all_met = all_met && met;
    fmt::print(R"({{"ratio": "{}", "value": {:.3f}, "met": {}, "meaning": "{}"}})"
               "\n",
               ratio.name, ratio.value, met, ratio.meaning);
    if (bound != required.end()) required.erase(bound);
  }
  if (!required.empty()) return wrong_usage(program, required.begin()->first);
  return all_met ? 0 : 1;
}

inline int run_benchmarks(std::string_view program, int argc, char** argv,
                          const PromisedRatios& promised) {
  if (argc > 1 && std::string_view(argv[1]) == "--ratios") {
    return print_ratios(program, {argv + 2, argv + argc}, promised);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace sparlab::bench
