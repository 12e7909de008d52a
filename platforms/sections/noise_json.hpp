#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "base/json/strict_object.hpp"
#include "model/analysis/run_spread.hpp"
#include "runtime/loggp/noise.hpp"

namespace sparlab::platforms {

/// Of ranks whose delays are listed.
inline constexpr std::size_t kMostListedDelays = 1 << 14;

/// How far equal runs differ, whatever delays them: quantiles of their times over the median.
struct RunSpread {
  double p10 = 1;
  double p90 = 1;
};

/// What delays runs. At most one of the two is present.
struct Noise {
  runtime::loggp::Noise delays;  ///< of `loggp` alone; without a seed
  std::optional<RunSpread> run;  ///< of all engines
};

/// The section `noise` of a platform file, which may be missing.
/// Errors  ConfigError, as StrictObject; parameters of no distribution, such as a 90th percentile
///         that is not above the median.
Noise read_noise(base::StrictObject& document);

/// The section with a fitted spread of runs. `source` says where the times are from.
nlohmann::ordered_json noise_section(const model::FittedRunSpread& spread,
                                     const std::string& source);

/// One line: "ranks start up to 1e-05 s late, ...".
std::string describe(const runtime::loggp::Noise& noise);
std::string describe(const RunSpread& spread);

}  // namespace sparlab::platforms
