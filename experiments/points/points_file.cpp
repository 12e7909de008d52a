#include "experiments/points/points_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "experiments/errors/environment_error.hpp"
#include "experiments/json/json_fields.hpp"
#include "experiments/json/json_text.hpp"

namespace sparlab::experiments {

using nlohmann::json;

void write_points_file(const std::filesystem::path& file, const std::vector<PlannedPoint>& points) {
  json array = json::array();
  for (const PlannedPoint& planned : points) array.push_back(planned_point_to_json(planned));
  errno = 0;
  std::ofstream stream(file);
  stream << array.dump(-1, ' ', false, json::error_handler_t::replace) << std::flush;
  if (!stream)
    throw EnvironmentError(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
}

std::vector<PlannedPoint> read_points_file(const std::filesystem::path& file) {
  const json array = read_json_file(file, kOwnJson);
  if (!array.is_array()) throw FormatError(file.string() + " is not a list of points");
  std::vector<PlannedPoint> points;
  for (const json& object : array) points.push_back(planned_point_from_json(object));
  return points;
}

}  // namespace sparlab::experiments
