#include "experiments/records/store/record_json.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "experiments/records/store/link_json.hpp"
#include "experiments/records/store/own_text.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/spec/points/engine.hpp"
#include "experiments/spec/points/planned_point.hpp"

namespace sparlab::experiments::records {
namespace {

using nlohmann::json;

/// The fields of a point that its record has as its own.
constexpr std::array kSizes = {"P", "nnz", "density"};

/// Those that a record repeats at top level.
constexpr std::array kRepeated = {"experiment", "sweep", "engine", "algorithm", "platform", "N"};

/// Those that are null, not absent, where unknown.
constexpr std::array kNullable = {"time_low_s", "time_high_s", "p5_s",      "p95_s",
                                  "messages",   "bytes",       "result_nnz"};

/// A check that ran has numbers of its own.
bool has_common_check(const Record& record) { return record.check.status == "skipped"; }

std::optional<double> read_number_if_any(const base::JsonFields& fields, const char* key) {
  return fields.has(key) && !fields.at(key).is_null() ? std::optional(fields.number(key))
                                                      : std::nullopt;
}

std::vector<PhaseTraffic> read_phases(const base::JsonFields& fields) {
  if (!fields.at("phases").is_array()) base::JsonFields::fail("phases", "a list");
  std::vector<PhaseTraffic> phases;
  for (const json& item : fields.at("phases")) {
    const base::JsonFields phase(item);
    phases.push_back({phase.text("name"), phase.number("messages"), phase.number("bytes"),
                      read_number_if_any(phase, "seconds")});
  }
  return phases;
}

std::vector<TimelineSlice> read_timeline(const base::JsonFields& fields) {
  if (!fields.at("timeline").is_array()) base::JsonFields::fail("timeline", "a list");
  std::vector<TimelineSlice> timeline;
  for (const json& item : fields.at("timeline")) {
    const base::JsonFields slice(item);
    timeline.push_back({slice.text("lane"), slice.text("name"), slice.text("category"),
                        slice.number("begin_s"), slice.number("end_s")});
  }
  return timeline;
}

std::vector<double> read_numbers(const base::JsonFields& fields, const char* key) {
  if (!fields.at(key).is_array()) base::JsonFields::fail(key, "a list");
  std::vector<double> numbers;
  for (const json& item : fields.at(key)) {
    if (!item.is_number()) base::JsonFields::fail(key, "a list of numbers");
    numbers.push_back(item.get<double>());
  }
  return numbers;
}

std::map<std::string, double> read_terms(const base::JsonFields& fields) {
  if (!fields.at("terms").is_object()) base::JsonFields::fail("terms", "an object");
  std::map<std::string, double> terms;
  for (const auto& [name, value] : fields.at("terms").items()) {
    if (!value.is_number()) base::JsonFields::fail("terms", "an object of numbers");
    terms[name] = value.get<double>();
  }
  return terms;
}

void read_check(const base::JsonFields& fields, Record& record) {
  const base::JsonFields check(fields.at("check"));
  record.check = {check.text("status"), check.text("detail")};
}

void read_times(const base::JsonFields& fields, Record& record) {
  record.time_s = fields.number("time_s");
  record.samples_s = read_numbers(fields, "samples_s");
  record.time_low_s = read_number_if_any(fields, "time_low_s");
  record.time_high_s = read_number_if_any(fields, "time_high_s");
  record.p5_s = read_number_if_any(fields, "p5_s");
  record.p95_s = read_number_if_any(fields, "p95_s");
  record.min_s = read_number_if_any(fields, "min_s");
  record.p10_s = read_number_if_any(fields, "p10_s");
  record.p90_s = read_number_if_any(fields, "p90_s");
  record.mean_s = read_number_if_any(fields, "mean_s");
  if (record.p10_s && !(*record.p10_s > 0 && *record.p10_s <= record.time_s))
    base::JsonFields::fail("p10_s", "more than 0 and at most time_s");
  if (record.p90_s && !(*record.p90_s >= record.time_s))
    base::JsonFields::fail("p90_s", "at least time_s");
  record.outliers = fields.count("outliers");
}

}  // namespace

RecordVersionError::RecordVersionError(std::uint64_t version)
    : base::FormatError(fmt::format("written by record version {}", version)) {}

bool same_common(const Record& left, const Record& right) {
  return same_but_size(left.point, right.point) && left.point.universe == right.point.universe &&
         left.deterministic == right.deterministic && left.warmup == right.warmup &&
         left.stopped_by == right.stopped_by && left.platform_hash == right.platform_hash &&
         left.input_hash == right.input_hash && left.extrapolated_from == right.extrapolated_from &&
         left.network == right.network && left.environment == right.environment &&
         has_common_check(left) == has_common_check(right) &&
         (!has_common_check(left) || left.check.detail == right.check.detail);
}

json common_to_json(const Record& record) {
  json object = {{"point", point_to_json(record.point)},
                 {"deterministic", record.deterministic},
                 {"warmup", record.warmup},
                 {"stopped_by", record.stopped_by},
                 {"network", record.network.map()},
                 {"platform_hash", record.platform_hash},
                 {"input_hash", record.input_hash},
                 {"environment", record.environment.map()}};
  for (const char* const key : kSizes) object["point"].erase(key);
  if (record.extrapolated_from) object["extrapolated_from"] = *record.extrapolated_from;
  if (has_common_check(record))
    object["check"] = {{"status", record.check.status}, {"detail", record.check.detail}};
  return object;
}

json record_to_json(const Record& record) {
  json object = parse_line(own_text(record) + "}");
  object.update(common_to_json(record));
  for (const char* const key : kSizes) object["point"][key] = object.at(key);
  for (const char* const key : kRepeated) object[key] = object["point"].at(key);
  for (const char* const key : kNullable) object.emplace(key, nullptr);
  object["record_version"] = kRecordVersion;
  return object;
}

void read_common(const json& object, Record& record) {
  const base::JsonFields fields(object);
  json point = fields.at("point");
  if (!point.is_object()) base::JsonFields::fail("point", "an object");
  // Stands for what read_own reads.
  point.update({{"P", 1U}, {"nnz", 0U}, {"density", 0.0}});
  record.point = point_from_json(point);
  record.deterministic = fields.flag("deterministic");
  record.warmup = fields.count("warmup");
  record.stopped_by = fields.text("stopped_by");
  if (fields.has("extrapolated_from")) record.extrapolated_from = fields.count("extrapolated_from");
  record.network = fields.texts("network");
  record.platform_hash = fields.text("platform_hash");
  record.input_hash = fields.text("input_hash");
  record.environment = fields.texts("environment");
  if (fields.has("check")) read_check(fields, record);
}

void read_own(const json& object, Record& record) {
  const base::JsonFields fields(object);
  record.id = fields.text("id");
  record.point.ranks = fields.count("P");
  record.point.nnz = fields.count("nnz");
  record.point.density = fields.number("density");
  check_size(record.point);
  check_groups(record.point);
  read_times(fields, record);
  record.messages = read_number_if_any(fields, "messages");
  record.bytes = read_number_if_any(fields, "bytes");
  record.phases = read_phases(fields);
  record.result_nnz = read_number_if_any(fields, "result_nnz");
  if (fields.has("links")) record.links = links_from_json(fields.at("links"));
  if (fields.has("timeline")) record.timeline = read_timeline(fields);
  if (fields.has("curve")) record.curve = training::curve_from_json(fields.at("curve"));
  record.terms = read_terms(fields);
  if (fields.has("check")) read_check(fields, record);
  record.started = fields.text("started");
  record.wall_s = fields.number("wall_s");
}

Record record_from_json(const json& object) {
  const std::uint64_t version = base::JsonFields(object).count("record_version");
  if (version != kRecordVersion) throw RecordVersionError(version);
  base::JsonFields(object).at("check");
  Record record;
  read_common(object, record);
  read_own(object, record);
  return record;
}

}  // namespace sparlab::experiments::records
