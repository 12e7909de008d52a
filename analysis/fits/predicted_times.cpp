#include "analysis/fits/predicted_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "analysis/advice/place_model.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/points/rank_places.hpp"
#include "experiments/spec/points/settings.hpp"
#include "model/base/order_statistics.hpp"
#include "platforms/files/platform_file.hpp"
#include "platforms/files/uncertainty.hpp"

namespace sparlab::analysis {
namespace {

constexpr double kNearlyFastest = 1.05;

/// The measured point as one of an engine. The vector was dense before the call.
experiments::Point point_of(const FittedPoint& measured, experiments::Engine engine) {
  experiments::Point point = measured.record.point;
  experiments::Settings settings;
  settings.input_form = experiments::InputForm::own;
  settings.value = point.value;
  settings.index = point.index;
  settings.groups = experiments::groups_of(measured.record);
  point.engine = engine;
  static_cast<experiments::Settings&>(point) =
      experiments::settings_for(experiments::info_of(engine), settings);
  return point;
}

ChoiceSummary choices_in(const std::vector<PredictedTime>& predicted) {
  using Case = std::tuple<std::uint64_t, std::string, std::uint64_t, std::string>;
  std::map<Case, std::vector<const PredictedTime*>> cases;
  for (const PredictedTime& one : predicted) {
    const experiments::Point& point = one.measured->record.point;
    cases[{point.ranks, point.run, point.universe, point.variant}].push_back(&one);
  }
  ChoiceSummary summary;
  for (const auto& [key, candidates] : cases) {
    if (candidates.size() < 2) continue;
    const PredictedTime& chosen =
        **std::ranges::min_element(candidates, {}, [](const auto* one) { return one->seconds; });
    double least_s = chosen.measured->measured.seconds;
    for (const PredictedTime* const candidate : candidates)
      least_s = std::min(least_s, candidate->measured->measured.seconds);
    const double regret = chosen.measured->measured.seconds / least_s;
    ++summary.cases;
    if (regret <= kNearlyFastest) ++summary.within_5_percent;
    summary.worst_regret = std::max(summary.worst_regret, regret);
  }
  return summary;
}

}  // namespace

double PredictedTime::error() const { return std::abs(seconds / measured->measured.seconds - 1); }

double PredictedTime::ratio() const {
  const double over = seconds / measured->measured.seconds;
  return std::max(over, 1 / over);
}

bool PredictedTime::in_interval() const {
  return measured->measured.seconds >= interval.low_s &&
         measured->measured.seconds <= interval.high_s;
}

std::vector<PredictedTime> predict_times(const nlohmann::json& platform,
                                         const std::vector<const FittedPoint*>& points,
                                         experiments::Engine engine) {
  const auto name = platform.at("name").get<std::string>();
  const platforms::PlatformFile file = platforms::platform_from_json(platform, name + ".json");
  const platforms::PlatformUncertainty uncertainty = platforms::uncertainty_of(platform);
  std::vector<PredictedTime> predicted;
  for (const FittedPoint* const measured : points) {
    const experiments::Point point = point_of(*measured, engine);
    const PlaceModel model(point, place_of(point), file);
    PredictedTime& one = predicted.emplace_back();
    one.measured = measured;
    one.seconds = engine == experiments::Engine::model
                      ? model.seconds(point.algorithm)
                      : experiments::run::execute(point, file).time_s;
    one.interval = VariedMachines(file, uncertainty, point.ranks, point.groups)
                       .interval(*model.cost(point.algorithm));
  }
  return predicted;
}

ErrorQuantiles quantiles_of(std::vector<double> errors) {
  if (errors.empty()) return {NAN, NAN, NAN};
  std::ranges::sort(errors);
  return {model::quantile(errors, 0.5), model::quantile(errors, 0.9), errors.back()};
}

base::Value error_value(double error) {
  return base::number_as(error, std::isnan(error) ? "-" : fmt::format("{:.1f} %", 100 * error));
}

PredictionSummary summary_of(const std::vector<PredictedTime>& predicted) {
  PredictionSummary summary;
  summary.times = predicted.size();
  std::vector<double> errors, ratios;
  for (const PredictedTime& one : predicted) {
    errors.push_back(one.error());
    ratios.push_back(one.ratio());
    if (one.in_interval()) ++summary.in_interval;
  }
  summary.errors = quantiles_of(std::move(errors));
  summary.ratio_p90 = quantiles_of(std::move(ratios)).p90;
  summary.choice = choices_in(predicted);
  return summary;
}

base::Fields prediction_fields(const PredictionSummary& summary) {
  const ChoiceSummary& choice = summary.choice;
  const auto if_chosen = [&](auto number, const std::string& text) {
    return base::Value(number).shown(choice.cases > 0 ? text : "-");
  };
  return {{"times", "times", summary.times},
          {"errors", "",
           base::Fields{{"median", "median", error_value(summary.errors.median)},
                        {"p90", "p90", error_value(summary.errors.p90)},
                        {"worst", "worst", error_value(summary.errors.worst)}}},
          {"cases", choice.cases},
          {"winners_within_5_percent", "within 5 %",
           if_chosen(choice.within_5_percent,
                     fmt::format("{} of {}", choice.within_5_percent, choice.cases))},
          {"worst_regret", "regret",
           if_chosen(choice.worst_regret, fmt::format("{:.2f}", choice.worst_regret))},
          {"in_interval", "in interval",
           base::Value(summary.in_interval)
               .shown(fmt::format("{} of {}", summary.in_interval, summary.times))}};
}

}  // namespace sparlab::analysis
