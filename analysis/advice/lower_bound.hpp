#pragma once

#include <optional>
#include <string>

#include "analysis/advice/place_model.hpp"
#include "experiments/spec/points/point.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::analysis {

/// A time that no exact allreduce of sparse streams falls below.
struct LowerBound {
  double seconds = 0;
  std::string name;  ///< of the bound, as in docs/bounds.md
};

/// The largest proved bound at the place of `like`, whose algorithm does not matter, on the machine
/// of engine model; nullopt if there is none, e.g. of other collectives.
std::optional<LowerBound> lower_bound(const experiments::Point& like, const PlaceModel& place,
                                      const platforms::PlatformFile& platform);

}  // namespace sparlab::analysis
