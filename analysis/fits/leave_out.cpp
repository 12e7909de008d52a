#include "analysis/fits/leave_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "base/errors/errors.hpp"
#include "base/text/text_table.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::analysis {
namespace {

constexpr double kNearlyFastest = 1.05;

/// One prediction of a time that was left out.
struct Prediction {
  const FittedPoint* point;
  double seconds;
  double own_seconds;
};

double relative_error(double seconds, const FittedPoint& point) {
  return std::abs(seconds / point.measured.seconds - 1);
}

LeftOutErrors summary_of(std::vector<double> errors) {
  std::ranges::sort(errors);
  return {model::quantile(errors, 0.5), model::quantile(errors, 0.9), errors.back()};
}

ChoiceSummary choices_in(const std::vector<Prediction>& predictions) {
  using Case = std::tuple<std::uint64_t, std::string, std::uint64_t, std::string>;
  std::map<Case, std::vector<Prediction>> cases;
  for (const Prediction& prediction : predictions) {
    const experiments::Point& point = prediction.point->record.point;
    cases[{point.ranks, point.run, point.universe, point.variant}].push_back(prediction);
  }
  ChoiceSummary summary;
  for (const auto& [key, candidates] : cases) {
    if (candidates.size() < 2) continue;
    const auto chosen = std::ranges::min_element(candidates, {}, &Prediction::seconds);
    double least_s = chosen->point->measured.seconds;
    for (const Prediction& candidate : candidates)
      least_s = std::min(least_s, candidate.point->measured.seconds);
    const double regret = chosen->point->measured.seconds / least_s;
    ++summary.cases;
    if (regret <= kNearlyFastest) ++summary.within_5_percent;
    summary.worst_regret = std::max(summary.worst_regret, regret);
  }
  return summary;
}

/// The errors of times as predicted by other runs of the same point.
std::vector<double> errors_of_other_runs(const std::vector<Prediction>& predictions) {
  using Key = std::tuple<std::uint64_t, std::uint64_t, std::string, std::string>;
  std::map<Key, std::vector<const FittedPoint*>> same;
  for (const Prediction& prediction : predictions) {
    const experiments::Point& point = prediction.point->record.point;
    same[{point.ranks, point.universe, point.algorithm.spec(), point.variant}].push_back(
        prediction.point);
  }
  std::vector<double> errors;
  for (const auto& [key, runs] : same) {
    if (runs.size() < 2) continue;
    for (const FittedPoint* const left : runs) {
      std::vector<double> others;
      for (const FittedPoint* const run : runs)
        if (run != left) others.push_back(run->measured.seconds);
      errors.push_back(relative_error(model::median(others), *left));
    }
  }
  return errors;
}

LeftOut row_of(std::string ranks, const std::vector<Prediction>& predictions) {
  LeftOut row;
  row.ranks = std::move(ranks);
  row.points = predictions.size();
  std::vector<double> errors, own_errors, spreads;
  for (const auto& [point, seconds, own_seconds] : predictions) {
    errors.push_back(relative_error(seconds, *point));
    own_errors.push_back(relative_error(own_seconds, *point));
    const experiments::Record& record = point->record;
    if (record.p10_s && record.p90_s && *record.p10_s > 0)
      spreads.push_back(*record.p90_s / *record.p10_s - 1);
  }
  row.errors = summary_of(std::move(errors));
  row.own_errors = summary_of(std::move(own_errors));
  row.choice = choices_in(predictions);
  std::vector<double> others = errors_of_other_runs(predictions);
  std::ranges::sort(others);
  row.other_runs = others.empty() ? NAN : model::quantile(others, 0.5);
  row.other_runs_p90 = others.empty() ? NAN : model::quantile(others, 0.9);
  std::ranges::sort(spreads);
  row.repeatability = spreads.empty() ? NAN : model::quantile(spreads, 0.5);
  row.repeatability_p90 = spreads.empty() ? NAN : model::quantile(spreads, 0.9);
  return row;
}

std::vector<Prediction> predict(const model::MachineFit& machine,
                                const std::vector<const FittedPoint*>& left) {
  std::map<std::string, std::vector<model::MeasuredCollective>> by_run;
  for (const FittedPoint* const point : left)
    by_run[point->measured.run].push_back(point->measured);
  std::map<std::string, double> crossing_s;
  for (const auto& [run, times] : by_run) crossing_s[run] = machine.crossing_of(times);
  std::vector<Prediction> predictions;
  for (const FittedPoint* const point : left) {
    const model::Cost& cost = point->measured.cost;
    predictions.push_back({point, machine.seconds(cost, machine.median_crossing_s()),
                           machine.seconds(cost, crossing_s.at(point->measured.run))});
  }
  return predictions;
}

using base::Fields;
using base::Value;

Value error_value(double share) {
  return base::number_as(share, std::isnan(share) ? "-" : fmt::format("{:.1f} %", 100 * share));
}

}  // namespace

std::vector<LeftOut> leave_ranks_out(const FitPoints& points) {
  std::set<std::uint64_t> all_ranks;
  for (const FittedPoint& point : points.points) all_ranks.insert(point.record.point.ranks);
  if (all_ranks.size() < 2)
    throw base::ConfigError("command line", "--leave-out",
                            fmt::format("all times have P = {}", *all_ranks.begin()),
                            "times of at least two numbers of ranks");
  std::vector<LeftOut> rows;
  std::vector<Prediction> all;
  for (const std::uint64_t ranks : all_ranks) {
    FitPoints fitted;
    fitted.port_s_per_byte = points.port_s_per_byte;
    std::vector<const FittedPoint*> left;
    for (const FittedPoint& point : points.points) {
      if (point.record.point.ranks == ranks)
        left.push_back(&point);
      else
        fitted.points.push_back(point);
    }
    try {
      const std::vector<Prediction> predictions = predict(fit_points(fitted), left);
      rows.push_back(row_of(std::to_string(ranks), predictions));
      all.insert(all.end(), predictions.begin(), predictions.end());
    } catch (const std::invalid_argument& error) {
      throw base::ConfigError("command line", "--leave-out",
                              fmt::format("without P = {}: {}", ranks, error.what()),
                              "more times, or --ranks without this number");
    }
  }
  rows.push_back(row_of("all", all));
  return rows;
}

base::Fields left_out_fields(const LeftOut& row) {
  const ChoiceSummary& choice = row.choice;
  const auto if_chosen = [&](auto number, const std::string& text) {
    return Value(number).shown(choice.cases > 0 ? text : "-");
  };
  return {{"ranks", "left out",
           Value(row.ranks).shown(row.ranks == "all" ? "all" : "P = " + row.ranks)},
          {"points", "times", row.points},
          {"errors", "",
           Fields{{"median", "median", error_value(row.errors.median)},
                  {"p90", "p90", error_value(row.errors.p90)},
                  {"worst", "worst", error_value(row.errors.worst)}}},
          {"errors_own_crossing", "",
           Fields{{"median", "own: median", error_value(row.own_errors.median)},
                  {"p90", "p90", error_value(row.own_errors.p90)},
                  {"worst", row.own_errors.worst}}},
          {"cases", choice.cases},
          {"winners_within_5_percent", "within 5 %",
           if_chosen(choice.within_5_percent,
                     fmt::format("{} of {}", choice.within_5_percent, choice.cases))},
          {"worst_regret", "regret",
           if_chosen(choice.worst_regret, fmt::format("{:.2f}", choice.worst_regret))},
          {"other_runs_median", "other runs: median", error_value(row.other_runs)},
          {"other_runs_p90", "p90", error_value(row.other_runs_p90)},
          {"repeatability_median", "repeats: median", error_value(row.repeatability)},
          {"repeatability_p90", "p90", error_value(row.repeatability_p90)}};
}

void print_left_out(std::ostream& stream, const std::vector<LeftOut>& rows) {
  base::print_table(stream, base::rows_of(rows, left_out_fields));
  base::print_wrapped(
      stream,
      "median, p90, worst: errors of predictions of times that the fit has not seen, with "
      "the median crossing of the fitted runs. own: with the crossing of the run itself, "
      "one number fitted to it. within 5 %: the algorithm predicted to be the fastest "
      "takes at most 1.05 times the least time. regret: its time over the least, worst "
      "case. other runs: errors of the median of the other runs of the same point as a "
      "prediction. repeats: p90/p10 - 1 of the measurements.",
      0, 110);
}

}  // namespace sparlab::analysis
