#pragma once

#include <cstdint>
#include <optional>

#include "experiments/run/execution/workload.hpp"
#include "experiments/spec/points/point.hpp"
#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::analysis {

/// The coordinates of a point.
struct Place {
  std::uint64_t ranks = 1;
  std::uint64_t universe = 1;
  std::uint64_t nnz = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

Place place_of(const experiments::Point& point);

/// The closed form of all algorithms at one place. They share the input, so that asking for many
/// algorithms costs one evaluation of its distribution. Times equal those of engine model.
class PlaceModel {
 public:
  /// Input, types, formats and groups of ranks are those of `like`; real data are as `like` has
  /// them, so only P may differ, and that only where groups are not known. Beyond the ranks for
  /// which there are data, unions are extrapolated, and algorithms that depend on values have
  /// expected counts. `platform` must outlive this object.
  ///
  /// Errors  inputs::DataError: unusable data file.
  PlaceModel(const experiments::Point& like, const Place& place,
             const platforms::PlatformFile& platform);
  PlaceModel(const PlaceModel&) = delete;
  PlaceModel& operator=(const PlaceModel&) = delete;

  /// nullopt for algorithms without a model and for settings that do not fit P and N.
  std::optional<model::Cost> cost(const model::Algorithm& algorithm) const;
  /// With the start of the platform. NaN where there is no cost.
  double seconds(const model::Algorithm& algorithm) const;

  model::TuningShape tuning_shape() const {
    return {{place_.ranks, place_.universe}, platform_.placement.ranks_per_host};
  }
  const model::Machine& machine() const { return machine_; }
  const model::Problem& problem() const { return problem_; }
  double union_entries() const { return workload_.fill_in().distinct(place_.ranks); }
  double mean_nnz() const { return workload_.input().mean_nnz(); }
  /// The ranks for which the input has data, if the place has more.
  std::optional<std::uint64_t> extrapolated_from() const;

 private:
  Place place_;
  const platforms::PlatformFile& platform_;
  model::Machine machine_;
  experiments::run::Workload workload_;
  model::Problem problem_;
  experiments::Settings settings_;
};

}  // namespace sparlab::analysis
