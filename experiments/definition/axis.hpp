#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sparlab::experiments {

/// Where an axis stands, for errors.
struct AxisPlace {
  std::string file;
  std::string json_path;
};

/// Values of an axis of counts (P, N): a number, a text such as "16M" or "2^24", a list of these,
/// {"from", "to", "points", "scale": "log" | "linear"} or {"from", "to", "factor"}. Ranges include
/// both ends ("factor": the last value that does not exceed `to`) and are rounded to whole numbers.
/// The result increases strictly: repeated values are dropped.
/// Errors  ConfigError: a number that is not whole, a text that is no count, `to` below `from`,
///         more than 100,000 values. The document must conform to the schema.
std::vector<std::uint64_t> expand_count_axis(const nlohmann::json& axis, const AxisPlace& place);

/// The same for densities: numbers in [0, 1] or texts such as "0.1%", no rounding.
std::vector<double> expand_density_axis(const nlohmann::json& axis, const AxisPlace& place);

/// An axis of the command line as JSON: "8", "2,4,8", "16M", "0.1%", "2:64:x2" (factor),
/// "1e-4:0.5:log9" or "1:9:lin3" (points), "1..64" (every whole number). Blanks may follow a comma.
/// Errors  ConfigError naming `option`: none of these, or a list that reads as one number with
///         separated thousands ("25,500").
nlohmann::json axis_from_text(const std::string& text, const std::string& option);

}  // namespace sparlab::experiments
