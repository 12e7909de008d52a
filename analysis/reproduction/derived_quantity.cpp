#include "analysis/reproduction/derived_quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "algos/formats/format.hpp"
#include "base/errors/errors.hpp"

namespace sparlab::analysis {
namespace {

/// The points of one side of a quantity by their positions on its axis (0 without one), with one
/// point for each algorithm.
using PointsByPosition = std::map<double, std::vector<const experiments::PlannedPoint*>>;

enum class Side : std::uint8_t { of, over };

const std::vector<model::Algorithm>& algorithms(const DerivedQuantity& quantity, Side side) {
  return side == Side::of ? quantity.of : quantity.over;
}

/// As make_plan converts densities: a whole number of entries, at least one.
std::uint64_t entries_for(double density, std::uint64_t universe) {
  const auto entries =
      static_cast<std::uint64_t>(std::llround(density * static_cast<double>(universe)));
  return density > 0 ? std::max<std::uint64_t>(1, entries) : 0;
}

bool is_selected(const DerivedQuantity& quantity, Side side, const experiments::Point& point) {
  const bool elsewhere = side == Side::over && !quantity.over_sweep.empty();
  if (point.sweep != (elsewhere ? quantity.over_sweep : quantity.sweep) ||
      point.engine != quantity.engine)
    return false;
  const std::optional<double>& universe =
      side == Side::over && quantity.over_universe ? quantity.over_universe : quantity.universe;
  if (quantity.ranks && static_cast<double>(point.ranks) != *quantity.ranks) return false;
  if (universe && static_cast<double>(point.universe) != *universe) return false;
  if (quantity.density && point.nnz != entries_for(*quantity.density, point.universe)) return false;
  const std::vector<model::Algorithm>& wanted = algorithms(quantity, side);
  return std::ranges::find(wanted, point.algorithm) != wanted.end();
}

/// Densities are those that a plan makes of whole numbers of entries.
bool same_position(double left, double right) { return std::abs(left - right) <= 1e-3 * left; }

/// Of a growth, the points at its two places.
PointsByPosition select(const DerivedQuantity& quantity, Side side, const experiments::Plan& plan) {
  PointsByPosition points;
  for (const experiments::PlannedPoint& planned : plan.points)
    if (is_selected(quantity, side, planned.point))
      points[quantity.along ? position(*quantity.along, planned.point) : 0].push_back(&planned);
  if (quantity.is_growth())
    std::erase_if(points, [&](const auto& place) {
      return !same_position(quantity.from, place.first) && !same_position(quantity.to, place.first);
    });
  return points;
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
    case Field::network_s:
      return record.time_s - known(record.term("gamma_s"), record, field);
    case Field::bytes:
      return known(record.bytes, record, field);
    case Field::result_density:
      return known(record.result_nnz, record, field) / universe;
    case Field::compute_s:
      return known(record.phase_s("compute"), record, field);
    case Field::selection_s:
      return known(record.phase_s("selection"), record, field);
    case Field::exposed_s:
      return known(record.phase_s("exposed"), record, field);
    case Field::not_compute_s:
      return record.time_s - known(record.phase_s("compute"), record, field);
    case Field::bus_bytes_per_s:
      break;
  }
  const auto value_bytes = static_cast<double>(algos::bytes_of(record.point.value));
  return 2 * (ranks - 1) / ranks * universe * value_bytes / record.time_s;
}

double value_of(const DerivedQuantity& quantity,
                const std::vector<const experiments::PlannedPoint*>& points,
                const FindRecord& find) {
  std::vector<double> values;
  for (const experiments::PlannedPoint* planned : points) {
    const experiments::Record* const record = find(planned->id);
    if (record == nullptr)
      throw UnknownQuantity(
          fmt::format("a point of {} has no record", planned->point.algorithm.spec()));
    values.push_back(quantity.times * read(quantity.field, *record));
  }
  const double value = quantity.take_greatest ? std::ranges::max(values) : std::ranges::min(values);
  if (!(value > 0) || !std::isfinite(value))
    throw UnknownQuantity(fmt::format("{} is {}", name_of(quantity.field), value));
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

/// The values of one side, or the ratios of both relative to the level, by position. Positions
/// that one side lacks are left out.
std::map<double, double> values_of(const DerivedQuantity& quantity, const experiments::Plan& plan,
                                   const FindRecord& find, bool leave_out_unknown) {
  const PointsByPosition over = select(quantity, Side::over, plan);
  std::map<double, double> values;
  for (const auto& [position, points] : select(quantity, Side::of, plan)) {
    const auto divisor = over.find(position);
    if (!quantity.over.empty() && divisor == over.end()) continue;
    try {
      const double value = value_of(quantity, points, find);
      values[position] = quantity.over.empty()
                             ? value
                             : value / quantity.level / value_of(quantity, divisor->second, find);
    } catch (const UnknownQuantity&) {
      if (!leave_out_unknown) throw;
    }
  }
  return values;
}

}  // namespace

void add_needed_points(const DerivedQuantity& quantity, const experiments::Plan& plan,
                       const std::string& file, std::unordered_set<std::string>& ids) {
  for (const Side side : {Side::of, Side::over}) {
    const std::size_t wanted = algorithms(quantity, side).size();
    if (wanted == 0) continue;
    const PointsByPosition points = select(quantity, side, plan);
    if (points.empty() || (quantity.is_growth() && points.size() != 2))
      throw base::ConfigError(file, quantity.json_path, "no point of the experiment",
                              "a sweep, an engine, algorithms, P, N and density of one");
    for (const auto& [position, found] : points) {
      if (found.size() != wanted)
        throw base::ConfigError(
            file, quantity.json_path,
            fmt::format("{} points for {} algorithms", found.size(), wanted),
            "one point for each algorithm; give P, N and density where a sweep has several");
      for (const experiments::PlannedPoint* planned : found) ids.insert(planned->id);
    }
  }
}

std::map<double, double> compute_curve(const DerivedQuantity& quantity,
                                       const experiments::Plan& plan, const FindRecord& find) {
  return values_of(quantity, plan, find, true);
}

double compute(const DerivedQuantity& quantity, const experiments::Plan& plan,
               const FindRecord& find) {
  const std::map<double, double> values = values_of(quantity, plan, find, false);
  if (quantity.is_crossing()) return crossing_of(values);
  if (!quantity.is_growth()) return values.begin()->second;
  if (values.size() != 2) throw UnknownQuantity("no points at both positions");
  const double growth = std::prev(values.end())->second / values.begin()->second;
  return quantity.from < quantity.to ? growth : 1 / growth;
}

}  // namespace sparlab::analysis
