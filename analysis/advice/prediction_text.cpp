#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "analysis/advice/amounts.hpp"
#include "analysis/advice/prediction.hpp"
#include "base/text/text_table.hpp"
#include "inputs/sources/extrapolation.hpp"

namespace sparlab::analysis {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kWidth = 100;

/// "12 alpha", "25k entries gamma_merge".
std::string in_symbols(const ordered_json& term) {
  const auto symbol = term.at("symbol").get<std::string>();
  if (!term.contains("count")) return symbol;
  const auto unit = term.at("unit").get<std::string>();
  const std::string count = amount_text(term.at("count").get<double>());
  return fmt::format("{}{} {}", count, unit == "B" ? " B" : "", symbol);
}

std::string in_seconds(const ordered_json& term) {
  return base::seconds_text(term.at("seconds").get<double>());
}

/// "12 x 25.0 us", "25k x 5.00 ns".
std::string in_numbers(const ordered_json& term) {
  if (!term.contains("count")) return in_seconds(term);
  return fmt::format("{} x {}", amount_text(term.at("count").get<double>()),
                     base::seconds_text(term.at("seconds_per_unit").get<double>()));
}

template <class Text>
std::string sum_of(const ordered_json& terms, Text text) {
  std::string sum;
  for (const ordered_json& term : terms) {
    if (!sum.empty()) sum += " + ";
    sum += text(term);
  }
  return sum.empty() ? "0" : sum;
}

void print_stage(std::ostream& stream, const ordered_json& stage) {
  const ordered_json& terms = stage.at("terms");
  base::print_wrapped(
      stream,
      fmt::format("{} = {}", stage.at("name").get<std::string>(), sum_of(terms, in_symbols)), 2,
      kWidth);
  base::print_wrapped(stream, fmt::format("= {}", sum_of(terms, in_numbers)), 4, kWidth);
  const std::string seconds = base::seconds_text(stage.at("seconds").get<double>());
  base::print_wrapped(stream,
                      terms.size() < 2
                          ? fmt::format("= {}", seconds)
                          : fmt::format("= {} = {}", sum_of(terms, in_seconds), seconds),
                      4, kWidth);
}

void print_formula(std::ostream& stream, const ordered_json& prediction) {
  const ordered_json& stages = prediction.at("stages");
  const double start_s = prediction.at("totals").at("start_s").get<double>();
  std::vector<std::string> names;
  std::vector<std::string> times;
  if (start_s > 0) {
    names.emplace_back("start");
    times.push_back(base::seconds_text(start_s));
  }
  for (const ordered_json& stage : stages) {
    names.push_back(stage.at("name").get<std::string>());
    times.push_back(base::seconds_text(stage.at("seconds").get<double>()));
  }
  stream << '\n';
  if (names.empty()) {
    names.emplace_back("0");
    times.emplace_back("0");
  }
  base::print_wrapped(stream, fmt::format("time = {}", fmt::join(names, " + ")), 0, kWidth);
  base::print_wrapped(stream,
                      fmt::format("= {} = {}", fmt::join(times, " + "),
                                  base::seconds_text(prediction.at("time_s").get<double>())),
                      2, kWidth);
  for (const ordered_json& stage : stages) print_stage(stream, stage);
  const ordered_json& published = prediction.at("published");
  if (published.is_null()) return;
  stream << '\n';
  base::print_wrapped(
      stream, fmt::format("published: {}", published.at("formula").get<std::string>()), 0, kWidth);
  const auto correction = published.at("correction").get<std::string>();
  if (!correction.empty()) base::print_wrapped(stream, "corrected: " + correction, 0, kWidth);
  base::print_wrapped(stream,
                      fmt::format("{} to {}, without headers and computation",
                                  base::seconds_text(published.at("low_s").get<double>()),
                                  base::seconds_text(published.at("high_s").get<double>())),
                      2, kWidth);
}

}  // namespace

void print_prediction(std::ostream& stream, const ordered_json& prediction, bool explain) {
  const double time_s = prediction.at("time_s").get<double>();
  base::print_wrapped(stream,
                      fmt::format("{} ({}), {}", prediction.at("algorithm").get<std::string>(),
                                  prediction.at("result").get<std::string>(),
                                  prediction.at("place").get<std::string>()),
                      0, kWidth);
  if (prediction.contains("extrapolated_from"))
    base::print_wrapped(
        stream,
        inputs::extrapolation_text(fmt::format("P = {}", prediction.at("P").get<std::uint64_t>()),
                                   prediction.at("extrapolated_from").get<std::uint64_t>()),
        0, kWidth);
  std::vector<std::vector<std::string>> rows = {
      {"time", base::seconds_text(time_s),
       fmt::format("measured: {} to {} expected in 9 of 10 cases",
                   base::seconds_text(prediction.at("low_s").get<double>()),
                   base::seconds_text(prediction.at("high_s").get<double>()))}};
  constexpr std::array<std::pair<const char*, const char*>, 5> kTotals = {
      {{"start_s", "ranks leave the barrier before at different times"},
       {"latency_s", "alpha"},
       {"bandwidth_s", "beta"},
       {"ports_s", "patterns, shared ports, groups of hosts"},
       {"computation_s", "gamma"}}};
  for (const auto& [key, meaning] : kTotals) {
    const double seconds = prediction.at("totals").at(key).get<double>();
    if (seconds == 0) continue;
    const std::string name(key, std::string_view(key).size() - 2);
    rows.push_back({"  " + name, base::seconds_text(seconds),
                    fmt::format("{:.0f} %, {}", 100 * seconds / time_s, meaning)});
  }
  rows.push_back({"memory", size_text(prediction.at("rank_bytes").get<double>()),
                  "data of one rank at its peak"});
  base::print_columns(stream, rows, {.right = {1}});
  if (prediction.contains("chooses"))
    base::print_wrapped(stream, "It chooses " + prediction.at("chooses").get<std::string>() + ".",
                        0, kWidth);
  if (const auto calls = prediction.at("calls").get<std::uint64_t>(); calls > 1)
    base::print_wrapped(stream,
                        fmt::format("The mean of {} calls, the first one without state.", calls), 0,
                        kWidth);
  if (explain) print_formula(stream, prediction);
  for (const ordered_json& assumed : prediction.at("assumed"))
    base::print_wrapped(stream, "Uncertainty of " + assumed.get<std::string>(), 0, kWidth);
}

}  // namespace sparlab::analysis
