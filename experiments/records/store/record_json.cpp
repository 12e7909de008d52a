#include "experiments/records/store/record_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "experiments/records/store/link_json.hpp"
#include "experiments/spec/points/engine.hpp"
#include "experiments/spec/points/planned_point.hpp"

namespace sparlab::experiments::records {
namespace {

using nlohmann::json;

json optional_number(const std::optional<double>& number) {
  return number ? json(*number) : json(nullptr);
}

std::optional<double> read_optional_number(const base::JsonFields& fields, const char* key) {
  if (fields.at(key).is_null()) return std::nullopt;
  return fields.number(key);
}

std::optional<double> read_number_if_any(const base::JsonFields& fields, const char* key) {
  return fields.has(key) ? std::optional(fields.number(key)) : std::nullopt;
}

json phases_to_json(const std::vector<PhaseTraffic>& phases) {
  json array = json::array();
  for (const PhaseTraffic& phase : phases) {
    array.push_back({{"name", phase.name}, {"messages", phase.messages}, {"bytes", phase.bytes}});
    if (phase.seconds) array.back()["seconds"] = *phase.seconds;
  }
  return array;
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

void add_main_fields(json& object, const Point& point) {
  object["experiment"] = point.experiment;
  object["sweep"] = point.sweep;
  object["engine"] = name_of(point.engine);
  object["algorithm"] = point.algorithm.spec();
  object["platform"] = point.platform;
  object["P"] = point.ranks;
  object["N"] = point.universe;
  object["nnz"] = point.nnz;
  object["density"] = point.density;
}

/// Few records have these, and those of older programs never do.
void add_published_times(json& object, const Record& record) {
  const auto add = [&](const char* key, const std::optional<double>& seconds) {
    if (seconds) object[key] = *seconds;
  };
  add("min_s", record.min_s);
  add("p10_s", record.p10_s);
  add("p90_s", record.p90_s);
  add("mean_s", record.mean_s);
}

void read_times(const base::JsonFields& fields, Record& record) {
  record.time_s = fields.number("time_s");
  record.deterministic = fields.flag("deterministic");
  record.samples_s = read_numbers(fields, "samples_s");
  record.time_low_s = read_optional_number(fields, "time_low_s");
  record.time_high_s = read_optional_number(fields, "time_high_s");
  record.p5_s = read_optional_number(fields, "p5_s");
  record.p95_s = read_optional_number(fields, "p95_s");
  record.min_s = read_number_if_any(fields, "min_s");
  record.p10_s = read_number_if_any(fields, "p10_s");
  record.p90_s = read_number_if_any(fields, "p90_s");
  record.mean_s = read_number_if_any(fields, "mean_s");
  record.outliers = fields.count("outliers");
  record.warmup = fields.count("warmup");
  record.stopped_by = fields.text("stopped_by");
}

}  // namespace

RecordVersionError::RecordVersionError(std::uint64_t version)
    : base::FormatError(fmt::format("written by record version {}", version)) {}

void require_record_version(const json& object, std::uint64_t accepted) {
  const std::uint64_t version = base::JsonFields(object).count("record_version");
  if (version != accepted) throw RecordVersionError(version);
}

json record_to_json(const Record& record) {
  json object = {{"record_version", kRecordVersion},
                 {"id", record.id},
                 {"point", point_to_json(record.point)},
                 {"time_s", record.time_s},
                 {"deterministic", record.deterministic},
                 {"samples_s", record.samples_s},
                 {"time_low_s", optional_number(record.time_low_s)},
                 {"time_high_s", optional_number(record.time_high_s)},
                 {"p5_s", optional_number(record.p5_s)},
                 {"p95_s", optional_number(record.p95_s)},
                 {"outliers", record.outliers},
                 {"warmup", record.warmup},
                 {"stopped_by", record.stopped_by},
                 {"messages", optional_number(record.messages)},
                 {"bytes", optional_number(record.bytes)},
                 {"phases", phases_to_json(record.phases)},
                 {"result_nnz", optional_number(record.result_nnz)},
                 {"terms", record.terms},
                 {"network", record.network.map()},
                 {"platform_hash", record.platform_hash},
                 {"input_hash", record.input_hash},
                 {"check", {{"status", record.check.status}, {"detail", record.check.detail}}},
                 {"environment", record.environment.map()},
                 {"started", record.started},
                 {"wall_s", record.wall_s}};
  if (record.extrapolated_from) object["extrapolated_from"] = *record.extrapolated_from;
  if (record.links) object["links"] = links_to_json(*record.links);
  add_published_times(object, record);
  add_main_fields(object, record.point);
  return object;
}

Record record_from_json(const json& object) {
  const base::JsonFields fields(object);
  require_record_version(object, kRecordVersion);
  Record record;
  record.id = fields.text("id");
  record.point = point_from_json(fields.at("point"));
  read_times(fields, record);
  record.messages = read_optional_number(fields, "messages");
  record.bytes = read_optional_number(fields, "bytes");
  record.phases = read_phases(fields);
  record.result_nnz = read_optional_number(fields, "result_nnz");
  if (fields.has("extrapolated_from")) record.extrapolated_from = fields.count("extrapolated_from");
  if (fields.has("links")) record.links = links_from_json(fields.at("links"));
  record.terms = read_terms(fields);
  record.network = fields.texts("network");
  record.platform_hash = fields.text("platform_hash");
  record.input_hash = fields.text("input_hash");
  const base::JsonFields check(fields.at("check"));
  record.check = {check.text("status"), check.text("detail")};
  record.environment = fields.texts("environment");
  record.started = fields.text("started");
  record.wall_s = fields.number("wall_s");
  return record;
}

}  // namespace sparlab::experiments::records
