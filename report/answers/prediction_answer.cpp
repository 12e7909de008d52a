#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <ostream>
#include <string>
#include <vector>

#include "base/text/text_table.hpp"
#include "inputs/sources/extrapolation.hpp"
#include "report/answers/answers.hpp"

namespace sparlab::report {
namespace {

using analysis::AlgorithmPrediction;
using analysis::PredictedStage;
using analysis::PredictedTerm;
using analysis::TimeTotals;
using base::Fields;
using Kind = model::CostTerm::Kind;

struct Total {
  const char* name;
  double TimeTotals::*seconds;
  const char* meaning;
};
constexpr std::array<Total, 5> kTotals = {
    {{"start", &TimeTotals::start_s, "ranks leave the barrier before at different times"},
     {"latency", &TimeTotals::latency_s, "alpha"},
     {"bandwidth", &TimeTotals::bandwidth_s, "beta"},
     {"ports", &TimeTotals::ports_s, "patterns, shared ports, groups of hosts, links"},
     {"computation", &TimeTotals::computation_s, "gamma"}}};

std::string unit_of(Kind kind) {
  if (kind == Kind::latency) return "message";
  if (kind == Kind::transfer || kind == Kind::copy) return "B";
  return kind == Kind::dense_sum ? "element" : "entry";
}

std::string result_of(const AlgorithmPrediction& prediction) {
  return prediction.exact ? "exact" : "approximate";
}

Fields term_fields(const PredictedTerm& one) {
  const model::CostTerm& term = one.term;
  Fields units;
  if (term.kind != Kind::ports)
    units = {
        {"count", term.count}, {"unit", unit_of(term.kind)}, {"seconds_per_unit", term.unit_s}};
  return {{"term", model::name_of(term.kind)},
          {"symbol", one.symbol},
          units,
          {"seconds", term.seconds}};
}

Fields stage_fields(const PredictedStage& stage) {
  return {{"name", stage.name},
          {"seconds", stage.seconds},
          {"terms", base::rows_of(stage.terms, term_fields)}};
}

/// "12 alpha", "25k entries gamma_merge".
std::string in_symbols(const PredictedTerm& one) {
  if (one.term.kind == Kind::ports) return one.symbol;
  return fmt::format("{}{} {}", base::amount_text(one.term.count),
                     unit_of(one.term.kind) == "B" ? " B" : "", one.symbol);
}

std::string in_seconds(const PredictedTerm& one) { return base::seconds_text(one.term.seconds); }

/// "12 x 25.0 us", "25k x 5.00 ns".
std::string in_numbers(const PredictedTerm& one) {
  if (one.term.kind == Kind::ports) return in_seconds(one);
  return fmt::format("{} x {}", base::amount_text(one.term.count),
                     base::seconds_text(one.term.unit_s));
}

template <class Text>
std::string sum_of(const std::vector<PredictedTerm>& terms, Text text) {
  std::string sum;
  for (const PredictedTerm& term : terms) {
    if (!sum.empty()) sum += " + ";
    sum += text(term);
  }
  return sum.empty() ? "0" : sum;
}

void print_stage(std::ostream& stream, const PredictedStage& stage) {
  const std::vector<PredictedTerm>& terms = stage.terms;
  base::print_wrapped(stream, fmt::format("{} = {}", stage.name, sum_of(terms, in_symbols)), 2);
  base::print_wrapped(stream, fmt::format("= {}", sum_of(terms, in_numbers)), 4);
  const std::string seconds = base::seconds_text(stage.seconds);
  base::print_wrapped(stream,
                      terms.size() < 2
                          ? fmt::format("= {}", seconds)
                          : fmt::format("= {} = {}", sum_of(terms, in_seconds), seconds),
                      4);
}

void print_formula(std::ostream& stream, const AlgorithmPrediction& prediction) {
  const double start_s = prediction.totals.start_s;
  std::vector<std::string> names;
  std::vector<std::string> times;
  if (start_s > 0) {
    names.emplace_back("start");
    times.push_back(base::seconds_text(start_s));
  }
  for (const PredictedStage& stage : prediction.stages) {
    names.push_back(stage.name);
    times.push_back(base::seconds_text(stage.seconds));
  }
  stream << '\n';
  if (names.empty()) {
    names.emplace_back("0");
    times.emplace_back("0");
  }
  base::print_wrapped(stream, fmt::format("time = {}", fmt::join(names, " + ")));
  base::print_wrapped(
      stream,
      fmt::format("= {} = {}", fmt::join(times, " + "), base::seconds_text(prediction.time_s)), 2);
  for (const PredictedStage& stage : prediction.stages) print_stage(stream, stage);
  const auto& published = prediction.published;
  if (!published) return;
  stream << '\n';
  base::print_wrapped(stream, fmt::format("published: {}", published->formula));
  if (!published->correction.empty())
    base::print_wrapped(stream, "corrected: " + published->correction);
  base::print_wrapped(stream,
                      fmt::format("{} to {}, without headers and computation",
                                  base::seconds_text(published->interval.low_s),
                                  base::seconds_text(published->interval.high_s)),
                      2);
}

}  // namespace

Fields prediction_fields(const AlgorithmPrediction& prediction) {
  const experiments::Point& point = prediction.point;
  Fields totals;
  for (const Total& total : kTotals)
    totals.push_back({fmt::format("{}_s", total.name), prediction.totals.*total.seconds});
  base::Value published;
  if (const auto& one = prediction.published)
    published = Fields{{"formula", one->formula},
                       {"correction", one->correction},
                       {"low_s", one->interval.low_s},
                       {"high_s", one->interval.high_s}};
  return {{"algorithm", point.algorithm.spec()},
          {"place", prediction.place},
          {"P", point.ranks},
          {"N", point.universe},
          {"nnz", point.nnz},
          {"density", point.density},
          {"input", inputs::name_of(point.input.kind)},
          {"platform", prediction.platform},
          {"platform_hash", prediction.platform_hash},
          {"result", result_of(prediction)},
          {"calls", point.algorithm.period()},
          {"time_s", prediction.time_s},
          {"low_s", prediction.interval.low_s},
          {"high_s", prediction.interval.high_s},
          {"rank_bytes", prediction.rank_bytes},
          {"messages", prediction.messages},
          {"bytes", prediction.bytes},
          {"totals", totals},
          {"stages", base::rows_of(prediction.stages, stage_fields)},
          {"published", published},
          {"assumed", prediction.assumed},
          base::if_known("extrapolated_from", prediction.extrapolated_from),
          base::if_known("chooses", prediction.chooses)};
}

void print_prediction(std::ostream& stream, const AlgorithmPrediction& prediction, bool explain) {
  base::print_wrapped(stream, fmt::format("{} ({}), {}", prediction.point.algorithm.spec(),
                                          result_of(prediction), prediction.place));
  if (prediction.extrapolated_from)
    base::print_wrapped(stream,
                        inputs::extrapolation_text(fmt::format("P = {}", prediction.point.ranks),
                                                   *prediction.extrapolated_from));
  std::vector<std::vector<std::string>> rows = {
      {"time", base::seconds_text(prediction.time_s),
       fmt::format("measured: {} to {} expected in 9 of 10 cases",
                   base::seconds_text(prediction.interval.low_s),
                   base::seconds_text(prediction.interval.high_s))}};
  for (const Total& total : kTotals) {
    const double seconds = prediction.totals.*total.seconds;
    if (seconds == 0) continue;
    rows.push_back({fmt::format("  {}", total.name), base::seconds_text(seconds),
                    fmt::format("{:.0f} %, {}", 100 * seconds / prediction.time_s, total.meaning)});
  }
  rows.push_back(
      {"memory", base::bytes_text(prediction.rank_bytes), "data of one rank at its peak"});
  base::print_columns(stream, rows, {.right = {1}});
  if (prediction.chooses) base::print_wrapped(stream, "It chooses " + *prediction.chooses + ".");
  if (const auto calls = prediction.point.algorithm.period(); calls > 1)
    base::print_wrapped(stream,
                        fmt::format("The mean of {} calls, the first one without state.", calls));
  if (explain) print_formula(stream, prediction);
  for (const std::string& assumed : prediction.assumed)
    base::print_wrapped(stream, "Uncertainty of " + assumed);
}

}  // namespace sparlab::report
