#include "analysis/advice/lower_bound.hpp"

#include "experiments/run/execution/record_bounds.hpp"
#include "model/analysis/bounds.hpp"

namespace sparlab::analysis {

std::optional<LowerBound> lower_bound(const experiments::Point& like, const PlaceModel& place,
                                      const platforms::PlatformFile& platform) {
  experiments::Record record;
  record.point = like;
  record.point.algorithm = model::Algorithm("ssar_recursive_double");
  record.point.engine = experiments::Engine::model;
  record.time_s = place.seconds(record.point.algorithm);
  record.result_nnz = place.union_entries();
  if (!experiments::run::no_bounds(record, platform).empty()) return std::nullopt;
  const auto checks = experiments::run::bounds_of(record, platform);
  const model::BoundCheck* const largest = model::largest_bound(checks, true);
  if (largest == nullptr) return std::nullopt;
  return LowerBound{largest->bound_s, std::string(model::name(largest->kind))};
}

}  // namespace sparlab::analysis
