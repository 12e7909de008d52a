#pragma once

#include <string>

#include "base/json/strict_object.hpp"
#include "runtime/loggp/noise.hpp"

namespace sparlab::platforms {

/// Of ranks whose delays are listed.
inline constexpr std::size_t kMostListedDelays = 1 << 14;

/// The section `noise` of a platform file, which may be missing.
/// Errors  ConfigError, as StrictObject; parameters of no distribution, such as a 90th percentile
///         that is not above the median.
runtime::loggp::Noise read_noise(base::StrictObject& document);

/// One line: "ranks start up to 1e-05 s late, ...".
std::string describe(const runtime::loggp::Noise& noise);

}  // namespace sparlab::platforms
