#include "analysis/results/prediction_errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "analysis/results/panel.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::analysis {
namespace {

/// A value of a point, and its place in tables.
using Value = std::pair<std::size_t, std::string>;

struct Property {
  std::string_view name;
  Value (*of)(const ComparedPoint& point);
  bool also_alone;  ///< shown even if all points have the same value
};

constexpr std::array kProperties = {
    Property{"algorithm",
             [](const ComparedPoint& point) {
               const std::string& spec = point.point().algorithm.spec();
               return Value{registry_position(spec), spec};
             },
             true},
    Property{"P",
             [](const ComparedPoint& point) {
               return Value{point.point().ranks, std::to_string(point.point().ranks)};
             },
             true},
    Property{
        "machine",
        [](const ComparedPoint& point) {
          return Value{0, experiments::runs(point.point().engine) ? "" : point.point().platform};
        },
        false},
    Property{"variant",
             [](const ComparedPoint& point) {
               return Value{0, point.point().variant};
             },
             false},
    Property{"exchanges",
             [](const ComparedPoint& point) {
               const auto& step = point.point().step;
               return Value{0, step ? step->exchanges_text() : ""};
             },
             false}};

/// t / t_measured of a prediction, or of a run of the same point.
struct Ratio {
  const ComparedPoint* point;
  double value;

  double error() const { return std::abs(value - 1); }
};
using Ratios = std::vector<Ratio>;

/// Contract: at least one ratio.
Errors errors_of(const std::vector<double>& ratios) {
  std::vector<double> errors;
  for (const double ratio : ratios) errors.push_back(std::abs(ratio - 1));
  return {ratios.size(), model::median(errors), model::quantile(errors, 0.9),
          model::quantile(errors, 0.95), model::median(ratios)};
}

/// Contract: at least one ratio.
ErrorSummary summary_of(const Ratios& ratios) {
  std::vector<double> values;
  std::size_t below_noise = 0;
  for (const Ratio& ratio : ratios) {
    values.push_back(ratio.value);
    if (ratio.point->measured->below_noise(ratio.error())) ++below_noise;
  }
  return {errors_of(values), below_noise};
}

std::optional<ErrorSummary> summary_of_repeating(Ratios ratios) {
  std::erase_if(ratios, [](const Ratio& ratio) { return !ratio.point->measured->repeats(); });
  if (ratios.empty()) return std::nullopt;
  return summary_of(ratios);
}

/// The ratios of one predictor.
struct Predictor {
  std::string name;
  Ratios ratios;
  bool has_p90s = true;
};

std::optional<Errors> errors_of_p90s(const Ratios& of) {
  std::vector<double> ratios;
  for (const Ratio& ratio : of)
    if (const auto of_p90s = ratio.point->p90_ratio()) ratios.push_back(*of_p90s);
  if (ratios.empty()) return std::nullopt;
  return errors_of(ratios);
}

ErrorGroup group_of(const Predictor& predictor, std::string_view by = {}, std::string value = {}) {
  return {predictor.name,
          std::string(by),
          std::move(value),
          summary_of(predictor.ratios),
          summary_of_repeating(predictor.ratios),
          predictor.has_p90s ? errors_of_p90s(predictor.ratios) : std::nullopt};
}

void add_parts(std::vector<ErrorGroup>& groups, const Predictor& predictor) {
  for (const Property& property : kProperties) {
    std::map<Value, Predictor> parts;
    for (const Ratio& ratio : predictor.ratios)
      parts
          .try_emplace(property.of(*ratio.point), Predictor{predictor.name, {}, predictor.has_p90s})
          .first->second.ratios.push_back(ratio);
    if (parts.size() < 2 && !property.also_alone) continue;
    for (const auto& [value, part] : parts)
      groups.push_back(group_of(part, property.name, value.second));
  }
}

/// Each run of each compared point; its ratio is that to the median of the other runs.
Predictor another_run(const Pairing& pairing) {
  Predictor predictor{kAnotherRun, {}, false};
  std::set<const MeasuredPoint*> seen;
  for (const ComparedPoint& point : pairing.points) {
    if (!seen.insert(point.measured).second) continue;
    for (const HeldRun& run : point.measured->held_runs())
      predictor.ratios.push_back({&point, run.run_s / run.others_s});
  }
  return predictor;
}

}  // namespace

std::vector<ErrorGroup> error_groups(const Pairing& pairing) {
  std::vector<Predictor> predictors;
  Predictor together;
  for (const std::string& name : pairing.predictors) {
    Predictor& predictor = predictors.emplace_back(Predictor{name, {}});
    for (const ComparedPoint& point : pairing.points)
      if (point.predictor == name) predictor.ratios.push_back({&point, point.ratio()});
    together.ratios.insert(together.ratios.end(), predictor.ratios.begin(), predictor.ratios.end());
  }
  if (Predictor runs = another_run(pairing); !runs.ratios.empty())
    predictors.push_back(std::move(runs));
  std::vector<ErrorGroup> groups;
  for (const Predictor& predictor : predictors) groups.push_back(group_of(predictor));
  if (pairing.predictors.size() > 1) groups.push_back(group_of(together));
  for (const Predictor& predictor : predictors) add_parts(groups, predictor);
  return groups;
}

std::vector<const ComparedPoint*> worst_points(const Pairing& pairing, std::size_t most) {
  std::vector<const ComparedPoint*> points;
  for (const ComparedPoint& point : pairing.points) points.push_back(&point);
  std::ranges::stable_sort(points, std::greater<>(), [](const ComparedPoint* point) {
    return std::abs(std::log(point->ratio()));
  });
  if (points.size() > most) points.resize(most);
  return points;
}

}  // namespace sparlab::analysis
