#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sparlab::experiments {

/// The position of an axis in its file, for errors.
struct AxisPlace {
  std::string file;
  std::string json_path;
};

/// Values of an axis of counts (P, N). The axis is a number, a text such as "16M" or "2^24", a list
/// of these, {"from", "to", "points", "scale": "log" | "linear"} or {"from", "to", "factor"}.
/// Ranges include both ends (with "factor": up to the last value that does not exceed `to`) and are
/// rounded to whole numbers. The result increases strictly: repeated values are dropped. The
/// document must conform to the schema.
/// Errors  ConfigError: a number that is not whole, a text that is not a count, `to` below `from`,
///         more than 100,000 values.
std::vector<std::uint64_t> expand_count_axis(const nlohmann::json& axis, const AxisPlace& place);

/// The same for densities: numbers in [0, 1] or texts such as "0.1%", without rounding.
std::vector<double> expand_density_axis(const nlohmann::json& axis, const AxisPlace& place);

/// Converts an axis of the command line to JSON: "8", "2,4,8", "16M", "0.1%", "2:64:x2" (factor),
/// "1e-4:0.5:log9" or "1:9:lin3" (points), "1..64" (every whole number). Spaces may follow a comma.
/// Errors  ConfigError that names `option`: none of these forms, or a list that looks like one
///         number with separated thousands ("25,500").
nlohmann::json axis_from_text(const std::string& text, const std::string& option);

}  // namespace sparlab::experiments
