#include "experiments/points/planned_point.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "experiments/errors/environment_error.hpp"
#include "experiments/json/json_fields.hpp"
#include "experiments/json/json_text.hpp"
#include "experiments/platforms/machine_json.hpp"
#include "experiments/points/point_json.hpp"
#include "experiments/system/environment.hpp"
#include "experiments/text/content_hash.hpp"

namespace sparlab::experiments {

using nlohmann::json;

std::string point_id(const Point& point, const std::string& platform_hash,
                     const std::string& input_hash) {
  json object = point_to_json(point);
  if (!input_hash.empty()) object["input"].erase("path");
  object["platform_hash"] = platform_hash;
  object["input_hash"] = input_hash;
  // Keys are sorted and numbers printed in their shortest exact form, so a point has exactly one
  // text.
  return content_hash(object.dump(-1, ' ', false, json::error_handler_t::replace));
}

json planned_point_to_json(const PlannedPoint& planned) {
  json object = {{"id", planned.id},
                 {"point", point_to_json(planned.point)},
                 {"platform_hash", planned.platform_hash},
                 {"input_hash", planned.input_hash}};
  if (planned.machine) object["machine"] = machine_to_json(*planned.machine);
  return object;
}

PlannedPoint planned_point_from_json(const json& object) {
  const JsonFields fields(object);
  PlannedPoint planned{point_from_json(fields.at("point")), fields.text("platform_hash"),
                       fields.text("input_hash"), fields.text("id")};
  if (fields.has("machine")) planned.machine = machine_from_json(fields.at("machine"));
  return planned;
}

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

Record run_and_describe(const PlannedPoint& planned, const std::function<Record()>& execute) {
  using Clock = std::chrono::steady_clock;
  const std::string started = utc_timestamp();
  const Clock::time_point begin = Clock::now();
  Record record = execute();
  record.wall_s = std::chrono::duration<double>(Clock::now() - begin).count();
  record.started = started;
  record.id = planned.id;
  record.point = planned.point;
  record.platform_hash = planned.platform_hash;
  record.input_hash = planned.input_hash;
  record.environment.merge(describe_environment());
  return record;
}

}  // namespace sparlab::experiments
