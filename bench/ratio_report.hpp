#pragma once

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/ratios.hpp"

/// The command line of benchmarks with bounds on ratios.
namespace sparlab::bench {

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
