#include "analysis/reproduction/derived_quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

#include "algos/formats/format.hpp"
#include "base/errors/errors.hpp"

namespace sparlab::analysis {
namespace {

/// The points of one selection by their positions on an axis, with one point for each algorithm.
using PointsByPosition = std::map<double, std::vector<const experiments::PlannedPoint*>>;

/// A crossing's axis, or none.
using Along = std::optional<CrossingAxis>;

/// As make_plan converts densities: a whole number of entries, at least one.
std::uint64_t entries_for(double density, std::uint64_t universe) {
  const auto entries =
      static_cast<std::uint64_t>(std::llround(density * static_cast<double>(universe)));
  return density > 0 ? std::max<std::uint64_t>(1, entries) : 0;
}

bool is_selected(const PointSelection& selection, const experiments::Point& point) {
  if (point.sweep != selection.sweep || point.engine != selection.engine) return false;
  if (selection.ranks && point.ranks != *selection.ranks) return false;
  if (selection.universe && point.universe != *selection.universe) return false;
  if (selection.density && point.nnz != entries_for(*selection.density, point.universe))
    return false;
  return std::ranges::find(selection.algorithms, point.algorithm) != selection.algorithms.end();
}

double position_of(const experiments::Point& point, const Along& along) {
  if (!along) return 0;
  switch (*along) {
    case CrossingAxis::ranks:
      return static_cast<double>(point.ranks);
    case CrossingAxis::universe:
      return static_cast<double>(point.universe);
    case CrossingAxis::density:
      break;
  }
  return point.density;
}

PointsByPosition select(const PointSelection& selection, const Along& along,
                        const experiments::Plan& plan) {
  PointsByPosition points;
  for (const experiments::PlannedPoint& planned : plan.points)
    if (is_selected(selection, planned.point))
      points[position_of(planned.point, along)].push_back(&planned);
  return points;
}

/// The points of a curve, up to its last position.
PointsByPosition select_curve(const PointSelection& selection, const PublishedCurve& curve,
                              CrossingAxis along, const experiments::Plan& plan) {
  PointsByPosition points = select(selection, along, plan);
  if (curve.to)
    std::erase_if(points, [&](const auto& place) { return place.first > *curve.to * 1.001; });
  return points;
}

Along axis_of(const DerivedQuantity& quantity) {
  const bool compares =
      quantity.kind == QuantityKind::crossing || quantity.kind == QuantityKind::growth;
  return compares ? Along(quantity.along) : std::nullopt;
}

/// Densities are those that a plan makes of whole numbers of entries.
bool same_position(double left, double right) { return std::abs(left - right) <= 1e-3 * left; }

/// The points of a growth at its two places; all points of other quantities.
void keep_compared(const DerivedQuantity& quantity, PointsByPosition& points) {
  if (quantity.kind != QuantityKind::growth) return;
  std::erase_if(points, [&](const auto& place) {
    return !same_position(quantity.from, place.first) && !same_position(quantity.to, place.first);
  });
}

void check(const PointSelection& selection, const PointsByPosition& points,
           const std::string& file) {
  if (points.empty())
    throw base::ConfigError(file, selection.json_path, "no point of the experiment",
                            "a sweep, an engine, algorithms, P, N and density of one");
  for (const auto& [position, found] : points)
    if (found.size() != selection.algorithms.size())
      throw base::ConfigError(
          file, selection.json_path,
          fmt::format("{} points for {} algorithms", found.size(), selection.algorithms.size()),
          "one point for each algorithm; give P, N and density where a sweep has "
          "several");
}

double known(const std::optional<double>& value, const experiments::Record& record, Field field) {
  if (value) return *value;
  throw UnknownQuantity(fmt::format("the record of {} by engine {} has no {}",
                                    record.point.algorithm.spec(), name_of(record.point.engine),
                                    name_of(field)));
}

double read(Field field, const experiments::Record& record) {
  const auto universe = static_cast<double>(record.point.universe);
  const auto ranks = static_cast<double>(record.point.ranks);
  switch (field) {
    case Field::time_s:
      return record.time_s;
    case Field::network_s: {
      const auto work = record.terms.find("gamma_s");
      return record.time_s -
             known(work == record.terms.end() ? std::nullopt : std::optional(work->second), record,
                   field);
    }
    case Field::bytes:
      return known(record.bytes, record, field);
    case Field::result_density:
      return known(record.result_nnz, record, field) / universe;
    case Field::bus_bytes_per_s:
      break;
  }
  const auto value_bytes = static_cast<double>(algos::bytes_of(record.point.value));
  return 2 * (ranks - 1) / ranks * universe * value_bytes / record.time_s;
}

double value_of(const PointSelection& selection, Field field,
                const std::vector<const experiments::PlannedPoint*>& points,
                const FindRecord& find) {
  std::vector<double> values;
  for (const experiments::PlannedPoint* planned : points) {
    const experiments::Record* const record = find(planned->id);
    if (record == nullptr)
      throw UnknownQuantity(
          fmt::format("a point of {} has no record", planned->point.algorithm.spec()));
    values.push_back(read(field, *record));
  }
  const double value =
      selection.take_greatest ? std::ranges::max(values) : std::ranges::min(values);
  if (!(value > 0) || !std::isfinite(value))
    throw UnknownQuantity(fmt::format("{} is {}", name_of(field), value));
  return value;
}

/// The place between two positions where a power law through both has the value 1.
double between(double left, double left_value, double right, double right_value) {
  const double share = std::log(left_value) / (std::log(left_value) - std::log(right_value));
  return std::exp(std::lerp(std::log(left), std::log(right), share));
}

/// Where the values, relative to the level, pass through 1.
double crossing_of(const std::map<double, double>& values) {
  std::vector<double> found;
  for (auto right = values.begin(); right != values.end(); ++right) {
    if (right == values.begin()) continue;
    const auto left = std::prev(right);
    if ((left->second < 1) != (right->second < 1))
      found.push_back(between(left->first, left->second, right->first, right->second));
  }
  if (found.size() != 1)
    throw UnknownQuantity(fmt::format("{} crossings instead of one", found.size()));
  return found.front();
}

}  // namespace

void add_needed_points(const DerivedQuantity& quantity, const experiments::Plan& plan,
                       const std::string& file, std::unordered_set<std::string>& ids) {
  const auto add = [&](const PointSelection& selection) {
    PointsByPosition points = select(selection, axis_of(quantity), plan);
    keep_compared(quantity, points);
    if (quantity.kind == QuantityKind::growth && points.size() != 2) points.clear();
    check(selection, points, file);
    for (const auto& [position, found] : points)
      for (const experiments::PlannedPoint* planned : found) ids.insert(planned->id);
  };
  add(quantity.of);
  if (quantity.over) add(*quantity.over);
}

void add_needed_points(const PublishedCurve& curve, CrossingAxis along,
                       const experiments::Plan& plan, const std::string& file,
                       std::unordered_set<std::string>& ids) {
  const auto add = [&](const PointSelection& selection) {
    const PointsByPosition points = select_curve(selection, curve, along, plan);
    check(selection, points, file);
    for (const auto& [position, found] : points)
      for (const experiments::PlannedPoint* planned : found) ids.insert(planned->id);
  };
  add(curve.of);
  if (curve.over) add(*curve.over);
}

std::map<double, double> compute_curve(const PublishedCurve& curve, CrossingAxis along, Field field,
                                       const experiments::Plan& plan, const FindRecord& find) {
  std::map<double, double> values;
  const PointsByPosition over =
      curve.over ? select_curve(*curve.over, curve, along, plan) : PointsByPosition();
  for (const auto& [position, points] : select_curve(curve.of, curve, along, plan)) {
    const auto divisor = over.find(position);
    if (curve.over && divisor == over.end()) continue;
    try {
      const double value = value_of(curve.of, field, points, find);
      values[position] =
          curve.over ? value / value_of(*curve.over, field, divisor->second, find) : value;
    } catch (const UnknownQuantity&) {
      continue;
    }
  }
  return values;
}

double compute(const DerivedQuantity& quantity, const experiments::Plan& plan,
               const FindRecord& find) {
  const Along along = axis_of(quantity);
  const auto values_of = [&](const PointSelection& selection) {
    PointsByPosition points = select(selection, along, plan);
    keep_compared(quantity, points);
    std::map<double, double> values;
    for (const auto& [position, found] : points)
      values[position] = value_of(selection, quantity.field, found, find);
    return values;
  };
  std::map<double, double> values = values_of(quantity.of);
  if (quantity.over) {
    const std::map<double, double> over = values_of(*quantity.over);
    std::map<double, double> ratios;
    for (const auto& [position, value] : values)
      if (const auto found = over.find(position); found != over.end())
        ratios[position] = value / quantity.level / found->second;
    values = std::move(ratios);
  }
  if (quantity.kind == QuantityKind::crossing) return crossing_of(values);
  if (quantity.kind != QuantityKind::growth) return values.begin()->second;
  if (values.size() != 2) throw UnknownQuantity("no points at both positions");
  const double growth = std::prev(values.end())->second / values.begin()->second;
  return quantity.from < quantity.to ? growth : 1 / growth;
}

}  // namespace sparlab::analysis
