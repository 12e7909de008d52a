#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "analysis/fits/pair_times.hpp"
#include "base/text/value.hpp"

namespace sparlab::analysis {

/// How much longer an exchange takes than a message of one way.
struct ExchangeFactor {
  double bytes = 0;
  double factor = 1;  ///< over the fitted time of one way; the median of the runs, at least 1
};

/// The costs of messages between two hosts.
struct PairFit {
  model::SegmentFit one_way;
  std::vector<ExchangeFactor> exchange;  ///< sizes ascend
  std::optional<MessageNoise> noise;
};

/// Errors  std::invalid_argument: as model::fit_segments.
PairFit fit_pair(const PairTimes& times);

/// What a platform of messages between two ranks does not follow from.
struct PairPlatformNames {
  std::string name;
  int hosts = 0;              ///< on one switch, if `topology` is empty
  std::string like;           ///< the platform from which local work is copied
  std::string topology = {};  ///< the one from which topology and links between switches are copied
};

/// The platform file.
///
/// Errors  ConfigError: no platform `like`, or its file is not valid; as copied_topology.
nlohmann::ordered_json pair_platform(const PairPlatformNames& names, const PairTimes& times,
                                     const PairFit& fit);

base::Fields pair_fit_fields(const PairTimes& times, const PairFit& fit);
void print_pair_fit(std::ostream& stream, const PairTimes& times, const PairFit& fit);

}  // namespace sparlab::analysis
