#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/quantity.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::platforms {

/// A true value lies between `low` and `high` times the stated one.
struct UncertaintyFactors {
  double low = 1;   ///< in (0, 1]
  double high = 1;  ///< 1 or more
};

/// Reads how uncertain a number of a platform file is: "none", "2 %", "factor 2", "15 to 60 us",
/// "95 % interval 1e-06 to 2e-06 s", "95 % intervals of at most 5 % on either side", "within 1 %
/// (median), 5 % (p90)" (the p90 counts); words around these are skipped, and the first form
/// counts. nullopt if the text has none of them: "not stated".
std::optional<UncertaintyFactors> read_uncertainty(std::string_view text, double base_value,
                                                   base::Dimension dimension);

/// How uncertain the numbers are that say what messages cost, in the order of the file.
struct TransportUncertainty {
  std::vector<UncertaintyFactors> alphas;    ///< of segments
  std::vector<UncertaintyFactors> betas;     ///< of segments
  std::vector<UncertaintyFactors> patterns;  ///< of their slow-downs
  std::vector<UncertaintyFactors> starts;    ///< by number of ranks
};

/// How uncertain the numbers of a platform are on which the model depends.
struct PlatformUncertainty {
  TransportUncertainty transport, inside;
  std::vector<UncertaintyFactors> groups;  ///< of host_groups: alpha, large_alpha, unknown
  UncertaintyFactors merge, scatter, dense_sum, copy, select;  ///< of both gamma and `kernels`
  /// Numbers whose file does not say it in a known form: "alpha: a factor of 1.5 is assumed ...".
  std::vector<std::string> assumed;
};

/// `content` is that of a platform file that platform_from_json accepts.
PlatformUncertainty uncertainty_of(const nlohmann::json& content);

/// Numbers of a platform that are wrong together.
enum class Uncertain : std::uint8_t { alpha, beta, patterns, gamma, start, groups };
inline constexpr std::array<std::string_view, 6> kUncertainNames = {"alpha", "beta",  "slow-downs",
                                                                    "gamma", "start", "groups"};

/// The platform with all numbers of a kind at the lower or the upper end of what is known.
PlatformFile varied(const PlatformFile& platform, const PlatformUncertainty& uncertainty,
                    Uncertain numbers, bool upper);

}  // namespace sparlab::platforms
