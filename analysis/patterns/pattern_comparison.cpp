#include "analysis/patterns/pattern_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <ostream>
#include <set>
#include <tuple>
#include <utility>

#include "base/errors/errors.hpp"
#include "base/text/nearest_name.hpp"
#include "base/text/text_table.hpp"
#include "experiments/records/imports/csv_reader.hpp"
#include "inputs/files/data_file.hpp"
#include "model/base/order_statistics.hpp"
#include "model/topology/topology_description.hpp"
#include "platforms/files/network_machine.hpp"
#include "runtime/loggp/engine.hpp"

namespace sparlab::analysis {
namespace {

using base::Fields;

constexpr std::array kPatternColumns = {
    experiments::records::CsvColumn{"system_dir"},    experiments::records::CsvColumn{"run"},
    experiments::records::CsvColumn{"collective"},    experiments::records::CsvColumn{"P"},
    experiments::records::CsvColumn{"bytes"},         experiments::records::CsvColumn{"n", false},
    experiments::records::CsvColumn{"min_us", false}, experiments::records::CsvColumn{"p10_us"},
    experiments::records::CsvColumn{"median_us"},     experiments::records::CsvColumn{"p90_us"},
    experiments::records::CsvColumn{"mean_us", false}};
constexpr std::uint64_t kMostPatternBytes = std::uint64_t{1} << 40U;
constexpr std::uint64_t kMostPatternRanks = 1U << 16U;
constexpr double kMostPatternMicroseconds = 1e12;

class PatternTable {
 public:
  explicit PatternTable(const PatternSelection& selection) : selection_(selection) {}

  MeasuredPatterns read() {
    inputs::DataFile file(selection_.table.string());
    experiments::records::CsvReader table(file, kPatternColumns);
    while (table.next()) take_row(table);
    require_choice();
    for (const auto& [key, time] : least_) found_.times.push_back(time);
    return std::move(found_);
  }

 private:
  void take_row(const experiments::records::CsvReader& table) {
    const auto pattern = pattern_of_collective(table.text("collective"));
    if (!pattern) return;
    const std::string machine = table.text("system_dir");
    machines_.insert(machine);
    if (!selection_.machine.empty() && machine != selection_.machine) return;
    found_.machine = machine;
    const std::uint64_t ranks = table.count("P", 2, kMostPatternRanks);
    ranks_.insert(std::to_string(ranks));
    const auto& chosen = selection_.ranks;
    if (!chosen.empty() && std::ranges::find(chosen, ranks) == chosen.end()) return;
    const std::uint64_t bytes = table.count("bytes", 1, kMostPatternBytes);
    // No program was generated for these, so that nothing was measured.
    if (*pattern == MessagePattern::pipelined_ring && bytes < ranks) {
      ++found_.empty_segments;
      return;
    }
    MeasuredPatternTime time{*pattern, ranks, static_cast<double>(bytes), table.text("run"), {}};
    const double p10_us = table.number("p10_us", 0, kMostPatternMicroseconds);
    const double median_us = table.number("median_us", p10_us, kMostPatternMicroseconds);
    const double p90_us = table.number("p90_us", median_us, kMostPatternMicroseconds);
    if (!(p10_us > 0)) table.refuse("p10_us", "0", "a time above 0");
    time.time = {p10_us / 1e6, median_us / 1e6, p90_us / 1e6};
    const auto [known, is_new] = least_.emplace(std::tuple(*pattern, ranks, bytes), time);
    const auto noise = [](const MeasuredPatternTime& of) {
      return std::pair(of.time.p10_s, of.time.median_s);
    };
    if (!is_new && noise(time) < noise(known->second)) known->second = time;
  }

  void require_choice() const {
    if (machines_.empty())
      throw base::ConfigError(selection_.table.string(), "", "no row of a pattern",
                              "collectives nwaydissemination_nocompute and pipelinedring");
    const std::string names = fmt::format("{}", fmt::join(machines_, ", "));
    if (selection_.machine.empty() && machines_.size() > 1)
      throw base::ConfigError("command line", "--machine",
                              fmt::format("{} machines", machines_.size()),
                              fmt::format("one of: {}", names));
    if (!selection_.machine.empty() && !machines_.contains(selection_.machine))
      throw base::ConfigError(
          "command line", "--machine", fmt::format("no row of \"{}\"", selection_.machine), names,
          base::nearest_name(selection_.machine, {machines_.begin(), machines_.end()}));
    for (const std::uint64_t ranks : selection_.ranks)
      if (!ranks_.contains(std::to_string(ranks)))
        throw base::ConfigError("command line", "--ranks", fmt::format("no row with P = {}", ranks),
                                fmt::format("{}", fmt::join(ranks_, ", ")));
    if (least_.empty())
      throw base::ConfigError(selection_.table.string(), "", "no segment of a byte or more",
                              "longer vectors");
  }

  const PatternSelection& selection_;
  MeasuredPatterns found_;
  std::set<std::string> machines_;
  std::set<std::string> ranks_;
  std::map<std::tuple<MessagePattern, std::uint64_t, std::uint64_t>, MeasuredPatternTime> least_;
};

bool links_switches(const platforms::PlatformFile& platform) {
  return platform.topology() != nullptr && !platform.groups &&
         model::make_topology(*platform.topology())->classes().size() > 1;
}

/// On one machine of engine loggp, whose noise gets the seeds of the runs.
model::RepeatedTime time_on(runtime::loggp::Machine machine,
                            const platforms::PlatformFile& platform,
                            const MeasuredPatternTime& time) {
  const std::uint64_t runs = machine.noise.random() ? kPatternRuns : 1;
  const double start_s = machine.noise.delays_starts() ? 0 : platform.transport.start_s(time.ranks);
  std::vector<double> seconds;
  for (std::uint64_t run = 0; run < runs; ++run) {
    machine.noise.seed = run;
    const auto result = runtime::loggp::run(
        machine, static_cast<int>(time.ranks),
        [&](runtime::Comm& comm) { run_pattern(comm, time.pattern, time.bytes); });
    seconds.push_back(start_s + result.makespan_s());
  }
  return model::repeated_time(seconds);
}

model::RepeatedTime predicted_time(const platforms::PlatformFile& platform,
                                   const MeasuredPatternTime& time) {
  const model::RepeatedTime of_ports = time_on(platform.loggp_hockney(time.ranks), platform, time);
  if (!links_switches(platform)) return of_ports;
  const model::RepeatedTime of_links =
      time_on(platforms::network_machine(platform, time.ranks, runtime::loggp::Routing::minimal),
              platform, time);
  return of_ports.median_s > of_links.median_s ? of_ports : of_links;
}

/// Of the absolute errors.
struct PatternErrors {
  std::size_t points = 0;
  double median = 0;
  double p90 = 0;
};

using Quantile = double model::RepeatedTime::*;

PatternErrors errors_of(const std::vector<PatternPrediction>& predicted, Quantile quantile,
                        double most_spread = INFINITY) {
  std::vector<double> errors;
  for (const PatternPrediction& one : predicted)
    if (one.measured.spread() <= most_spread) errors.push_back(std::abs(one.error_of(quantile)));
  if (errors.empty()) return {};
  std::ranges::sort(errors);
  return {errors.size(), model::quantile(errors, 0.5), model::quantile(errors, 0.9)};
}

Fields error_fields(const PatternErrors& errors) {
  const auto if_any = [&](double error) {
    return errors.points > 0 ? base::Value(error) : base::Value();
  };
  return {
      {"points", errors.points}, {"median", if_any(errors.median)}, {"p90", if_any(errors.p90)}};
}

Fields prediction_fields(const PatternPrediction& one) {
  const MeasuredPatternTime& measured = one.measured;
  const auto error = [&](const char* key, const char* heading, Quantile quantile) {
    const double relative = one.error_of(quantile);
    return base::Field(key, heading,
                       base::number_as(relative, fmt::format("{:+.1f} %", 100 * relative)));
  };
  return {
      {"pattern", "pattern", name_of(measured.pattern)},
      {"ranks", "P", measured.ranks},
      {"bytes", "bytes", base::number_as(measured.bytes, fmt::format("{:.0f}", measured.bytes))},
      {"run", "run", measured.run},
      {"p10_s", "p10", base::seconds(measured.time.p10_s)},
      {"predicted_p10_s", "predicted", base::seconds(one.predicted.p10_s)},
      error("error", "error", &model::RepeatedTime::p10_s),
      {"median_s", "median", base::seconds(measured.time.median_s)},
      {"predicted_median_s", "predicted", base::seconds(one.predicted.median_s)},
      error("median_error", "error", &model::RepeatedTime::median_s),
      {"p90_s", "p90", base::seconds(measured.time.p90_s)},
      {"predicted_p90_s", "predicted", base::seconds(one.predicted.p90_s)},
      error("p90_error", "error", &model::RepeatedTime::p90_s)};
}

void print_errors(std::ostream& stream, const char* of, const PatternErrors& errors) {
  if (errors.points == 0) return;
  stream << fmt::format("{}: {} points, error {:.1f} % (median), {:.1f} % (p90)\n", of,
                        errors.points, 100 * errors.median, 100 * errors.p90);
}

}  // namespace

MeasuredPatterns read_measured_patterns(const PatternSelection& selection) {
  return PatternTable(selection).read();
}

std::vector<PatternPrediction> predict_patterns(const platforms::PlatformFile& platform,
                                                const MeasuredPatterns& measured) {
  std::vector<PatternPrediction> predicted;
  for (const MeasuredPatternTime& time : measured.times) {
    if (time.ranks > platform.max_ranks())
      throw base::ConfigError(
          "command line", "--ranks", fmt::format("P = {}", time.ranks),
          fmt::format("at most {}, the ranks of platform {}", platform.max_ranks(), platform.name));
    predicted.push_back({time, predicted_time(platform, time)});
  }
  return predicted;
}

Fields pattern_comparison_fields(const platforms::PlatformFile& platform,
                                 const MeasuredPatterns& measured,
                                 const std::vector<PatternPrediction>& predicted) {
  return {{"platform", platform.name},
          {"platform_hash", platform.hash},
          {"machine", measured.machine},
          {"points", base::rows_of(predicted, prediction_fields)},
          {"all", error_fields(errors_of(predicted, &model::RepeatedTime::p10_s))},
          {"quiet", error_fields(errors_of(predicted, &model::RepeatedTime::p10_s, kQuietSpread))},
          {"medians", error_fields(errors_of(predicted, &model::RepeatedTime::median_s))},
          {"p90s", error_fields(errors_of(predicted, &model::RepeatedTime::p90_s))}};
}

void print_pattern_comparison(std::ostream& stream, const MeasuredPatterns& measured,
                              const std::vector<PatternPrediction>& predicted) {
  base::print_table(stream, base::rows_of(predicted, prediction_fields));
  print_errors(stream, "p10", errors_of(predicted, &model::RepeatedTime::p10_s));
  print_errors(stream, "p10 where the median is within 25 % of it",
               errors_of(predicted, &model::RepeatedTime::p10_s, kQuietSpread));
  print_errors(stream, "median", errors_of(predicted, &model::RepeatedTime::median_s));
  print_errors(stream, "p90", errors_of(predicted, &model::RepeatedTime::p90_s));
  if (measured.empty_segments > 0)
    stream << fmt::format("left out: {} rows of rings with segments of less than a byte\n",
                          measured.empty_segments);
}

}  // namespace sparlab::analysis
