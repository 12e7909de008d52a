#include "analysis/results/prediction_errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "analysis/results/panel.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::analysis {
namespace {

using Points = std::vector<const ComparedPoint*>;

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
             false}};

std::optional<ErrorSummary> summary_of_repeating(Points points) {
  std::erase_if(points, [](const ComparedPoint* point) { return !point->measured->repeats(); });
  return error_summary(points);
}

/// Contract: at least one ratio.
Errors errors_of(const std::vector<double>& ratios) {
  std::vector<double> errors;
  for (const double ratio : ratios) errors.push_back(std::abs(ratio - 1));
  return {ratios.size(), model::median(errors), model::quantile(errors, 0.9),
          model::quantile(errors, 0.95), model::median(ratios)};
}

std::optional<Errors> errors_of_p90s(const Points& points) {
  std::vector<double> ratios;
  for (const ComparedPoint* point : points)
    if (const auto ratio = point->p90_ratio()) ratios.push_back(*ratio);
  if (ratios.empty()) return std::nullopt;
  return errors_of(ratios);
}

void add_group(std::vector<ErrorGroup>& groups, std::string predictor, std::string_view by,
               std::string value, const Points& points) {
  groups.push_back({std::move(predictor), std::string(by), std::move(value), *error_summary(points),
                    summary_of_repeating(points), errors_of_p90s(points)});
}

void add_groups(std::vector<ErrorGroup>& groups, const std::string& predictor,
                const Points& points) {
  add_group(groups, predictor, "", "", points);
  for (const Property& property : kProperties) {
    std::map<Value, Points> parts;
    for (const ComparedPoint* point : points) parts[property.of(*point)].push_back(point);
    if (parts.size() < 2 && !property.also_alone) continue;
    for (const auto& [value, part] : parts)
      add_group(groups, predictor, property.name, value.second, part);
  }
}

}  // namespace

std::optional<ErrorSummary> error_summary(const Points& points) {
  if (points.empty()) return std::nullopt;
  std::vector<double> ratios;
  std::size_t below_noise = 0;
  for (const ComparedPoint* point : points) {
    ratios.push_back(point->ratio());
    if (point->below_noise()) ++below_noise;
  }
  return ErrorSummary{errors_of(ratios), below_noise};
}

std::vector<ErrorGroup> error_groups(const Pairing& pairing) {
  std::vector<ErrorGroup> groups;
  Points all;
  for (const std::string& predictor : pairing.predictors) {
    Points points;
    for (const ComparedPoint& point : pairing.points)
      if (point.predictor == predictor) points.push_back(&point);
    add_groups(groups, predictor, points);
    all.insert(all.end(), points.begin(), points.end());
  }
  if (pairing.predictors.size() > 1) add_group(groups, "", "", "", all);
  return groups;
}

std::vector<const ComparedPoint*> worst_points(const Pairing& pairing, std::size_t most) {
  Points points;
  for (const ComparedPoint& point : pairing.points) points.push_back(&point);
  std::ranges::stable_sort(points, std::greater<>(), [](const ComparedPoint* point) {
    return std::abs(std::log(point->ratio()));
  });
  if (points.size() > most) points.resize(most);
  return points;
}

}  // namespace sparlab::analysis
