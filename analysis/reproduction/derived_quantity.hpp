#pragma once

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_set>

#include "analysis/reproduction/published_result.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "experiments/spec/points/record.hpp"

namespace sparlab::analysis {

/// Adds the ids of all points that the quantity, or its curve, needs.
/// Errors  ConfigError that names `file` and the selection: a sweep, engine or algorithm without
///         points, or several points where one is needed.
void add_needed_points(const DerivedQuantity& quantity, const experiments::Plan& plan,
                       const std::string& file, std::unordered_set<std::string>& ids);

/// A quantity that the records do not determine; what() is the reason.
class UnknownQuantity : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The record of a point; nullptr if it has none.
using FindRecord = std::function<const experiments::Record*(const std::string& id)>;

/// Computes the quantity from the records of its points (add_needed_points has accepted it). A
/// crossing is interpolated between neighbouring positions, linearly in the logarithms of both
/// numbers.
/// Errors  UnknownQuantity: a point without a record, a record without the field, no crossing, or
///         more than one.
double compute(const DerivedQuantity& quantity, const experiments::Plan& plan,
               const FindRecord& find);

/// The values along the axis of the quantity, by position. Positions whose records are absent or
/// lack the field are left out.
std::map<double, double> compute_curve(const DerivedQuantity& quantity,
                                       const experiments::Plan& plan, const FindRecord& find);

}  // namespace sparlab::analysis
