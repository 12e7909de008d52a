#include "analysis/fits/leave_out.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "analysis/fits/fitted_platform.hpp"
#include "base/errors/errors.hpp"
#include "base/text/text_table.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::analysis {
namespace {

/// The predictions of the times that were left out.
struct LeftOutTimes {
  std::vector<PredictedTime> predicted;
  std::vector<PredictedTime> own;  ///< with the crossing of the run itself

  void add(const LeftOutTimes& more) {
    predicted.insert(predicted.end(), more.predicted.begin(), more.predicted.end());
    own.insert(own.end(), more.own.begin(), more.own.end());
  }
};

/// The errors of times as predicted by other runs of the same point.
std::vector<double> errors_of_other_runs(const std::vector<PredictedTime>& predictions) {
  using Key = std::tuple<std::uint64_t, std::uint64_t, std::string, std::string>;
  std::map<Key, std::vector<double>> same;
  for (const PredictedTime& prediction : predictions) {
    const experiments::Point& point = prediction.measured->record.point;
    same[{point.ranks, point.universe, point.algorithm.spec(), point.variant}].push_back(
        prediction.measured->measured.seconds);
  }
  std::vector<double> errors;
  for (const auto& [key, runs] : same) {
    if (runs.size() < 2) continue;
    for (std::size_t left = 0; left < runs.size(); ++left) {
      std::vector<double> others = runs;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(left));
      errors.push_back(std::abs(model::median(others) / runs[left] - 1));
    }
  }
  return errors;
}

LeftOut row_of(std::string ranks, const LeftOutTimes& times) {
  LeftOut row;
  row.ranks = std::move(ranks);
  row.prediction = summary_of(times.predicted);
  row.own_errors = summary_of(times.own).errors;
  row.other_runs = quantiles_of(errors_of_other_runs(times.predicted));
  std::vector<double> spreads;
  for (const PredictedTime& one : times.predicted) {
    const experiments::Record& record = one.measured->record;
    if (record.p10_s && record.p90_s && *record.p10_s > 0)
      spreads.push_back(*record.p90_s / *record.p10_s - 1);
  }
  row.repeatability = quantiles_of(std::move(spreads));
  return row;
}

LeftOutTimes predict(const FitPoints& fitted, const std::vector<const FittedPoint*>& left,
                     const std::string& like, experiments::Engine engine) {
  const model::MachineFit fit = fit_points(fitted);
  const auto run = [&](double crossing_s, const std::vector<const FittedPoint*>& points) {
    const auto content = fitted_platform("fitted", fitted, fit, crossing_s, like);
    return predict_times(nlohmann::json::parse(content.dump()), points, engine);
  };
  LeftOutTimes times{run(fit.median_crossing_s(), left), {}};
  std::map<std::string, std::vector<const FittedPoint*>> by_run;
  for (const FittedPoint* const point : left) by_run[point->measured.run].push_back(point);
  for (const auto& [name, points] : by_run) {
    std::vector<model::MeasuredCollective> collectives;
    for (const FittedPoint* const point : points) collectives.push_back(point->measured);
    const auto own = run(fit.crossing_of(collectives), points);
    times.own.insert(times.own.end(), own.begin(), own.end());
  }
  return times;
}

}  // namespace

std::vector<LeftOut> leave_ranks_out(const FitPoints& points, const std::string& like,
                                     experiments::Engine engine) {
  std::set<std::uint64_t> all_ranks;
  for (const FittedPoint& point : points.points) all_ranks.insert(point.record.point.ranks);
  if (all_ranks.size() < 2)
    throw base::ConfigError("command line", "--leave-out",
                            fmt::format("all times have P = {}", *all_ranks.begin()),
                            "times of at least two numbers of ranks");
  std::vector<LeftOut> rows;
  LeftOutTimes all;
  for (const std::uint64_t ranks : all_ranks) {
    FitPoints fitted = points;
    fitted.points.clear();
    std::vector<const FittedPoint*> left;
    for (const FittedPoint& point : points.points) {
      if (point.record.point.ranks == ranks)
        left.push_back(&point);
      else
        fitted.points.push_back(point);
    }
    try {
      const LeftOutTimes times = predict(fitted, left, like, engine);
      rows.push_back(row_of(std::to_string(ranks), times));
      all.add(times);
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
  return {{"ranks", "left out",
           base::Value(row.ranks).shown(row.ranks == "all" ? "all" : "P = " + row.ranks)},
          prediction_fields(row.prediction),
          {"errors_own_crossing", "",
           base::Fields{{"median", "own: median", error_value(row.own_errors.median)},
                        {"p90", "p90", error_value(row.own_errors.p90)},
                        {"worst", row.own_errors.worst}}},
          {"other_runs_median", "other runs: median", error_value(row.other_runs.median)},
          {"other_runs_p90", "p90", error_value(row.other_runs.p90)},
          {"repeatability_median", "repeats: median", error_value(row.repeatability.median)},
          {"repeatability_p90", "p90", error_value(row.repeatability.p90)}};
}

void print_left_out(std::ostream& stream, const std::vector<LeftOut>& rows) {
  base::print_table(stream, base::rows_of(rows, left_out_fields));
  base::print_wrapped(
      stream,
      "median, p90, worst: errors of predictions of times that the fit has not seen, with "
      "the median crossing of the fitted runs. within 5 %: the algorithm predicted to be the "
      "fastest takes at most 1.05 times the least time. regret: its time over the least, worst "
      "case. in interval: of nine of ten, as advise states it. own: with the crossing of the run "
      "itself, one number fitted to it. other runs: errors of the median of the other runs of the "
      "same point as a prediction. repeats: p90/p10 - 1 of the measurements.",
      0, 110);
}

}  // namespace sparlab::analysis
